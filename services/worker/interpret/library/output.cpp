#include <llvm/IR/InstrTypes.h>

#include <map>

#include "services/worker/interpret/library/format.h"
#include "services/worker/interpret/memory/memory_access.h"

/// What programs print: printf and its kin, and what writes text into memory as they do.
namespace assay::interpret {
namespace {

using semantics::LaneKind;

/// The parameters of a function that prints, by number; -1: none.
struct Printer {
  int stream = -1;  ///< none: stdout, unless there is a buffer
  int buffer = -1;
  int size = -1;    ///< of the buffer
  int format = -1;
  bool is_list = false;  ///< a va_list follows the format
};

const Printer* printer_of(std::string_view name) {
  static const auto& table = *new std::map<std::string_view, Printer>{
      {"printf", {-1, -1, -1, 0, false}},   {"fprintf", {0, -1, -1, 1, false}},
      {"sprintf", {-1, 0, -1, 1, false}},   {"snprintf", {-1, 0, 1, 2, false}},
      {"vprintf", {-1, -1, -1, 0, true}},   {"vfprintf", {0, -1, -1, 1, true}},
      {"vsprintf", {-1, 0, -1, 1, true}},   {"vsnprintf", {-1, 0, 1, 2, true}},
  };
  const auto found = table.find(name);
  return found == table.end() ? nullptr : &found->second;
}

bool is_kind(const CallArguments& arguments, int i, LaneKind kind) {
  const auto index = static_cast<std::size_t>(i);
  return index < arguments.lanes.size() && arguments.lanes[index].size() == 1 &&
         arguments.types[index][0].kind == kind && arguments.types[index][0].bits <= 64;
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

Handled give(const CallArguments& arguments, std::uint64_t value) {
  if (!arguments.result.empty()) {
    const unsigned bits = arguments.result_types[0].bits;
    arguments.result[0] = {bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1), kDefined, 0};
  }
  return Handled::Done;
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
    *stream += *text;
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

/// Functions that print bytes as they are.
Handled print_plain(Machine& machine, std::string_view name, const CallArguments& arguments) {
  const std::size_t count = arguments.lanes.size();
  const bool pointer = is_kind(arguments, 0, LaneKind::Pointer), number = is_kind(arguments, 0, LaneKind::Integer);
  if ((name == "puts" && count == 1 && pointer) ||
      (name == "fputs" && count == 2 && pointer && is_kind(arguments, 1, LaneKind::Pointer))) {
    std::string* stream = count == 1 ? &machine.result.output : text_of(machine, lane_of(arguments, 1));
    if (stream == nullptr) return Handled::No;
    const auto text = read_string(machine, lane_of(arguments, 0), arguments.instruction);
    if (!text) return Handled::Stopped;
    *stream += count == 1 ? *text + "\n" : *text;
    return give(arguments, count == 1 ? text->size() + 1 : 1);
  }
  const bool to_stream = (name == "fputc" || name == "putc") && count == 2 && is_kind(arguments, 1, LaneKind::Pointer);
  if (number && ((name == "putchar" && count == 1) || to_stream)) {
    std::string* stream = count == 1 ? &machine.result.output : text_of(machine, lane_of(arguments, 1));
    if (stream == nullptr || lane_of(arguments, 0).state != kDefined) return Handled::No;
    *stream += static_cast<char>(lane_of(arguments, 0).bits);
    return give(arguments, lane_of(arguments, 0).bits & 0xff);
  }
  if (name == "fflush" && count == 1 && pointer) return give(arguments, 0);
  return Handled::No;
}

/// fwrite(from, size, count, stream)
Handled print_bytes(Machine& machine, const CallArguments& arguments) {
  const bool fits = arguments.lanes.size() == 4 && is_kind(arguments, 0, LaneKind::Pointer) &&
                    is_kind(arguments, 1, LaneKind::Integer) && is_kind(arguments, 2, LaneKind::Integer) &&
                    is_kind(arguments, 3, LaneKind::Pointer);
  if (!fits || lane_of(arguments, 1).state != kDefined || lane_of(arguments, 2).state != kDefined) return Handled::No;
  std::string* stream = text_of(machine, lane_of(arguments, 3));
  std::uint64_t size;
  if (stream == nullptr || __builtin_mul_overflow(lane_of(arguments, 1).bits, lane_of(arguments, 2).bits, &size))
    return Handled::No;
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint8_t byte;
    if (!read_byte(machine, lane_of(arguments, 0), i, arguments.instruction, byte)) return Handled::Stopped;
    stream->push_back(static_cast<char>(byte));
  }
  return give(arguments, size == 0 ? 0 : lane_of(arguments, 2).bits);
}

}  // namespace

Handled call_output(Machine& machine, std::string_view name, const CallArguments& arguments) {
  if (arguments.result.size() > 1) return Handled::No;
  if (const Printer* printer = printer_of(name)) {
    for (int pointer : {printer->stream, printer->buffer, printer->format})
      if (pointer >= 0 && !is_kind(arguments, pointer, LaneKind::Pointer)) return Handled::No;
    if (printer->size >= 0 && !is_kind(arguments, printer->size, LaneKind::Integer)) return Handled::No;
    if (printer->is_list && !is_kind(arguments, printer->format + 1, LaneKind::Pointer)) return Handled::No;
    return print_formatted(machine, *printer, arguments);
  }
  if (name == "fwrite") return print_bytes(machine, arguments);
  return print_plain(machine, name, arguments);
}

}  // namespace assay::interpret
