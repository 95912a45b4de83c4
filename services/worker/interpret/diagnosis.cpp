#include "services/worker/interpret/diagnosis.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <regex>

#include "services/worker/ir/ir.h"

namespace assay::interpret {
namespace {

constexpr const char* kNothingWritten = "nothing was written there since it was allocated";

constexpr std::size_t kMostSteps = 24;  ///< of an origin

bool is_single(const std::vector<LaneSet>& lanes) {
  return std::ranges::all_of(lanes, [](const LaneSet& lane) { return lane.is_single(); });
}
bool has_poison(const std::vector<LaneSet>& lanes) {
  return std::ranges::any_of(lanes, [](const LaneSet& lane) { return lane.poison; });
}

/// A value where it is used: in the frame of that depth, before that entry of the trace.
struct Use {
  const llvm::Value* value;
  std::size_t depth;
  std::size_t before;
};

/// Bytes of memory before an entry of the trace.
struct Bytes {
  std::uint32_t object;
  std::uint64_t address, size;
  std::size_t before;
};

/// Reads a trace backwards.
class History {
 public:
  History(const Trace& trace, const Behaviour& behaviour) : trace_(trace), chain_(behaviour.chain) {}

  /// The entry that gave an instruction's value.
  std::optional<std::size_t> entry_of(const Use& use) const {
    for (std::size_t i = use.before; i-- > 0 && trace_[i].depth >= use.depth;)
      if (trace_[i].depth == use.depth && trace_[i].instruction == use.value) return i;
    return std::nullopt;
  }
  /// The call that entered the frame which the entry stands in, and the entry before which its operands are read.
  std::optional<Use> call_of(std::size_t depth, std::size_t entry) const {
    if (depth == 0) return std::nullopt;
    for (std::size_t i = entry; i < trace_.size(); ++i)
      if (trace_[i].depth < depth) return Use{trace_[i].instruction, depth - 1, i};
    // It has not returned: the chain ends in the function that the run began with.
    if (chain_.size() < depth + 1) return std::nullopt;
    return Use{chain_[chain_.size() - depth], depth - 1, trace_.size()};
  }
  const std::vector<LaneSet>* lanes_of(const Use& use) const {
    const auto entry = entry_of(use);
    return entry ? &trace_[*entry].lanes : nullptr;
  }
  /// An argument is what the call has for it.
  Use resolved(Use use) const {
    while (const auto* argument = llvm::dyn_cast<llvm::Argument>(use.value)) {
      const auto call = call_of(use.depth, use.before);
      const auto* base = call ? llvm::dyn_cast<llvm::CallBase>(call->value) : nullptr;
      if (base == nullptr || argument->getArgNo() >= base->arg_size()) break;
      use = {base->getArgOperand(argument->getArgNo()), call->depth, call->before};
    }
    return use;
  }
  /// Is it poison, undef, or one of several?
  bool is_bad(const Use& raw) const {
    const Use use = resolved(raw);
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(use.value))
      return constant->containsUndefOrPoisonElement();
    const auto* lanes = lanes_of(use);
    return lanes != nullptr && !is_single(*lanes);
  }
  std::optional<Bytes> bytes_of(const Use& raw, std::uint64_t size, std::size_t before) const {
    const Use use = resolved(raw);
    const auto* lanes = lanes_of(use);
    if (lanes == nullptr || lanes->size() != 1 || !lanes->front().is_single()) return std::nullopt;
    return Bytes{lanes->front().provenance, lanes->front().single().getZExtValue(), size, before};
  }
  const Trace& trace() const { return trace_; }

 private:
  const Trace& trace_;
  const std::vector<const llvm::Instruction*>& chain_;
};

std::uint64_t store_size(const llvm::Instruction& at, const llvm::Type& type) {
  return at.getDataLayout().getTypeStoreSize(const_cast<llvm::Type*>(&type)).getKnownMinValue();
}

/// The operand that makes an instruction's value, or the end of the run: the first that is poison or undef; of a phi
/// that which was computed last.
std::optional<Use> bad_operand(const History& history, const llvm::Instruction& at, std::size_t depth,
                               std::size_t before) {
  std::optional<Use> found;
  std::size_t last = 0;
  for (const llvm::Use& operand : at.operands()) {
    const Use use{operand.get(), depth, before};
    if (llvm::isa<llvm::BasicBlock>(operand.get()) || !history.is_bad(use)) continue;
    if (!llvm::isa<llvm::PHINode>(at)) return use;
    const std::size_t entry = history.entry_of(use).value_or(0);
    if (!found || entry > last) found = use;
    last = std::max(last, entry);
  }
  return found;
}

/// Follows a value that is poison or undef to what made it.
class Origin {
 public:
  explicit Origin(const History& history) : history_(history) {}

