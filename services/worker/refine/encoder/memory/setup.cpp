#include "services/worker/refine/encoder/memory/setup.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "services/worker/ir/ir.h"
#include "services/worker/refine/encoder/labels.h"
#include "services/worker/refine/encoder/library.h"
#include "services/worker/refine/encoder/memory/shape.h"
#include "services/worker/refine/encoder/memory/sites.h"
#include "services/worker/semantics/accesses.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/own_constants.h"

namespace assay::refine {
namespace {

using semantics::ConstantLane;
using semantics::Function;
using semantics::Instruction;
using semantics::LaneKind;
using semantics::Op;

constexpr unsigned kMostUnknown = 6;
constexpr std::size_t kMostObjects = kNoBlock;

/// Makes the caller's objects.
class Setup {
 public:
  Setup(World& world, const Callees& source, const Callees& target)
      : world_(world),
        shared_(world.memory),
        t_(world.terms),
        source_(source.top()),
        target_(target.top()),
        of_source_(source.functions()),
        of_target_(target.functions()) {
    all_ = of_source_;
    all_.insert(all_.end(), of_target_.begin(), of_target_.end());
  }

  Status run() {
    shared_.compared = {source_.origin, target_.origin};
    find_shape(shared_, all_);
    shared_.makes_pointers = makes_pointers();
    for (const Function* f : all_)
      for (const semantics::CallSite& site : f->calls)
        if (site.callee == nullptr && site.call != nullptr && !site.call->isInlineAsm()) world_.indirect_calls = true;
    add_object(Object::Kind::None);
    shared_.objects[0].size = shared_.objects[0].address = t_.zero(offset_bits());
    shared_.objects[0].alive = shared_.objects[0].writable = t_.truth(false);
    if (null_may_be_valid()) {
      shared_.objects[0].size = t_.variable("null.size", offset_bits());
      shared_.objects[0].alive = shared_.objects[0].writable = t_.truth(true);
    }
    shared_.objects[0].heap = t_.truth(false);
    for (const Function* f : all_)
      if (Status bad = add_globals(*f)) return bad;
    unsigned unknown = 0;
    for (std::size_t i = 0; i < source_.arguments.size(); ++i) add_argument(i, unknown);
    add_unknown(unknown);
    if (shared_.objects.size() > kMostObjects) return Error{"too many objects"};
    pair_allocations(shared_, of_source_, of_target_);
    return std::nullopt;
  }

 private:
  unsigned offset_bits() const { return shared_.shape.offset_bits; }
  /// By inttoptr, or by way of memory: numbers of addresses are stored, and pointers loaded (MEM-69).
  bool makes_pointers() const {
    bool makes = false, numbers = false, stores = false, loads = false;
    for (const Function* f : all_)
      for (const Instruction& i : f->instructions) {
        makes |= i.op == Op::IntToPtr;
        numbers |= i.op == Op::PtrToInt;
        if (i.op != Op::Load && i.op != Op::Store) continue;
        for (const semantics::Chunk& chunk : f->layouts[f->accesses[i.detail].layout].chunks) {
          const bool is_pointer = chunk.lane.kind == LaneKind::Pointer;
          loads |= i.op == Op::Load && is_pointer;
          stores |= i.op == Op::Store && !is_pointer;
        }
      }
    return makes || (numbers && stores && loads);
  }
  bool null_may_be_valid() const {
    return std::any_of(all_.begin(), all_.end(), [](const Function* f) { return f->null_may_be_valid; });
  }

