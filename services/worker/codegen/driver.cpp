#include "services/worker/codegen/driver.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Endian.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>

#include "services/common/text.h"
#include "services/worker/codegen/driver_code.h"
#include "services/worker/codegen/emulator.h"
#include "services/worker/codegen/layout.h"
#include "services/worker/codegen/stubs.h"

namespace assay::codegen {
namespace {

/// What depends on the target is a word in capitals in its text: WORD is an integer as wide as a pointer. The stack of
/// signals has pages of its own: a page of code that was run can't be written in a signal.
constexpr std::string_view kText = R"IR(
@assay.command = global [4 x WORD] zeroinitializer, align 16
@assay.answer = global [3 x WORD] zeroinitializer, align 16
@assay.stack = global WORD 0, align 16
@assay.kept = global [KEPT x WORD] [KEPT_VALUES], align 16
@assay.after = global [AFTER x WORD] zeroinitializer, align 16
@assay.changed = global [CHANGED x WORD] [CHANGED_VALUES], align 16
@assay.action = global [5 x WORD] zeroinitializer, align 16
@assay.alternative = global [3 x WORD] zeroinitializer, align 16
@assay.room = global [65536 x i8] zeroinitializer, align 4096

declare WORD @assay.syscall(WORD, WORD, WORD, WORD, WORD)
declare WORD @assay.map(WORD, WORD)
declare void @assay.run(WORD, WORD, WORD)
declare void @assay.stop()

define void @assay.leave(WORD %status) {
  br label %again
again:
  %r = call WORD @assay.syscall(WORD EXIT, WORD %status, WORD 0, WORD 0, WORD 0)
  br label %again
}

define void @assay.move(WORD %number, WORD %file, WORD %to, WORD %count) {
start:
  br label %loop
loop:
  %at = phi WORD [ %to, %start ], [ %next, %moved ]
  %left = phi WORD [ %count, %start ], [ %rest, %moved ]
  %done = icmp eq WORD %left, 0
  br i1 %done, label %end, label %more
more:
  %got = call WORD @assay.syscall(WORD %number, WORD %file, WORD %at, WORD %left, WORD 0)
  %bad = icmp slt WORD %got, 1
  br i1 %bad, label %leave, label %moved
moved:
  %next = add WORD %at, %got
  %rest = sub WORD %left, %got
  br label %loop
leave:
  call void @assay.leave(WORD 3)
  ret void
end:
  ret void
}

define void @assay.say(WORD %what, WORD %first, WORD %second) {
  store volatile WORD %what, ptr @assay.answer
  store volatile WORD %first, ptr getelementptr ([3 x WORD], ptr @assay.answer, WORD 0, WORD 1)
  store volatile WORD %second, ptr getelementptr ([3 x WORD], ptr @assay.answer, WORD 0, WORD 2)
  call void @assay.move(WORD WRITE, WORD 1, WORD ptrtoint (ptr @assay.answer to WORD), WORD ANSWER_BYTES)
  ret void
}

define WORD @assay.spoiled() {
start:
  br label %loop
loop:
  %i = phi WORD [ 0, %start ], [ %next, %same ]
  %before.place = getelementptr [KEPT x WORD], ptr @assay.kept, WORD 0, WORD %i
  %before = load volatile WORD, ptr %before.place
  %after.place = getelementptr [AFTER x WORD], ptr @assay.after, WORD 0, WORD %i
  %after = load volatile WORD, ptr %after.place
  %kept = icmp eq WORD %before, %after
  br i1 %kept, label %same, label %register
same:
  %next = add WORD %i, 1
  %done = icmp eq WORD %next, KEPT
  br i1 %done, label %stack, label %loop
stack:
  %pointer = load volatile WORD, ptr getelementptr ([AFTER x WORD], ptr @assay.after, WORD 0, WORD KEPT)
  %level = icmp eq WORD %pointer, TOP
  %r = select i1 %level, WORD 0, WORD 2
  ret WORD %r
register:
  ret WORD 1
}

define void @assay.serve() {
start:
  br label %loop
loop:
  call void @assay.move(WORD READ, WORD 0, WORD ptrtoint (ptr @assay.command to WORD), WORD COMMAND_BYTES)
  %what = load volatile WORD, ptr @assay.command
  %a = load volatile WORD, ptr getelementptr ([4 x WORD], ptr @assay.command, WORD 0, WORD 1)
  %b = load volatile WORD, ptr getelementptr ([4 x WORD], ptr @assay.command, WORD 0, WORD 2)
  %c = load volatile WORD, ptr getelementptr ([4 x WORD], ptr @assay.command, WORD 0, WORD 3)
  switch WORD %what, label %unknown [ WORD 1, label %map
                                     WORD 2, label %write
                                     WORD 3, label %read
                                     WORD 4, label %run
                                     WORD 5, label %go_on
                                     WORD 6, label %give_up ]
map:
  %mapped = call WORD @assay.map(WORD %a, WORD %b)
  %there = icmp eq WORD %mapped, %a
  br i1 %there, label %loop, label %unknown
write:
  call void @assay.move(WORD READ, WORD 0, WORD %a, WORD %b)
  br label %loop
read:
  call void @assay.move(WORD WRITE, WORD 1, WORD %a, WORD %b)
  br label %loop
run:
  call void @assay.run(WORD %a, WORD %b, WORD %c)
  %spoiled = call WORD @assay.spoiled()
  call void @assay.say(WORD 1, WORD %spoiled, WORD 0)
  br label %loop
give_up:
  call void @assay.stop()
  br label %loop
unknown:
  call void @assay.leave(WORD 4)
  br label %loop
go_on:
  ret void
}

define void @assay.called() {
  call void @assay.say(WORD 2, WORD 0, WORD 0)
  call void @assay.serve()
  ret void
}

define void @assay.signalled(WORD %signal, ptr %information) {
  %place = getelementptr i8, ptr %information, WORD ADDRESS_AT
  %address = load WORD, ptr %place
  %number = and WORD %signal, 65535
  %code.place = getelementptr i8, ptr %information, WORD CODE_AT
  %code = load i16, ptr %code.place
  %code.wide = zext i16 %code to WORD
  %code.high = shl WORD %code.wide, 16
  %both = or WORD %number, %code.high
  call void @assay.say(WORD 3, WORD %both, WORD %address)
  call void @assay.leave(WORD 5)
  ret void
}

define void @assay.watch(WORD %signal) {
  %r = call WORD @assay.syscall(WORD SIGACTION, WORD %signal, WORD ptrtoint (ptr @assay.action to WORD), WORD 0, WORD 8)
  ret void
}

define void @assay.main() {
  store volatile WORD ptrtoint (ptr @assay.room to WORD), ptr @assay.alternative
  store volatile WORD 65536, ptr getelementptr ([3 x WORD], ptr @assay.alternative, WORD 0, WORD 2)
  %r = call WORD @assay.syscall(WORD SIGALTSTACK, WORD ptrtoint (ptr @assay.alternative to WORD), WORD 0, WORD 0, WORD 0)
  store volatile WORD ptrtoint (ptr @assay.signalled to WORD), ptr @assay.action
  store volatile WORD FLAGS, ptr getelementptr ([5 x WORD], ptr @assay.action, WORD 0, WORD 1)
  store volatile WORD RESTORER, ptr getelementptr ([5 x WORD], ptr @assay.action, WORD 0, WORD 2)
  call void @assay.watch(WORD 4)
  call void @assay.watch(WORD 5)
  call void @assay.watch(WORD 7)
  call void @assay.watch(WORD 8)
  call void @assay.watch(WORD 11)
  call void @assay.serve()
  call void @assay.leave(WORD 0)
  ret void
}
)IR";

constexpr std::uint64_t kStackTop = kStack + kStackBytes - 64 * kPage;

std::string words(unsigned count, std::uint64_t (*value)(std::size_t), const Target& target) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    const auto word = static_cast<std::int64_t>(value(i));
    text += (i == 0 ? "WORD " : ", WORD ") +
            std::to_string(target.word_bytes == 8 ? word : static_cast<std::int32_t>(word));
  }
  return text;
}

