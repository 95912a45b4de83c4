#include <llvm/ADT/APFloat.h>
#include <llvm/IR/Function.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>

#include "services/worker/interpret/library/library.h"
#include "services/worker/interpret/values/lanes.h"
#include "services/worker/semantics/apfloat.h"

/// Functions of numbers and characters, as the C library has them in its C locale.
namespace assay::interpret {
namespace {

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

/// May the function have set errno, as far as its result shows? No number, an infinity or almost nothing may be an
/// error.
bool may_have_set_errno(const CallArguments& arguments) {
  const semantics::LaneType& type = arguments.result_types[0];
  if (!arguments.facts->known->sets_errno || type.format == semantics::FloatFormat::None) return false;
  if (arguments.result[0].state != kDefined || type.bits > 64) return true;
  const llvm::APFloat value(semantics::semantics_of(type.format), llvm::APInt(type.bits, arguments.result[0].bits));
  return !value.isNormal();
}

/// Who looks at errno sees that, and in which order.
void record_errno(Machine& machine, const CallArguments& arguments) {
  Event event;
  event.name = "errno of " + arguments.callee->getName().str();
  event.changes = {semantics::Outside::LibraryErrno};
  machine.result.events.push_back(std::move(event));
  machine.keep(sizeof(Event), arguments.instruction);
}

}  // namespace

Handled compute_row(Machine& machine, const CallArguments& arguments) {
  semantics::ValueInfo info;
  info.op = arguments.facts->known->op;
  if (info.op == semantics::Op::Abs) info.flags = semantics::IntMinPoison;
  info.result = arguments.result_types[0];
  info.operand = arguments.types[0][0];
  std::array<Operand, 3> operands{};
  for (std::size_t i = 0; i < arguments.lanes.size(); ++i)
    operands[i] = {arguments.lanes[i].data(), arguments.types[i][0].bits};
  const std::span<const Operand> given(operands.data(), arguments.lanes.size());
  if (!slow_lane(machine, info, given, arguments.result[0], arguments.instruction)) return Handled::Stopped;
  if (machine.calls.invents && may_have_set_errno(arguments)) record_errno(machine, arguments);
  return machine.stopped ? Handled::Stopped : Handled::Done;
}

const LibraryTable& number_functions() {
  static const auto& table = *new LibraryTable{
      {llvm::LibFunc_ffs, call_ffs},
      {llvm::LibFunc_ffsl, call_ffs},
      {llvm::LibFunc_ffsll, call_ffs},
      {llvm::LibFunc_atoi, call_atoi},
      {llvm::LibFunc_atol, call_atoi},
      {llvm::LibFunc_isdigit, call_test<std::isdigit>},
      {llvm::LibFunc_isascii, call_test<isascii>},
      {llvm::LibFunc_toascii, call_change<toascii>},
      {semantics::Other_isalpha, call_test<std::isalpha>},
      {semantics::Other_isalnum, call_test<std::isalnum>},
      {semantics::Other_isspace, call_test<std::isspace>},
      {semantics::Other_isupper, call_test<std::isupper>},
      {semantics::Other_islower, call_test<std::islower>},
      {semantics::Other_isprint, call_test<std::isprint>},
      {semantics::Other_toupper, call_change<std::toupper>},
      {semantics::Other_tolower, call_change<std::tolower>},
  };
  return table;
}

}  // namespace assay::interpret
