#include "services/worker/refine/encoder/varargs.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "services/worker/refine/encoder/recorder.h"
#include "services/worker/semantics/variable_arguments.h"

/// Variable arguments. The target machine decides what a va_list holds. A list that only va_arg and its intrinsics
/// touch is encoded as a state in the list's first bytes: what va_arg gives, and the next state, are unknown functions
/// of the state and the type. A list that other instructions access is plain memory, and va_arg is a call of an unknown
/// function.
namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::LaneKind;
using semantics::LaneType;
/// The types of all va_arg, in the order of the function.
std::vector<std::string> taken_types(const semantics::Function& function) {
  std::vector<std::string> types;
  for (const Instruction& instruction : function.instructions)
    if (instruction.op == semantics::Op::VaArg) types.push_back(semantics::taken_type(function, instruction));
  return types;
}

/// A lane of an argument that is taken: what the caller passed, perhaps poison.
Lane passed_lane(Machine& m, const std::string& name, const LaneType& type, Term where) {
  Terms& t = m.terms();
  const bool pointer = type.kind == LaneKind::Pointer;
  const unsigned width = pointer ? m.memory().objects().foreign_pointer_bits() : m.width_of(type);
  const std::span<const Term> arguments(&where, 1);
  const Term bits = t.uninterpreted(name, width, arguments);
  const Term poison = m.world().options.poison_input ? t.uninterpreted(name + ".poison", 1, arguments) : t.truth(false);
  return {pointer ? m.memory().objects().foreign_pointer(bits) : bits, poison, {}};
}

/// The state of a list that nobody else touches.
class List {
 public:
  List(Machine& m, semantics::Slot slot) : m_(m), t_(m.terms()), at_(m.use_address(slot)) {}

  void check(Access access) { check_access(m_, at_, t_.constant(at_.offset.width(), 1), 1, access); }
  std::vector<Cell> cells() {
    std::vector<Cell> all;
    for (unsigned i = 0; i < count(); ++i)
      all.push_back(m_.memory().read(at_.block, t_.add(at_.offset, t_.constant(at_.offset.width(), i * bytes()))));
    return all;
  }
  /// That of a list that was started; else undefined behaviour.
  Term state() {
    Term whole;
    for (const Cell& cell : cells()) {
      const Term value = m_.use_defined({cell.value, t_.ne(cell.poison, t_.zero(cell.poison.width())), cell.undef});
      whole = whole ? t_.concat(value, whole) : value;
    }
    return whole;
  }
  void set(std::vector<Cell> cells) { m_.memory().write(at_, std::move(cells)); }
  void set_state(Term state) {
    std::vector<Cell> cells;
    const unsigned bits = m_.memory().shape().cell_bits();
    for (unsigned i = 0; i < count(); ++i)
      cells.push_back(m_.memory().cells().integer(t_.slice(state, i * bits, bits)));
    set(std::move(cells));
  }
  void destroy() { set(std::vector<Cell>(count(), m_.memory().cells().poison())); }
  unsigned state_bits() const { return count() * m_.memory().shape().cell_bits(); }

 private:
  unsigned bytes() const { return m_.memory().shape().cell_bytes; }
  /// As many bits as tell all positions apart.
  unsigned count() const { return std::max(1u, m_.memory().shape().offset_bits / m_.memory().shape().cell_bits()); }

  Machine& m_;
  Terms& t_;
  Pointer at_;
};

