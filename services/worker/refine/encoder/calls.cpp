#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ModRef.h>

#include <array>

#include "services/worker/refine/encoder/call_facts.h"
#include "services/worker/refine/encoder/control.h"
#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/memory/setup.h"
#include "services/worker/refine/encoder/recorder.h"

/// Calls of unknown functions, inline assembly among them. What such a function does is a function of its arguments and
/// of what it can see of the world; a call that sees nothing else than an earlier one does the same.
namespace assay::refine {
namespace {

using semantics::Instruction;
using semantics::LaneKind;
using semantics::Slots;

constexpr std::uint64_t kLargestCopy = 64;  ///< bytes of a byval argument

class UnknownCall : Recorder {
 public:
  UnknownCall(Machine& m, const Instruction& i)
      : Recorder(m), i_(i), site_(m.function().calls[i.detail]), call_(*site_.call) {}

  void encode() {
    find_callee();
    // Only what the function's attributes say is used of its body, and an optimizer may know more.
    if (callee_ != nullptr && has_body(*callee_)) m_.world().approximations.add(Cause::BodyOfCallee);
    facts_ = facts_of(call_, callee_, site_);
    if (facts_.reallocates) m_.world().approximations.add(Cause::Reallocation);
    if (callee_ != nullptr && is_unknown_intrinsic(*callee_)) describe_intrinsic();
    record_.call = &call_;
    record_.callee = callee_;
    name_call();
    if (!facts_.speculatable) keep_facts_of_source();
    record_.facts = facts_;
    describe();
    const std::size_t before = m_.path().ub_count();
    gather_arguments();
    escaped_before_ = m_.memory().state().escaped;
    given_before_ = m_.memory().state().given;
    for (const auto& [block, when] : read_only_captured_) m_.memory().known().mark_escaped(block, when);
    see_what_is_known();
    const bool in_library = callee_ != nullptr && callee_->isDeclaration() && is_library_function(*callee_);
    // An optimizer that knows a library function may promise for its calls what the function asks for, or gives.
    if (in_library) approximate_ub_since(before, Cause::LibraryArguments);
    if (in_library && is_fortified(*callee_)) m_.world().approximations.add(Cause::FortifiedRead);
    const std::vector<std::pair<Term, const CallRecord*>> matches = find_matches();
    find_outcome(matches);
    if (m_.failed()) return;
    m_.ub(record_.ub);
    keep_tail_promise();
    change_memory(matches);
    record_.contents_after = m_.memory().state().contents;
    const Term ends = t_.lnot(record_.returns);
    // What a rewrite has invented is broken here.
    if (call_.getAttributes().hasFnAttr(llvm::Attribute::WillReturn)) m_.ub(ends);
    const Term throws = t_.land(ends, record_.unwinds);
    if (!record_.has_effects && !record_.writes) m_.path().unseen(throws);
    if (record_.exception) unwind(m_, throws, record_.exception);
    const Term stays = t_.land(ends, t_.lnot(record_.unwinds));
    if (facts_.effects.onlyReadsMemory() && m_.stack().must_progress()) m_.ub(stays);
    noreturn_exit(m_, stays, record_.outcome);
    const std::size_t after = m_.path().ub_count();
    set_result();
    if (in_library) approximate_ub_since(after, Cause::LibraryResult);
    m_.world().calls.push_back(std::move(record_));
  }

