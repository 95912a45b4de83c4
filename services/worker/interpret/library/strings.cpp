#include <string>

#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/memory/memory_access.h"

/// Strings and bytes, as the C library has them.
namespace assay::interpret {
namespace {

/// The byte, whatever it holds. False if the run ended.
bool look_at(Machine& machine, const Lane& pointer, std::uint64_t offset, std::uint32_t instruction, MemoryByte& byte) {
  Lane moved = pointer;
  moved.bits += offset;
  if (moved.bits < pointer.bits) {  // memory ends with the last address
    machine.stop_ub(semantics::Rule::OutOfBounds, instruction);
    return false;
  }
  Access access;
  if (!reach(machine, moved, 1, 1, Purpose::Read, instruction, access)) return false;
  byte = access.gone ? MemoryByte::all_poison() : access.block->get(access.offset);
  return true;
}

Handled call_strlen(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  return text ? give(arguments, text->size()) : Handled::Stopped;
}

/// Of a comparison only the sign is known; other numbers would do.
Handled give_order(Machine& machine, const CallArguments& arguments, bool less) {
  machine.result.address_observed = true;
  const auto number = static_cast<std::int64_t>(machine.memory.shift % 7 * 0x1234'5 + 1);
  return give(arguments, static_cast<std::uint64_t>(less ? -number : number));
}

/// Bytes of both up to `most`, or to a difference or the end of the strings.
Handled compare_strings(Machine& machine, const CallArguments& arguments, std::uint64_t most) {
  for (std::uint64_t i = 0; i < most; ++i) {
    std::uint8_t a, b;
    if (!read_byte(machine, pointer(arguments, 0), i, arguments.instruction, a) ||
        !read_byte(machine, pointer(arguments, 1), i, arguments.instruction, b))
      return Handled::Stopped;
    if (a != b) return give_order(machine, arguments, a < b);
    if (a == 0) break;
  }
  return give(arguments, 0);
}
Handled call_strcmp(Machine& machine, const CallArguments& arguments) {
  return compare_strings(machine, arguments, ~std::uint64_t{0});
}
Handled call_strncmp(Machine& machine, const CallArguments& arguments) {
  return compare_strings(machine, arguments, number(arguments, 2));
}

/// Writes bytes, which LangRef's rules for stores apply to.
bool write_bytes(Machine& machine, const CallArguments& arguments, std::uint64_t offset, const std::string& bytes) {
  if (bytes.empty()) return true;
  Lane to = pointer(arguments, 0);
  to.bits += offset;
  Access access;
  if (!reach(machine, to, bytes.size(), 1, Purpose::Write, arguments.instruction, access)) return false;
  for (std::uint64_t i = 0; i < bytes.size(); ++i)
    access.block->set(access.offset + i, MemoryByte::of(static_cast<std::uint8_t>(bytes[i])));
  return true;
}

/// Does writing [to, to + size) touch the string that is read? What C leaves undefined, LLVM does not say.
bool overlaps(const CallArguments& arguments, std::uint64_t offset, std::uint64_t size) {
  const Lane& to = pointer(arguments, 0);
  const Lane& from = pointer(arguments, 1);
  const std::uint64_t at = to.bits + offset;
  return to.provenance == from.provenance && at < from.bits + size && from.bits < at + size;
}

/// Copies a string behind `offset` bytes of the destination; strcpy and its kin differ in where, how much and what they
/// return.
Handled copy_string(Machine& machine, const CallArguments& arguments, std::uint64_t offset, bool gives_end) {
  auto text = read_string(machine, pointer(arguments, 1), arguments.instruction);
  if (!text) return Handled::Stopped;
  const std::uint64_t length = text->size();
  text->push_back('\0');
  if (overlaps(arguments, offset, text->size())) return refuse(machine, "overlapping strings", arguments);
  if (!write_bytes(machine, arguments, offset, *text)) return Handled::Stopped;
  return give_moved(arguments, 0, gives_end ? offset + length : 0);
}
Handled call_strcpy(Machine& machine, const CallArguments& arguments) {
  return copy_string(machine, arguments, 0, false);
}
Handled call_stpcpy(Machine& machine, const CallArguments& arguments) {
  return copy_string(machine, arguments, 0, true);
}
Handled call_strcat(Machine& machine, const CallArguments& arguments) {
  const auto old = read_string(machine, pointer(arguments, 0), arguments.instruction);
  return old ? copy_string(machine, arguments, old->size(), false) : Handled::Stopped;
}
/// Copies at most as many bytes as the third argument says, and fills the rest of them with zeros.
Handled copy_padded(Machine& machine, const CallArguments& arguments, bool gives_end) {
  const std::uint64_t size = number(arguments, 2);
  auto text = read_string(machine, pointer(arguments, 1), arguments.instruction, size);
  if (!text) return Handled::Stopped;
  const std::uint64_t length = text->size();
  if (overlaps(arguments, 0, size)) return refuse(machine, "overlapping strings", arguments);
  constexpr std::uint64_t kMost = 1u << 20;
  if (size > kMost) return refuse(machine, "memory limit", arguments);
  text->resize(size, '\0');
  if (!write_bytes(machine, arguments, 0, *text)) return Handled::Stopped;
  return give_moved(arguments, 0, gives_end ? length : 0);
}
Handled call_strncpy(Machine& machine, const CallArguments& arguments) {
  return copy_padded(machine, arguments, false);
}
Handled call_stpncpy(Machine& machine, const CallArguments& arguments) { return copy_padded(machine, arguments, true); }
Handled call_strncat(Machine& machine, const CallArguments& arguments) {
  const auto old = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!old) return Handled::Stopped;
  auto text = read_string(machine, pointer(arguments, 1), arguments.instruction, number(arguments, 2));
  if (!text) return Handled::Stopped;
  text->push_back('\0');
  if (overlaps(arguments, old->size(), text->size())) return refuse(machine, "overlapping strings", arguments);
  return write_bytes(machine, arguments, old->size(), *text) ? give_moved(arguments, 0, 0) : Handled::Stopped;
}

Handled find_in(const CallArguments& arguments, const std::string& text, std::size_t at) {
  return at < text.size() ? give_moved(arguments, 0, at) : give(arguments, 0);
}
Handled call_strchr(Machine& machine, const CallArguments& arguments) {
  auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  text->push_back('\0');
  return find_in(arguments, *text, text->find(static_cast<char>(number(arguments, 1))));
}
Handled call_strrchr(Machine& machine, const CallArguments& arguments) {
  auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  text->push_back('\0');
  return find_in(arguments, *text, text->rfind(static_cast<char>(number(arguments, 1))));
}
Handled call_strstr(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  const auto wanted = read_string(machine, pointer(arguments, 1), arguments.instruction);
  if (!wanted) return Handled::Stopped;
  return wanted->empty() ? give_moved(arguments, 0, 0) : find_in(arguments, *text, text->find(*wanted));
}
Handled call_memchr(Machine& machine, const CallArguments& arguments) {
  for (std::uint64_t i = 0; i < number(arguments, 2); ++i) {
    std::uint8_t byte;
    if (!read_byte(machine, pointer(arguments, 0), i, arguments.instruction, byte)) return Handled::Stopped;
    if (byte == (number(arguments, 1) & 0xff)) return give_moved(arguments, 0, i);
  }
  return give(arguments, 0);
}
Handled call_memrchr(Machine& machine, const CallArguments& arguments) {
  for (std::uint64_t i = number(arguments, 2); i-- > 0;) {
    std::uint8_t byte;
    if (!read_byte(machine, pointer(arguments, 0), i, arguments.instruction, byte)) return Handled::Stopped;
    if (byte == (number(arguments, 1) & 0xff)) return give_moved(arguments, 0, i);
  }
  return give(arguments, 0);
}
Handled call_strnlen(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction, number(arguments, 1));
  return text ? give(arguments, text->size()) : Handled::Stopped;
}
/// How many bytes at the start are, or are not, among those of the second string.
template <bool kAmong>
Handled call_span(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  const auto set = read_string(machine, pointer(arguments, 1), arguments.instruction);
  if (!set) return Handled::Stopped;
  const std::size_t end = kAmong ? text->find_first_not_of(*set) : text->find_first_of(*set);
  return give(arguments, std::min(end, text->size()));
}
/// The first byte that is among those of the second string.
Handled call_strpbrk(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  const auto set = read_string(machine, pointer(arguments, 1), arguments.instruction);
  return set ? find_in(arguments, *text, text->find_first_of(*set)) : Handled::Stopped;
}
/// A copy, in memory of its own, of at most `most` bytes.
Handled duplicate(Machine& machine, const CallArguments& arguments, std::uint64_t most) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction, most);
  if (!text) return Handled::Stopped;
  const Handled handled = allocate(machine, arguments, text->size() + 1);
  if (handled != Handled::Done || arguments.result[0].bits == 0) return handled;
  Block& block = *machine.memory.find(arguments.result[0].provenance);
  for (std::uint64_t i = 0; i < text->size(); ++i) block.set(i, MemoryByte::of(static_cast<std::uint8_t>((*text)[i])));
  block.set(text->size(), MemoryByte::of(0));
  return Handled::Done;
}
Handled call_strdup(Machine& machine, const CallArguments& arguments) {
  return duplicate(machine, arguments, ~std::uint64_t{0});
}
Handled call_strndup(Machine& machine, const CallArguments& arguments) {
  return duplicate(machine, arguments, number(arguments, 1));
}

