#pragma once

#include <llvm/ADT/APInt.h>

#include <cstdint>
#include <string_view>

#include "services/common/rng.h"

namespace assay::interpret {

/// What a hash is of, or what is drawn with one. The kind is a word before the number, so that the numbers of two kinds
/// never meet, however large they are.
enum class Draw : std::uint8_t {
  Occasion,         ///< the n-th call that is an event
  Sight,            ///< a call that is told by what it sees: see Sights
  Result,           ///< lane n of what it gives
  KnownObject,      ///< to which a pointer among them leads
  AnotherTry,       ///< because what was drawn breaks a promise
  Fate,             ///< whether it comes back, and how
  WriteToKnown,     ///< to block n, which all know
  WriteToGiven,     ///< by pointer n of CallState::given
  WriteToArgument,  ///< by argument n
  VolatileAccess,   ///< the n-th, whatever its kind
};

/// A value that is a function of a name and arguments and of nothing else: what a deterministic operation gives of
/// which nobody knows more. Both sides of a comparison get the same.
class UninterpretedHash {
 public:
  explicit UninterpretedHash(std::string_view name) {
    for (char c : name) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  void add(std::uint64_t word) { state_ = Rng(state_ ^ (word + 0x9e3779b97f4a7c15u + (state_ << 6)))(); }
  void add(Draw kind, std::uint64_t number = 0) {
    add(static_cast<std::uint64_t>(kind));
    add(number);
  }
  void add(const llvm::APInt& value) {
    add(static_cast<std::uint64_t>(value.getBitWidth()));
    for (unsigned i = 0; i < value.getNumWords(); ++i) add(value.getRawData()[i]);
  }
  std::uint64_t state() const { return state_; }
  llvm::APInt result(unsigned bits) const {
    Rng rng(state_);
    llvm::APInt value(bits, 0);
    for (unsigned low = 0; low < bits; low += 64) {
      const unsigned take = bits - low < 64 ? bits - low : 64;
      value.insertBits(rng() >> (64 - take), low, take);
    }
    return value;
  }

 private:
  std::uint64_t state_ = 0x243f6a8885a308d3u;
};

/// A number of that many bits; small ones are as likely as others.
inline llvm::APInt small_or_any(const UninterpretedHash& hash, unsigned bits) {
  const llvm::APInt value = hash.result(bits);
  return bits > 4 && value[0] ? value.lshr(bits - 4) : value;
}

}  // namespace assay::interpret
