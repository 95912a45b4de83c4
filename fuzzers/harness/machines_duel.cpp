#include "fuzzers/harness/machines_duel.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/NoFolder.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "services/worker/evidence/settle.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/library_values.h"
#include "services/worker/semantics/semantics.h"

namespace assay::harness {
namespace {

using interpret::Behaviours;
using interpret::EndKind;
using interpret::LaneSet;

constexpr unsigned kAsked = 3;          ///< results that are asked about
constexpr unsigned kTimeoutMs = 1'000;  ///< of a query
constexpr std::uint64_t kSteps = 1u << 14;
constexpr std::uint64_t kPicks = 1u << 8, kBehaviours = 1u << 8;  // a frozen i8 is 256 behaviours
constexpr unsigned kUnroll = 12;                                  ///< so that short loops are ended

constexpr std::uint64_t kObject = 8;    ///< bytes of what pointers lead to
constexpr unsigned kFreezeWeight = 16;  ///< beside 1 in profiles, and about 100 of all families

/// Types whose values can be made of lanes.
bool is_plain(llvm::Type* type) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) return llvm::all_of(record->elements(), is_plain);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return is_plain(array->getElementType());
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return is_plain(vector->getElementType());
  return type->isIntegerTy() || (type->isFloatingPointTy() && !type->isPPC_FP128Ty());
}

bool is_pointer(const llvm::Argument& argument) {
  return argument.getType()->isPointerTy() && argument.getType()->getPointerAddressSpace() == 0;
}
/// The argument that leads to an object; null: there is none.
llvm::Argument* pointer_of(llvm::Function& function) {
  const auto found = llvm::find_if(function.args(), is_pointer);
  return found == function.arg_end() ? nullptr : found;
}

/// Is all that the function does in its result and in one object? Else the reason.
std::string surroundings(const llvm::Function& function) {
  if (!function.getReturnType()->isVoidTy() && !is_plain(function.getReturnType())) return "result";
  for (const llvm::Argument& argument : function.args())
    if (!is_plain(argument.getType()) && !is_pointer(argument)) return "argument";
  for (const llvm::GlobalVariable& variable : function.getParent()->globals())
    if (!variable.isConstant()) return "variable";
  for (const llvm::Function& other : *function.getParent())
    if (other.isDeclaration() && !other.isIntrinsic()) return "unknown function";
  // The symbolic machine knows nothing of such bits where they are read as another type.
  const auto accesses_odd_bits = [](const llvm::Instruction& each) {
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(each)) return false;
    const llvm::Type* type = llvm::getLoadStoreType(&each);
    return type->getScalarSizeInBits() % 8 != 0;
  };
  for (const llvm::Function& other : *function.getParent())
    for (const llvm::Instruction& instruction : llvm::instructions(other)) {
      if (instruction.isVolatile()) return "volatile";
      if (accesses_odd_bits(instruction)) return "bits of a type that is no whole bytes";
    }
  return {};
}

/// Does it depend on an address? The symbolic machine lets an object have any address, the interpreter gives it one.
/// Asked of the lowered function, because many intrinsics read addresses too.
bool looks_at_address(const semantics::Function& function) {
  using semantics::Op;
  return llvm::any_of(function.instructions, [&](const semantics::Instruction& each) {
    return llvm::is_contained({Op::PtrToInt, Op::PtrToAddr, Op::PtrMask, Op::ICmpPointer}, each.op);
  });
}

/// Neither machine decides which results the flags reassoc, arcp, contract and afn permit, so these flags are dropped.
void make_exact(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!llvm::isa<llvm::FPMathOperator>(instruction)) continue;
      llvm::FastMathFlags flags = instruction.getFastMathFlags();
      flags.setAllowReassoc(false);
      flags.setAllowReciprocal(false);
      flags.setAllowContract(false);
      flags.setApproxFunc(false);
      instruction.copyFastMathFlags(flags);
    }
}