/// How two bytes compare: -1, 0, 1; a choice where one is undef. Nothing if only some of its bits are.
std::optional<int> order_of(Machine& machine, const MemoryByte& a, const MemoryByte& b) {
  const auto is_undef = [](const MemoryByte& byte) { return byte.undef == 0xff; };
  if ((a.undef != 0 && !is_undef(a)) || (b.undef != 0 && !is_undef(b))) return std::nullopt;
  if (!is_undef(a) && !is_undef(b)) return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  std::vector<int> orders{0};
  if (is_undef(a) ? is_undef(b) || b.value != 0 : a.value != 0xff) orders.push_back(-1);
  if (is_undef(a) ? is_undef(b) || b.value != 0xff : a.value != 0) orders.push_back(1);
  return orders[machine.choices.index(orders.size() - 1)];
}

/// Poison if a byte is poison that decides. All the bytes must be there: C has it so, and optimizers read them at once.
Handled call_memcmp(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t length = number(arguments, 2);
  Access whole;
  for (unsigned side = 0; side < 2 && length != 0; ++side)
    if (!reach(machine, pointer(arguments, side), length, 1, Purpose::Read, arguments.instruction, whole))
      return Handled::Stopped;
  for (std::uint64_t i = 0; i < length; ++i) {
    MemoryByte bytes[2];
    for (unsigned side = 0; side < 2; ++side)
      if (!look_at(machine, pointer(arguments, side), i, arguments.instruction, bytes[side])) return Handled::Stopped;
    if (bytes[0].poison != 0 || bytes[1].poison != 0) {
      arguments.result[0] = kPoisonLane;
      return Handled::Done;
    }
    const auto order = order_of(machine, bytes[0], bytes[1]);
    if (!order) return refuse(machine, "a library function reads undefined memory", arguments);
    if (*order != 0) return give_order(machine, arguments, *order < 0);
  }
  return give(arguments, 0);
}