  std::vector<OriginStep> follow(std::optional<Use> next) {
    while (next && steps_.size() < kMostSteps) next = step(*next);
    return std::move(steps_);
  }
  /// Who wrote what a load is about to read. What nobody did is told.
  std::optional<Use> loaded(const llvm::LoadInst& load, std::size_t depth, std::size_t before) {
    const auto bytes =
        history_.bytes_of({load.getPointerOperand(), depth, before}, store_size(load, *load.getType()), before);
    return bytes ? written(*bytes) : std::nullopt;
  }

 private:
  void tell(const std::string& what, const llvm::Instruction& instruction) {
    steps_.push_back({what, place_of(instruction)});
  }
  /// Tells of the value, and gives that which it has it from.
  std::optional<Use> step(Use raw) {
    const Use use = history_.resolved(raw);
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.value);
    const auto entry = instruction == nullptr ? std::nullopt : history_.entry_of(use);
    if (!entry) return std::nullopt;
    const std::string is = has_poison(history_.trace()[*entry].lanes) ? "poison" : "undef";
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      tell(is + " was loaded", *load);
      return loaded(*load, use.depth, *entry);
    }
    if (const std::optional<Use> from = bad_operand(history_, *instruction, use.depth, *entry)) {
      tell(is + " was computed from " + is_of(*from), *instruction);
      return from;
    }
    if (const std::optional<Use> returned = returned_by(*instruction, use.depth, *entry)) {
      tell(is + " was returned", *instruction);
      return returned;
    }
    tell(is + " was made", *instruction);
    return std::nullopt;
  }
  std::string is_of(const Use& raw) const {
    const Use use = history_.resolved(raw);
    if (const auto* lanes = history_.lanes_of(use)) return has_poison(*lanes) ? "poison" : "undef";
    const auto* constant = llvm::dyn_cast<llvm::Constant>(use.value);
    return constant != nullptr && constant->containsPoisonElement() ? "poison" : "undef";
  }
  /// What a function that was called returned, if a value of its own is bad.
  std::optional<Use> returned_by(const llvm::Instruction& instruction, std::size_t depth, std::size_t entry) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration()) return std::nullopt;
    for (const llvm::BasicBlock& block : *callee) {
      const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr || end->getReturnValue() == nullptr) continue;
      const Use from{end->getReturnValue(), depth + 1, entry};
      if (llvm::isa<llvm::Instruction>(from.value) && history_.is_bad(from)) return from;
    }
    return std::nullopt;
  }
  /// Did the object's lifetime end there?
  bool ends(const TracedValue& entry, std::size_t index, std::uint32_t object) const {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(entry.instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::lifetime_end) return false;
    const auto of = history_.bytes_of({call->getArgOperand(call->arg_size() - 1), entry.depth, index}, 0, index);
    return of && of->object == object;
  }
  /// Who wrote the bytes last. Nothing if nobody did, which is told, or if what was written is no value.
  std::optional<Use> written(Bytes bytes) {
    for (std::size_t i = bytes.before; i-- > 0;) {
      const TracedValue& entry = history_.trace()[i];
      const llvm::Instruction& at = *entry.instruction;
      if (ends(entry, i, bytes.object)) {
        tell("its lifetime had ended", at);
        return std::nullopt;
      }
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&at)) {
        const auto to = history_.bytes_of({store->getPointerOperand(), entry.depth, i},
                                          store_size(at, *store->getValueOperand()->getType()), i);
        if (!to || !overlap(*to, bytes)) continue;
        tell("it was stored", at);
        return Use{store->getValueOperand(), entry.depth, i};
      }
      if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(&at); fill != nullptr && covers(*fill, entry, i, bytes)) {
        tell("it was filled in", at);
        return Use{fill->getValue(), entry.depth, i};
      }
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&at);
          copy != nullptr && covers(*copy, entry, i, bytes)) {
        tell("it was copied", at);
        const auto to = history_.bytes_of({copy->getRawDest(), entry.depth, i}, 0, i);
        const auto from = history_.bytes_of({copy->getRawSource(), entry.depth, i}, 0, i);
        if (!to || !from) return std::nullopt;
        bytes = {from->object, from->address + (bytes.address - to->address), bytes.size, i};
        continue;
      }
      if (entry.lanes.size() != 1 || entry.lanes.front().provenance != bytes.object || bytes.object == 0) continue;
      if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&at)) {
        tell(kNothingWritten, *slot);
        return std::nullopt;
      }
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
      const bool makes = call != nullptr && call->getCalledFunction() != nullptr &&
                         call->getCalledFunction()->isDeclaration() && is_first(bytes.object, i);
      if (!makes) continue;
      tell(kNothingWritten, at);
      return std::nullopt;
    }
    return std::nullopt;
  }
  bool is_first(std::uint32_t object, std::size_t entry) const {
    return std::none_of(
        history_.trace().begin(), history_.trace().begin() + static_cast<std::ptrdiff_t>(entry),
        [&](const TracedValue& each) { return each.lanes.size() == 1 && each.lanes.front().provenance == object; });
  }
  static bool overlap(const Bytes& a, const Bytes& b) {
    return a.object == b.object && a.address < b.address + b.size && b.address < a.address + a.size;
  }
  bool covers(const llvm::MemIntrinsic& access, const TracedValue& entry, std::size_t index, const Bytes& bytes) const {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(access.getLength());
    const auto* lanes = history_.lanes_of(history_.resolved({access.getLength(), entry.depth, index}));
    const bool is_known = lanes != nullptr && lanes->size() == 1 && lanes->front().is_single();
    if (length == nullptr && !is_known) return false;
    const std::uint64_t size = length != nullptr ? length->getZExtValue() : lanes->front().single().getZExtValue();
    const auto to = history_.bytes_of({access.getRawDest(), entry.depth, index}, size, index);
    return to && overlap(*to, bytes);
  }

  const History& history_;
  std::vector<OriginStep> steps_;
};