 private:
  /// The conditions that were added since then may be no undefined behaviour, for that cause.
  void approximate_ub_since(std::size_t count, Cause cause) {
    for (Term condition : m_.path().ub_since(count)) m_.world().approximations.add_where(condition, cause);
  }
  /// The function called, directly or through a pointer that can only be it.
  void find_callee() {
    callee_ = site_.callee;
    if (callee_ != nullptr || call_.isInlineAsm()) return;
    target_lane_ = m_.lane(m_.function().operands_of(i_)[0].first);
    if (!target_lane_.bits.is_constant() || !target_lane_.poison.is_false()) return;
    const Pointer p = split(t_, target_lane_.bits);
    const std::uint64_t number = p.block.value().getZExtValue();
    if (number >= m_.world().memory.objects.size() || !p.offset.is_zero()) return;
    const llvm::Function* f = call_.getModule()->getFunction(m_.world().memory.objects[number].name);
    if (f != nullptr && f->getFunctionType() == call_.getFunctionType()) callee_ = f;
  }
  /// An optimizer may know more of it than its attributes say.
  void describe_intrinsic() {
    m_.world().approximations.add(Cause::UnknownIntrinsic, callee_->getName().str());
    if (llvm::Intrinsic::isTargetIntrinsic(callee_->getIntrinsicID())) return;
    facts_.effects = llvm::MemoryEffects::inaccessibleOrArgMemOnly();  // a va_list, and the arguments that are left
    facts_.returns = true;
  }
  /// Does the callee's name tell it from all others? Where there are calls of pointers, addresses do.
  bool is_named() const {
    return site_.callee != nullptr && (!m_.world().indirect_calls || site_.callee->isIntrinsic());
  }
  /// Operand 0 is the callee's address.
  bool is_indirect() const { return site_.callee == nullptr && !call_.isInlineAsm(); }
  /// Passes may drop what a call site says (calls are merged, moved past others), but the function does what it did.
  void keep_facts_of_source() {
    std::optional<CallFacts> known;
    for (const CallRecord& earlier : m_.world().calls)
      if (earlier.machine != &m_ && earlier.call != nullptr && earlier.key == record_.key)
        known = known ? common(*known, earlier.facts) : earlier.facts;
    if (known) add_facts(facts_, *known);
  }
  void describe() {
    const auto ref = [&](llvm::IRMemLocation where) { return llvm::isRefSet(facts_.effects.getModRef(where)); };
    const auto mod = [&](llvm::IRMemLocation where) { return llvm::isModSet(facts_.effects.getModRef(where)); };
    record_.reads_all = ref(llvm::IRMemLocation::Other);
    record_.reads_arguments = ref(llvm::IRMemLocation::ArgMem);
    record_.writes = mod(llvm::IRMemLocation::Other) || mod(llvm::IRMemLocation::ArgMem);
    sees_world_ = ref(llvm::IRMemLocation::InaccessibleMem) || ref(llvm::IRMemLocation::Other);
    // What only writes memory leaves the same, however often it is called; what is written where nobody may read it does
    // not matter.
    record_.has_effects = (mod(llvm::IRMemLocation::Other) && !facts_.effects.onlyWritesMemory()) ||
                          (mod(llvm::IRMemLocation::InaccessibleMem) && ref(llvm::IRMemLocation::InaccessibleMem));
    if (facts_.allocates) record_.has_effects = record_.writes = false;
  }
  void name_call() {
    const std::string type = shape_of_arguments();
    record_.key = is_named() ? key_of(*site_.callee) : "*";
    if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call_.getCalledOperand()))
      record_.key = "asm " + assembly->getAsmString().str() + " " + assembly->getConstraintString().str();
    record_.key += " " + type;
    if (callee_ != nullptr && m_.world().changed_inside.contains(callee_)) record_.key += " in " + m_.side();
    for (std::uint32_t lane = 0; lane < i_.result.count; ++lane)
      record_.key += "," + std::to_string(m_.function().slots[i_.result.first + lane].bits);
  }

  /// The lanes that are passed; types of two modules may differ in their names.
  std::string shape_of_arguments() const {
    std::string shape = call_.getFunctionType()->isVarArg() ? "..." : "";
    for (const Slots& value : m_.function().operands_of(i_).drop_front(is_indirect() ? 1 : 0)) {
      shape += "(";
      for (std::uint32_t lane = 0; lane < value.count; ++lane) {
        const semantics::LaneType& type = m_.function().slots[value.first + lane];
        shape += std::to_string(static_cast<int>(type.kind)) + "." + std::to_string(type.bits) + " ";
      }
      shape += ")";
    }
    return shape;
  }

