#include "tests/golden/coverage.h"

#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>
#include <map>
#include <set>

#include "fuzzers/generate/generate.h"
#include "fuzzers/generate/intrinsic_forms.h"
#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"
#include "tests/unit/semantics/intrinsic_call.h"

namespace assay::golden {
namespace {

using semantics::IntrinsicClass;

constexpr unsigned kGenerated = 3'000;  // of each profile

/// What is asked of one function: can both machines follow it?
struct Answer {
  std::string interpreter = "yes";
  std::string solver = "yes";
};

std::string no(const std::string& reason) { return "no: " + reason; }

Answer ask(const llvm::Function& function) {
  Answer answer;
  const auto lowered = semantics::lower(function);
  if (!lowered) return {no(lowered.error()), no(lowered.error())};
  interpret::CheckOptions few;
  few.samples = 8;
  const interpret::CheckResult run = interpret::check_sampled(*lowered, *lowered, few);
  if (run.kind == interpret::CheckResult::Kind::Unsupported) answer.interpreter = no(run.detail);
  refine::Options quick;
  quick.smt_timeout_ms = 1'000;
  const Verdict proved = evidence::settle(refine::refine(*lowered, *lowered, quick).claim);
  if (proved.kind == VerdictKind::Unsupported) answer.solver = no(proved.feature);
  return answer;
}

/// An example of each instruction.
struct Example {
  const char* opcode;
  const char* text;  ///< of a module with @f
};
constexpr Example kExamples[] = {
    {"ret", "define i8 @f(i8 %x) { ret i8 %x }"},
    {"br", "define void @f(i1 %c) { br i1 %c, label %a, label %b a: ret void b: ret void }"},
    {"switch", "define void @f(i8 %x) { switch i8 %x, label %a [ i8 1, label %b ] a: ret void b: ret void }"},
    {"indirectbr", "define void @f() { br label %a a: indirectbr ptr blockaddress(@f, %b), [label %b] b: ret void }"},
    {"invoke",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %l = landingpad { ptr, i32 } cleanup ret void }"},
    {"callbr", "define void @f() { callbr void asm \"\", \"!i\"() to label %a [label %b] a: ret void b: ret void }"},
    {"resume",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %l = landingpad { ptr, i32 } cleanup resume { ptr, i32 } %l }"},
    {"landingpad",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %l = landingpad { ptr, i32 } cleanup ret void }"},
    {"catchswitch",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %s = catchswitch within none [label %c] unwind to caller c: %d = "
     "catchpad within %s [] catchret from %d to label %a }"},
    {"catchpad",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %s = catchswitch within none [label %c] unwind to caller c: %d = "
     "catchpad within %s [] catchret from %d to label %a }"},
    {"catchret",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %s = catchswitch within none [label %c] unwind to caller c: %d = "
     "catchpad within %s [] catchret from %d to label %a }"},
    {"cleanuppad",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %d = cleanuppad within none [] cleanupret from %d unwind to caller }"},
    {"cleanupret",
     "declare void @g() declare i32 @p(...) define void @f() personality ptr @p { invoke void @g() to label %a "
     "unwind label %b a: ret void b: %d = cleanuppad within none [] cleanupret from %d unwind to caller }"},
    {"unreachable", "define void @f(i1 %c) { br i1 %c, label %a, label %b a: unreachable b: ret void }"},
    {"fneg", "define float @f(float %x) { %r = fneg float %x ret float %r }"},
    {"alloca", "define i8 @f() { %p = alloca i8 store i8 1, ptr %p %r = load i8, ptr %p ret i8 %r }"},
    {"load", "define i8 @f(ptr %p) { %r = load i8, ptr %p ret i8 %r }"},
    {"store", "define void @f(ptr %p) { store i8 1, ptr %p ret void }"},
    {"getelementptr", "define ptr @f(ptr %p) { %r = getelementptr inbounds i8, ptr %p, i64 1 ret ptr %r }"},
    {"fence", "define void @f() { fence seq_cst ret void }"},
    {"cmpxchg",
     "define i8 @f(ptr %p) { %r = cmpxchg ptr %p, i8 1, i8 2 seq_cst seq_cst %v = extractvalue { i8, i1 } %r, 0 "
     "ret i8 %v }"},
    {"atomicrmw", "define i8 @f(ptr %p) { %r = atomicrmw add ptr %p, i8 1 seq_cst ret i8 %r }"},
    {"trunc", "define i8 @f(i16 %x) { %r = trunc i16 %x to i8 ret i8 %r }"},
    {"zext", "define i16 @f(i8 %x) { %r = zext i8 %x to i16 ret i16 %r }"},
    {"sext", "define i16 @f(i8 %x) { %r = sext i8 %x to i16 ret i16 %r }"},
    {"fptoui", "define i8 @f(float %x) { %r = fptoui float %x to i8 ret i8 %r }"},
    {"fptosi", "define i8 @f(float %x) { %r = fptosi float %x to i8 ret i8 %r }"},
    {"uitofp", "define float @f(i8 %x) { %r = uitofp i8 %x to float ret float %r }"},
    {"sitofp", "define float @f(i8 %x) { %r = sitofp i8 %x to float ret float %r }"},
    {"fptrunc", "define half @f(float %x) { %r = fptrunc float %x to half ret half %r }"},
    {"fpext", "define float @f(half %x) { %r = fpext half %x to float ret float %r }"},
    {"ptrtoint", "define i64 @f(ptr %x) { %r = ptrtoint ptr %x to i64 ret i64 %r }"},
    {"ptrtoaddr", "define i64 @f(ptr %x) { %r = ptrtoaddr ptr %x to i64 ret i64 %r }"},
    {"inttoptr", "define ptr @f(i64 %x) { %r = inttoptr i64 %x to ptr ret ptr %r }"},
    {"bitcast", "define i32 @f(<2 x i16> %x) { %r = bitcast <2 x i16> %x to i32 ret i32 %r }"},
    {"addrspacecast",
     "define ptr addrspace(1) @f(ptr %x) { %r = addrspacecast ptr %x to ptr addrspace(1) ret ptr addrspace(1) %r }"},
    {"icmp", "define i1 @f(i8 %x) { %r = icmp ult i8 %x, 3 ret i1 %r }"},
    {"fcmp", "define i1 @f(float %x) { %r = fcmp olt float %x, 1.0 ret i1 %r }"},
    {"phi",
     "define i8 @f(i1 %c) { br i1 %c, label %a, label %b a: br label %b b: %r = phi i8 [ 1, %0 ], [ 2, %a ] ret i8 %r "
     "}"},
    {"call", "declare i8 @g(i8) define i8 @f(i8 %x) { %r = call i8 @g(i8 %x) ret i8 %r }"},
    {"select", "define i8 @f(i1 %c, i8 %x) { %r = select i1 %c, i8 %x, i8 1 ret i8 %r }"},
    {"va_arg",
     "declare void @llvm.va_start.p0(ptr) define i32 @f(i32 %n, ...) { %p = alloca [24 x i8] call void "
     "@llvm.va_start.p0(ptr %p) %r = va_arg ptr %p, i32 ret i32 %r }"},
    {"extractelement", "define i8 @f(<2 x i8> %v, i32 %i) { %r = extractelement <2 x i8> %v, i32 %i ret i8 %r }"},
    {"insertelement",
     "define <2 x i8> @f(<2 x i8> %v, i32 %i) { %r = insertelement <2 x i8> %v, i8 1, i32 %i ret <2 x i8> %r }"},
    {"shufflevector",
     "define <2 x i8> @f(<2 x i8> %v) { %r = shufflevector <2 x i8> %v, <2 x i8> %v, <2 x i32> <i32 1, i32 0> "
     "ret <2 x i8> %r }"},
    {"extractvalue", "define i8 @f({ i8, i16 } %v) { %r = extractvalue { i8, i16 } %v, 0 ret i8 %r }"},
    {"insertvalue",
     "define { i8, i16 } @f({ i8, i16 } %v) { %r = insertvalue { i8, i16 } %v, i8 1, 0 ret { i8, i16 } %r }"},
    {"freeze", "define i8 @f(i8 %x) { %r = freeze i8 %x ret i8 %r }"},
};

/// Binary operations are all alike.
std::string example_of(const std::string& opcode) {
  for (const Example& example : kExamples)
    if (opcode == example.opcode) return example.text;
  const std::string type = opcode[0] == 'f' ? "float" : "i8";
  return "define " + type + " @f(" + type + " %x, " + type + " %y) { %r = " + opcode + " " + type + " %x, %y ret " +
         type + " %r }";
}

/// Opcodes and intrinsics that the generator makes, seen in what it makes.
struct Made {
  std::set<std::string> opcodes;
  std::set<llvm::Intrinsic::ID> intrinsics;
};
Made seen_in_generated();

std::string row(const std::string& name, const std::string& interpreter, const std::string& solver,
                const std::string& more) {
  return "| `" + name + "` | " + interpreter + " | " + solver + " | " + more + " |\n";
}

std::string instructions(const Made& made) {
  std::string text = "## Instructions\n\n| instruction | interpreter | SMT | generator |\n|---|---|---|---|\n";
  for (unsigned opcode = 1; opcode < llvm::Instruction::OtherOpsEnd; ++opcode) {
    const std::string name = llvm::Instruction::getOpcodeName(opcode);
    if (name.find("Invalid") != std::string::npos || name.starts_with("UserOp")) continue;
    llvm::LLVMContext context;
    auto module = ir::parse(context, example_of(name), name);
    if (!module) {
      text += row(name, "no example: " + module.error(), "", "");
      continue;
    }
    const Answer answer = ask(*(*module)->getFunction("f"));
    text += row(name, answer.interpreter, answer.solver, made.opcodes.count(name) != 0 ? "yes" : "no");
  }
  return text;
}

std::string class_of(IntrinsicClass kind) {
  switch (kind) {
    case IntrinsicClass::Row:
      return "operation";
    case IntrinsicClass::Composed:
      return "written in other operations";
    case IntrinsicClass::Constrained:
      return "operation with a rounding";
    case IntrinsicClass::WithoutMeaning:
      return "no effect";
    case IntrinsicClass::LikeFunction:
      return "as a function";
    case IntrinsicClass::ByAttributes:
      return "as a function with these attributes";
    case IntrinsicClass::Other:
      return "lowered specially";
    default:
      return "unsupported";
  }
}

std::string intrinsics(const Made& made) {
  std::string text =
      "\n## Intrinsics\n\nTarget-independent ones, and those of x86 that have a row.\n\n"
      "| intrinsic | interpreter | SMT | generator | how |\n|---|---|---|---|---|\n";
  std::map<std::string, std::string> lines;
  for (llvm::Intrinsic::ID id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    const semantics::IntrinsicNote note = semantics::note_of(id);
    if (note.kind == IntrinsicClass::OfTarget) continue;
    const std::string name = llvm::Intrinsic::getBaseName(id).str();
    const std::string generated = made.intrinsics.count(id) != 0 ? "yes" : "no";
    if (note.kind == IntrinsicClass::Unsupported) {
      const std::string reason = no(std::string(note.reason));
      lines[name] = row(name, reason, reason, generated + " | unsupported");
      continue;
    }
    Answer answer;
    const semantics::IntrinsicCall call(id);
    if (call.function() != nullptr)
      answer = ask(*call.function());
    else if (note.kind == IntrinsicClass::ByAttributes)
      answer.interpreter = no("intrinsic " + name);
    lines[name] = row(name, answer.interpreter, answer.solver, generated + " | " + class_of(note.kind));
  }
  for (const auto& [name, line] : lines) text += line;
  return text;
}

std::string support_row(const std::string& name, const semantics::AttributeSupport& support) {
  using semantics::SupportKind;
  std::string what(support.text);
  if (support.kind == SupportKind::Permission) what = "a permission: " + what;
  if (support.kind == SupportKind::WithoutMeaning) what = "without meaning: " + what;
  if (support.kind == SupportKind::Unfollowed) what = "not followed: " + what;
  const auto word = [](bool followed) { return followed ? "yes" : "no"; };
  return row(name, word(support.followed_by.interpreter), word(support.followed_by.solver), what);
}

std::string attributes() {
  std::string text = "\n## Attributes\n\n| attribute | interpreter | SMT | what |\n|---|---|---|---|\n";
  for (int kind = llvm::Attribute::None + 1; kind < llvm::Attribute::EndAttrKinds; ++kind) {
    const auto attribute = static_cast<llvm::Attribute::AttrKind>(kind);
    text += support_row(llvm::Attribute::getNameFromAttrKind(attribute).str(), semantics::support_of(attribute));
  }
  return text;
}

std::string metadata() {
  std::string text =
      "\n## Metadata\n\nKinds that LLVM does not fix have no meaning.\n\n"
      "| kind | interpreter | SMT | what |\n|---|---|---|---|\n";
  llvm::LLVMContext context;
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  context.getMDKindNames(kinds);
  for (llvm::StringRef kind : kinds) text += support_row("!" + kind.str(), semantics::support_of_metadata(kind));
  return text;
}

void look(const llvm::Module& module, Made& made) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      made.opcodes.insert(instruction.getOpcodeName());
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        made.intrinsics.insert(call->getIntrinsicID());
      for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
        made.intrinsics.insert(generate::intrinsic_of(record));
    }
}

Made seen_in_generated() {
  Made made;
  for (const std::string& name : generate::profile_names()) {
    const auto profile = generate::profile_named(name);
    if (!profile) continue;
    Rng rng(1);
    for (unsigned i = 0; i < kGenerated; i += 20) {
      llvm::LLVMContext context;
      llvm::Module module("generated", context);
      for (unsigned k = 0; k < 20; ++k) generate::generate_function(module, rng, *profile, "f" + std::to_string(k));
      look(module, made);
    }
  }
  return made;
}

}  // namespace

std::string coverage_path() { return std::string(std::getenv("ASSAY_SOURCE")) + "/docs/semantics/coverage.md"; }

std::string coverage_table() {
  const Made made = seen_in_generated();
  return "# What is covered\n\n"
         "Made by asking: each line was lowered and put to both machines, and the generator's column is what a few "
         "thousand of its\nfunctions hold. `ASSAY_UPDATE_GOLDENS=1` with the test `golden` writes it anew; the test "
         "fails when it is not current.\n\n" +
         instructions(made) + intrinsics(made) + attributes() + metadata();
}

}  // namespace assay::golden