const llvm::DbgVariableRecord* variable_of(const llvm::Instruction& instruction) {
  if (!llvm::isa<llvm::AllocaInst>(instruction)) return nullptr;
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::Instruction*>(&instruction)))
    return record;
  // Of a variable that is optimized, stores are told; the one that is its slot begins it.
  for (const llvm::DbgVariableRecord* record :
       llvm::at::getDVRAssignmentMarkers(const_cast<llvm::Instruction*>(&instruction)))
    return record;
  return nullptr;
}

/// A function of the library that frees its first argument, or moves it.
bool frees(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return false;
  const llvm::StringRef name = callee->getName();
  return name == "free" || name == "realloc" || name == "reallocarray" || name.starts_with("_Zdl") ||
         name.starts_with("_Zda") || callee->hasFnAttribute("alloc-family");
}

bool is_lifetime_end(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::lifetime_end;
}

/// How large an allocation is.
std::optional<std::uint64_t> size_of(const History& history, std::size_t entry) {
  const TracedValue& made = history.trace()[entry];
  if (const auto* slot = llvm::dyn_cast<llvm::AllocaInst>(made.instruction)) {
    const auto size = slot->getAllocationSize(slot->getDataLayout());
    return size ? std::optional<std::uint64_t>(size->getKnownMinValue()) : std::nullopt;
  }
  const auto& call = *llvm::cast<llvm::CallBase>(made.instruction);
  const llvm::Attribute sized = call.getFnAttr(llvm::Attribute::AllocSize);
  if (!sized.isValid()) return std::nullopt;
  const auto number = [&](unsigned argument) -> std::optional<std::uint64_t> {
    const Use use = history.resolved({call.getArgOperand(argument), made.depth, entry});
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(use.value)) return constant->getZExtValue();
    const auto* lanes = history.lanes_of(use);
    if (lanes == nullptr || lanes->size() != 1 || !lanes->front().is_single()) return std::nullopt;
    return lanes->front().single().getZExtValue();
  };
  const auto [element, count] = sized.getAllocSizeArgs();
  const auto bytes = number(element), times = count ? number(*count) : std::optional<std::uint64_t>(1);
  return bytes && times ? std::optional(*bytes * *times) : std::nullopt;
}

