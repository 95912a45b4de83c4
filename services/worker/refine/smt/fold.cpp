#include "services/worker/refine/smt/fold.h"

namespace assay::refine::smt {

using llvm::APInt;

APInt fold_udiv(const APInt& a, const APInt& b) { return b.isZero() ? APInt::getAllOnes(a.getBitWidth()) : a.udiv(b); }
APInt fold_urem(const APInt& a, const APInt& b) { return b.isZero() ? a : a.urem(b); }
APInt fold_sdiv(const APInt& a, const APInt& b) {
  if (b.isZero()) return a.isNegative() ? APInt(a.getBitWidth(), 1) : APInt::getAllOnes(a.getBitWidth());
  return a.sdiv(b);
}
APInt fold_srem(const APInt& a, const APInt& b) { return b.isZero() ? a : a.srem(b); }

namespace {

APInt truth(bool value) { return APInt(1, value); }

bool overflows(Kind kind, const APInt& a, const APInt& b) {
  bool result = false;
  switch (kind) {
    case Kind::SAddOverflow:
      (void)a.sadd_ov(b, result);
      break;
    case Kind::SSubOverflow:
      (void)a.ssub_ov(b, result);
      break;
    case Kind::UMulOverflow:
      (void)a.umul_ov(b, result);
      break;
    default:
      (void)a.smul_ov(b, result);
      break;
  }
  return result;
}

APInt join(unsigned width, std::span<const APInt> parts) {
  APInt result(width, 0);
  unsigned position = width;
  for (const APInt& part : parts) {
    position -= part.getBitWidth();
    result.insertBits(part, position);
  }
  return result;
}

template <class Step>
APInt accumulate(std::span<const APInt> operands, Step step) {
  APInt result = operands[0];
  for (const APInt& operand : operands.subspan(1)) step(result, operand);
  return result;
}

}  // namespace

APInt fold(Kind kind, unsigned width, std::uint32_t payload, std::span<const APInt> in) {
  switch (kind) {
    case Kind::Not:
      return ~in[0];
    case Kind::And:
      return accumulate(in, [](APInt& r, const APInt& x) { r &= x; });
    case Kind::Xor:
      return accumulate(in, [](APInt& r, const APInt& x) { r ^= x; });
    case Kind::Add:
      return accumulate(in, [](APInt& r, const APInt& x) { r += x; });
    case Kind::Mul:
      return accumulate(in, [](APInt& r, const APInt& x) { r *= x; });
    case Kind::UDiv:
      return fold_udiv(in[0], in[1]);
    case Kind::URem:
      return fold_urem(in[0], in[1]);
    case Kind::SDiv:
      return fold_sdiv(in[0], in[1]);
    case Kind::SRem:
      return fold_srem(in[0], in[1]);
    case Kind::Shl:
      return in[0].shl(in[1]);  // APInt's shifts saturate the amount
    case Kind::LShr:
      return in[0].lshr(in[1]);
    case Kind::AShr:
      return in[0].ashr(in[1]);
    case Kind::Concat:
      return join(width, in);
    case Kind::Slice:
      return in[0].extractBits(width, payload);
    case Kind::SExt:
      return in[0].sext(width);
    case Kind::CtPop:
      return APInt(width, in[0].popcount(), false, true);
    case Kind::CtLz:
      return APInt(width, in[0].countl_zero(), false, true);
    case Kind::CtTz:
      return APInt(width, in[0].countr_zero(), false, true);
    case Kind::BitReverse:
      return in[0].reverseBits();
    case Kind::Eq:
      return truth(in[0] == in[1]);
    case Kind::Ult:
      return truth(in[0].ult(in[1]));
    case Kind::Slt:
      return truth(in[0].slt(in[1]));
    case Kind::SAddOverflow:
    case Kind::SSubOverflow:
    case Kind::UMulOverflow:
    case Kind::SMulOverflow:
      return truth(overflows(kind, in[0], in[1]));
    case Kind::Ite:
      return in[0].isOne() ? in[1] : in[2];
    default:
      return fold_float(kind, width, FloatPayload::unpack(payload), in);
  }
}

}  // namespace assay::refine::smt
