#include "services/worker/interpret/values/lane_set.h"

#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <bit>

#include "services/worker/interpret/values/float_ops.h"

namespace assay::interpret {
namespace {

using llvm::APInt;

/// The bits of `dense` spread over the set bits of `mask`, lowest first.
std::uint64_t deposit(std::uint64_t dense, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, dense >>= 1)
    if (dense & 1) result |= mask & (~mask + 1);
  return result;
}

std::string hexadecimal(const APInt& value) {
  llvm::SmallString<32> text;
  value.toString(text, 16, false, true);
  std::string lower(text.str());
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

std::string print_pattern(const APInt& value, const semantics::LaneType& type) {
  if (type.kind == semantics::LaneKind::Float) return print_float(type.format, value);
  if (type.kind == semantics::LaneKind::Pointer) return value.isZero() ? "null" : "ptr " + hexadecimal(value);
  if (type.bits == 1) return value.isZero() ? "false" : "true";
  llvm::SmallString<32> text;
  value.toString(text, 10, true);
  std::string result(text.str());
  if (value.isNegative() || value.uge(10)) {
    result += " (" + hexadecimal(value);
    if (value.isNegative()) {
      llvm::SmallString<32> plain;
      value.toString(plain, 10, false);
      result += ", " + std::string(plain.str());
    }
    result += ")";
  }
  return result;
}

}  // namespace

LaneSet LaneSet::of(const APInt& pattern) { return of_mask(pattern, APInt(pattern.getBitWidth(), 0), false); }

LaneSet LaneSet::of_poison(unsigned width) {
  LaneSet set;
  set.width = width;
  set.poison = true;
  return set;
}

LaneSet LaneSet::of_undef(unsigned width) { return of_mask(APInt(width, 0), APInt::getAllOnes(width), false); }

LaneSet LaneSet::of_mask(const APInt& fixed, const APInt& free, bool poison) {
  LaneSet set;
  set.width = fixed.getBitWidth();
  set.poison = poison;
  set.masked = true;
  set.fixed = fixed & ~free;
  set.free = free;
  return set;
}

LaneSet LaneSet::of_list(unsigned width, std::vector<std::uint64_t> patterns, bool poison) {
  std::sort(patterns.begin(), patterns.end());
  patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
  if (patterns.size() == 1) return of_mask(APInt(width, patterns[0]), APInt(width, 0), poison);
  if (width < 32 && patterns.size() == std::uint64_t{1} << width)
    return of_mask(APInt(width, 0), APInt::getAllOnes(width), poison);
  LaneSet set;
  set.width = width;
  set.poison = poison;
  set.patterns = std::move(patterns);
  return set;
}

std::uint64_t LaneSet::count(std::uint64_t limit) const {
  if (!masked) return std::min<std::uint64_t>(patterns.size(), limit);
  const unsigned bits = free.popcount();
  return bits >= 63 ? limit : std::min(std::uint64_t{1} << bits, limit);
}

bool LaneSet::contains(const APInt& pattern) const {
  if (masked) return (pattern & ~free) == fixed;
  return std::binary_search(patterns.begin(), patterns.end(), pattern.getZExtValue());
}

bool LaneSet::patterns_within(const LaneSet& other) const {
  if (masked && other.masked) return (free & ~other.free).isZero() && (fixed & ~other.free) == other.fixed;
  if (masked) {
    if (count(other.patterns.size() + 1) > other.patterns.size()) return false;
    const std::vector<std::uint64_t> mine = list();
    return std::includes(other.patterns.begin(), other.patterns.end(), mine.begin(), mine.end());
  }
  if (!other.masked)
    return std::includes(other.patterns.begin(), other.patterns.end(), patterns.begin(), patterns.end());
  return std::all_of(patterns.begin(), patterns.end(),
                     [&](std::uint64_t pattern) { return other.contains(APInt(width, pattern)); });
}

std::vector<std::uint64_t> LaneSet::list() const {
  if (!masked) return patterns;
  const std::uint64_t mask = free.getZExtValue();
  const std::uint64_t base = fixed.getZExtValue();
  std::vector<std::uint64_t> result;
  const std::uint64_t count = std::uint64_t{1} << std::popcount(mask);
  result.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) result.push_back(base | deposit(i, mask));
  return result;
}

bool LaneSet::operator==(const LaneSet& other) const {
  return width == other.width && poison == other.poison && patterns_within(other) && other.patterns_within(*this);
}

std::string print(const LaneSet& set, const semantics::LaneType& type) {
  if (set.only_poison()) return "poison";
  const std::string tail = set.poison ? " or poison" : "";
  if (set.masked && set.free.isAllOnes()) return "undef" + tail;
  if (set.masked && set.free.isZero()) return print_pattern(set.fixed, type) + tail;
  if (set.masked && set.count(9) > 8)
    return hexadecimal(set.fixed) + " with any bits of " + hexadecimal(set.free) + tail;
  std::string text = "one of {";
  const std::vector<std::uint64_t> all = set.list();
  constexpr std::size_t kShown = 8;
  for (std::size_t i = 0; i < all.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + print_pattern(APInt(set.width, all[i]), type);
  if (all.size() > kShown) text += ", … " + std::to_string(all.size()) + " in all";
  return text + "}" + tail;
}

}  // namespace assay::interpret