std::string text_for(const DriverCode& code, const Target& target) {
  constexpr std::uint64_t kOnAlternativeStack = 0x0800'0000, kWithInformation = 4;
  const std::uint64_t flags = kOnAlternativeStack | kWithInformation | code.restorer_flag;
  const std::pair<std::string_view, std::string> marks[] = {
      {"KEPT_VALUES", words(code.kept_words, kept_value, target)},
      {"KEPT", std::to_string(code.kept_words)},
      {"AFTER", std::to_string(code.kept_words + 1)},
      {"CHANGED_VALUES", words(kChangedWords, changed_value, target)},
      {"CHANGED", std::to_string(kChangedWords)},
      {"TOP", std::to_string(kStackTop)},
      {"EXIT", std::to_string(code.exit)},
      {"READ", std::to_string(code.read)},
      {"WRITE", std::to_string(code.write)},
      {"SIGACTION", std::to_string(code.sigaction)},
      {"SIGALTSTACK", std::to_string(code.sigaltstack)},
      {"FLAGS", std::to_string(flags)},
      {"RESTORER", code.restorer_flag == 0 ? "0" : "ptrtoint (ptr @assay.leave to WORD)"},
      {"COMMAND_BYTES", std::to_string(kOrderWords * target.word_bytes)},
      {"ANSWER_BYTES", std::to_string(kHaltWords * target.word_bytes)},
      {"ADDRESS_AT", target.word_bytes == 8 ? "16" : "12"},
      {"CODE_AT", target.is_big_endian ? "10" : "8"},
      {"WORD", "i" + std::to_string(8 * target.word_bytes)},
  };
  std::string text(kText);
  for (const auto& [mark, by] : marks) replace_all(text, mark, by);
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
  const auto module = llvm::parseAssemblyString(text_for(code, target), bad, context);
  if (module == nullptr) return Error{"the driver's IR: " + bad.getMessage().str()};
  module->setTargetTriple(llvm::Triple(llvm::StringRef(target.triple)));
  module->setModuleInlineAsm(driver_assembly(target, kStackTop));
  for (llvm::Function& function : *module) function.setDoesNotThrow();  // ARM names the library that unwinds
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
  const bool is_wide = target.word_bytes == 8;
  const unsigned word = target.word_bytes, header = is_wide ? 64 : 52, program_header = is_wide ? 56 : 32;
  std::uint64_t end = kDriver;
  for (const Image::Part& part : driver.parts) end = std::max(end, part.address + part.bytes.size());
  const DriverCode code = driver_code(target);
  const std::uint64_t size = end - kDriver;
  Bytes file(target.is_big_endian);
  file.text.assign(ElfMagic, 4);
  file.put(is_wide ? ELFCLASS64 : ELFCLASS32, 1)
      .put(target.is_big_endian ? ELFDATA2MSB : ELFDATA2LSB, 1)
      .put(EV_CURRENT, 1);
  file.text.resize(EI_NIDENT);
  file.put(ET_EXEC, 2).put(code.machine, 2).put(EV_CURRENT, 4).put(driver.symbols.at("_start"), word);
  file.put(header, word).put(0, word).put(code.elf_flags, 4);
  file.put(header, 2).put(program_header, 2).put(1, 2).put(is_wide ? 64 : 40, 2).put(0, 2).put(0, 2);
  constexpr unsigned kPermissions = PF_R | PF_W | PF_X;
  file.put(PT_LOAD, 4);
  if (is_wide) file.put(kPermissions, 4);
  file.put(kPage, word).put(kDriver, word).put(kDriver, word).put(size, word).put(size, word);
  if (!is_wide) file.put(kPermissions, 4);
  file.put(kPage, word);
  file.text.resize(kPage + size);
  for (const Image::Part& part : driver.parts)
    std::copy(part.bytes.begin(), part.bytes.end(),
              file.text.begin() + static_cast<std::ptrdiff_t>(kPage + part.address - kDriver));
  return file.text;
}

}  // namespace assay::codegen
