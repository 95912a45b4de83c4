#include "services/worker/codegen/driver.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>

#include "services/worker/codegen/driver_code.h"
#include "services/worker/codegen/emulator.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/codegen/stubs.h"

namespace assay::codegen {
namespace {

/// Numbers in its text that depend on the target are words in capitals. The stack of signals has pages of its own: a
/// page of code that was run can't be written in a signal.
constexpr std::string_view kText = R"IR(
@assay.command = global [4 x i64] zeroinitializer, align 16
@assay.answer = global [3 x i64] zeroinitializer, align 16
@assay.stack = global i64 0, align 16
@assay.kept = global [KEPT x i64] [KEPT_VALUES], align 16
@assay.after = global [AFTER x i64] zeroinitializer, align 16
@assay.changed = global [CHANGED x i64] [CHANGED_VALUES], align 16
@assay.action = global [4 x i64] zeroinitializer, align 16
@assay.alternative = global [3 x i64] zeroinitializer, align 16
@assay.room = global [65536 x i8] zeroinitializer, align 4096

declare i64 @assay.syscall(i64, i64, i64, i64, i64)
declare i64 @assay.map(i64, i64)
declare void @assay.run(i64, i64, i64)
declare void @assay.stop()

define void @assay.leave(i64 %status) {
  br label %again
again:
  %r = call i64 @assay.syscall(i64 EXIT, i64 %status, i64 0, i64 0, i64 0)
  br label %again
}

define void @assay.move(i64 %number, i64 %file, i64 %to, i64 %count) {
start:
  br label %loop
loop:
  %at = phi i64 [ %to, %start ], [ %next, %moved ]
  %left = phi i64 [ %count, %start ], [ %rest, %moved ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %end, label %more
more:
  %got = call i64 @assay.syscall(i64 %number, i64 %file, i64 %at, i64 %left, i64 0)
  %bad = icmp slt i64 %got, 1
  br i1 %bad, label %leave, label %moved
moved:
  %next = add i64 %at, %got
  %rest = sub i64 %left, %got
  br label %loop
leave:
  call void @assay.leave(i64 3)
  ret void
end:
  ret void
}

define void @assay.say(i64 %what, i64 %first, i64 %second) {
  store volatile i64 %what, ptr @assay.answer
  store volatile i64 %first, ptr getelementptr ([3 x i64], ptr @assay.answer, i64 0, i64 1)
  store volatile i64 %second, ptr getelementptr ([3 x i64], ptr @assay.answer, i64 0, i64 2)
  call void @assay.move(i64 WRITE, i64 1, i64 ptrtoint (ptr @assay.answer to i64), i64 24)
  ret void
}

define i64 @assay.spoiled() {
start:
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %same ]
  %before.place = getelementptr [KEPT x i64], ptr @assay.kept, i64 0, i64 %i
  %before = load volatile i64, ptr %before.place
  %after.place = getelementptr [AFTER x i64], ptr @assay.after, i64 0, i64 %i
  %after = load volatile i64, ptr %after.place
  %kept = icmp eq i64 %before, %after
  br i1 %kept, label %same, label %register
same:
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, KEPT
  br i1 %done, label %stack, label %loop
stack:
  %pointer = load volatile i64, ptr getelementptr ([AFTER x i64], ptr @assay.after, i64 0, i64 KEPT)
  %level = icmp eq i64 %pointer, TOP
  %r = select i1 %level, i64 0, i64 2
  ret i64 %r
register:
  ret i64 1
}

define void @assay.serve() {
start:
  br label %loop
loop:
  call void @assay.move(i64 READ, i64 0, i64 ptrtoint (ptr @assay.command to i64), i64 32)
  %what = load volatile i64, ptr @assay.command
  %a = load volatile i64, ptr getelementptr ([4 x i64], ptr @assay.command, i64 0, i64 1)
  %b = load volatile i64, ptr getelementptr ([4 x i64], ptr @assay.command, i64 0, i64 2)
  %c = load volatile i64, ptr getelementptr ([4 x i64], ptr @assay.command, i64 0, i64 3)
  switch i64 %what, label %unknown [ i64 1, label %map
                                     i64 2, label %write
                                     i64 3, label %read
                                     i64 4, label %run
                                     i64 5, label %go_on
                                     i64 6, label %give_up ]
map:
  %mapped = call i64 @assay.map(i64 %a, i64 %b)
  %there = icmp eq i64 %mapped, %a
  br i1 %there, label %loop, label %unknown
write:
  call void @assay.move(i64 READ, i64 0, i64 %a, i64 %b)
  br label %loop
read:
  call void @assay.move(i64 WRITE, i64 1, i64 %a, i64 %b)
  br label %loop
run:
  call void @assay.run(i64 %a, i64 %b, i64 %c)
  %spoiled = call i64 @assay.spoiled()
  call void @assay.say(i64 1, i64 %spoiled, i64 0)
  br label %loop
give_up:
  call void @assay.stop()
  br label %loop
unknown:
  call void @assay.leave(i64 4)
  br label %loop
go_on:
  ret void
}

define void @assay.called() {
  call void @assay.say(i64 2, i64 0, i64 0)
  call void @assay.serve()
  ret void
}

define void @assay.signalled(i64 %signal, ptr %information) {
  %place = getelementptr i8, ptr %information, i64 16
  %address = load i64, ptr %place
  %number = and i64 %signal, 4294967295
  %code.place = getelementptr i8, ptr %information, i64 8
  %code = load i32, ptr %code.place
  %code.wide = zext i32 %code to i64
  %code.high = shl i64 %code.wide, 32
  %both = or i64 %number, %code.high
  call void @assay.say(i64 3, i64 %both, i64 %address)
  call void @assay.leave(i64 5)
  ret void
}

define void @assay.watch(i64 %signal) {
  %r = call i64 @assay.syscall(i64 SIGACTION, i64 %signal, i64 ptrtoint (ptr @assay.action to i64), i64 0, i64 8)
  ret void
}

define void @assay.main() {
  store volatile i64 ptrtoint (ptr @assay.room to i64), ptr @assay.alternative
  store volatile i64 65536, ptr getelementptr ([3 x i64], ptr @assay.alternative, i64 0, i64 2)
  %r = call i64 @assay.syscall(i64 SIGALTSTACK, i64 ptrtoint (ptr @assay.alternative to i64), i64 0, i64 0, i64 0)
  store volatile i64 ptrtoint (ptr @assay.signalled to i64), ptr @assay.action
  store volatile i64 FLAGS, ptr getelementptr ([4 x i64], ptr @assay.action, i64 0, i64 1)
  store volatile i64 RESTORER, ptr getelementptr ([4 x i64], ptr @assay.action, i64 0, i64 2)
  call void @assay.watch(i64 4)
  call void @assay.watch(i64 5)
  call void @assay.watch(i64 7)
  call void @assay.watch(i64 8)
  call void @assay.watch(i64 11)
  call void @assay.serve()
  call void @assay.leave(i64 0)
  ret void
}
)IR";

constexpr std::uint64_t kStackTop = kStack + kStackBytes - 64 * kPage;

std::string words(unsigned count, std::uint64_t (*value)(std::size_t)) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += (i == 0 ? "i64 " : ", i64 ") + std::to_string(static_cast<std::int64_t>(value(i)));
  return text;
}