/// Takes an argument from a list that others touch: the same where the list holds the same.
class Taking : Recorder {
 public:
  explicit Taking(Machine& m) : Recorder(m) {}
  Term encode(const std::string& name, semantics::Slot list) {
    const Pointer p = m_.use_address(list);
    record_.key = name;
    // In the order of all that the world sees, because a list that holds what it held before need not come up again.
    record_.reads_arguments = record_.writes = true;
    record_.sees = record_.changes = semantics::OutsideKinds::all().without(semantics::Outside::LibraryErrno);
    add_value({join(t_, p), t_.truth(false), {}}, m_.function().slots[list]);
    record_.argument_blocks.push_back({p.block, {}});
    const auto matches = find_matches();
    record_.occasion = ++m_.world().occasions;
    record_.outcome = t_.constant(kWorldBits, record_.occasion);
    for (auto match = matches.rbegin(); match != matches.rend(); ++match)
      record_.outcome = t_.ite(match->first, match->second->outcome, record_.outcome);
    record_.external_after = changed_to(record_.outcome);
    record_.returns = t_.truth(true);
    record_.unwinds = record_.ub = t_.truth(false);
    change(p);
    const Term outcome = record_.outcome;
    m_.world().calls.push_back(std::move(record_));
    return outcome;
  }

 private:
  void change(const Pointer& list) {
    const MemoryState& state = m_.memory().state();
    Havoc havoc;
    havoc.outcome = record_.outcome;
    havoc.restricted = true;
    havoc.only_blocks = {list.block};
    for (std::size_t i = 0; i < state.escaped.size(); ++i)
      havoc.escaped.push_back(t_.lor(state.escaped[i], state.exposed[i]));
    m_.memory().havoc(std::move(havoc));
    m_.memory().state().external = record_.external_after;
    record_.contents_after = m_.memory().state().contents;
  }
};

}  // namespace

bool encode_list_intrinsic(Machine& m, const Instruction& instruction) {
  const llvm::CallBase& call = *m.function().calls[instruction.detail].call;
  const auto operands = m.function().operands_of(instruction);
  const auto is_own = [](const llvm::Use& argument) { return semantics::is_own_list(*argument); };
  if (!std::all_of(call.arg_begin(), call.arg_end(), is_own)) return false;
  List list(m, operands[0].first);
  list.check(Access::Write);
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::vastart:
      list.set_state(m.terms().variable(kListAtStart, list.state_bits()));
      return true;
    case llvm::Intrinsic::vacopy: {
      List from(m, operands[1].first);
      from.check(Access::Read);
      list.set(from.cells());
      return true;
    }
    default:
      list.destroy();
      return true;
  }
}

void encode_va_arg(Machine& m, const Instruction& instruction) {
  Terms& t = m.terms();
  const semantics::Slot slot = m.function().operands_of(instruction)[0].first;
  const std::string type_name = semantics::taken_type(m.function(), instruction), name = "va_arg " + type_name;
  Term where;
  TakenArgument taken;
  taken.type = type_name;
  taken.path = m.path().condition();
  if (semantics::is_own_list(*instruction.origin->getOperand(0))) {
    List list(m, slot);
    list.check(Access::ReadAndWrite);
    where = list.state();
    taken.next = t.uninterpreted(name + ".next", where.width(), std::span<const Term>(&where, 1));
    list.set_state(taken.next);
  } else {
    m.world().approximations.add(Cause::SharedVaList);
    where = Taking(m).encode(name + " of a list", slot);
  }
  // How many arguments there are is the caller's choice. To take one too many is undefined.
  taken.exists = t.uninterpreted("va_arg exists" + std::to_string(where.width()), 1, std::span<const Term>(&where, 1));
  m.ub(t.lnot(taken.exists));
  for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane) {
    const semantics::Slot to = instruction.result.first + lane;
    const LaneType& type = m.function().slots[to];
    const Lane passed = passed_lane(m, name + std::to_string(where.width()) + "." + std::to_string(lane), type, where);
    taken.lanes.push_back({passed.bits, passed.poison, t.truth(false), type});
    m.set(to, passed);
  }
  taken.where = where;
  if (taken.next) m.world().taken.push_back(std::move(taken));
}

bool takes_otherwise(const semantics::Function& source, const semantics::Function& target) {
  const std::vector<std::string> before = taken_types(source), after = taken_types(target);
  std::set<std::string> all(before.begin(), before.end());
  all.insert(after.begin(), after.end());
  return all.size() > 1 && before != after;
}

}  // namespace assay::refine
