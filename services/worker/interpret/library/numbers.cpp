#include <cctype>
#include <cmath>
#include <cstring>

#include "services/worker/interpret/library/library.h"

/// Functions of numbers and characters, as the C library has them in its C locale.
namespace assay::interpret {
namespace {

Handled call_abs(Machine& machine, const CallArguments& arguments) {
  const unsigned bits = arguments.types[0][0].bits;
  const llvm::APInt value(bits, number(arguments, 0));
  if (value.isMinSignedValue()) return refuse(machine, "abs of the smallest number", arguments);
  return give(arguments, value.abs().getZExtValue());
}

Handled call_ffs(Machine&, const CallArguments& arguments) {
  const std::uint64_t value = number(arguments, 0);
  return give(arguments, value == 0 ? 0 : static_cast<std::uint64_t>(__builtin_ctzll(value) + 1));
}

/// Is the character of a class? C says only that the result is zero or not.
template <int (*kTest)(int)>
Handled call_test(Machine& machine, const CallArguments& arguments) {
  const auto c = static_cast<int>(number(arguments, 0));
  if (c < -1 || c > 255) return refuse(machine, "a character out of range", arguments);
  return give(arguments, kTest(c) != 0 ? 1 : 0);
}
template <int (*kChange)(int)>
Handled call_change(Machine& machine, const CallArguments& arguments) {
  const auto c = static_cast<int>(number(arguments, 0));
  if (c < -1 || c > 255) return refuse(machine, "a character out of range", arguments);
  return give(arguments, static_cast<std::uint64_t>(kChange(c)));
}

Handled call_atoi(Machine& machine, const CallArguments& arguments) {
  const auto text = read_string(machine, pointer(arguments, 0), arguments.instruction);
  if (!text) return Handled::Stopped;
  errno = 0;
  const long value = std::strtol(text->c_str(), nullptr, 10);
  const unsigned bits = arguments.result_types[0].bits;
  const bool fits = errno == 0 && (bits >= 64 || llvm::APInt(64, static_cast<std::uint64_t>(value)).isSignedIntN(bits));
  if (!fits) return refuse(machine, "a number that does not fit", arguments);
  return give(arguments, static_cast<std::uint64_t>(value));
}

/// Functions whose result is exact, so that every library gives the same; which NaN they give is not known.
template <class Float, class Function>
Handled compute(Machine& machine, const CallArguments& arguments, Function function) {
  Float in[3] = {};
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i) std::memcpy(&in[i], &arguments.lanes[i][0].bits, sizeof(Float));
  const Float result = function(in[0], in[1], in[2]);
  if (std::isnan(result)) return refuse(machine, "a NaN of a library function", arguments);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof(Float));
  return give(arguments, bits);
}
#define ASSAY_EXACT(name, expression)                                      \
  template <class Float>                                                   \
  Handled call_##name(Machine& machine, const CallArguments& arguments) {  \
    return compute<Float>(machine, arguments, [](Float a, Float b, Float c) { \
      (void)b, (void)c;                                                    \
      return static_cast<Float>(expression);                               \
    });                                                                    \
  }
ASSAY_EXACT(fabs, std::fabs(a))
ASSAY_EXACT(sqrt, std::sqrt(a))
ASSAY_EXACT(floor, std::floor(a))
ASSAY_EXACT(ceil, std::ceil(a))
ASSAY_EXACT(trunc, std::trunc(a))
ASSAY_EXACT(round, std::round(a))
ASSAY_EXACT(rint, std::rint(a))
ASSAY_EXACT(fmod, std::fmod(a, b))
ASSAY_EXACT(copysign, std::copysign(a, b))
ASSAY_EXACT(fma, std::fma(a, b, c))
#undef ASSAY_EXACT

}  // namespace

const LibraryTable& number_functions() {
  static const auto& table = *new LibraryTable{
      {"abs", {"i", 'i', call_abs}},
      {"labs", {"i", 'i', call_abs}},
      {"llabs", {"i", 'i', call_abs}},
      {"ffs", {"i", 'i', call_ffs}},
      {"ffsl", {"i", 'i', call_ffs}},
      {"ffsll", {"i", 'i', call_ffs}},
      {"atoi", {"p", 'i', call_atoi}},
      {"atol", {"p", 'i', call_atoi}},
      {"isdigit", {"i", 'i', call_test<std::isdigit>}},
      {"isascii", {"i", 'i', call_test<isascii>}},
      {"isalpha", {"i", 'i', call_test<std::isalpha>}},
      {"isalnum", {"i", 'i', call_test<std::isalnum>}},
      {"isspace", {"i", 'i', call_test<std::isspace>}},
      {"isupper", {"i", 'i', call_test<std::isupper>}},
      {"islower", {"i", 'i', call_test<std::islower>}},
      {"isprint", {"i", 'i', call_test<std::isprint>}},
      {"toupper", {"i", 'i', call_change<std::toupper>}},
      {"tolower", {"i", 'i', call_change<std::tolower>}},
      {"toascii", {"i", 'i', call_change<toascii>}},
#define ASSAY_BOTH(name) {#name, {"d", 'd', call_##name<double>}}, {#name "f", {"f", 'f', call_##name<float>}}
      ASSAY_BOTH(fabs),
      ASSAY_BOTH(sqrt),
      ASSAY_BOTH(floor),
      ASSAY_BOTH(ceil),
      ASSAY_BOTH(trunc),
      ASSAY_BOTH(round),
      ASSAY_BOTH(rint),
#undef ASSAY_BOTH
      {"fmod", {"dd", 'd', call_fmod<double>}},
      {"fmodf", {"ff", 'f', call_fmod<float>}},
      {"copysign", {"dd", 'd', call_copysign<double>}},
      {"copysignf", {"ff", 'f', call_copysign<float>}},
      {"fma", {"ddd", 'd', call_fma<double>}},
      {"fmaf", {"fff", 'f', call_fma<float>}},
  };
  return table;
}

}  // namespace assay::interpret