/// Is the call one that may end the object: a function of the library, or of a variable the end of its lifetime?
bool may_end(const llvm::CallBase& call, bool is_variable) {
  if (call.arg_size() == 0) return false;
  if (is_variable) return is_lifetime_end(call);
  return call.getCalledFunction() != nullptr && call.getCalledFunction()->isDeclaration() &&
         !llvm::isa<llvm::IntrinsicInst>(call);
}

/// Where the object that was made there ended.
void tell_end(const History& history, std::size_t made, ObjectHistory& told) {
  const Trace& trace = history.trace();
  const bool is_variable = llvm::isa<llvm::AllocaInst>(trace[made].instruction);
  for (std::size_t i = made + 1; i < trace.size(); ++i) {
    told.is_left = is_variable && trace[i].depth < trace[made].depth;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(trace[i].instruction);
    bool ends = told.is_left;
    if (!ends && call != nullptr && may_end(*call, is_variable)) {
      const Use pointer{call->getArgOperand(call->arg_size() - 1 == 0 || !is_variable ? 0 : call->arg_size() - 1),
                        trace[i].depth, i};
      const auto given = history.bytes_of(pointer, 0, i);
      ends = given && given->object == trace[made].lanes.front().provenance;
      // Other functions of the library are given it, too: the last one before the access is none of them, if it frees.
      if (ends && !is_variable && !frees(*call)) ends = false;
    }
    if (!ends) continue;
    told.ended = place_of(*trace[i].instruction);
    return;
  }
}

/// Tells of the object that the access misses what the trace has of it.
std::optional<ObjectHistory> history_of(const History& history, BadAccess& access, bool is_dead) {
  using Kind = BadAccess::Kind;
  const bool is_own = access.kind == Kind::None || access.kind == Kind::Stack || access.kind == Kind::Heap;
  if (!is_own || access.object == 0) return std::nullopt;
  const Trace& trace = history.trace();
  const auto first = std::ranges::find_if(trace, [&](const TracedValue& each) {
    return each.lanes.size() == 1 && each.lanes.front().provenance == access.object;
  });
  if (first == trace.end() || !first->lanes.front().is_single()) return std::nullopt;
  const bool is_variable = llvm::isa<llvm::AllocaInst>(first->instruction);
  if (!is_variable && !llvm::isa<llvm::CallBase>(first->instruction)) return std::nullopt;
  const auto made = static_cast<std::size_t>(first - trace.begin());
  ObjectHistory told;
  told.allocated = place_of(*first->instruction);
  if (const auto* record = variable_of(*first->instruction)) access.name = record->getVariable()->getName().str();
  const auto size = size_of(history, made);
  if (access.kind == Kind::None && size) {
    access.kind = is_variable ? Kind::Stack : Kind::Heap;
    access.size = *size;
    access.offset -= static_cast<std::int64_t>(first->lanes.front().single().getZExtValue());
  }
  if (is_dead) tell_end(history, made, told);
  return told;
}

/// Is it about a value that is poison or undef?
bool is_of_values(const Behaviour& behaviour) {
  using semantics::Rule;
  if (behaviour.end == EndKind::Inconclusive) return true;
  switch (behaviour.rule) {
    case Rule::DivisionByPoison:
    case Rule::BranchOnPoison:
    case Rule::BranchOnUndef:
    case Rule::SwitchOnPoison:
    case Rule::SwitchOnUndef:
    case Rule::AssumeFalse:
    case Rule::NoundefArgument:
    case Rule::LibraryArgument:
    case Rule::NoundefReturn:
    case Rule::NoundefValue:
    case Rule::LoadFromPoison:
    case Rule::StoreToPoison:
    case Rule::CallOnPoison:
    case Rule::ImmediateArgument:
    case Rule::SelectOnPoison:
    case Rule::PoisonStored:
      return true;
    default:
      return false;
  }
}