  void add_argument(const Slots& value, std::size_t number) {
    const ArgumentFacts& facts = facts_.arguments[number];
    for (std::uint32_t lane = 0; lane < value.count; ++lane) {
      const semantics::LaneType& type = m_.function().slots[value.first + lane];
      const Lane kept = keep_promises(m_, facts.promises, type, m_.lane(value.first + lane));
      if (type.kind == LaneKind::Pointer && facts.by_value != 0) {
        pass_by_value(kept, facts.by_value);
        continue;
      }
      add_value(kept, type);
      record_.argument_of.resize(record_.arguments.size(), 0);
      record_.argument_of.back() = static_cast<std::uint32_t>(number + 1);
      if (type.kind != LaneKind::Pointer) continue;
      const Picked& picked = record_.arguments.back();
      const Pointer p = split(t_, picked.bits);
      record_.argument_blocks.push_back(p.block);
      record_.initialized.push_back(initialized_through(p, facts));
      const Term passed = t_.land(m_.path().condition(), t_.lnot(picked.poison));
      const bool captured = facts.is_captured();
      if (!captured && facts.is_located()) m_.memory().known().mark_located(p.block, passed);
      if (facts.is_given_back()) given_back_.push_back(p.block);
      if (captured && facts.read_only)
        read_only_captured_.emplace_back(p.block, passed);
      else if (captured)
        m_.memory().known().mark_escaped(p.block, passed);
      else
        m_.memory().known().mark_read(p.block, passed);
      if (facts.read_only) read_only_.push_back(p.block);
      if (facts.dead_after) dead_after_.push_back(p.block);
      passed_.push_back(p.block);
    }
  }
  std::vector<ByteRange> initialized_through(const Pointer& p, const ArgumentFacts& facts) const {
    const unsigned width = p.offset.width();
    std::vector<ByteRange> ranges;
    for (const llvm::ConstantRange& range : facts.initializes)
      ranges.push_back({t_.add(p.offset, t_.constant(range.getLower().sextOrTrunc(width))),
                        t_.constant((range.getUpper() - range.getLower()).zextOrTrunc(width))});
    return ranges;
  }
  /// The callee gets a copy of the bytes.
  void pass_by_value(const Lane& lane, std::uint64_t size) {
    const Pointer p = m_.use_defined_pointer(lane);
    const unsigned width = p.offset.width();
    check_access(m_, p, t_.constant(width, size), 1, Access::Read);
    if (size > kLargestCopy) return m_.unsupported("large byval argument");
    for (std::uint64_t at = 0; at < size; at += m_.memory().shape().cell_bytes) {
      const Cell cell = m_.memory().read(p.block, t_.add(p.offset, t_.constant(width, at)));
      const Term poison = t_.ne(cell.poison, t_.zero(cell.poison.width()));
      semantics::LaneType type;
      type.bits = cell.value.width();
      add_value({cell.value, poison, cell.undef}, type);
      if (!m_.memory().shape().pointers) continue;
      type.kind = LaneKind::Pointer;
      const Term pointer = t_.ite(cell.is_pointer, cell.pointer, t_.zero(cell.pointer.width()));
      add_value({pointer, t_.lor(poison, t_.lnot(cell.is_pointer)), cell.undef}, type);
      // What the copy points to is passed, too.
      m_.memory().known().mark_escaped(split(t_, cell.pointer).block, t_.land(m_.path().condition(), cell.is_pointer));
    }
  }
  void gather_arguments() {
    const auto operands = m_.function().operands_of(i_);
    std::size_t first = 0;
    semantics::LaneType type;
    type.kind = LaneKind::Pointer;
    if (is_indirect()) {
      const Pointer target = m_.use_defined_pointer(target_lane_);
      check_target(target);
      add_value({join(t_, target), t_.truth(false), {}}, type);
      first = 1;
    } else if (site_.callee != nullptr && !is_named()) {
      const auto found = m_.world().memory.by_name.find(key_of(*site_.callee));
      if (found == m_.world().memory.by_name.end()) return m_.unsupported("global");
      const Pointer p{t_.zero(kMarkBits), m_.memory().caller_block(found->second),
                      t_.zero(m_.memory().shape().offset_bits)};
      add_value({join(t_, p), t_.truth(false), {}}, type);
    }
    first_argument_ = record_.arguments.size();
    for (std::size_t i = first; i < operands.size(); ++i) add_argument(operands[i], i - first);
  }
  /// The address of a function of the call's type, or of one that is not known.
  void check_target(const Pointer& p) {
    Term fine = t_.truth(false);
    const auto& objects = m_.world().memory.objects;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const Term here = t_.eq(p.block, m_.memory().caller_block(i));
      if (objects[i].kind == Object::Kind::Unknown && !objects[i].reserved) fine = t_.lor(fine, here);
      if (objects[i].kind != Object::Kind::Function) continue;
      const llvm::Function* f = call_.getModule()->getFunction(objects[i].name);
      if (f == nullptr || f->getFunctionType() == call_.getFunctionType()) fine = t_.lor(fine, here);
    }
    m_.ub(t_.lnot(t_.land(fine, t_.eq(p.offset, t_.zero(p.offset.width())))));
    if (const llvm::MDNode* callees = call_.getMetadata(llvm::LLVMContext::MD_callees)) {
      Term one = t_.truth(false);
      for (const llvm::MDOperand& operand : callees->operands()) {
        const auto* f = llvm::mdconst::dyn_extract_or_null<llvm::Function>(operand);
        const auto found = f == nullptr ? m_.world().memory.by_name.end() : m_.world().memory.by_name.find(key_of(*f));
        if (found != m_.world().memory.by_name.end())
          one = t_.lor(one, t_.eq(p.block, m_.memory().caller_block(found->second)));
      }
      m_.ub(t_.lnot(one));
    }
  }

  /// The outcome of a call that is like no earlier one: a function of arguments and occasion.
  Term unknown(const std::string& what, unsigned width) {
    std::vector<Term> arguments{occasion_};
    for (const Picked& a : record_.arguments) {
      arguments.push_back(t_.ite(a.poison, t_.zero(a.bits.width()), a.bits));
      if (!a.poison.is_false()) arguments.push_back(a.poison);
    }
    std::string name = "call " + record_.key + "." + what;
    return t_.uninterpreted(name, width, arguments);
  }
  void find_outcome(const std::vector<std::pair<Term, const CallRecord*>>& matches) {
    const unsigned number = ++m_.world().occasions;
    record_.outcome = t_.constant(kWorldBits, number);
    record_.occasion = number;
    const bool sees = sees_world_ || record_.reads_arguments || record_.has_effects || record_.writes;
    occasion_ = sees ? record_.outcome : t_.zero(kWorldBits);
    record_.external_after = record_.has_effects ? record_.outcome : record_.before.external;
    // A function that will return is taken not to unwind either.
    const bool returns = facts_.returns || facts_.allocates;
    record_.returns = facts_.never_returns ? t_.truth(false) : returns ? t_.truth(true) : unknown("returns", 1);
    record_.unwinds = t_.truth(false);
    if (facts_.unwinds && !returns) {
      record_.unwinds = t_.land(t_.lnot(targets_without_exceptions()), unknown("unwinds", 1));
      record_.exception = m_.memory().returned_pointer(unknown("exception", m_.memory().foreign_pointer_bits()));
    }
    record_.ub = facts_.speculatable || facts_.allocates ? t_.truth(false) : unknown("ub", 1);
    if (!passed_.empty() && !facts_.effects.doesNotAccessMemory()) record_.accesses = unknown("accesses", 1);
    for (std::uint32_t lane = 0; lane < i_.result.count; ++lane) {
      record_.result.push_back(unknown_result(lane));
      record_.result_types.push_back(m_.function().slots[i_.result.first + lane]);
    }
    for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
      const auto& [condition, earlier] = *match;
      const auto take = [&](Term& mine, Term theirs) { mine = t_.ite(condition, theirs, mine); };
      take(record_.outcome, earlier->outcome);
      if (record_.has_effects) take(record_.external_after, earlier->external_after);
      take(record_.returns, earlier->returns);
      take(record_.unwinds, earlier->unwinds);
      if (!record_.exception)
        record_.exception = earlier->exception;
      else if (earlier->exception)
        take(record_.exception, earlier->exception);
      take(record_.ub, earlier->ub);
      if (record_.accesses && earlier->accesses) take(record_.accesses, earlier->accesses);
      for (std::size_t lane = 0; lane < record_.result.size(); ++lane) {
        take(record_.result[lane].bits, earlier->result[lane].bits);
        take(record_.result[lane].poison, earlier->result[lane].poison);
      }
    }
    if (facts_.never_returns) record_.returns = t_.truth(false);
  }
  /// Where the call is indirect: it is one of a function that never throws.
  Term targets_without_exceptions() {
    Term quiet = t_.truth(false);
    if (!is_indirect()) return quiet;
    const Term block = split(t_, record_.arguments.front().bits).block;
    const auto& objects = m_.world().memory.objects;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (objects[i].kind != Object::Kind::Function) continue;
      const llvm::Function* f = call_.getModule()->getFunction(objects[i].name);
      if (f != nullptr && f->doesNotThrow()) quiet = t_.lor(quiet, t_.eq(block, m_.memory().caller_block(i)));
    }
    return quiet;
  }
  /// The callee of a tail call does not access the caller's allocas (LangRef, call instruction).
  void keep_tail_promise() {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&call_);
    if (call == nullptr || !call->isTailCall() || !record_.accesses) return;
    const std::vector<Object>& own = m_.memory().locals();
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i].kind != Object::Kind::Stack) continue;
      const Term block = m_.memory().own_block(i);
      for (Term passed : passed_) m_.ub(t_.land(record_.accesses, t_.eq(passed, block)));
    }
  }
  Picked unknown_result(std::uint32_t lane) {
    const semantics::LaneType& type = m_.function().slots[i_.result.first + lane];
    const std::string what = "result" + std::to_string(lane);
    const Term poison = facts_.result.noundef ? t_.truth(false) : unknown(what + ".poison", 1);
    if (type.kind != LaneKind::Pointer) return {unknown(what, type.bits), poison};
    const unsigned width = m_.memory().shape().offset_bits;
    Term pointer = m_.memory().returned_pointer(unknown(what, m_.memory().foreign_pointer_bits()));
    for (std::size_t own = 0; own < m_.memory().locals().size(); ++own) {
      const Term known = m_.memory().escaped(m_.memory().own_block(own));
      if (known.is_false()) continue;
      const Term chosen = t_.land(known, unknown(what + ".own" + std::to_string(own), 1));
      const Pointer p{t_.zero(kMarkBits), m_.memory().own_block(own), unknown(what + ".offset", width)};
      pointer = t_.ite(chosen, join(t_, p), pointer);
    }
    for (std::size_t i = 0; i < given_back_.size(); ++i) {
      const std::string which = what + ".back" + std::to_string(i);
      const Pointer p{t_.zero(kMarkBits), given_back_[i], unknown(which + ".offset", width)};
      pointer = t_.ite(unknown(which, 1), join(t_, p), pointer);
    }
    return {pointer, poison};
  }

  /// Where the call is an earlier one that promises more, it keeps that, too.
  void change_memory(const std::vector<std::pair<Term, const CallRecord*>>& matches) {
    MemoryState& state = m_.memory().state();
    const MemoryState start = state;
    const llvm::MemoryEffects effects = facts_.effects;
    const auto keeps_more = [&](const auto& match) { return (effects & match.second->facts.effects) != effects; };
    const auto last = std::find_if(matches.rbegin(), matches.rend(), keeps_more).base();
    std::vector<std::pair<Term, MemoryState>> states;
    const auto add = [&](Term where, llvm::MemoryEffects kept) {
      state = start;
      facts_.effects = kept;
      describe();
      change_memory();
      states.emplace_back(where, state);
    };
    for (auto match = matches.begin(); match != last; ++match) add(match->first, effects & match->second->facts.effects);
    if (states.empty() || !states.front().first.is_true()) add(t_.truth(true), effects);
    state = m_.memory().merge(states);
    facts_.effects = effects;
    describe();
    state.external = record_.external_after;
    const Term start_of_block = t_.zero(m_.memory().shape().offset_bits);
    for (Term block : dead_after_)
      m_.memory().fill({t_.zero(kMarkBits), block, start_of_block}, m_.memory().size_of(block), m_.memory().poison_cell());
  }
  void change_memory() {
    if (record_.writes) {
      const MemoryState& state = m_.memory().state();
      const bool everything = llvm::isModSet(facts_.effects.getModRef(llvm::IRMemLocation::Other));
      const bool arguments = llvm::isModSet(facts_.effects.getModRef(llvm::IRMemLocation::ArgMem));
      Havoc havoc;
      havoc.outcome = record_.outcome;
      for (std::size_t i = 0; i < record_.initialized.size(); ++i)
        for (const ByteRange& range : record_.initialized[i])
          havoc.written.push_back({record_.argument_blocks[i], record_.returns, range});
      havoc.may_leave = !record_.reads_all && (everything || !record_.reads_arguments);
      havoc.may_leave = havoc.may_leave || !havoc.written.empty();
      havoc.sees_all = record_.reads_all && !hides_objects() && !havoc.may_leave;
      const Memory& memory = m_.memory();
      for (unsigned i = 0; i < state.escaped.size(); ++i)
        havoc.escaped.push_back(
            t_.lor(to_write(i, memory.own_block(i), state.escaped, escaped_before_), state.exposed[i]));
      for (unsigned i = 0; i < state.given.size(); ++i)
        havoc.given.push_back(t_.lor(to_write(i, memory.caller_block(i), state.given, given_before_),
                                     is_passed(memory.caller_block(i), Access::Write)));
      if (everything) {
        // What is passed may be written during the call, even if it is not captured.
        for (unsigned i = 0; i < havoc.escaped.size(); ++i)
          havoc.escaped[i] = t_.lor(havoc.escaped[i], is_passed(memory.own_block(i), Access::Write));
      } else {
        havoc.restricted = true;
        if (arguments)
          for (Term block : passed_)
            if (writable(block)) havoc.only_blocks.push_back(block);
      }
      if (everything || !havoc.only_blocks.empty()) m_.memory().havoc(std::move(havoc));
      if (facts_.frees) free_some(everything);
    }
  }
  /// Is the object one that an argument leads to, through which the callee may so access it?
  Term is_passed(Term object, Access access) {
    Term passed = t_.truth(false);
    for (Term block : passed_)
      if (!writes(access) || writable(block)) passed = t_.lor(passed, t_.eq(block, object));
    return passed;
  }
  /// Who knows an object by a read-only argument alone does not write it during the call.
  Term to_write(unsigned number, Term object, const std::vector<Term>& now, const std::vector<Term>& before) {
    const Term was = number < before.size() ? before[number] : t_.truth(false);
    Term known = now[number];
    for (Term block : read_only_) known = t_.ite(t_.eq(block, object), was, known);
    return known;
  }
  bool hides_objects() const {
    const std::vector<Object>& objects = m_.world().memory.objects;
    return std::any_of(objects.begin(), objects.end(), [](const Object& object) { return object.hidden; });
  }
  bool writable(Term block) const { return std::find(read_only_.begin(), read_only_.end(), block) == read_only_.end(); }
  void free_some(bool everything) {
    MemoryState& state = m_.memory().state();
    const auto update = [&](Term& alive, Term block, Term known) {
      Term reachable = known;
      if (!everything) {
        reachable = t_.truth(false);
        for (Term passed : passed_) reachable = t_.lor(reachable, t_.eq(passed, block));
      }
      const Term heap = m_.memory().heap(block);
      const Term arguments[] = {record_.outcome, block};
      alive = t_.land(alive, t_.lnot(t_.land(t_.land(reachable, heap),
                                             t_.uninterpreted("freed", 1, std::span<const Term>(arguments)))));
    };
    for (std::size_t i = 1; i < state.alive.size(); ++i) {
      const Term block = m_.memory().caller_block(i);
      update(state.alive[i], block, t_.lor(state.given[i], is_passed(block, Access::Read)));
    }
    for (std::size_t i = 0; i < state.local_alive.size(); ++i) {
      const Term block = m_.memory().own_block(i);
      const Term known = t_.lor(t_.lor(state.escaped[i], state.exposed[i]), is_passed(block, Access::Read));
      update(state.local_alive[i], block, known);
    }
  }

  void set_result() {
    if (i_.result.count == 0) return;
    if (facts_.fresh_result && allocates(m_.function(), i_)) return set_own_object();
    std::vector<Lane> lanes;
    for (const Picked& p : record_.result) lanes.push_back({p.bits, p.poison, {}});
    const auto operands = m_.function().operands_of(i_);
    const std::size_t skipped = is_indirect() ? 1 : 0;
    for (std::size_t i = 0; i < facts_.arguments.size() && lanes.size() == 1; ++i)
      if (facts_.arguments[i].returned && operands[i + skipped].count == 1)
        lanes[0] = m_.lane(operands[i + skipped].first);
    for (std::uint32_t lane = 0; lane < i_.result.count; ++lane) {
      const semantics::Slot slot = i_.result.first + lane;
      const Lane value = m_.with_fast_math(i_, std::move(lanes[lane]));
      m_.set(slot, keep_promises(m_, facts_.result, m_.function().slots[slot], value));
    }
  }
  /// Any, but no less than allocsize says.
  Term size_of_own_object() {
    const unsigned width = m_.memory().shape().offset_bits;
    const Term any = t_.uninterpreted("made.size", width, std::span(&record_.outcome, 1));
    if (!facts_.size_arguments) return any;
    const auto operands = m_.function().operands_of(i_).drop_front(is_indirect() ? 1 : 0);
    Term least = t_.constant(width, 1), known = t_.truth(true);
    for (std::optional<unsigned> number : {std::optional(facts_.size_arguments->first), facts_.size_arguments->second}) {
      if (!number || *number >= operands.size()) continue;
      const Picked in = m_.use(operands[*number].first);
      if (in.bits.width() > width) return any;
      const Term factor = t_.zext(in.bits, width);
      known = t_.land(known, t_.lnot(t_.lor(in.poison, t_.umul_overflows(least, factor))));
      least = t_.mul(least, factor);
    }
    m_.choices().take_picked();
    return t_.ite(t_.land(known, t_.ult(any, least)), least, any);
  }
  /// The object is as aligned as an argument says, which is a power of two unless there is no object (LangRef, allocalign).
  void align_own_object(Term address, Term none) {
    const Slots asked = m_.function().operands_of(i_)[*facts_.align_argument + (is_indirect() ? 1 : 0)];
    const Lane& lane = m_.lane(asked.first);
    const unsigned width = address.width();
    if (!lane.undef.empty() || lane.bits.width() > width || lane.bits.width() == 1) return;
    const Term zero = t_.zero(width), align = t_.zext(lane.bits, width), below = t_.sub(align, t_.constant(width, 1));
    const Term fits = t_.land(t_.land(t_.ne(align, zero), t_.eq(t_.band(align, below), zero)),
                              t_.eq(t_.band(address, below), zero));
    m_.world().address_axioms.push_back(t_.any_of(std::array{t_.lnot(m_.path().condition()), lane.poison, none, fits}));
  }
  /// A noalias result is an object that nobody else has, or null.
  void set_own_object() {
    const bool is_known = (facts_.zeroed || facts_.uninitialized) && !facts_.reallocates;
    if (!is_known && callee_ != nullptr && is_library_function(*callee_))
      m_.world().approximations.add(Cause::LibraryAllocation);
    const unsigned width = m_.memory().shape().offset_bits;
    const Term none = t_.uninterpreted("made.null", 1, std::span(&record_.outcome, 1));
    Object object;
    object.kind = Object::Kind::Heap;
    object.size = size_of_own_object();
    object.writable = t_.truth(true);
    object.heap = t_.truth(true);
    object.alive = t_.lnot(none);
    m_.ub(t_.slt(object.size, t_.zero(width)));
    const unsigned own = m_.memory().allocate(m_.memory().site_of(i_), std::move(object));
    const Pointer p{t_.zero(kMarkBits), m_.memory().own_block(own), t_.zero(width)};
    if (facts_.align_argument) align_own_object(m_.memory().address(p), none);
    if (is_known) {
      m_.memory().fill(p, m_.memory().size_of(p.block), facts_.zeroed ? m_.memory().zero_cell() : m_.memory().uninitialized());
    } else {
      Havoc contents;
      contents.restricted = true;
      contents.only_blocks = {p.block};
      contents.outcome = record_.outcome;
      m_.memory().havoc(std::move(contents));
    }
    Lane lane{t_.ite(none, null_pointer(t_, width), join(t_, p)), t_.truth(false), {}};
    m_.set(i_.result.first, keep_promises(m_, facts_.result, m_.function().slots[i_.result.first], lane));
  }

  const Instruction& i_;
  const semantics::CallSite& site_;
  const llvm::CallBase& call_;
  const llvm::Function* callee_ = nullptr;
  Lane target_lane_;
  CallFacts facts_;
  std::size_t first_argument_ = 0;
  std::vector<Term> passed_, read_only_, dead_after_, given_back_;
  std::vector<std::pair<Term, Term>> read_only_captured_;  ///< block, and when
  std::vector<Term> escaped_before_, given_before_;        ///< without those
  Term occasion_;
};

}  // namespace

void encode_call(Machine& m, const Instruction& instruction) {
  const semantics::CallSite& site = m.function().calls[instruction.detail];
  if (site.call == nullptr) return m.unsupported("call");
  if (encode_library_call(m, instruction)) return;
  if (site.callee != nullptr) {
    if (encode_call_intrinsic(m, instruction)) return;
    if (site.callee->getFunctionType() != site.call->getFunctionType()) {
      m.ub(m.terms().truth(true));
      for (std::uint32_t lane = 0; lane < instruction.result.count; ++lane)
        m.set(instruction.result.first + lane, m.poison_lane(m.function().slots[instruction.result.first + lane]));
      return;
    }
  }
  const Callees::Body* body = site.callee == nullptr ? nullptr : m.body_of(*site.callee);
  if (body != nullptr) return encode_defined_call(m, instruction, *body);
  UnknownCall(m, instruction).encode();
}

}  // namespace assay::refine