/// The object's contents are written before the function runs, and the other arguments are replaced, pointers by ones
/// that are based on the first. So attributes that promise something of them, or forbid that, are dropped.
void drop_promises(llvm::Function& function, const llvm::Argument& pointer) {
  function.removeFnAttr(llvm::Attribute::Memory);
  const bool alone = llvm::count_if(function.args(), is_pointer) == 1;
  for (llvm::Argument& argument : function.args()) {
    llvm::AttrBuilder kept(function.getContext());
    if (&argument == &pointer)
      for (auto kind : {llvm::Attribute::NonNull, llvm::Attribute::NoUndef, llvm::Attribute::Dereferenceable,
                        llvm::Attribute::Alignment, llvm::Attribute::NoAlias})
        if (argument.hasAttribute(kind) && (alone || llvm::Attribute::isIntAttrKind(kind)))
          kept.addAttribute(argument.getAttribute(kind));
    function.setAttributes(function.getAttributes().removeParamAttributes(function.getContext(), argument.getArgNo()));
    argument.addAttrs(kept);
  }
}

/// One lane of a value: a pattern, or poison, or undef. A pointer's pattern is its place in the object.
using Member = semantics::InputLane;
using Builder = llvm::IRBuilder<llvm::NoFolder>;

/// Makes a value of lanes, in the order in which the semantics number them, by instructions: LLVM's constants can't
/// hold every pattern (of x86_fp80 those whose integer bit contradicts the exponent).
class ValueMaker {
 public:
  /// At the builder's place; `object` is what pointers lead to.
  ValueMaker(Builder& builder, const std::vector<Member>& lanes, llvm::Value* object = nullptr)
      : builder_(builder), lanes_(lanes), object_(object) {}
  llvm::Value* make(llvm::Type* type) {
    llvm::Value* value = llvm::PoisonValue::get(type);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        value = builder_.CreateInsertElement(value, make(vector->getElementType()), i);
      return value;
    }
    if (type->isAggregateType()) {
      const unsigned count =
          type->isStructTy() ? type->getStructNumElements() : static_cast<unsigned>(type->getArrayNumElements());
      for (unsigned i = 0; i < count; ++i)
        value = builder_.CreateInsertValue(value, make(llvm::ExtractValueInst::getIndexedType(type, i)), i);
      return value;
    }
    const Member& lane = lanes_[next_++];
    if (lane.kind == Member::Kind::Poison) return value;
    if (lane.kind == Member::Kind::Undef) return llvm::UndefValue::get(type);
    if (type->isPointerTy() && lane.block == 0) return llvm::Constant::getNullValue(type);
    if (type->isPointerTy()) return builder_.CreatePtrAdd(object_, builder_.getInt64(lane.bits.getZExtValue()));
    return builder_.CreateBitCast(llvm::ConstantInt::get(type->getContext(), lane.bits), type);
  }

 private:
  Builder& builder_;
  const std::vector<Member>& lanes_;
  llvm::Value* object_;
  std::size_t next_ = 0;
};

llvm::APInt random_bits(Rng& rng, unsigned width) {
  llvm::APInt value(width, 0);
  const std::uint64_t style = rng.below(4);
  if (style == 0) return llvm::APInt(64, rng.below(4)).zextOrTrunc(width);
  if (style == 1) return llvm::APInt::getAllOnes(width) - llvm::APInt(64, rng.below(3)).zextOrTrunc(width);
  for (unsigned bit = 0; bit < width; ++bit) value.setBitVal(bit, rng.chance(1, 2));
  return value;
}

/// Of floats those with a special exponent are frequent.
llvm::APInt random_lane(Rng& rng, const semantics::LaneType& type) {
  llvm::APInt value = random_bits(rng, type.bits);
  if (type.kind != semantics::LaneKind::Float || rng.chance(1, 2)) return value;
  const unsigned low = semantics::shape_of(type.format).fraction_bits, high = type.bits - 1;
  rng.chance(1, 2) ? value.clearBits(low, high) : value.setBits(low, high);
  return value;
}

Member random_member(Rng& rng, const semantics::LaneType& type) {
  if (rng.chance(1, 12)) return Member::poison();
  if (type.kind == semantics::LaneKind::Pointer)
    return rng.chance(1, 8) ? Member::of(llvm::APInt(type.bits, 0))
                            : Member::pointer(0, llvm::APInt(type.bits, rng.below(kObject / 2)));
  return rng.chance(1, 12) ? Member::undef() : Member::of(random_lane(rng, type));
}