std::string text_for(const DriverCode& code) {
  constexpr std::uint64_t kOnAlternativeStack = 0x0800'0000, kWithInformation = 4;
  const std::uint64_t flags = kOnAlternativeStack | kWithInformation | code.restorer_flag;
  const std::pair<std::string_view, std::string> marks[] = {
      {"KEPT_VALUES", words(code.kept_words, kept_value)},
      {"KEPT", std::to_string(code.kept_words)},
      {"AFTER", std::to_string(code.kept_words + 1)},
      {"CHANGED_VALUES", words(kChangedWords, changed_value)},
      {"CHANGED", std::to_string(kChangedWords)},
      {"TOP", std::to_string(kStackTop)},
      {"EXIT", std::to_string(code.exit)},
      {"READ", std::to_string(code.read)},
      {"WRITE", std::to_string(code.write)},
      {"SIGACTION", std::to_string(code.sigaction)},
      {"SIGALTSTACK", std::to_string(code.sigaltstack)},
      {"FLAGS", std::to_string(flags)},
      {"RESTORER", code.restorer_flag == 0 ? "0" : "ptrtoint (ptr @assay.leave to i64)"},
  };
  std::string text(kText);
  for (const auto& [mark, by] : marks)
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + by.size()))
      text.replace(at, mark.size(), by);
  return text;
}