Handled call_memory_move(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t length = number(arguments, 2);
  if (length == 0) return give(arguments, number(arguments, 0), pointer(arguments, 0).provenance);
  Access to, from;
  if (!reach(machine, pointer(arguments, 0), length, 1, Purpose::Write, arguments.instruction, to) ||
      !reach(machine, pointer(arguments, 1), length, 1, Purpose::Read, arguments.instruction, from))
    return Handled::Stopped;
  copy_bytes(machine, to, from, length);
  return give(arguments, number(arguments, 0), pointer(arguments, 0).provenance);
}

Handled call_memset(Machine& machine, const CallArguments& arguments) {
  const std::uint64_t length = number(arguments, 2);
  Access to;
  if (length != 0) {
    if (!reach(machine, pointer(arguments, 0), length, 1, Purpose::Write, arguments.instruction, to))
      return Handled::Stopped;
    to.block->fill(to.offset, length, MemoryByte::of(static_cast<std::uint8_t>(number(arguments, 1))));
  }
  return give(arguments, number(arguments, 0), pointer(arguments, 0).provenance);
}
/// The same place may be copied to itself, as compilers count on.
Handled call_memory_copy(Machine& machine, const CallArguments& arguments) {
  const bool same = pointer(arguments, 0).bits == pointer(arguments, 1).bits;
  if (!same && overlaps(arguments, 0, number(arguments, 2))) return refuse(machine, "overlapping memory", arguments);
  return call_memory_move(machine, arguments);
}
Handled call_mempcpy(Machine& machine, const CallArguments& arguments) {
  const Handled handled = call_memory_copy(machine, arguments);
  return handled == Handled::Done ? give_moved(arguments, 0, number(arguments, 2)) : handled;
}

}  // namespace

