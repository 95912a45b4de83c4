// Each row of the catalogue of library functions, asked of each machine alone: a call, and what it gives instead.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>

#include "services/worker/ir/ir.h"
#include "services/worker/semantics/library_functions.h"
#include "tests/unit/check/pairs.h"

namespace assay::check {
namespace {

using semantics::LibraryEffect;
using semantics::LibraryRow;

const std::string kTarget =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
    "target triple = \"x86_64-unknown-linux-gnu\"\n";

/// A pair in which the target has what the call gives, and one in which it has something else.
struct Case {
  std::string right;
  std::string wrong;
  bool is_solved = true;  ///< else the solver takes the function for one of which it knows no more than LLVM infers
  bool is_run = true;     ///< else the interpreter runs it in programs only
};

std::string spelled(const LibraryRow& row) {
  llvm::LLVMContext context;
  auto module = ir::parse(context, kTarget, "test");
  return semantics::name_of(row.function, **module).str();
}

std::string asked(const std::string& module, Oracles oracle) {
  Options options;
  options.oracles = oracle;
  options.trust_text = false;
  return word(judge(kTarget + module, options));
}

// Rows: the plain operation on the same numbers. Few inputs, so that the interpreter runs all of them.

/// f and l at the end of a name stand for other types than double.
std::string float_type(const std::string& name) {
  static const auto& names = *new std::set<std::string>([] {
    std::set<std::string> all;
    for (const LibraryRow& row : semantics::library_rows()) all.insert(spelled(row));
    return all;
  }());
  const bool has_suffix = name.back() == 'f' || name.back() == 'l';
  if (!has_suffix || !names.contains(name.substr(0, name.size() - 1))) return "double";
  return name.back() == 'l' ? "x86_fp80" : "float";
}

std::string suffix_of(const std::string& type) { return type == "double" ? "f64" : type == "float" ? "f32" : "f80"; }

Case case_of_row(const LibraryRow& row, const std::string& name) {
  if (row.op == semantics::Op::Abs) {
    const std::string type = name == "abs" ? "i32" : "i64";
    const std::string head = "declare " + type + " @" + name + "(" + type + ")\ndeclare " + type + " @llvm.abs." +
                             type + "(" + type + ", i1)\ndefine " + type + " @src(i4 %a) {\n  %x = sext i4 %a to " +
                             type + "\n  %r = call " + type + " @" + name + "(" + type + " %x)\n  ret " + type +
                             " %r\n}\ndefine " + type + " @tgt(i4 %a) {\n  %x = sext i4 %a to " + type;
    const auto tail = [&](const std::string& value) { return "\n  ret " + type + " " + value + "\n}\n"; };
    return {head + "\n  %r = call " + type + " @llvm.abs." + type + "(" + type + " %x, i1 true)" + tail("%r"),
            head + tail("%x")};
  }
  const std::string type = float_type(name);
  const semantics::Signature signature = semantics::row_of(row.op).signature;
  const bool takes_integer = signature == semantics::Signature::FloatInt;
  const int floats = signature == semantics::Signature::TernaryFloat  ? 3
                     : signature == semantics::Signature::BinaryFloat ? 2
                                                                      : 1;
  std::string types, arguments;
  for (int i = 0; i < floats; ++i) {
    types += (i == 0 ? "" : ", ") + type;
    arguments += (i == 0 ? "" : ", ") + type + (i == 1 ? " 1.5" : " %x");
  }
  if (type == "x86_fp80")
    for (std::size_t at; (at = arguments.find("1.5")) != std::string::npos;)
      arguments.replace(at, 3, "0xK3FFFC000000000000000");
  if (takes_integer) types += ", i32", arguments += ", i32 2";
  const std::string body = "(i4 %a) {\n  %x = sitofp i4 %a to " + type + "\n";
  const std::string plain = row.op == semantics::Op::FRem
                                ? "frem " + arguments.substr(0, arguments.find(',')) +
                                      arguments.substr(arguments.find(',')).replace(2, type.size() + 1, "")
                                : "call " + type + " @" + std::string(semantics::row_of(row.op).spelling) + "." +
                                      suffix_of(type) + (takes_integer ? ".i32" : "") + "(" + arguments + ")";
  const std::string one = type == "x86_fp80" ? "0xK3FFF8000000000000000" : "1.0";
  std::string module = "declare " + type + " @" + name + "(" + types + ")\n";
  if (row.op != semantics::Op::FRem)
    module += "declare " + type + " @" + std::string(semantics::row_of(row.op).spelling) + "." + suffix_of(type) +
              (takes_integer ? ".i32" : "") + "(" + types + ")\n";
  module += "define " + type + " @src" + body + "  %r = call " + type + " @" + name + "(" + arguments +
            ") memory(none)\n  ret " + type + " %r\n}\ndefine " + type + " @tgt" + body + "  %r = " + plain + "\n";
  return {module + "  ret " + type + " %r\n}\n",
          module + "  %n = fadd " + type + " %r, " + one + "\n  ret " + type + " %n\n}\n"};
}

/// Functions of one small number, written out.
Case case_of_integer(LibraryEffect effect, const std::string& name) {
  const std::string type = name == "ffsl" || name == "ffsll" ? "i64" : "i32";
  const std::string expression =
      effect == LibraryEffect::FindFirstSet
          ? "  %z = icmp eq i8 %a, 0\n  %c = call i8 @llvm.cttz.i8(i8 %a, i1 false)\n  %p = add i8 %c, 1\n"
            "  %s = select i1 %z, i8 0, i8 %p\n  %r = zext i8 %s to i32\n"
      : effect == LibraryEffect::IsAscii ? "  %c = icmp sge i8 %a, 0\n  %r = zext i1 %c to i32\n"
      : effect == LibraryEffect::ToAscii ? "  %c = and i8 %a, 127\n  %r = zext i8 %c to i32\n"
                                         : "  %l = icmp uge i8 %a, 48\n  %h = icmp ule i8 %a, 57\n"
                                           "  %c = and i1 %l, %h\n  %r = zext i1 %c to i32\n";
  const std::string module =
      "declare i32 @" + name + "(" + type +
      ")\ndeclare i8 @llvm.cttz.i8(i8, i1)\ndefine i32 @src(i8 noundef %a) {\n  %x = zext i8 %a to " + type +
      "\n  %r = call i32 @" + name + "(" + type + " %x)\n  ret i32 %r\n}\ndefine i32 @tgt(i8 noundef %a) {\n" +
      expression;
  return {module + "  ret i32 %r\n}\n", module + "  %o = xor i32 %r, 1\n  ret i32 %o\n}\n"};
}

// Allocation: what is stored in the object is read from it, and nothing of it is left.

Case case_of_allocation(const LibraryRow& row, const std::string& name) {
  const bool is_new = name.starts_with("_Z");
  const std::string size = name.starts_with("_Znwj") || name.starts_with("_Znaj") ? "i32" : "i64";
  std::string types, arguments;
  const auto add = [&](const std::string& type, const std::string& value) {
    types += (types.empty() ? "" : ", ") + type;
    arguments += (arguments.empty() ? "" : ", ") + type + " " + value;
  };
  if (row.effect == LibraryEffect::Reallocate) add("ptr", "null");
  if (!is_new && row.allocation.align == 0) add("i64", "16");
  add(size, "16");
  if (row.allocation.count >= 0) add("i64", "1");
  if (is_new && row.allocation.align >= 0) add(size, "16");
  if (is_new && row.allocation.may_fail) add("ptr", "@nothrow");
  const std::string module =
      "@nothrow = external global i8\ndeclare ptr @" + name + "(" + types +
      ")\n"
      "define i8 @src() {\n  %p = call ptr @" +
      name + "(" + arguments +
      ")\n  %c = icmp eq ptr %p, null\n"
      "  br i1 %c, label %none, label %some\nnone:\n  ret i8 42\nsome:\n  %q = getelementptr i8, ptr %p, i64 15\n" +
      (row.allocation.zeroed ? "" : "  store i8 0, ptr %q\n") +
      "  %v = load i8, ptr %q\n  %r = or i8 %v, 42\n  ret i8 %r\n}\ndefine i8 @tgt() {\n";
  return {module + "  ret i8 42\n}\n", module + "  ret i8 43\n}\n"};
}

Case case_of_free(const std::string& name) {
  const bool is_aligned = name.find("St11align_val_t") != std::string::npos;
  const bool is_new = name != "free";
  std::string allocator =
      is_new ? std::string(name.starts_with("_Zda") ? "_Znam" : "_Znwm") + (is_aligned ? "St11align_val_t" : "")
             : "malloc";
  std::string types = "ptr", arguments = "ptr %p";
  const std::string rest = is_new ? name.substr(std::string("_ZdlPv").size()) : "";
  if (rest.starts_with("j")) types += ", i32", arguments += ", i32 8";
  if (rest.starts_with("m")) types += ", i64", arguments += ", i64 8";
  if (is_aligned)
    types += rest.starts_with("j") ? ", i32" : ", i64", arguments += rest.starts_with("j") ? ", i32 16" : ", i64 16";
  if (rest.find("nothrow") != std::string::npos) types += ", ptr", arguments += ", ptr @nothrow";
  const std::string module = "@nothrow = external global i8\ndeclare void @" + name + "(" + types +
                             ")\ndeclare noalias ptr @" + allocator + "(i64" + (is_aligned ? ", i64" : "") +
                             ")\ndefine i8 @src() {\n  %p = call ptr @" + allocator + "(i64 8" +
                             (is_aligned ? ", i64 16" : "") + ")\n  call void @" + name + "(" + arguments + ")\n";
  return {module + "  ret i8 1\n}\ndefine i8 @tgt() {\n  ret i8 1\n}\n",
          module + "  ret i8 1\n}\ndefine i8 @tgt() {\n  ret i8 2\n}\n"};
}

// The others: a call that gives a number, or leaves text in @to, of which one byte is looked at.

struct Example {
  std::string type;  ///< of the function: result and parameters
  std::string arguments;
  std::string result;  ///< the number that it gives; or what the first byte of the pointer that it gives is
  bool is_solved = false;
  bool is_run = true;
};

const std::map<std::string, Example>& examples() {
  static const auto& table = *new std::map<std::string, Example>{
      {"memcpy", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 4", "97", true}},
      {"memmove", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 4", "97", true}},
      {"mempcpy", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 2", "0", true}},
      {"memset", {"ptr (ptr, i32, i64)", "ptr %to, i32 7, i64 4", "7", true}},
      {"memcmp", {"i32 (ptr, ptr, i64)", "ptr @abc, ptr @abc, i64 3", "0", true}},
      {"bcmp", {"i32 (ptr, ptr, i64)", "ptr @abc, ptr @abc, i64 3", "0", true}},
      {"memchr", {"ptr (ptr, i32, i64)", "ptr @abc, i32 98, i64 3", "98", true}},
      {"memrchr", {"ptr (ptr, i32, i64)", "ptr @abc, i32 98, i64 3", "98", true}},
      {"strlen", {"i64 (ptr)", "ptr @abc", "3", true}},
      {"strnlen", {"i64 (ptr, i64)", "ptr @abc, i64 2", "2", true}},
      {"strcmp", {"i32 (ptr, ptr)", "ptr @abc, ptr @abc", "0", true}},
      {"strncmp", {"i32 (ptr, ptr, i64)", "ptr @abc, ptr @abc, i64 2", "0", true}},
      {"strcpy", {"ptr (ptr, ptr)", "ptr %to, ptr @abc", "97", true}},
      {"stpcpy", {"ptr (ptr, ptr)", "ptr %to, ptr @abc", "0", true}},
      {"strcat", {"ptr (ptr, ptr)", "ptr %to, ptr @abc", "97", true}},
      {"strncpy", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 2", "97", true}},
      {"stpncpy", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 2", "0", true}},
      {"strncat", {"ptr (ptr, ptr, i64)", "ptr %to, ptr @abc, i64 2", "97"}},
      {"strchr", {"ptr (ptr, i32)", "ptr @abc, i32 99", "99", true}},
      {"strrchr", {"ptr (ptr, i32)", "ptr @abc, i32 98", "98", true}},
      {"strstr", {"ptr (ptr, ptr)", "ptr @abc, ptr @abc", "97"}},
      {"strspn", {"i64 (ptr, ptr)", "ptr @abc, ptr @abc", "3"}},
      {"strcspn", {"i64 (ptr, ptr)", "ptr @abc, ptr @abc", "0"}},
      {"strpbrk", {"ptr (ptr, ptr)", "ptr @abc, ptr @abc", "97"}},
      {"strdup", {"ptr (ptr)", "ptr @abc", "97"}},
      {"strndup", {"ptr (ptr, i64)", "ptr @abc, i64 2", "97"}},
      {"atoi", {"i32 (ptr)", "ptr @number", "12"}},
      {"atol", {"i64 (ptr)", "ptr @number", "12"}},
      {"printf", {"i32 (ptr, ...)", "ptr @abc", "3"}},
      {"fprintf", {"i32 (ptr, ptr, ...)", "ptr %file, ptr @abc", "3", false, false}},
      {"sprintf", {"i32 (ptr, ptr, ...)", "ptr %to, ptr @abc", "3"}},
      {"snprintf", {"i32 (ptr, i64, ptr, ...)", "ptr %to, i64 4, ptr @abc", "3"}},
      {"vprintf", {"i32 (ptr, ptr)", "ptr @abc, ptr %to", "3"}},
      {"vfprintf", {"i32 (ptr, ptr, ptr)", "ptr %file, ptr @abc, ptr %to", "3", false, false}},
      {"vsprintf", {"i32 (ptr, ptr, ptr)", "ptr %to, ptr @abc, ptr %to", "3"}},
      {"vsnprintf", {"i32 (ptr, i64, ptr, ptr)", "ptr %to, i64 4, ptr @abc, ptr %to", "3"}},
      {"puts", {"i32 (ptr)", "ptr @abc", "4"}},
      {"fputs", {"i32 (ptr, ptr)", "ptr @abc, ptr %file", "1", false, false}},
      {"putchar", {"i32 (i32)", "i32 65", "65"}},
      {"fputc", {"i32 (i32, ptr)", "i32 65, ptr %file", "65", false, false}},
      {"putc", {"i32 (i32, ptr)", "i32 65, ptr %file", "65", false, false}},
      {"fwrite", {"i64 (ptr, i64, i64, ptr)", "ptr @abc, i64 0, i64 3, ptr %file", "0", true, false}},
      {"fflush", {"i32 (ptr)", "ptr %file", "0"}},
      {"isalpha", {"i32 (i32)", "i32 65", "1"}},
      {"isalnum", {"i32 (i32)", "i32 65", "1"}},
      {"isspace", {"i32 (i32)", "i32 65", "0"}},
      {"isupper", {"i32 (i32)", "i32 65", "1"}},
      {"islower", {"i32 (i32)", "i32 65", "0"}},
      {"isprint", {"i32 (i32)", "i32 65", "1"}},
      {"toupper", {"i32 (i32)", "i32 97", "65"}},
      {"tolower", {"i32 (i32)", "i32 65", "97"}},
      {"exit", {"void (i32)", "i32 3", ""}},
      {"_exit", {"void (i32)", "i32 3", ""}},
      {"abort", {"void ()", "", ""}},
      {"__assert_fail", {"void (ptr, ptr, i32, ptr)", "ptr @abc, ptr @abc, i32 1, ptr @abc", ""}},
  };
  return table;
}

/// Output must stay: the target makes the call, too, and gives what the call must have given.
Case case_of_example(const LibraryRow& row, const std::string& name) {
  const auto found = examples().find(name);
  if (found == examples().end()) {
    ADD_FAILURE() << "no example of " << name;
    return {};
  }
  const Example& example = found->second;
  const std::string result = example.type.substr(0, example.type.find(' '));
  const bool is_print = row.effect == LibraryEffect::Print;
  const std::string declaration =
      "declare " + result + " @" + name + example.type.substr(example.type.find('(')) + "\n";
  const std::string called = is_print || example.type.find("...") != std::string::npos ? example.type : result;
  const std::string call = "call " + called + " @" + name + "(" + example.arguments + ")\n";
  const std::string setup =
      "  %to = alloca [8 x i8], align 8\n  store i64 0, ptr %to\n  %file = load ptr, ptr @stdout\n";
  const std::string head =
      "@abc = private constant [4 x i8] c\"abc\\00\"\n@number = private constant [3 x i8] c\"12\\00\"\n@stdout = "
      "external global ptr\n" +
      declaration;
  if (result == "void") {
    const auto with = [&](const std::string& target) {
      return head + "define i8 @src(ptr %g) {\n" + setup + "  " + call +
             "  store i8 1, ptr %g\n  ret i8 1\n}\ndefine i8 @tgt(ptr %g) {\n" + setup + target + "}\n";
    };
    return {with("  " + call + "  unreachable\n"), with("  ret i8 1\n"), false};
  }
  const std::string source =
      result == "ptr" ? "  %n = icmp eq ptr %c, null\n  br i1 %n, label %none, label %some\nnone:\n  ret i64 " +
                            example.result + "\nsome:\n  %b = load i8, ptr %c\n  %r = zext i8 %b to i64\n  ret i64 %r\n"
      : result == "i64" ? "  ret i64 %c\n"
                        : "  %r = sext i32 %c to i64\n  ret i64 %r\n";
  const auto with = [&](const std::string& value) {
    return head + "define i64 @src() {\n" + setup + "  %c = " + call + source + "}\ndefine i64 @tgt() {\n" +
           (is_print ? setup + "  %c = " + call : "") + "  ret i64 " + value + "\n}\n";
  };
  return {with(example.result), with("1000"), example.is_solved, example.is_run};
}

Case case_of(const LibraryRow& row) {
  const std::string name = spelled(row);
  switch (row.effect) {
    case LibraryEffect::Row:
      return case_of_row(row, name);
    case LibraryEffect::FindFirstSet:
    case LibraryEffect::IsAscii:
    case LibraryEffect::ToAscii:
    case LibraryEffect::IsDigit:
      return case_of_integer(row.effect, name);
    case LibraryEffect::Allocate:
    case LibraryEffect::Reallocate:
      return case_of_allocation(row, name);
    case LibraryEffect::Free:
      return case_of_free(name);
    default:
      return case_of_example(row, name);
  }
}

class LibraryFunctionTest : public testing::TestWithParam<LibraryRow> {};

TEST_P(LibraryFunctionTest, TheInterpreterCarriesItOut) {
  const Case each = case_of(GetParam());
  if (each.right.empty()) return;  // has failed already: there is no example
  EXPECT_THAT(asked(each.right, Oracles::Interpreter), testing::Not(testing::StartsWith("incorrect"))) << each.right;
  EXPECT_THAT(asked(each.wrong, Oracles::Interpreter), testing::StartsWith(each.is_run ? "incorrect" : "unknown"))
      << each.wrong;
}

TEST_P(LibraryFunctionTest, TheSolverProvesItOrIsNotBelieved) {
  const Case each = case_of(GetParam());
  if (each.right.empty()) return;  // has failed already: there is no example
  // Optimizers do not know the others by name, or leave calls that print or exit as they are.
  const LibraryEffect effect = GetParam().effect;
  const bool is_folded = semantics::is_known_to_llvm(GetParam().function) && effect != LibraryEffect::Print &&
                         effect != LibraryEffect::Exit;
  if (each.is_solved)
    EXPECT_THAT(asked(each.right, Oracles::Smt), testing::StartsWith("correct")) << each.right;
  else if (is_folded)
    EXPECT_THAT(asked(each.right, Oracles::All), testing::Not(testing::StartsWith("incorrect"))) << each.right;
  EXPECT_THAT(asked(each.wrong, Oracles::Smt), testing::Not(testing::StartsWith("correct"))) << each.wrong;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, LibraryFunctionTest,
                         testing::ValuesIn(semantics::library_rows().begin(), semantics::library_rows().end()),
                         [](const auto& row) { return spelled(row.param); });

/// Two functions of x that call a function, each with its own words behind the call of it.
std::string half_folded(const std::string& type, const std::string& name, const std::string& source,
                        const std::string& target) {
  const std::string call = "  %r = call " + type + " @" + name + "(" + type + " %x)\n";
  const auto body = [&](const char* which, const std::string& rest) {
    return std::string("define ") + rest.substr(0, rest.find('|')) + " @" + which + "(" + type + " %x) {\n" + call +
           rest.substr(rest.find('|') + 1) + "}\n";
  };
  return "declare " + type + " @" + name + "(" + type + ")\n" + body("src", source) + body("tgt", target);
}

// What nobody rounds correctly is any function to both machines, but a target may know the real one.
TEST(HalfFoldedMathematics, WhatHoldsForTheRealFunctionIsNotRefuted) {
  EXPECT_EQ(word(judge(half_folded("half", "llvm.exp2.f16", "i1|  %c = fcmp olt half %r, -1.0\n  ret i1 %c\n",
                                   "i1|  ret i1 false\n"))),
            "unknown: approximation");
  EXPECT_EQ(word(judge(half_folded("float", "llvm.cos.f32", "i1|  %c = fcmp ogt float %r, 1.5\n  ret i1 %c\n",
                                   "i1|  ret i1 false\n"))),
            "unknown: approximation");
  EXPECT_EQ(word(judge("declare <2 x double> @llvm.cos.v2f64(<2 x double>)\n"
                       "define <2 x double> @src(double %x) {\n"
                       "  %v = insertelement <2 x double> zeroinitializer, double %x, i32 0\n"
                       "  %r = call <2 x double> @llvm.cos.v2f64(<2 x double> %v)\n  ret <2 x double> %r\n}\n"
                       "define <2 x double> @tgt(double %x) {\n"
                       "  %v = insertelement <2 x double> zeroinitializer, double %x, i32 0\n"
                       "  %r = call <2 x double> @llvm.cos.v2f64(<2 x double> %v)\n"
                       "  %s = insertelement <2 x double> %r, double 1.0, i32 1\n  ret <2 x double> %s\n}\n")),
            "unknown: approximation");
}

// The interpreter runs one function for each: what it shows of all inputs is no proof for the real one.
TEST(HalfFoldedMathematics, RunsOfOneFunctionProveNothing) {
  for (const char* name : {"sin", "cos", "exp2", "log2"})
    for (const char* x : {"1.0", "2.0", "3.0", "5.0", "7.0", "0.5"})
      for (const char* folded : {"true", "false"}) {
        const std::string call = std::string("  %r = call float @llvm.") + name + ".f32(float " + x + ")\n";
        const Verdict verdict =
            judge(std::string("declare float @llvm.") + name + ".f32(float)\ndefine i1 @src() {\n" + call +
                  "  %c = fcmp olt float %r, 0.0\n  ret i1 %c\n}\ndefine i1 @tgt() {\n  ret i1 " + folded + "\n}\n");
        EXPECT_EQ(word(verdict), "unknown: approximation") << name << "(" << x << ") < 0 to " << folded;
      }
}

TEST(HalfFoldedMathematics, WhatHoldsForAllFunctionsIsProved) {
  EXPECT_EQ(word(judge("declare float @llvm.cos.f32(float)\n"
                       "define i1 @src() {\n  %r = call float @llvm.cos.f32(float 2.0)\n  %c = fcmp olt float %r, "
                       "0.0\n  ret i1 %c\n}\n"
                       "define i1 @tgt() {\n  %r = call float @llvm.cos.f32(float 2.0)\n  %c = fcmp ogt float 0.0, "
                       "%r\n  ret i1 %c\n}\n")),
            "correct");
}

TEST(HalfFoldedMathematics, WhatIsWrongForTheRealFunctionTooIsRefuted) {
  EXPECT_EQ(word(judge(half_folded("float", "llvm.cos.f32", "float|  ret float %r\n",
                                   "float|  %o = fadd float %r, 1.0\n  ret float %o\n"))),
            "incorrect: value-mismatch");
  EXPECT_EQ(word(judge(half_folded("double", "llvm.exp2.f64", "i1|  %c = fcmp ogt double %r, 1.0\n  ret i1 %c\n",
                                   "i1|  ret i1 false\n"))),
            "incorrect: value-mismatch");
}

}  // namespace
}  // namespace assay::check