  // Objects.
  void add_object(Object::Kind kind) {
    const std::string name = "object" + std::to_string(shared_.objects.size());
    Object object;
    object.kind = kind;
    // At most half of the address space (LangRef, getelementptr: inbounds).
    object.size = t_.zext(t_.variable(name + ".size", offset_bits() - 1), offset_bits());
    object.address = t_.variable(name + ".address", offset_bits());
    shared_.variable_kinds.emplace(object.address, VariableKind::ObjectAddress);
    object.writable = t_.variable(name + ".writable", 1);
    object.heap = t_.variable(name + ".heap", 1);
    object.alive = t_.variable(name + ".alive", 1);
    shared_.objects.push_back(std::move(object));
  }
  /// A number that no object has.
  void add_nothing() {
    Object& nothing = shared_.objects.emplace_back();
    nothing.size = nothing.address = t_.zero(offset_bits());
    nothing.writable = nothing.heap = nothing.alive = t_.truth(false);
    nothing.visible = false;
  }
  Status add_globals(const Function& f) {
    if (gives_labels_away(f)) world_.approximations.add(Cause::BlockAddresses);
    if (Status bad = add_constants(f.constants)) return bad;
    for (const semantics::CallSite& site : f.calls)
      if (world_.indirect_calls)
        if (Status bad = add_callees(site)) return bad;
    return std::nullopt;
  }
  Status add_callees(const semantics::CallSite& site) {
    if (site.callee != nullptr) return site.callee->isIntrinsic() ? std::nullopt : add_global(*site.callee);
    const llvm::MDNode* callees =
        site.call == nullptr ? nullptr : site.call->getMetadata(llvm::LLVMContext::MD_callees);
    if (callees == nullptr) return std::nullopt;
    for (const llvm::MDOperand& operand : callees->operands())
      if (const auto* f = llvm::mdconst::dyn_extract_or_null<llvm::Function>(operand))
        if (Status bad = add_global(*f)) return bad;
    return std::nullopt;
  }
  Status add_global(const llvm::GlobalValue& global) {
    if (shared_.by_name.contains(key_of(global))) return std::nullopt;
    if (llvm::isa<llvm::GlobalIFunc>(global)) return Error{"ifunc"};
    if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&global)) {
      if (alias->isInterposable() || alias->getAliaseeObject() == nullptr) return Error{"alias"};
      return add_global(*alias->getAliaseeObject());
    }
    shared_.by_name[key_of(global)] = static_cast<unsigned>(shared_.objects.size());
    add_object(llvm::isa<llvm::Function>(global) ? Object::Kind::Function : Object::Kind::Global);
    Object& object = shared_.objects.back();
    object.name = key_of(global);
    object.heap = t_.truth(false);
    object.alive = t_.truth(true);
    object.writable = t_.truth(false);
    const llvm::DataLayout& layout = global.getParent()->getDataLayout();
    const std::uint64_t align =
        llvm::isa<llvm::GlobalVariable>(global) && global.hasName()
            ? ir::alignment_of(global.getName().str(), *source_.origin->getParent(), *target_.origin->getParent())
            : global.getPointerAlignment(layout).value();
    object.address = t_.band(object.address, t_.bnot(t_.constant(offset_bits(), align - 1)));
    object.may_be_at_zero = global.getAddressSpace() != 0;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
    if (variable == nullptr) {
      object.size = t_.zero(offset_bits());
      return std::nullopt;
    }
    // What only the target has can't be seen by what knows the source.
    object.visible = !global.hasName() || source_.origin->getParent()->getNamedValue(global.getName()) != nullptr;
    object.writable = t_.truth(!variable->isConstant());
    object.size = size_of(*variable, object.size);
    const bool is_inner = note_inner(*variable, object);
    const bool is_internal = (is_inner || note_internal(*variable)) && !variable->isExternallyInitialized();
    if (!has_known_contents(*variable) && !(is_internal && world_.initial_state)) return std::nullopt;
    object.contents = variable;
    object.is_partly_open =
        !has_known_contents(*variable) && !world_.options.undef_input && starts_undefined(*variable);
    if (semantics::is_own_constant(*variable, *source_.origin, *target_.origin)) {
      object.visible = false;
      object.is_unread = object.reserved = true;
    }
    // What a constant points to are objects, too.
    if (Status bad = add_initializer_of(*variable)) return bad;
    if (!semantics::is_own_constant(*variable, *source_.origin, *target_.origin)) return std::nullopt;
    for (const Function* side : {&source_, &target_})
      if (Status bad = add_initializer_of(
              *side->origin->getParent()->getGlobalVariable(variable->getName(), /*AllowInternal=*/true)))
        return bad;
    return std::nullopt;
  }
  Status add_initializer_of(const llvm::GlobalVariable& variable) {
    const auto lanes = semantics::constant_lanes(*variable.getParent(), *variable.getInitializer());
    return lanes ? add_constants(*lanes) : std::nullopt;
  }
  /// Has the initializer undef, poison or padding?
  static bool starts_undefined(const llvm::GlobalVariable& variable) {
    const auto layout = semantics::layout_of(*variable.getParent(), variable.getValueType());
    const auto lanes = semantics::constant_lanes(*variable.getParent(), *variable.getInitializer());
    if (!layout || !lanes) return false;
    std::uint64_t used = 0;
    for (const semantics::Chunk& chunk : layout->chunks) used += chunk.bytes;
    return used != layout->store_size || std::ranges::any_of(*lanes, [](const ConstantLane& lane) {
             return lane.kind == ConstantLane::Kind::Undef || lane.kind == ConstantLane::Kind::Poison;
           });
  }
  /// That of its type; or any that is not smaller, which `any` says, where both modules leave it open.
  Term size_of(const llvm::GlobalVariable& variable, Term any) const {
    const llvm::DataLayout& layout = variable.getDataLayout();
    const std::uint64_t bytes = layout.getTypeAllocSize(variable.getValueType()).getKnownMinValue();
    const Term least = t_.constant(offset_bits(), bytes);
    for (const Function* f : {&source_, &target_}) {
      const llvm::Module& module = *f->origin->getParent();
      const auto* here = variable.hasName() ? module.getGlobalVariable(variable.getName(), true) : &variable;
      if (here != nullptr && !ir::may_be_larger(*here)) return least;
    }
    return t_.ite(t_.ult(any, least), least, any);
  }
  Status add_constants(const std::vector<ConstantLane>& lanes) {
    for (const ConstantLane& lane : lanes) {
      if (lane.block != nullptr) add_label(*lane.block);
      if (lane.global == nullptr) continue;
      if (Status bad = add_global(*lane.global)) return bad;
    }
    return std::nullopt;
  }
  /// A variable that only the module's functions name, though its address may be known outside.
  bool note_internal(const llvm::GlobalVariable& variable) {
    if (!variable.hasLocalLinkage() || variable.isConstant() || !variable.hasDefinitiveInitializer()) return false;
    shared_.has_internal = true;
    return true;
  }
  void add_label(const llvm::BasicBlock& block) {
    const std::string key = key_of(block, shared_);
    if (!shared_.labels.emplace(key, static_cast<unsigned>(shared_.objects.size())).second) return;
    add_object(Object::Kind::Label);
    Object& object = shared_.objects.back();
    object.name = key;
    object.size = t_.zero(offset_bits());
    object.writable = object.heap = t_.truth(false);
    object.alive = t_.truth(true);
    object.visible = false;
    object.reserved = true;
  }
  /// A variable that nobody outside has a pointer to. Whole-module passes know what it may hold, and keep what is read.
  bool note_inner(const llvm::GlobalVariable& variable, Object& object) {
    if (!variable.hasLocalLinkage() || variable.isConstant() || !variable.hasInitializer() || !variable.hasName())
      return false;
    const auto in = [&](const Function& f) {
      return f.origin->getParent()->getGlobalVariable(variable.getName(), true);
    };
    const llvm::GlobalVariable *before = in(source_), *after = in(target_);
    const auto uses_of = [&](const llvm::GlobalVariable* global, const Function& own, const Function& other) {
      return global == nullptr ? ir::Uses{} : ir::uses_in_pair(*global, *own.origin, *other.origin);
    };
    const ir::Uses uses = uses_of(after, target_, source_);
    if (uses.escapes || uses_of(before, source_, target_).escapes) return false;
    const bool same_type = before != nullptr && after != nullptr && before->getValueType() == after->getValueType();
    object.visible = same_type && uses.reads;
    object.is_inner = true;
    object.is_unread = !object.visible;
    object.reserved = true;
    shared_.has_inner = true;
    shared_.writes_inner |= same_type && semantics::is_written(*before) && !is_entered_once();
    if (same_type && after->hasInitializer() && before->getInitializer() != after->getInitializer())
      world_.approximations.add(Cause::ChangedInitializer);
    return true;
  }
  /// Nothing calls the program's main function a second time.
  bool is_entered_once() const { return source_.origin->getName() == "main" && source_.origin->doesNotRecurse(); }
  /// byval arguments point to a copy of their own, noalias ones to an object that no other pointer leads to.
  void add_argument(std::size_t index, unsigned& unknown) {
    const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(source_.arguments[index].origin);
    for (std::uint32_t lane = 0; lane < source_.arguments[index].value.count; ++lane)
      if (source_.slots[source_.arguments[index].value.first + lane].kind == LaneKind::Pointer) ++unknown;
    if (argument == nullptr || !argument->getType()->isPointerTy()) return;
    const auto* other = llvm::dyn_cast_or_null<llvm::Argument>(target_.arguments[index].origin);
    if (argument->hasByValAttr() && other != nullptr && other->hasByValAttr()) {
      --unknown;
      world_.own_object[index] = static_cast<unsigned>(shared_.objects.size());
      add_object(Object::Kind::ByValue);
      Object& object = shared_.objects.back();
      const llvm::DataLayout& layout = argument->getParent()->getParent()->getDataLayout();
      object.size =
          t_.constant(offset_bits(), layout.getTypeAllocSize(argument->getParamByValType()).getKnownMinValue());
      object.writable = object.alive = t_.truth(true);
      object.heap = t_.truth(false);
      object.visible = false;
      object.reserved = object.hidden = true;
      const std::uint64_t align = source_.arguments[index].promises.align;
      object.address = t_.band(object.address, t_.bnot(t_.constant(offset_bits(), align - 1)));
    } else if (semantics::noalias_counts(*argument)) {
      --unknown;
      world_.own_object[index] = static_cast<unsigned>(shared_.objects.size());
      add_object(Object::Kind::Unknown);
      shared_.objects.back().reserved = shared_.objects.back().hidden = true;
    }
  }
  /// How many pointers that may come from elsewhere the instruction gives.
  static unsigned pointers_given(const Function& f, const Instruction& i) {
    const bool gives = !semantics::accesses_of(i.op).empty() || i.op == Op::Call || i.op == Op::Invoke ||
                       i.op == Op::CallBr || i.op == Op::LandingPad || i.op == Op::IntToPtr || i.op == Op::VaArg;
    unsigned count = 0;
    for (std::uint32_t lane = 0; gives && lane < i.result.count; ++lane)
      if (f.slots[i.result.first + lane].kind == LaneKind::Pointer) ++count;
    return count;
  }
  /// How many of the caller's objects a function may have to tell apart, because it frees them or says that they are
  /// apart: each time round a loop another one.
  unsigned told_apart(const Function& f) const {
    unsigned count = 0;
    bool has_loop = false;
    for (std::uint32_t block = 0; block < f.blocks.size(); ++block)
      has_loop |= std::ranges::any_of(f.blocks[block].successors, [&](std::uint32_t to) { return to <= block; });
    for (const Instruction& i : f.instructions) {
      if (i.op == Op::SeparateStorage) ++count;
      if (i.op != Op::Call && i.op != Op::Invoke) continue;
      const semantics::CallSite& site = f.calls[i.detail];
      const bool frees = known_call(f, i) == KnownCall::Free || known_call(f, i) == KnownCall::Reallocate;
      if (frees && !site.call->arg_empty() && !llvm::isNoAliasCall(site.call->getArgOperand(0)->stripPointerCasts()))
        ++count;
    }
    return has_loop ? count * std::max(1u, world_.options.unroll) : count;
  }
  void add_unknown(unsigned unknown) {
    unsigned made = 0, apart = 0;
    for (const auto* side : {&of_source_, &of_target_}) {
      unsigned here = 0, apart_here = 0;
      for (const Function* f : *side) {
        for (const Instruction& i : f->instructions) here += pointers_given(*f, i);
        apart_here += told_apart(*f);
      }
      made = std::max(made, here);
      apart = std::max(apart, apart_here);
    }
    shared_.pointers_given = made != 0;
    unknown = std::min(unknown + made, kMostUnknown);
    if (apart > 1) unknown = std::max(unknown, apart + 1);
    if (shared_.active && unknown == 0 && has_calls()) unknown = 1;
    for (unsigned i = 0; i < unknown; ++i) add_object(Object::Kind::Unknown);
    while ((std::size_t{1} << shared_.index_bits) < shared_.objects.size()) ++shared_.index_bits;
    shared_.count = static_cast<unsigned>(shared_.objects.size());
    while (shared_.objects.size() < std::size_t{1} << shared_.index_bits) add_nothing();
  }
  bool has_calls() const {
    return std::any_of(all_.begin(), all_.end(), [](const Function* f) { return !f->calls.empty(); });
  }

  World& world_;
  SharedMemory& shared_;
  Terms& t_;
  const Function& source_;
  const Function& target_;
  std::vector<const Function*> of_source_, of_target_, all_;  ///< with the functions whose bodies are used
};

}  // namespace

Term presence_of(Terms& terms, const std::string& key) { return terms.variable("present." + key, 1); }

std::string key_of(const llvm::GlobalValue& global) {
  if (global.hasName()) return global.getName().str();
  unsigned position = 0;
  for (const llvm::GlobalValue& other : global.getParent()->global_values()) {
    if (&other == &global) break;
    if (!other.hasName()) ++position;
  }
  return "#" + std::to_string(position);
}

Status set_up_memory(World& world, const Callees& source, const Callees& target) {
  return Setup(world, source, target).run();
}

}  // namespace assay::refine
