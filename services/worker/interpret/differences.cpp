#include "services/worker/interpret/differences.h"

#include <algorithm>
#include <span>

namespace assay::interpret {
namespace {

constexpr std::size_t kManyBytes = 8;   ///< a run of this many equal bytes is counted, not listed
constexpr std::size_t kMostEvents = 8;  ///< that are listed
constexpr std::size_t kPointerBytes = 8;

bool same_event(const Event& a, const Event& b) { return a.name == b.name && a.arguments == b.arguments; }

bool same_events(const Behaviour& a, const Behaviour& b) {
  if (a.events.size() != b.events.size()) return false;
  for (std::size_t i = 0; i < a.events.size(); ++i)
    if (!same_event(a.events[i], b.events[i])) return false;
  return true;
}

std::string print_event(const Event& event, const ObjectNames& names) {
  const bool has_name = !event.name.starts_with("volatile") && !event.name.starts_with(semantics::kNamelessFunction);
  std::string text = (has_name ? "@" : "") + event.name + "(";
  for (std::size_t i = 0; i < event.arguments.size(); ++i) {
    const LaneSet& argument = event.arguments[i];
    semantics::LaneType type;
    type.bits = argument.width;
    if (argument.provenance != 0) type.kind = semantics::LaneKind::Pointer;
    text += (i == 0 ? "" : ", ") + print(argument, type, names);
  }
  return text + ")";
}

/// Where the events of two behaviours are not the same any more.
std::size_t first_difference(const Behaviour& a, const Behaviour& b) {
  std::size_t first = 0;
  while (first < std::min(a.events.size(), b.events.size()) && same_event(a.events[first], b.events[first])) ++first;
  return first;
}

/// A few of the behaviour's events, among them the first that the other has not.
std::string print_events(const Behaviour& behaviour, const Behaviour& other, const ObjectNames& names) {
  const std::vector<Event>& events = behaviour.events;
  if (events.empty()) return ", calling nothing";
  const std::size_t differs = first_difference(behaviour, other);
  const std::size_t from = differs < kMostEvents ? 0 : std::min(differs, events.size() - 1) + 1 - kMostEvents;
  const std::size_t to = std::min(events.size(), from + kMostEvents);
  std::string text = ", after calling ";
  if (from != 0) text += "… (" + std::to_string(from) + " that both call), ";
  for (std::size_t i = from; i < to; ++i) text += (i == from ? "" : ", ") + print_event(events[i], names);
  return text + (events.size() > to ? ", …" : "");
}

/// The object that a byte of a pointer leads to; nothing for another byte.
std::optional<std::string> object_of(const InputByte& byte, const Input& input) {
  return byte.block == 0 ? std::nullopt : std::optional(block_name(input, byte.block));
}
std::optional<std::string> object_of(const MemoryByte& byte, const ObjectNames& names) {
  return byte.owner == 0 ? std::nullopt : std::optional(names.object(byte.owner).value_or("an object of its own"));
}
bool is_next(const InputByte& first, const InputByte& byte, std::size_t piece) {
  return byte.block == first.block && byte.offset == first.offset && byte.piece == piece;
}
bool is_next(const MemoryByte& first, const MemoryByte& byte, std::size_t piece) {
  return byte.owner == first.owner && byte.piece == piece;
}
std::string whole_pointer(std::span<const InputByte> bytes, const Input& input) {
  return pointer_text(*object_of(bytes.front(), input), static_cast<std::int64_t>(bytes.front().offset));
}
std::string whole_pointer(std::span<const MemoryByte> bytes, const ObjectNames& names) {
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) address |= std::uint64_t{bytes[i].value} << (8 * i);
  return names.pointer(bytes.front().owner, address).value_or(*object_of(bytes.front(), names));
}
/// Are the bytes from `at` on one pointer, the low byte first?
template <class Byte>
bool is_whole_pointer(const std::vector<Byte>& bytes, std::size_t at) {
  if (at + kPointerBytes > bytes.size()) return false;
  for (std::size_t i = 0; i < kPointerBytes; ++i)
    if (!is_next(bytes[at], bytes[at + i], i)) return false;
  return true;
}

/// A byte of which some bits are undef or poison: bit by bit, the highest first.
template <class Byte>
std::string print_bits(const Byte& byte) {
  std::string text = "0b";
  for (int bit = 7; bit >= 0; --bit)
    text += (byte.poison >> bit & 1) != 0  ? 'x'
            : (byte.undef >> bit & 1) != 0 ? '?'
            : (byte.value >> bit & 1) != 0 ? '1'
                                           : '0';
  return text;
}

template <class Byte, class Names>
std::string print_all(const std::vector<Byte>& bytes, const Names& names) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Byte& byte = bytes[i];
    if (!text.empty()) text += ' ';
    const auto object = object_of(byte, names);
    if (object && is_whole_pointer(bytes, i)) {
      text += "(" + whole_pointer(std::span(bytes).subspan(i, kPointerBytes), names) + ")";
      i += kPointerBytes - 1;
      continue;
    }
    std::size_t same = 1;
    while (i + same < bytes.size() && bytes[i + same] == byte) ++same;
    if (same >= kManyBytes) {
      text += std::to_string(same) + " x " + print_all<Byte>({byte}, names);
      i += same - 1;
    } else if (object)
      text += "(" + *object + ")";
    else if (byte.poison == 0xff)
      text += byte.piece == MemoryByte::captured().piece ? "(captured)" : "xx";
    else if (byte.undef == 0xff)
      text += "??";
    else if (byte.poison != 0 || byte.undef != 0)
      text += print_bits(byte);
    else
      text += {kDigits[byte.value >> 4], kDigits[byte.value & 15]};
  }
  return text;
}