bool read_byte(Machine& machine, const Lane& pointer, std::uint64_t offset, std::uint32_t instruction,
               std::uint8_t& byte) {
  MemoryByte found;
  if (!look_at(machine, pointer, offset, instruction, found)) return false;
  if (found.undef != 0 || found.poison != 0) {
    machine.stop(EndKind::Inconclusive, "a library function reads undefined memory", instruction);
    return false;
  }
  byte = found.value;
  return true;
}

std::optional<std::string> read_string(Machine& machine, const Lane& pointer, std::uint32_t instruction,
                                       std::uint64_t most) {
  std::string text;
  for (std::uint64_t i = 0; i < most; ++i) {
    std::uint8_t byte;
    if (!read_byte(machine, pointer, i, instruction, byte)) return std::nullopt;
    if (byte == 0) break;
    text.push_back(static_cast<char>(byte));
  }
  return text;
}

const LibraryTable& string_functions() {
  static const auto& table = *new LibraryTable{
      {llvm::LibFunc_strlen, call_strlen},       {llvm::LibFunc_strnlen, call_strnlen},
      {llvm::LibFunc_strcmp, call_strcmp},       {llvm::LibFunc_strncmp, call_strncmp},
      {llvm::LibFunc_strcpy, call_strcpy},       {llvm::LibFunc_stpcpy, call_stpcpy},
      {llvm::LibFunc_strcat, call_strcat},       {llvm::LibFunc_strncpy, call_strncpy},
      {llvm::LibFunc_stpncpy, call_stpncpy},     {llvm::LibFunc_strncat, call_strncat},
      {llvm::LibFunc_strchr, call_strchr},       {llvm::LibFunc_strrchr, call_strrchr},
      {llvm::LibFunc_strstr, call_strstr},       {llvm::LibFunc_strspn, call_span<true>},
      {llvm::LibFunc_strcspn, call_span<false>}, {llvm::LibFunc_strpbrk, call_strpbrk},
      {llvm::LibFunc_strdup, call_strdup},       {llvm::LibFunc_strndup, call_strndup},
      {llvm::LibFunc_memchr, call_memchr},       {llvm::LibFunc_memrchr, call_memrchr},
      {llvm::LibFunc_memcmp, call_memcmp},       {llvm::LibFunc_bcmp, call_memcmp},
      {llvm::LibFunc_memcpy, call_memory_copy},  {llvm::LibFunc_memmove, call_memory_move},
      {llvm::LibFunc_mempcpy, call_mempcpy},     {llvm::LibFunc_memset, call_memset},
  };
  return table;
}

}  // namespace assay::interpret
