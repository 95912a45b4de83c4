#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/StringRef.h>

#include "services/worker/interpret/interpret.h"
#include "services/worker/interpret/values/float_ops.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using llvm::StringRef;
using semantics::LaneKind;
using semantics::LaneType;

/// Splits at commas outside of brackets; false if brackets don't match.
bool split_arguments(StringRef text, std::vector<StringRef>& parts) {
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == '}' || c == ']') --depth;
    if (depth < 0) return false;
    if (c != ',' || depth != 0) continue;
    parts.push_back(text.slice(start, i).trim());
    start = i + 1;
  }
  if (!text.substr(start).trim().empty() || !parts.empty()) parts.push_back(text.substr(start).trim());
  return depth == 0;
}

/// The scalars of one argument, brackets dropped, in order; "i8 5" counts as "5".
std::vector<StringRef> scalars_of(StringRef argument) {
  std::vector<StringRef> scalars;
  while (!argument.empty()) {
    const std::size_t end = argument.find_first_of("<>{}[],");
    const StringRef word = argument.substr(0, end).trim();
    if (!word.empty()) scalars.push_back(word.substr(word.find_last_of(" \t") + 1));
    argument = end == StringRef::npos ? StringRef() : argument.substr(end + 1);
  }
  return scalars;
}

std::optional<APInt> parse_integer(StringRef word, unsigned bits) {
  if (word == "true") return APInt(bits, 1);
  if (word == "false") return APInt(bits, 0);
  const bool negative = word.consume_front("-");
  APInt value;
  const bool failed = word.consume_front("0x") ? word.getAsInteger(16, value) : word.getAsInteger(10, value);
  if (failed || word.empty()) return std::nullopt;
  const bool fits = negative ? value.getActiveBits() < bits || value == APInt(value.getBitWidth(), 1).shl(bits - 1)
                             : value.getActiveBits() <= bits;
  if (!fits) return std::nullopt;
  value = value.zextOrTrunc(bits);
  return negative ? -value : value;
}

Result<InputLane> parse_lane(StringRef word, const LaneType& type) {
  const Error expected{"'" + word.str() + "': expected " +
                       (type.kind == LaneKind::Float ? "a floating-point number of " : "an integer of ") +
                       std::to_string(type.bits) + " bits, poison or undef"};
  if (word == "poison") return InputLane::poison();
  if (word == "undef") return InputLane::undef();
  if (type.kind == LaneKind::Pointer) {
    if (word == "null") return InputLane::of(APInt(type.bits, 0));
    return Error{"'" + word.str() +
                 "': a pointer argument can be null, poison, undef, memory as [00 xx ??], or block 1"};
  }
  if (type.kind == LaneKind::Float && !word.starts_with("0x")) {
    auto bits = parse_float(type.format, word.str());
    if (!bits) return expected;
    return InputLane::of(*bits);
  }
  auto bits = parse_integer(word, type.bits);
  if (!bits) return expected;
  return InputLane::of(*bits);
}

/// "00", "xx" for poison, "??" for undef.
std::optional<InputByte> parse_byte(StringRef word) {
  if (word == "xx") return InputByte::all_poison();
  if (word == "??") return InputByte::all_undef();
  std::uint8_t value = 0;
  if (word.size() != 2 || word.getAsInteger(16, value)) return std::nullopt;
  return InputByte::of(value);
}

/// The bytes between brackets as a new block of the input; its index.
Result<std::size_t> add_block(StringRef bytes, Input& input) {
  constexpr std::uint64_t kAlign = 16;
  InputBlock block;
  block.align = kAlign;
  llvm::SmallVector<StringRef> words;
  bytes.split(words, ' ', -1, false);
  for (const StringRef word : words) {
    const auto byte = parse_byte(word);
    if (!byte) return Error{"'" + word.str() + "': expected a byte: two hexadecimal digits, xx (poison) or ?? (undef)"};
    block.bytes.push_back(*byte);
  }
  block.size = block.bytes.size();
  input.memory.push_back(std::move(block));
  return input.memory.size() - 1;
}

bool leads_to_memory(StringRef argument) { return argument.contains('[') || argument.starts_with("block "); }

/// "[00 xx] + 1" leads into memory of its own, "block 1 + 1" into that of the first argument that has some.
Result<InputLane> parse_pointer(StringRef argument, unsigned bits, Input& input) {
  const std::size_t bracket = argument.rfind(']');
  const std::size_t plus = argument.find('+', bracket == StringRef::npos ? 0 : bracket);
  const StringRef place = argument.substr(0, plus).trim();
  std::uint64_t offset = 0, number = 0;
  if (plus != StringRef::npos && argument.substr(plus + 1).trim().getAsInteger(10, offset))
    return Error{"'" + argument.str() + "': expected a number behind +"};
  if (place.starts_with("block ")) {
    if (place.substr(6).trim().getAsInteger(10, number) || number == 0 || number > input.memory.size())
      return Error{"'" + place.str() + "': there are " + std::to_string(input.memory.size()) +
                   " blocks of memory before it"};
    return InputLane::pointer(number - 1, APInt(bits, offset));
  }
  if (!place.starts_with("[") || !place.ends_with("]"))
    return Error{"'" + argument.str() + "': expected memory as [00 xx ??]"};
  const auto block = add_block(place.drop_front().drop_back(), input);
  if (!block) return Error{block.error()};
  return InputLane::pointer(*block, APInt(bits, offset));
}

}  // namespace

Result<Input> parse_arguments(const semantics::Function& function, const std::string& text) {
  std::vector<StringRef> parts;
  if (!split_arguments(StringRef(text).trim(), parts)) return Error{"'" + text + "': brackets don't match"};
  if (parts.size() != function.arguments.size())
    return Error{"@" + function.name + " takes " + std::to_string(function.arguments.size()) + " argument" +
                 (function.arguments.size() == 1 ? "" : "s") + ", " + std::to_string(parts.size()) +
                 (parts.size() == 1 ? " was" : " were") + " given"};
  Input input;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const semantics::Slots slots = function.arguments[i].value;
    if (const LaneType& type = function.slots[slots.first];
        slots.count == 1 && type.kind == LaneKind::Pointer && leads_to_memory(parts[i])) {
      auto pointer = parse_pointer(parts[i], type.bits, input);
      if (!pointer) return Error{"argument " + std::to_string(i + 1) + ": " + pointer.error()};
      input.arguments.push_back({std::move(*pointer)});
      continue;
    }
    std::vector<StringRef> words = scalars_of(parts[i]);
    // One poison or undef stands for all lanes.
    if (words.size() == 1 && slots.count > 1 && (words[0] == "poison" || words[0] == "undef"))
      words.assign(slots.count, words[0]);
    if (words.size() != slots.count)
      return Error{"argument " + std::to_string(i + 1) + " '" + parts[i].str() + "': expected " +
                   std::to_string(slots.count) + " values"};
    input.arguments.emplace_back();
    for (std::uint32_t lane = 0; lane < slots.count; ++lane) {
      auto value = parse_lane(words[lane], function.slots[slots.first + lane]);
      if (!value) return Error{"argument " + std::to_string(i + 1) + ": " + value.error()};
      input.arguments.back().push_back(std::move(*value));
    }
  }
  return input;
}

}  // namespace assay::interpret
