#include "services/worker/interpret/inputs/ties.h"

#include "services/worker/semantics/apfloat.h"

namespace assay::interpret {
namespace {

using llvm::APFloat;
constexpr auto kEven = APFloat::rmNearestTiesToEven;

APFloat sum(APFloat a, const APFloat& b) {
  a.add(b, kEven);
  return a;
}

/// Half of the last digit of one; by its own last digit more, or less.
APFloat about_half_a_digit(const APFloat& one, int precision, bool more) {
  APFloat half = scalbn(one, -precision, kEven);
  half.next(/*nextDown=*/!more);
  return half;
}

/// In the middle between two numbers of a format with fewer digits, and a little more.
APFloat near_narrow_middle(Rng& rng, const APFloat& one, int precision) {
  constexpr int kPrecisions[] = {8, 11, 24, 53};  // bfloat, half, float, double
  int narrow = kPrecisions[rng.below(4)];
  if (narrow >= precision - 1) narrow = kPrecisions[0];
  APFloat number = sum(one, scalbn(one, -narrow, kEven));
  if (rng.chance(1, 2)) number = sum(number, scalbn(one, 1 - narrow, kEven));  // the other way is the even one
  number.next(rng.chance(1, 2));
  return number;
}

}  // namespace

llvm::APInt number_at_tie(Rng& rng, semantics::FloatFormat format, std::uint64_t round, std::uint64_t place) {
  const llvm::fltSemantics& kind = semantics::semantics_of(format);
  const auto precision = static_cast<int>(APFloat::semanticsPrecision(kind));
  const APFloat one = APFloat::getOne(kind), odd = sum(one, scalbn(one, 1 - precision, kEven));
  constexpr std::uint64_t kPlaces = 3, kRounds = 4, kOfProducts = 1, kOfLess = 2, kOfNarrow = 3;
  place %= kPlaces;
  round %= kRounds;
  APFloat number = one;
  if (round == kOfNarrow)
    number = near_narrow_middle(rng, one, precision);
  else if (place == 0)
    number = round == 0 ? one : odd;
  else if (place == 2)
    number = APFloat::getSmallest(kind);
  else
    number = round == kOfProducts ? sum(one, scalbn(one, -1, kEven))
                                  : about_half_a_digit(one, precision, /*more=*/round != kOfLess);
  // Sums of numbers of one sign are what lies in the middle; what is added to a product goes either way.
  if (place == 2 ? rng.chance(1, 2) : rng.chance(1, 8)) number.changeSign();
  return number.bitcastToAPInt();
}

}  // namespace assay::interpret