/// What the first pointer leads to is one object; the others lead into it.
semantics::Input random_input(const semantics::Function& function, const llvm::Argument* pointer, Rng& rng) {
  semantics::Input input;
  for (const semantics::Argument& argument : function.arguments) {
    input.arguments.emplace_back();
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane) {
      const semantics::LaneType& type = function.slots[argument.value.first + lane];
      const bool leads = pointer != nullptr && input.arguments.size() == pointer->getArgNo() + 1;
      input.arguments.back().push_back(leads ? Member::pointer(0, llvm::APInt(type.bits, 0))
                                             : random_member(rng, type));
    }
  }
  if (pointer == nullptr) return input;
  semantics::InputBlock& object = input.memory.emplace_back();
  object.size = object.align = kObject;
  for (std::uint64_t i = 0; i < kObject; ++i)
    object.bytes.push_back(semantics::InputByte::of(static_cast<std::uint8_t>(random_bits(rng, 8).getZExtValue())));
  return input;
}

/// A member of the set; undef where it is all patterns.
Member member_of(const LaneSet& set, Rng& rng) {
  if (set.only_poison() || (set.poison && rng.chance(1, 2))) return Member::poison();
  if (!set.masked) return Member::of(llvm::APInt(set.width, rng.pick(set.patterns)));
  return Member::of(set.fixed | (set.free & random_bits(rng, set.width)));
}
Member member_of(const interpret::MemoryByte& byte, Rng& rng) {
  if (byte.poison == 0xff) return Member::poison();
  const std::uint64_t open = (byte.undef | byte.poison) & random_bits(rng, 8).getZExtValue();
  return Member::of(llvm::APInt(8, byte.value | open));
}
/// Is undef among what the lane may be, in this one behaviour? A frozen value is not, though all behaviours together
/// have each pattern.
bool permits_undef(const LaneSet& set) { return set.poison || set.is_undef(); }
bool permits_undef(const interpret::MemoryByte& byte) { return (byte.undef | byte.poison) == 0xff; }
bool contains(const LaneSet& set, const llvm::APInt& bits) { return set.poison || set.contains(bits); }
bool contains(const interpret::MemoryByte& byte, const llvm::APInt& bits) {
  return ((bits.getZExtValue() ^ byte.value) & ~std::uint64_t{byte.undef} & ~std::uint64_t{byte.poison}) == 0;
}

/// What a run leaves of the object; nothing where that is not plain bytes.
const std::vector<interpret::MemoryByte>* object_after(const interpret::Behaviour& behaviour) {
  for (const interpret::VisibleBlock& block : behaviour.memory) {
    if (!block.name.empty()) continue;
    const bool plain = llvm::none_of(block.bytes, [](const auto& byte) { return byte.owner != 0; });
    return plain && block.bytes.size() == kObject ? &block.bytes : nullptr;
  }
  return nullptr;
}

/// What a function may give: its result, and the object's bytes if there is one.
struct Outcome {
  std::vector<Member> lanes, bytes;
  Member& operator[](std::size_t i) { return i < lanes.size() ? lanes[i] : bytes[i - lanes.size()]; }
  std::size_t size() const { return lanes.size() + bytes.size(); }
};

class Match {
 public:
  Match(llvm::Function& function, Rng& rng)
      : function_(function), module_(*function.getParent()), rng_(rng), pointer_(pointer_of(function)) {}

  Duel run() {
    result_.report = surroundings(function_);
    if (!result_.report.empty()) return result_;
    make_exact(module_);
    if (pointer_ != nullptr) drop_promises(function_, *pointer_);
    auto lowered = semantics::lower(function_);
    if (!lowered) return skip(lowered.error());
    const bool has_objects = !module_.global_empty() || pointer_ != nullptr;
    bool looks = false;
    for (const llvm::Function& each : module_) {
      if (each.isDeclaration()) continue;
      auto called = semantics::lower(each);
      if (!called) return skip(called.error());
      if (llvm::any_of(called->instructions,
                       [&](const auto& i) { return semantics::computes_library_value(*called, i); }))
        return skip("a function that nobody computes");
      looks = looks || looks_at_address(*called);
      if (has_objects && looks) return skip("the place of an object");
    }
    input_ = random_input(*lowered, pointer_, rng_);
    interpret::Limits limits;
    limits.steps = kSteps;
    limits.picks = kPicks;
    limits.behaviours = kBehaviours;
    const Behaviours seen = interpret::behaviours(*lowered, input_, limits);
    if (seen.all.empty()) return skip("no behaviour");
    result_.undefined = seen.all.back().end == EndKind::UndefinedBehaviour;
    // Behaviours that were run are allowed also where there are more; but a caller's object may stand at an address
    // that a run has chosen for its own.
    if (!result_.undefined && !seen.complete && (looks || !seen.doubt.empty())) return skip("more behaviours");
    for (const auto& behaviour : seen.all)
      if (behaviour.end != EndKind::UndefinedBehaviour &&
          (behaviour.end != EndKind::Returned || behaviour.result.size() != lowered->result_lanes.size()))
        return skip("the run ends otherwise" + (behaviour.reason.empty() ? "" : ": " + behaviour.reason));
    // Objects of callers may be larger, and at another address.
    if (result_.undefined && pointer_ != nullptr) return skip("undefined with an object");
    if (pointer_ != nullptr && !llvm::all_of(seen.all, object_after)) return skip("pointers in the object");
    result_.kind = Duel::Kind::Agreed;
    caller_ = pointer_ != nullptr ? &pinned() : make_caller();
    if (result_.undefined)
      ask_allowed(any_result(*lowered));
    else
      ask_about(seen);
    return result_;
  }

