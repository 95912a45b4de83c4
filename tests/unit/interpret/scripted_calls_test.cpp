#include "tests/unit/interpret/testing.h"

/// Calls of unknown functions that are told what to do.
namespace assay::interpret {
namespace {

using testing::HasSubstr;

ScriptedCall returning(InputLane value) {
  ScriptedCall call;
  call.function = "g";
  call.result = {std::move(value)};
  return call;
}

/// What @f does with the script.
std::string scripted(const std::string& text, std::vector<ScriptedCall> script) {
  Code code(text);
  Input input;
  input.script = std::move(script);
  return describe(code["f"], run(code["f"], input));
}

std::string returned(const std::string& promise, InputLane value) {
  return scripted("declare i8 @g()\ndefine i8 @f() {\n  %r = call " + promise + " i8 @g()\n  ret i8 %r\n}\n",
                  {returning(std::move(value))});
}

TEST(InterpretScriptedCalls, TheyGiveWhatTheScriptSays) {
  EXPECT_EQ(returned("", InputLane::of(llvm::APInt(8, 77))), "returns i8 77 (0x4d)");
  EXPECT_EQ(returned("", InputLane::poison()), "returns i8 poison");
}

TEST(InterpretScriptedCalls, PromisesOfTheResultAreKept) {
  EXPECT_EQ(returned("noundef", InputLane::poison()).find("poison"), std::string::npos);
  EXPECT_EQ(returned("range(i8 0, 10)", InputLane::of(llvm::APInt(8, 77))), "returns i8 poison");
  EXPECT_EQ(returned("noundef range(i8 0, 10)", InputLane::of(llvm::APInt(8, 77))).find("77"), std::string::npos);
}

TEST(InterpretScriptedCalls, EntriesAreFoundByArgumentsAndThenByOrder) {
  const std::string text =
      "declare i8 @g(i8)\ndefine i8 @f() {\n  %a = call i8 @g(i8 1)\n  %b = call i8 @g(i8 2)\n  %c = sub i8 %a, %b\n"
      "  ret i8 %c\n}\n";
  ScriptedCall first = returning(InputLane::of(llvm::APInt(8, 30))),
               second = returning(InputLane::of(llvm::APInt(8, 50)));
  EXPECT_THAT(scripted(text, {first, second}), HasSubstr("-20"));
  first.arguments = {{InputLane::of(llvm::APInt(8, 2))}};
  second.arguments = {{InputLane::of(llvm::APInt(8, 1))}};
  EXPECT_THAT(scripted(text, {first, second}), HasSubstr("i8 20"));
}

TEST(InterpretScriptedCalls, TheSameCallDoesTheSameAgain) {
  EXPECT_EQ(scripted("declare i8 @g() memory(none)\ndefine i8 @f() {\n  %a = call i8 @g()\n  %b = call i8 @g()\n"
                     "  %c = sub i8 %a, %b\n  ret i8 %c\n}\n",
                     {returning(InputLane::of(llvm::APInt(8, 30))), returning(InputLane::of(llvm::APInt(8, 50)))}),
            "returns i8 0");
}

std::string written(const std::string& attributes) {
  ScriptedCall call;
  call.function = "g";
  call.writes = {{{ScriptedCall::Way::Kind::Argument, 0, 0, 0}, 0, InputByte::of(9)}};
  return scripted(
      "declare void @g(ptr)\ndefine i8 @f() {\n  %p = alloca i8\n  store i8 1, ptr %p\n"
      "  call void @g(ptr " +
          attributes + " %p)\n  %v = load i8, ptr %p\n  ret i8 %v\n}\n",
      {call});
}

TEST(InterpretScriptedCalls, TheyWriteWhatTheirAttributesLetThem) {
  EXPECT_EQ(written(""), "returns i8 9");
  EXPECT_EQ(written("readonly"), "returns i8 1");
}

std::string ending(ScriptedCall::End end, const std::string& attributes) {
  ScriptedCall call;
  call.function = "g";
  call.end = end;
  return scripted("declare void @g() " + attributes + "\ndefine void @f() {\n  call void @g()\n  ret void\n}\n",
                  {call});
}

TEST(InterpretScriptedCalls, TheyEndAsTheScriptSaysUnlessTheyPromiseOtherwise) {
  const char* leaves = "calls a function that does not return: call void @g()";
  EXPECT_EQ(ending(ScriptedCall::End::DoesNotReturn, "nounwind"), leaves);
  EXPECT_EQ(ending(ScriptedCall::End::DoesNotReturn, "nounwind willreturn"), "returns");
  EXPECT_EQ(ending(ScriptedCall::End::DoesNotReturn, "memory(read)"), leaves);
  EXPECT_THAT(ending(ScriptedCall::End::Undefined, ""), HasSubstr("immediate undefined behaviour"));
  EXPECT_EQ(ending(ScriptedCall::End::Undefined, "memory(none) nounwind willreturn speculatable"), "returns");
}

}  // namespace
}  // namespace assay::interpret