std::string name_of(const VisibleBlock& block, const ObjectNames& names) {
  if (block.address == 0) return "a local object";
  return block.name.empty() ? names.at(block.address).value_or("a block") : "@" + block.name;
}

/// The bytes of a block that differ from the other's, with their places: "block 2 + 4 = xx xx, + 9 = 00"; all of a
/// small block.
std::string print_differing(const std::string& name, const VisibleBlock& block, const VisibleBlock& other,
                            const ObjectNames& names) {
  if (block.bytes.empty() && block.size != 0) return name + " = (freed)";
  if (block.bytes.size() <= kManyBytes || block.bytes.size() != other.bytes.size())
    return name + " = " + print_all(block.bytes, names);
  std::string text = name;
  for (std::size_t from = 0, to = 0; from < block.bytes.size(); from = to + 1) {
    for (to = from; to < block.bytes.size() && !(block.bytes[to] == other.bytes[to]);) ++to;
    if (to == from) continue;
    text += std::string(text == name ? "" : ",") + " + " + std::to_string(from) + " = " +
            print_all(std::vector(block.bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                  block.bytes.begin() + static_cast<std::ptrdiff_t>(to)),
                      names);
  }
  return text;
}

/// What differs between blocks that are the same two by two: "block 1 = 00 01, block 2 + 4 = xx".
std::string print_differing(const std::vector<VisibleBlock>& blocks, const std::vector<VisibleBlock>& others,
                            const ObjectNames& names) {
  std::string text;
  for (std::size_t i = 0; i < blocks.size() && i < others.size(); ++i)
    if (blocks[i].bytes != others[i].bytes)
      text += (text.empty() ? "" : ", ") + print_differing(name_of(blocks[i], names), blocks[i], others[i], names);
  return text;
}

/// Of calls that are the same on both sides: the first that does not find the same memory.
std::string print_memory_at_call(const Behaviour& behaviour, const Behaviour& other, const ObjectNames& names) {
  for (std::size_t i = 0; i < behaviour.events.size(); ++i) {
    const Event& event = behaviour.events[i];
    const std::string memory = print_differing(event.memory, other.events[i].memory, names);
    if (!memory.empty()) return ", after calling " + print_event(event, names) + ", which finds " + memory;
  }
  return {};
}

}  // namespace

std::string print_bytes(const std::vector<InputByte>& bytes, const Input& input) { return print_all(bytes, input); }

std::string describe_difference_before_ub(const Behaviour& behaviour, const Behaviour& other,
                                          const ObjectNames& names) {
  if (same_events(behaviour, other)) return print_memory_at_call(behaviour, other, names);
  return print_events(behaviour, other, names);
}

std::string describe_difference(const Behaviour& behaviour, const Behaviour& other, const ObjectNames& names) {
  if (behaviour.end != EndKind::Returned || other.end != EndKind::Returned) return {};
  std::string text;
  // Calls may differ in objects alone, which have one address: of a run that gives nothing else they are told always.
  const bool ends_in_a_call = behaviour.exit_code == kNoreturnExit && !behaviour.events.empty();
  const bool are_same = same_events(behaviour, other);
  if (are_same) text = print_memory_at_call(behaviour, other, names);
  if (!are_same || (ends_in_a_call && text.empty())) text = print_events(behaviour, other, names);
  const std::string memory = print_differing(behaviour.memory, other.memory, names);
  return text + (memory.empty() ? "" : ", with ") + memory;
}

}  // namespace assay::interpret