 private:
  Duel skip(std::string why) {
    result_.report = std::move(why);
    return result_;
  }
  /// The function at the input, without arguments.
  llvm::Function* make_caller() {
    auto* caller = llvm::Function::Create(llvm::FunctionType::get(function_.getReturnType(), false),
                                          llvm::Function::ExternalLinkage, "at_input", module_);
    caller->copyAttributesFrom(&function_);
    caller->setAttributes(llvm::AttributeList());
    Builder builder(llvm::BasicBlock::Create(module_.getContext(), "", caller));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : function_.args())
      arguments.push_back(ValueMaker(builder, input_.arguments[argument.getArgNo()]).make(argument.getType()));
    llvm::Value* result = builder.CreateCall(&function_, arguments);
    result->getType()->isVoidTy() ? builder.CreateRetVoid() : builder.CreateRet(result);
    return caller;
  }
  /// The function itself, which writes the object's contents first, and has values for its other arguments.
  llvm::Function& pinned() {
    llvm::BasicBlock& entry = function_.getEntryBlock();
    Builder builder(&entry, entry.begin());
    for (std::uint64_t i = 0; i < kObject; ++i)
      write(builder, *pointer_, i, Member::of(llvm::APInt(8, input_.memory[0].bytes[i].value)));
    for (llvm::Argument& argument : function_.args())
      if (&argument != pointer_)
        argument.replaceAllUsesWith(
            ValueMaker(builder, input_.arguments[argument.getArgNo()], pointer_).make(argument.getType()));
    return function_;
  }
  void write(Builder& builder, llvm::Value& object, std::uint64_t offset, const Member& byte) {
    builder.CreateStore(ValueMaker(builder, {byte}).make(builder.getInt8Ty()),
                        builder.CreatePtrAdd(&object, builder.getInt64(offset)));
  }
  Outcome any_result(const semantics::Function& lowered) {
    Outcome any;
    for (const semantics::LaneType& lane : lowered.result_lanes)
      any.lanes.push_back(Member::of(random_bits(rng_, lane.bits)));
    return any;
  }

  void ask_about(const Behaviours& seen) {
    // Memory costs more: one result, mostly without a wrong one.
    for (unsigned i = pointer_ != nullptr ? kAsked - 1 : 0; i < kAsked && result_.kind != Duel::Kind::Contradiction;
         ++i) {
      const auto& behaviour = rng_.pick(seen.all);
      Outcome outcome;
      for (const LaneSet& set : behaviour.result) outcome.lanes.push_back(member_of(set, rng_));
      if (pointer_ != nullptr)
        for (const auto& byte : *object_after(behaviour)) outcome.bytes.push_back(member_of(byte, rng_));
      ask_allowed(outcome);
      if (outcome.size() == 0 || result_.kind == Duel::Kind::Contradiction) return;
      if (rng_.chance(1, 4)) {
        ask_about_undef(seen, behaviour, outcome);
        continue;
      }
      if (!seen.complete) continue;
      if (pointer_ != nullptr && !rng_.chance(1, 4)) return;
      const std::size_t changed = rng_.below(outcome.size()), lanes = outcome.lanes.size();
      const unsigned width = changed < lanes ? behaviour.result[changed].width : 8;
      Member& member = outcome[changed];
      llvm::APInt other = member.kind == Member::Kind::Bits ? member.bits : llvm::APInt(width, 0);
      other.flipBit(static_cast<unsigned>(rng_.below(width)));
      const bool possible = llvm::any_of(seen.all, [&](const interpret::Behaviour& each) {
        return changed < lanes ? contains(each.result[changed], other)
                               : contains((*object_after(each))[changed - lanes], other);
      });
      if (possible) continue;
      member = Member::of(other);
      ask_denied(outcome);
    }
  }
  /// May one lane or byte of the outcome, which is of this behaviour, be undef?
  void ask_about_undef(const Behaviours& seen, const interpret::Behaviour& behaviour, Outcome outcome) {
    const std::size_t changed = rng_.below(outcome.size()), lanes = outcome.lanes.size();
    const auto permits = [&](const interpret::Behaviour& each) {
      return changed < lanes ? permits_undef(each.result[changed])
                             : permits_undef((*object_after(each))[changed - lanes]);
    };
    outcome[changed] = Member::undef();
    if (permits(behaviour))
      ask_allowed(outcome);
    else if (seen.complete && llvm::none_of(seen.all, permits))
      ask_denied(outcome);
  }
  void ask_allowed(const Outcome& outcome) {
    if (ask(outcome) == VerdictKind::Incorrect) contradict("denies a result that the interpreter allows", outcome);
  }
  void ask_denied(const Outcome& outcome) {
    if (ask(outcome) == VerdictKind::Correct) contradict("allows a result that the interpreter has not", outcome);
  }
  /// A function that gives the result, and writes all bytes of the object.
  llvm::Function* make_result(const Outcome& outcome) {
    auto* result =
        llvm::Function::Create(caller_->getFunctionType(), llvm::Function::ExternalLinkage, "result", module_);
    // What is at null is memory for both, or the object may stand there for one of them only.
    if (function_.hasFnAttribute(llvm::Attribute::NullPointerIsValid))
      result->addFnAttr(llvm::Attribute::NullPointerIsValid);
    Builder builder(llvm::BasicBlock::Create(module_.getContext(), "", result));
    for (std::size_t i = 0; i < outcome.bytes.size(); ++i)
      write(builder, *result->getArg(pointer_->getArgNo()), i, outcome.bytes[i]);
    if (outcome.lanes.empty())
      builder.CreateRetVoid();
    else
      builder.CreateRet(ValueMaker(builder, outcome.lanes).make(caller_->getReturnType()));
    return result;
  }
  VerdictKind ask(const Outcome& outcome) {
    llvm::Function* result = make_result(outcome);
    auto source = semantics::lower(*caller_), target = semantics::lower(*result);
    refine::Options options;
    options.smt_timeout_ms = kTimeoutMs;
    options.unroll = kUnroll;
    VerdictKind kind = VerdictKind::Unsupported;
    if (source && target) kind = evidence::settle(refine::refine(*source, *target, options).claim).kind;
    result->eraseFromParent();
    const bool decided = kind == VerdictKind::Correct || kind == VerdictKind::Incorrect;
    if (decided) ++result_.questions;
    if (!decided && result_.kind == Duel::Kind::Agreed) result_.kind = Duel::Kind::Undecided;
    return kind;
  }
  void contradict(const std::string& how, const Outcome& outcome) {
    result_.kind = Duel::Kind::Contradiction;
    llvm::Function* result = make_result(outcome);
    result_.report = "the symbolic machine " + how + "\n" + ir::print(module_);
    result->eraseFromParent();
  }

  llvm::Function& function_;
  llvm::Module& module_;
  Rng& rng_;
  llvm::Argument* pointer_;
  semantics::Input input_;
  llvm::Function* caller_ = nullptr;
  Duel result_;
};

}  // namespace

generate::Profile draw_profile(Rng& rng) {
  generate::Profile profile = *generate::profile_named(rng.pick(generate::profile_names()));
  profile.allow_undef = rng.chance(1, 2);
  if (rng.chance(1, 2)) profile.weights[static_cast<std::size_t>(generate::Family::Freeze)] = kFreezeWeight;
  return profile;
}

Duel duel(llvm::Function& function, Rng& rng) { return Match(function, rng).run(); }

}  // namespace assay::harness
