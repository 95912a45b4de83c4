#include "tests/unit/smt/operations.h"

#include <algorithm>

namespace assay::refine::smt::test {

using llvm::APInt;

APInt random_number(unsigned width, Rng& rng) {
  switch (rng.below(6)) {
    case 0:
      return APInt(width, rng.below(4), false, true);
    case 1:
      return APInt::getAllOnes(width);
    case 2:
      return APInt::getSignedMinValue(width);
    case 3:
      return APInt(width, rng.below(width + 2), false, true);  // as the amount of a shift
    default:
      break;
  }
  APInt value(width, 0);
  for (unsigned low = 0; low < width; low += 64)
    value.insertBits(APInt(std::min(64u, width - low), rng(), false, true), low);
  return rng.chance(1, 3) ? value.lshr(static_cast<unsigned>(rng.below(width))) : value;
}

std::vector<Term> operations(Terms& t, Term x, Term y, Term p, Rng& rng) {
  std::vector<Term> all;
  const unsigned width = x.width();
  for (Kind kind : {Kind::And, Kind::Xor, Kind::Add, Kind::Mul, Kind::UDiv, Kind::URem, Kind::SDiv, Kind::SRem,
                    Kind::Shl, Kind::LShr, Kind::AShr})
    all.push_back(t.make2(kind, width, x, y));
  for (Kind kind : {Kind::Not, Kind::CtPop, Kind::CtLz, Kind::CtTz, Kind::BitReverse})
    all.push_back(t.make1(kind, width, x));
  for (Kind kind :
       {Kind::Eq, Kind::Ult, Kind::Slt, Kind::SAddOverflow, Kind::SSubOverflow, Kind::UMulOverflow, Kind::SMulOverflow})
    all.push_back(t.make2(kind, 1, x, y));
  all.push_back(t.make2(Kind::Concat, 2 * width, x, y));
  all.push_back(t.make1(Kind::SExt, width + 1 + static_cast<unsigned>(rng.below(9)), x));
  const unsigned low = static_cast<unsigned>(rng.below(width));
  all.push_back(t.make1(Kind::Slice, 1 + static_cast<unsigned>(rng.below(width - low)), x, low));
  all.push_back(t.make3(Kind::Ite, width, p, x, y));
  const Term three[] = {x, y, x};
  for (Kind kind : {Kind::Add, Kind::Mul, Kind::Xor}) all.push_back(t.make(kind, width, three));
  return all;
}

}  // namespace assay::refine::smt::test
