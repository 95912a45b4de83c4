#include <llvm/Demangle/Demangle.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

#include "services/worker/interpret/library/library.h"

/// What the library of programs (programs/) can't say itself.
namespace assay::interpret {
namespace {

constexpr std::uint64_t kMostDigits = 1024;  ///< of a number in text

/// The text of a number, with all that follows it, up to a limit; nothing if the run ended.
std::optional<std::string> number_text(Machine& machine, const CallArguments& arguments) {
  return read_string(machine, pointer(arguments, 0), arguments.instruction, kMostDigits);
}

Handled give_length(Machine& machine, const CallArguments& arguments) {
  const auto text = number_text(machine, arguments);
  if (!text) return Handled::Stopped;
  char* end = nullptr;
  (void)std::strtold(text->c_str(), &end);
  return give(arguments, static_cast<std::uint64_t>(end - text->c_str()));
}

/// Is the number too large or too small for its format?
Handled give_range(Machine& machine, const CallArguments& arguments) {
  const auto text = number_text(machine, arguments);
  if (!text) return Handled::Stopped;
  errno = 0;
  switch (number(arguments, 1)) {
    case 32:
      (void)std::strtof(text->c_str(), nullptr);
      break;
    case 64:
      (void)std::strtod(text->c_str(), nullptr);
      break;
    default:
      (void)std::strtold(text->c_str(), nullptr);
  }
  return give(arguments, errno == ERANGE ? 1 : 0);
}

template <class Number, Number (*kRead)(const char*, char**)>
Handled give_float(Machine& machine, const CallArguments& arguments) {
  const auto text = number_text(machine, arguments);
  if (!text) return Handled::Stopped;
  const Number value = kRead(text->c_str(), nullptr);
  const unsigned bits = arguments.result_types[0].bits;
  std::uint64_t words[2] = {0, 0};
  std::memcpy(words, &value, bits / 8);
  arguments.result[0] = machine.lanes.lane_of_pattern(llvm::APInt(bits, words));
  return Handled::Done;
}

template <class Number>
auto bits_of(const CallArguments& arguments, std::size_t i) {
  return static_cast<std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>(number(arguments, i));
}
template <class Number>
Handled give_value(Machine&, const CallArguments& arguments, Number value) {
  return give(arguments, std::bit_cast<std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>(value));
}

Handled give_byte(Machine& machine, const CallArguments& arguments) {
  const std::string* input = machine.calls.input;
  if (input == nullptr || machine.calls.bytes_read >= input->size()) return give(arguments, ~std::uint64_t{0});
  return give(arguments, static_cast<unsigned char>((*input)[machine.calls.bytes_read++]));
}

/// Nobody catches an exception of that type: __assay_terminate(type, what)
Handled terminate(Machine& machine, const CallArguments& arguments) {
  std::string& errors = machine.result.errors;
  std::optional<std::string> type, what;
  if (pointer(arguments, 0).bits != 0) {
    type = read_string(machine, pointer(arguments, 0), arguments.instruction);
    if (!type) return Handled::Stopped;
    char* readable = llvm::itaniumDemangle(*type);
    errors += "terminate called after throwing an instance of '" + (readable == nullptr ? *type : readable) + "'\n";
    std::free(readable);
  } else {
    errors += "terminate called without an active exception\n";
  }
  if (pointer(arguments, 1).bits != 0) {
    what = read_string(machine, pointer(arguments, 1), arguments.instruction);
    if (!what) return Handled::Stopped;
    errors += "  what():  " + *what + "\n";
  }
  machine.result.exit_code = kAborted;
  machine.stopped = true;
  return Handled::Stopped;
}

template <class Number, Number (*kOf)(Number)>
Handled compute_one(Machine& machine, const CallArguments& arguments) {
  const auto x = std::bit_cast<Number>(bits_of<Number>(arguments, 0));
  return give_value(machine, arguments, kOf(x));
}
template <class Number, Number (*kOf)(Number, Number)>
Handled compute_two(Machine& machine, const CallArguments& arguments) {
  const auto x = std::bit_cast<Number>(bits_of<Number>(arguments, 0)),
             y = std::bit_cast<Number>(bits_of<Number>(arguments, 1));
  return give_value(machine, arguments, kOf(x, y));
}
template <class Number, class Whole, Whole (*kOf)(Number)>
Handled compute_whole(Machine&, const CallArguments& arguments) {
  return give(arguments, static_cast<std::uint64_t>(kOf(std::bit_cast<Number>(bits_of<Number>(arguments, 0)))));
}

}  // namespace

#define ASSAY_ONE(name) \
  {#name, compute_one<double, ::name>}, { #name "f", compute_one < float, ::name##f> }
#define ASSAY_TWO(name) \
  {#name, compute_two<double, ::name>}, { #name "f", compute_two < float, ::name##f> }
#define ASSAY_WHOLE(name, type) \
  {#name, compute_whole<double, type, ::name>}, { #name "f", compute_whole < float, type, ::name##f> }

/// Functions of floating-point numbers that the catalogue does not have; for programs.
LibraryFunction mathematical_function(std::string_view name) {
  static const auto& table = *new std::map<std::string_view, LibraryFunction>{
      ASSAY_ONE(cbrt),
      ASSAY_ONE(expm1),
      ASSAY_ONE(log1p),
      ASSAY_ONE(asinh),
      ASSAY_ONE(acosh),
      ASSAY_ONE(atanh),
      ASSAY_ONE(erf),
      ASSAY_ONE(erfc),
      ASSAY_ONE(tgamma),
      ASSAY_ONE(lgamma),
      ASSAY_ONE(logb),
      ASSAY_TWO(hypot),
      ASSAY_TWO(remainder),
      ASSAY_TWO(fdim),
      ASSAY_TWO(nextafter),
      ASSAY_TWO(fmod),
      ASSAY_WHOLE(ilogb, int),
      ASSAY_WHOLE(lround, long),
      ASSAY_WHOLE(lrint, long),
      ASSAY_WHOLE(llround, long long),
      ASSAY_WHOLE(llrint, long long),
  };
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second;
}

#undef ASSAY_ONE
#undef ASSAY_TWO
#undef ASSAY_WHOLE

Handled call_runtime(Machine& machine, std::string_view name, const CallArguments& arguments) {
  static const auto& table = *new std::map<std::string_view, LibraryFunction>{
      {"__assay_number_length", give_length},
      {"__assay_number_range", give_range},
      {"__assay_float", give_float<float, std::strtof>},
      {"__assay_double", give_float<double, std::strtod>},
      {"__assay_long_double", give_float<long double, std::strtold>},
      {"__assay_read_byte", give_byte},
      {"__assay_clauses", count_clauses},
      {"__assay_filter", count_filter},
      {"__assay_clause", give_clause},
      {"__assay_unwind", unwind_to},
      {"__assay_terminate", terminate},
  };
  const auto found = table.find(name);
  const LibraryFunction function = found != table.end()     ? found->second
                                   : !machine.calls.invents ? mathematical_function(name)
                                                            : nullptr;
  if (function == nullptr) return Handled::No;
  for (const auto& lanes : arguments.lanes)
    if (lanes[0].state != kDefined) return refuse(machine, "an undefined argument of the library", arguments);
  return function(machine, arguments);
}

}  // namespace assay::interpret
