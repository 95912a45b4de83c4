#include <map>
#include <string_view>

#include "services/worker/interpret/library/format.h"
#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"

/// What programs print: printf and its kin, and what writes text into memory as they do.
namespace assay::interpret {
namespace {

/// The parameters of a function that prints, by number; -1: none.
struct Printer {
  int stream = -1;  ///< none: stdout, unless there is a buffer
  int buffer = -1;
  int size = -1;  ///< of the buffer
  int format = -1;
  bool is_list = false;  ///< a va_list follows the format
};

const Printer* printer_of(llvm::LibFunc function) {
  static const auto& table = *new std::map<llvm::LibFunc, Printer>{
      {llvm::LibFunc_printf, {-1, -1, -1, 0, false}}, {llvm::LibFunc_fprintf, {0, -1, -1, 1, false}},
      {llvm::LibFunc_sprintf, {-1, 0, -1, 1, false}}, {llvm::LibFunc_snprintf, {-1, 0, 1, 2, false}},
      {llvm::LibFunc_vprintf, {-1, -1, -1, 0, true}}, {llvm::LibFunc_vfprintf, {0, -1, -1, 1, true}},
      {llvm::LibFunc_vsprintf, {-1, 0, -1, 1, true}}, {llvm::LibFunc_vsnprintf, {-1, 0, 1, 2, true}},
  };
  const auto found = table.find(function);
  return found == table.end() ? nullptr : &found->second;
}

const Lane& lane_of(const CallArguments& arguments, int i) { return arguments.lanes[static_cast<std::size_t>(i)][0]; }

/// The text that goes to a stream; null: a stream that is not known here.
std::string* text_of(Machine& machine, const Lane& stream) {
  if (stream.state != kDefined || stream.provenance == 0 || !machine.is_shared(stream.provenance)) return nullptr;
  const std::size_t index = (stream.provenance & kBlockMask) - 1;
  const auto& objects = machine.world->environment().objects();
  if (index >= objects.size() || objects[index].address != stream.bits) return nullptr;
  if (objects[index].name == stream_object("stdout")) return &machine.result.output;
  return objects[index].name == stream_object("stderr") ? &machine.result.errors : nullptr;
}

/// What is printed is kept for who looks at the run. False: it was too much.
bool print(Machine& machine, std::string& stream, std::string_view text, std::uint32_t instruction) {
  stream += text;
  machine.keep(text.size(), instruction);
  return !machine.stopped;
}

/// Text and a zero byte, of which at most `size` bytes are written.
bool write_text(Machine& machine, const Lane& to, const std::string& text, std::uint64_t size,
                std::uint32_t instruction) {
  if (size == 0) return true;
  const std::uint64_t length = std::min<std::uint64_t>(text.size(), size - 1);
  Access access;
  if (!reach(machine, to, length + 1, 1, Purpose::Write, instruction, access)) return false;
  for (std::uint64_t i = 0; i < length; ++i)
    access.block->set(access.offset + i, MemoryByte::of(static_cast<std::uint8_t>(text[i])));
  access.block->set(access.offset + length, MemoryByte::of(0));
  return true;
}

Handled print_formatted(Machine& machine, const Printer& printer, const CallArguments& arguments) {
  std::string* stream = &machine.result.output;
  if (printer.stream >= 0) stream = text_of(machine, lane_of(arguments, printer.stream));
  if (stream == nullptr) return Handled::No;
  const auto format = read_string(machine, lane_of(arguments, printer.format), arguments.instruction);
  if (!format) return Handled::Stopped;
  const auto first = static_cast<std::size_t>(printer.format) + 1;
  std::optional<std::string> text;
  if (printer.is_list) {
    FormatArguments list(machine, arguments, lane_of(arguments, printer.format + 1));
    text = format_text(machine, arguments, *format, list);
  } else {
    FormatArguments rest(machine, arguments, first);
    text = format_text(machine, arguments, *format, rest);
  }
  if (!text) return Handled::Stopped;
  if (printer.buffer < 0) {
    if (!print(machine, *stream, *text, arguments.instruction)) return Handled::Stopped;
  } else {
    std::uint64_t size = ~std::uint64_t{0};
    if (printer.size >= 0) {
      if (lane_of(arguments, printer.size).state != kDefined) return Handled::No;
      size = lane_of(arguments, printer.size).bits;
    }
    if (!write_text(machine, lane_of(arguments, printer.buffer), *text, size, arguments.instruction))
      return Handled::Stopped;
  }
  return give(arguments, text->size());
}

/// puts(text), fputs(text, stream)
Handled print_string(Machine& machine, const CallArguments& arguments) {
  const bool has_stream = arguments.lanes.size() == 2;
  std::string* stream = has_stream ? text_of(machine, lane_of(arguments, 1)) : &machine.result.output;
  if (stream == nullptr) return Handled::No;
  const auto text = read_string(machine, lane_of(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  if (!print(machine, *stream, has_stream ? *text : *text + "\n", arguments.instruction)) return Handled::Stopped;
  return give(arguments, has_stream ? 1 : text->size() + 1);
}

/// putchar(character), fputc(character, stream)
Handled print_character(Machine& machine, const CallArguments& arguments) {
  std::string* stream = arguments.lanes.size() == 2 ? text_of(machine, lane_of(arguments, 1)) : &machine.result.output;
  if (stream == nullptr || lane_of(arguments, 0).state != kDefined) return Handled::No;
  const char character = static_cast<char>(lane_of(arguments, 0).bits);
  if (!print(machine, *stream, {&character, 1}, arguments.instruction)) return Handled::Stopped;
  return give(arguments, lane_of(arguments, 0).bits & 0xff);
}

/// fwrite(from, size, count, stream)
Handled print_bytes(Machine& machine, const CallArguments& arguments) {
  if (lane_of(arguments, 1).state != kDefined || lane_of(arguments, 2).state != kDefined) return Handled::No;
  std::string* stream = text_of(machine, lane_of(arguments, 3));
  std::uint64_t size;
  if (stream == nullptr || __builtin_mul_overflow(lane_of(arguments, 1).bits, lane_of(arguments, 2).bits, &size))
    return Handled::No;
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint8_t byte;
    if (!read_byte(machine, lane_of(arguments, 0), i, arguments.instruction, byte)) return Handled::Stopped;
    const char character = static_cast<char>(byte);
    if (!print(machine, *stream, {&character, 1}, arguments.instruction)) return Handled::Stopped;
  }
  return give(arguments, size == 0 ? 0 : lane_of(arguments, 2).bits);
}

}  // namespace

Handled call_output(Machine& machine, llvm::LibFunc function, const CallArguments& arguments) {
  switch (function) {
    case llvm::LibFunc_puts:
    case llvm::LibFunc_fputs:
      return print_string(machine, arguments);
    case llvm::LibFunc_putchar:
    case llvm::LibFunc_putc:
    case llvm::LibFunc_fputc:
      return print_character(machine, arguments);
    case llvm::LibFunc_fwrite:
      return print_bytes(machine, arguments);
    case llvm::LibFunc_fflush:
      return give(arguments, 0);
    default:
      return print_formatted(machine, *printer_of(function), arguments);
  }
}

}  // namespace assay::interpret