/// Writes numbers as the target has them.
class Bytes {
 public:
  explicit Bytes(bool is_big_endian) : is_big_endian_(is_big_endian) {}
  Bytes& put(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i)
      text.push_back(static_cast<char>(value >> (8 * (is_big_endian_ ? bytes - 1 - i : i))));
    return *this;
  }
  std::string text;

 private:
  bool is_big_endian_;
};

}  // namespace

Result<Image> make_driver(const Llc& llc, const Target& target) {
  const DriverCode code = driver_code(target);
  llvm::LLVMContext context;
  llvm::SMDiagnostic bad;
  const auto module = llvm::parseAssemblyString(text_for(code), bad, context);
  if (module == nullptr) return Error{"the driver's IR: " + bad.getMessage().str()};
  module->setTargetTriple(llvm::Triple(llvm::StringRef(target.triple)));
  module->setModuleInlineAsm(driver_assembly(target, kStackTop));
  const auto text = spelled(*module, llc);
  if (!text) return Error{text.error()};
  Configuration configuration;
  configuration.target = &target;
  configuration.selector = Selector::Dag;
  configuration.level = 0;
  const Compiled compiled = compile(llc, configuration, *text);
  if (compiled.end != Compiled::End::Ok) return Error{"this llc can't compile the driver: " + compiled.message};
  auto image = link(compiled.output, {}, {}, kDriver);
  if (!image) return Error{image.error()};
  if (!image->outside.empty()) return Error{"the driver calls " + image->outside.begin()->second};
  return image;
}

std::string executable_of(const Image& driver, const Target& target) {
  using namespace llvm::ELF;
  constexpr unsigned kHeader = 64, kProgramHeader = 56;
  std::uint64_t end = kDriver;
  for (const Image::Part& part : driver.parts) end = std::max(end, part.address + part.bytes.size());
  const DriverCode code = driver_code(target);
  const std::uint64_t size = end - kDriver;
  Bytes file(target.is_big_endian);
  file.text.assign(ElfMagic, 4);
  file.put(ELFCLASS64, 1).put(target.is_big_endian ? ELFDATA2MSB : ELFDATA2LSB, 1).put(EV_CURRENT, 1);
  file.text.resize(EI_NIDENT);
  file.put(ET_EXEC, 2).put(code.machine, 2).put(EV_CURRENT, 4).put(driver.symbols.at("_start"), 8);
  file.put(kHeader, 8).put(0, 8).put(code.elf_flags, 4);
  file.put(kHeader, 2).put(kProgramHeader, 2).put(1, 2).put(64, 2).put(0, 2).put(0, 2);
  file.put(PT_LOAD, 4).put(PF_R | PF_W | PF_X, 4).put(kPage, 8).put(kDriver, 8).put(kDriver, 8);
  file.put(size, 8).put(size, 8).put(kPage, 8);
  file.text.resize(kPage + size);
  for (const Image::Part& part : driver.parts)
    std::copy(part.bytes.begin(), part.bytes.end(),
              file.text.begin() + static_cast<std::ptrdiff_t>(kPage + part.address - kDriver));
  return file.text;
}

}  // namespace assay::codegen
