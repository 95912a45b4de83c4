#include "services/worker/codegen/runtime_table.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APSInt.h>

namespace assay::codegen {
namespace {

using llvm::APFloat;
using llvm::APInt;
using llvm::APSInt;
using Arguments = std::vector<APInt>;
constexpr auto kNearest = APFloat::rmNearestTiesToEven;

const llvm::fltSemantics& format_of(char type) {
  switch (type) {
    case 'h':
    case 's':  // the bits of a half
      return APFloat::IEEEhalf();
    case 'b':
      return APFloat::BFloat();
    case 'f':
      return APFloat::IEEEsingle();
    case 'd':
      return APFloat::IEEEdouble();
    default:
      return APFloat::IEEEquad();
  }
}
unsigned width_of(char type) { return type == 'i' ? 32 : type == 'l' || type == 'w' ? 64 : 128; }

APFloat number(const RuntimeRow& row, const Arguments& arguments, std::size_t i) {
  return {format_of(row.types[i + 1]), arguments[i]};
}

template <class Of>
APInt of_integers(const Arguments& arguments, Of of) {
  return arguments[1].isZero() ? arguments[1] : of(arguments[0], arguments[1]);
}
APInt multiply(const RuntimeRow&, const Arguments& a) { return a[0] * a[1]; }
APInt sdiv(const RuntimeRow&, const Arguments& a) {
  return of_integers(a, [](const APInt& x, const APInt& y) { return x.sdiv(y); });
}
APInt udiv(const RuntimeRow&, const Arguments& a) {
  return of_integers(a, [](const APInt& x, const APInt& y) { return x.udiv(y); });
}
APInt srem(const RuntimeRow&, const Arguments& a) {
  return of_integers(a, [](const APInt& x, const APInt& y) { return x.srem(y); });
}
APInt urem(const RuntimeRow&, const Arguments& a) {
  return of_integers(a, [](const APInt& x, const APInt& y) { return x.urem(y); });
}
unsigned amount(const Arguments& a) { return static_cast<unsigned>(a[1].getLoBits(7).getZExtValue()); }
APInt shl(const RuntimeRow&, const Arguments& a) { return a[0].shl(amount(a)); }
APInt lshr(const RuntimeRow&, const Arguments& a) { return a[0].lshr(amount(a)); }
APInt ashr(const RuntimeRow&, const Arguments& a) { return a[0].ashr(amount(a)); }

APInt convert(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value = number(row, arguments, 0);
  bool loses = false;
  value.convert(format_of(row.types[0]), kNearest, &loses);
  return value.bitcastToAPInt();
}

template <bool kSigned>
APInt to_integer(const RuntimeRow& row, const Arguments& arguments) {
  APSInt result(width_of(row.types[0]), /*isUnsigned=*/!kSigned);
  bool exact = false;
  number(row, arguments, 0).convertToInteger(result, APFloat::rmTowardZero, &exact);
  return result;
}
template <bool kSigned>
APInt from_integer(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value(format_of(row.types[0]));
  value.convertFromAPInt(arguments[0], kSigned, kNearest);
  return value.bitcastToAPInt();
}

/// The run-time library's: below, at or above zero as x is to y; kUnordered where one is a NaN.
template <int kUnordered>
APInt compare(const RuntimeRow& row, const Arguments& arguments) {
  int order = 0;
  switch (number(row, arguments, 0).compare(number(row, arguments, 1))) {
    case APFloat::cmpLessThan:
      order = -1;
      break;
    case APFloat::cmpEqual:
      break;
    case APFloat::cmpGreaterThan:
      order = 1;
      break;
    case APFloat::cmpUnordered:
      order = kUnordered;
      break;
  }
  return APInt(32, static_cast<std::uint64_t>(order), /*isSigned=*/true);
}
APInt unordered(const RuntimeRow& row, const Arguments& arguments) {
  return APInt(32, number(row, arguments, 0).isNaN() || number(row, arguments, 1).isNaN() ? 1 : 0);
}

template <APFloat::opStatus (APFloat::*kOf)(const APFloat&, APFloat::roundingMode)>
APInt arithmetic(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value = number(row, arguments, 0);
  (value.*kOf)(number(row, arguments, 1), kNearest);
  return value.bitcastToAPInt();
}
APInt fmod(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value = number(row, arguments, 0);
  value.mod(number(row, arguments, 1));
  return value.bitcastToAPInt();
}
/// What code that stands for llvm.minnum and maxnum calls: -0.0 is below 0.0, as these have it.
template <APFloat (*kOf)(const APFloat&, const APFloat&)>
APInt extremum(const RuntimeRow& row, const Arguments& arguments) {
  return kOf(number(row, arguments, 0), number(row, arguments, 1)).bitcastToAPInt();
}
APInt fma(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value = number(row, arguments, 0);
  value.fusedMultiplyAdd(number(row, arguments, 1), number(row, arguments, 2), kNearest);
  return value.bitcastToAPInt();
}
template <llvm::RoundingMode kMode>
APInt round_to(const RuntimeRow& row, const Arguments& arguments) {
  APFloat value = number(row, arguments, 0);
  value.roundToIntegral(kMode);
  return value.bitcastToAPInt();
}
template <llvm::RoundingMode kMode>
APInt round_to_integer(const RuntimeRow& row, const Arguments& arguments) {
  APSInt result(64, /*isUnsigned=*/false);
  bool exact = false;
  number(row, arguments, 0).convertToInteger(result, kMode, &exact);
  return result;
}
APInt ldexp(const RuntimeRow& row, const Arguments& arguments) {
  return scalbn(number(row, arguments, 0), static_cast<int>(arguments[1].getSExtValue()), kNearest).bitcastToAPInt();
}

// Of double, float, and fp128 by both of its names: "l" where long double is fp128, which x86-64 has not.
#define ASSAY_RUNTIME_EACH(name, d, f, q, ...) \
  {#name, d, __VA_ARGS__}, {#name "f", f, __VA_ARGS__}, {#name "l", q, __VA_ARGS__}, { #name "f128", q, __VA_ARGS__ }

constexpr RuntimeRow kRows[] = {
    {"__multi3", "ttt", multiply},
    {"__divti3", "ttt", sdiv},
    {"__udivti3", "ttt", udiv},
    {"__modti3", "ttt", srem},
    {"__umodti3", "ttt", urem},
    {"__ashlti3", "tti", shl},
    {"__lshrti3", "tti", lshr},
    {"__ashrti3", "tti", ashr},
    {"__truncsfhf2", "hf", convert},
    {"__truncdfhf2", "hd", convert},
    {"__trunctfhf2", "hq", convert},
    {"__truncsfbf2", "bf", convert},
    {"__truncdfbf2", "bd", convert},
    {"__trunctfbf2", "bq", convert},
    {"__extendhfsf2", "fh", convert},
    {"__extendhfdf2", "dh", convert},
    {"__extendhftf2", "qh", convert},
    {"__gnu_f2h_ieee", "sf", convert},
    {"__gnu_h2f_ieee", "fs", convert},
    {"__fixhfti", "th", to_integer<true>},
    {"__fixunshfti", "th", to_integer<false>},
    {"__floattihf", "ht", from_integer<true>},
    {"__floatuntihf", "ht", from_integer<false>},
    {"__extendsftf2", "qf", convert},
    {"__extenddftf2", "qd", convert},
    {"__trunctfsf2", "fq", convert},
    {"__trunctfdf2", "dq", convert},
    {"__fixsfti", "tf", to_integer<true>},
    {"__fixdfti", "td", to_integer<true>},
    {"__fixtfsi", "iq", to_integer<true>},
    {"__fixtfdi", "lq", to_integer<true>},
    {"__fixtfti", "tq", to_integer<true>},
    {"__fixunssfti", "tf", to_integer<false>},
    {"__fixunsdfti", "td", to_integer<false>},
    {"__fixunstfsi", "iq", to_integer<false>},
    {"__fixunstfdi", "lq", to_integer<false>},
    {"__fixunstfti", "tq", to_integer<false>},
    {"__floattisf", "ft", from_integer<true>},
    {"__floattidf", "dt", from_integer<true>},
    {"__floattitf", "qt", from_integer<true>},
    {"__floatsitf", "qi", from_integer<true>},
    {"__floatditf", "ql", from_integer<true>},
    {"__floatuntisf", "ft", from_integer<false>},
    {"__floatuntidf", "dt", from_integer<false>},
    {"__floatuntitf", "qt", from_integer<false>},
    {"__floatunsitf", "qi", from_integer<false>},
    {"__floatunditf", "ql", from_integer<false>},
    {"__eqtf2", "iqq", compare<1>},
    {"__netf2", "iqq", compare<1>},
    {"__lttf2", "iqq", compare<1>},
    {"__letf2", "iqq", compare<1>},
    {"__gttf2", "iqq", compare<-1>},
    {"__getf2", "iqq", compare<-1>},
    {"__unordtf2", "iqq", unordered},
    {"__addtf3", "qqq", arithmetic<&APFloat::add>},
    {"__subtf3", "qqq", arithmetic<&APFloat::subtract>},
    {"__multf3", "qqq", arithmetic<&APFloat::multiply>},
    {"__divtf3", "qqq", arithmetic<&APFloat::divide>},
    ASSAY_RUNTIME_EACH(fmod, "ddd", "fff", "qqq", fmod),
    ASSAY_RUNTIME_EACH(fma, "dddd", "ffff", "qqqq", fma),
    ASSAY_RUNTIME_EACH(fmin, "ddd", "fff", "qqq", extremum<llvm::minnum>, /*is_for_32_bits=*/false, /*is_open=*/true),
    ASSAY_RUNTIME_EACH(fmax, "ddd", "fff", "qqq", extremum<llvm::maxnum>, /*is_for_32_bits=*/false, /*is_open=*/true),
    ASSAY_RUNTIME_EACH(floor, "dd", "ff", "qq", round_to<APFloat::rmTowardNegative>),
    ASSAY_RUNTIME_EACH(ceil, "dd", "ff", "qq", round_to<APFloat::rmTowardPositive>),
    ASSAY_RUNTIME_EACH(trunc, "dd", "ff", "qq", round_to<APFloat::rmTowardZero>),
    ASSAY_RUNTIME_EACH(round, "dd", "ff", "qq", round_to<APFloat::rmNearestTiesToAway>),
    ASSAY_RUNTIME_EACH(roundeven, "dd", "ff", "qq", round_to<kNearest>),
    ASSAY_RUNTIME_EACH(rint, "dd", "ff", "qq", round_to<kNearest>),
    ASSAY_RUNTIME_EACH(nearbyint, "dd", "ff", "qq", round_to<kNearest>),
    ASSAY_RUNTIME_EACH(lrint, "wd", "wf", "wq", round_to_integer<kNearest>),
    ASSAY_RUNTIME_EACH(llrint, "ld", "lf", "lq", round_to_integer<kNearest>),
    ASSAY_RUNTIME_EACH(lround, "wd", "wf", "wq", round_to_integer<APFloat::rmNearestTiesToAway>),
    ASSAY_RUNTIME_EACH(llround, "ld", "lf", "lq", round_to_integer<APFloat::rmNearestTiesToAway>),
    ASSAY_RUNTIME_EACH(ldexp, "ddi", "ffi", "qqi", ldexp),
    {"__divdi3", "lll", sdiv, true},
    {"__udivdi3", "lll", udiv, true},
    {"__moddi3", "lll", srem, true},
    {"__umoddi3", "lll", urem, true},
    {"__fixsfdi", "lf", to_integer<true>, true},
    {"__fixdfdi", "ld", to_integer<true>, true},
    {"__fixunssfdi", "lf", to_integer<false>, true},
    {"__fixunsdfdi", "ld", to_integer<false>, true},
    {"__floatdisf", "fl", from_integer<true>, true},
    {"__floatdidf", "dl", from_integer<true>, true},
    {"__floatundisf", "fl", from_integer<false>, true},
    {"__floatundidf", "dl", from_integer<false>, true},
    {"__gnu_d2h_ieee", "sd", convert, true},
};
#undef ASSAY_RUNTIME_EACH

}  // namespace

std::span<const RuntimeRow> runtime_rows() { return kRows; }

}  // namespace assay::codegen