void tell_origin(const History& history, const Behaviour& behaviour, const llvm::Instruction& at, std::size_t depth,
                 Diagnosis& diagnosis) {
  if (!is_of_values(behaviour)) return;
  const std::size_t end = history.trace().size();
  Origin origin(history);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&at);
      load != nullptr && behaviour.rule == semantics::Rule::NoundefValue) {
    diagnosis.origin = origin.follow(origin.loaded(*load, depth, end));
    return;
  }
  const std::optional<Use> use = bad_operand(history, at, depth, end);
  if (!use) return;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  for (unsigned i = 0; call != nullptr && i < call->arg_size() && !diagnosis.argument; ++i)
    if (call->getArgOperand(i) == use->value) diagnosis.argument = i + 1;
  diagnosis.origin = origin.follow(use);
}

/// What a call frees, as an access to none of its bytes.
std::optional<BadAccess> freed_by(const History& history, const llvm::Instruction& at, std::size_t depth) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&at);
  if (call == nullptr || call->arg_size() == 0) return std::nullopt;
  const std::size_t end = history.trace().size();
  const auto pointer = history.bytes_of({call->getArgOperand(0), depth, end}, 0, end);
  if (!pointer) return std::nullopt;
  BadAccess access;
  access.object = pointer->object;
  access.offset = static_cast<std::int64_t>(pointer->address);
  return access;
}

}  // namespace

CodePlace place_of(const llvm::Instruction& instruction) {
  CodePlace place;
  place.function = instruction.getFunction() == nullptr ? "" : instruction.getFunction()->getName().str();
  place.instruction = without_debug(ir::print(instruction));
  const auto* variable = variable_of(instruction);
  if (variable != nullptr && !instruction.getDebugLoc()) {
    const llvm::DISubprogram* function = variable->getVariable()->getScope()->getSubprogram();
    place.sources.push_back({variable->getVariable()->getFilename().str(),
                             function == nullptr ? "" : function->getName().str(), variable->getVariable()->getLine(),
                             0});
  }
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    const llvm::DISubprogram* function = at->getScope()->getSubprogram();
    place.sources.push_back({at->getFilename().str(), function == nullptr ? "" : function->getName().str(),
                             at->getLine(), at->getColumn()});
  }
  return place;
}

std::string text_of(const CodePlace& place) {
  if (place.sources.empty()) return place.instruction + " in @" + place.function;
  std::string text;
  for (const SourcePlace& source : place.sources)
    text += (text.empty() ? "" : ", inlined at ") + source.file + ":" + std::to_string(source.line) +
            (source.column == 0 ? "" : ":" + std::to_string(source.column)) +
            (source.function.empty() ? "" : " in " + source.function);
  return text;
}

std::string without_debug(std::string text) {
  static const std::regex debug(", !(dbg|DIAssignID) ![0-9]+");
  return std::regex_replace(text, debug, "");
}

Diagnosis diagnose(const semantics::Function& function, const Behaviour& behaviour, const Trace* trace) {
  Diagnosis diagnosis;
  std::vector<const llvm::Instruction*> chain = behaviour.chain;
  if (chain.empty() && behaviour.instruction < function.instructions.size())
    chain.push_back(function.instructions[behaviour.instruction].origin);
  std::erase(chain, nullptr);
  diagnosis.access = behaviour.access;
  for (const llvm::Instruction* each : chain) diagnosis.places.push_back(place_of(*each));
  if (trace == nullptr || chain.empty()) return diagnosis;
  const History history(*trace, behaviour);
  const bool is_free = behaviour.rule == semantics::Rule::InvalidFree;
  if (is_free && !diagnosis.access) diagnosis.access = freed_by(history, *chain.front(), chain.size() - 1);
  if (diagnosis.access)
    diagnosis.object = history_of(history, *diagnosis.access, is_free || behaviour.rule == semantics::Rule::DeadObject);
  tell_origin(history, behaviour, *chain.front(), chain.size() - 1, diagnosis);
  diagnosis.is_uninitialized = !diagnosis.origin.empty() && diagnosis.origin.back().what == kNothingWritten;
  return diagnosis;
}

}  // namespace assay::interpret
