#include "services/worker/interpret/differences.h"

namespace assay::interpret {
namespace {

constexpr std::size_t kManyBytes = 8;   ///< a run of this many equal bytes is counted, not listed
constexpr std::size_t kMostEvents = 8;  ///< that are listed

bool same_event(const Event& a, const Event& b) { return a.name == b.name && a.arguments == b.arguments; }

bool same_events(const Behaviour& a, const Behaviour& b) {
  if (a.events.size() != b.events.size()) return false;
  for (std::size_t i = 0; i < a.events.size(); ++i)
    if (!same_event(a.events[i], b.events[i])) return false;
  return true;
}

std::string print_event(const Event& event) {
  std::string text = (event.name.starts_with("volatile") ? "" : "@") + event.name + "(";
  for (std::size_t i = 0; i < event.arguments.size(); ++i) {
    const LaneSet& argument = event.arguments[i];
    semantics::LaneType type;
    type.bits = argument.width;
    if (argument.provenance != 0) type.kind = semantics::LaneKind::Pointer;
    text += (i == 0 ? "" : ", ") + print(argument, type);
  }
  return text + ")";
}

std::string print_events(const std::vector<Event>& events) {
  if (events.empty()) return ", calling nothing";
  std::string text = ", after calling ";
  for (std::size_t i = 0; i < events.size() && i < kMostEvents; ++i)
    text += (i == 0 ? "" : ", ") + print_event(events[i]);
  return text + (events.size() > kMostEvents ? ", …" : "");
}

/// The names of the blocks of Behaviour::memory: of a global, or "block k" as in the input.
std::vector<std::string> names_of(const Behaviour& behaviour, const Input& input) {
  std::vector<std::string> unnamed;
  for (std::size_t i = 0; i < input.memory.size(); ++i)
    if (input.memory[i].name.empty() && input.memory[i].writable) unnamed.push_back("block " + std::to_string(i + 1));
  std::vector<std::string> names;
  std::size_t next = 0;
  for (const VisibleBlock& block : behaviour.memory) {
    if (!block.name.empty())
      names.push_back("@" + block.name);
    else
      names.push_back(next < unnamed.size() ? unnamed[next++] : "a block");
  }
  return names;
}

std::uint32_t block_of(const MemoryByte& byte) { return byte.owner; }
std::uint32_t block_of(const InputByte& byte) { return byte.block; }

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

template <class Byte>
std::string print_all(const std::vector<Byte>& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Byte& byte = bytes[i];
    if (!text.empty()) text += ' ';
    std::size_t same = 1;
    while (i + same < bytes.size() && bytes[i + same] == byte) ++same;
    if (same >= kManyBytes) {
      text += std::to_string(same) + " x " + print_all<Byte>({byte});
      i += same - 1;
    } else if (block_of(byte) != 0)
      text += "(" + std::to_string(block_of(byte)) + ")";
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

/// The bytes of a block that differ from the other's, with their places: "block 2 + 4 = xx xx, + 9 = 00"; all of a
/// small block.
std::string print_differing(const std::string& name, const VisibleBlock& block, const VisibleBlock& other) {
  if (block.bytes.empty() && block.size != 0) return name + " = (freed)";
  if (block.bytes.size() <= kManyBytes || block.bytes.size() != other.bytes.size())
    return name + " = " + print_all(block.bytes);
  std::string text = name;
  for (std::size_t from = 0, to = 0; from < block.bytes.size(); from = to + 1) {
    for (to = from; to < block.bytes.size() && !(block.bytes[to] == other.bytes[to]);) ++to;
    if (to == from) continue;
    text += std::string(text == name ? "" : ",") + " + " + std::to_string(from) + " = " +
            print_all(std::vector(block.bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                  block.bytes.begin() + static_cast<std::ptrdiff_t>(to)));
  }
  return text;
}

}  // namespace

std::string print_bytes(const std::vector<MemoryByte>& bytes) { return print_all(bytes); }
std::string print_bytes(const std::vector<InputByte>& bytes) { return print_all(bytes); }

std::string describe_difference(const Behaviour& behaviour, const Behaviour& other, const Input& input) {
  if (behaviour.end != EndKind::Returned || other.end != EndKind::Returned) return {};
  std::string text;
  if (!same_events(behaviour, other)) text += print_events(behaviour.events);
  const std::vector<std::string> names = names_of(behaviour, input);
  std::string memory;
  for (std::size_t i = 0; i < behaviour.memory.size() && i < other.memory.size(); ++i) {
    const VisibleBlock& block = behaviour.memory[i];
    if (block.bytes == other.memory[i].bytes) continue;
    memory += (memory.empty() ? ", with " : ", ") + print_differing(names[i], block, other.memory[i]);
  }
  return text + memory;
}

}  // namespace assay::interpret
