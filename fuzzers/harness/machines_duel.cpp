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

#include "services/worker/check/library_values.h"
#include "services/worker/interpret/interpret.h"
#include "services/worker/ir/ir.h"
#include "services/worker/refine/refine.h"
#include "services/worker/semantics/semantics.h"

namespace assay::harness {
namespace {

using interpret::Behaviours;
using interpret::EndKind;
using interpret::LaneSet;

constexpr unsigned kAsked = 3;          ///< results that are asked about
constexpr unsigned kTimeoutMs = 1'000;  ///< of a query
constexpr std::uint64_t kSteps = 1u << 14;
constexpr std::uint64_t kPicks = 1u << 8, kBehaviours = 1u << 6;
constexpr unsigned kUnroll = 12;  ///< so that short loops are ended

/// Types whose values can be made of lanes.
bool is_plain(llvm::Type* type) {
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) return llvm::all_of(record->elements(), is_plain);
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return is_plain(array->getElementType());
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) return is_plain(vector->getElementType());
  return type->isIntegerTy() || (type->isFloatingPointTy() && !type->isPPC_FP128Ty());
}

/// Is all that the function does in its result? Else the reason.
std::string surroundings(const llvm::Function& function) {
  if (!is_plain(function.getReturnType())) return "result";
  for (const llvm::Argument& argument : function.args())
    if (!is_plain(argument.getType())) return "argument";
  for (const llvm::GlobalVariable& variable : function.getParent()->globals())
    if (!variable.isConstant()) return "variable";
  for (const llvm::Function& other : *function.getParent())
    if (other.isDeclaration() && !other.isIntrinsic()) return "unknown function";
  // Where variables are is any place to the symbolic machine, and one to the interpreter.
  const auto looks_at_address = [](const llvm::Instruction& each) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&each);
    return llvm::isa<llvm::PtrToIntInst, llvm::PtrToAddrInst>(each) ||
           (compare != nullptr && compare->getOperand(0)->getType()->isPtrOrPtrVectorTy());
  };
  // Of those that are read as another type the symbolic machine knows nothing.
  const auto accesses_odd_bits = [](const llvm::Instruction& each) {
    if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(each)) return false;
    const llvm::Type* type = llvm::getLoadStoreType(&each);
    return type->getScalarSizeInBits() % 8 != 0;
  };
  const bool has_variables = !function.getParent()->global_empty();
  for (const llvm::Function& other : *function.getParent())
    for (const llvm::Instruction& instruction : llvm::instructions(other)) {
      if (instruction.isVolatile()) return "volatile";
      if (has_variables && looks_at_address(instruction)) return "the place of a variable";
      if (accesses_odd_bits(instruction)) return "bits of a type that is no whole bytes";
    }
  return {};
}

/// Neither machine judges what flags that permit rewrites license: the operations become exact.
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

/// One lane of a value: a pattern, or poison, or undef.
using Member = interpret::InputLane;

/// Makes a value of lanes, in the order in which the semantics number them, by instructions: LLVM's constants can't hold
/// every pattern (of x86_fp80 those whose integer bit contradicts the exponent).
class ValueMaker {
 public:
  ValueMaker(llvm::BasicBlock* block, const std::vector<Member>& lanes) : builder_(block), lanes_(lanes) {}
  llvm::Value* make(llvm::Type* type) {
    llvm::Value* value = llvm::PoisonValue::get(type);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        value = builder_.CreateInsertElement(value, make(vector->getElementType()), i);
      return value;
    }
    if (type->isAggregateType()) {
      const unsigned count = type->isStructTy() ? type->getStructNumElements()
                                                : static_cast<unsigned>(type->getArrayNumElements());
      for (unsigned i = 0; i < count; ++i)
        value = builder_.CreateInsertValue(value, make(llvm::ExtractValueInst::getIndexedType(type, i)), i);
      return value;
    }
    const Member& lane = lanes_[next_++];
    if (lane.kind == Member::Kind::Poison) return value;
    if (lane.kind == Member::Kind::Undef) return llvm::UndefValue::get(type);
    return builder_.CreateBitCast(llvm::ConstantInt::get(type->getContext(), lane.bits), type);
  }

 private:
  llvm::IRBuilder<llvm::NoFolder> builder_;
  const std::vector<Member>& lanes_;
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

interpret::Input random_input(const semantics::Function& function, Rng& rng) {
  interpret::Input input;
  for (const semantics::Argument& argument : function.arguments) {
    input.arguments.emplace_back();
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane) {
      input.arguments.back().push_back(rng.chance(1, 12)   ? Member::poison()
                                       : rng.chance(1, 12) ? Member::undef()
                                                           : Member::of(random_lane(rng, function.slots[argument.value.first + lane])));
    }
  }
  return input;
}

/// A member of the set; undef where it is all patterns.
Member member_of(const LaneSet& set, Rng& rng) {
  if (set.only_poison() || (set.poison && rng.chance(1, 2))) return Member::poison();
  if (!set.masked) return Member::of(llvm::APInt(set.width, rng.pick(set.patterns)));
  return Member::of(set.fixed | (set.free & random_bits(rng, set.width)));
}

class Match {
 public:
  Match(llvm::Function& function, Rng& rng) : function_(function), module_(*function.getParent()), rng_(rng) {}

  Duel run() {
    result_.report = surroundings(function_);
    if (!result_.report.empty()) return result_;
    make_exact(module_);
    auto lowered = semantics::lower(function_);
    if (!lowered) return skip(lowered.error());
    for (const llvm::Function& each : module_) {
      if (each.isDeclaration()) continue;
      auto called = semantics::lower(each);
      if (!called) return skip(called.error());
      if (llvm::any_of(called->instructions, [](const auto& i) { return check::is_library_value(i.op); }))
        return skip("a function that nobody computes");
    }
    input_ = random_input(*lowered, rng_);
    interpret::Limits limits;
    limits.steps = kSteps;
    limits.picks = kPicks;
    limits.behaviours = kBehaviours;
    const Behaviours seen = interpret::behaviours(*lowered, input_, limits);
    if (seen.all.empty()) return skip("no behaviour");
    result_.undefined = seen.all.back().end == EndKind::UndefinedBehaviour;
    if (!result_.undefined && !seen.complete) return skip("more behaviours");
    for (const auto& behaviour : seen.all)
      if (behaviour.end != EndKind::UndefinedBehaviour &&
          (behaviour.end != EndKind::Returned || behaviour.result.size() != lowered->result_lanes.size()))
        return skip("the run ends otherwise" + (behaviour.reason.empty() ? "" : ": " + behaviour.reason));
    result_.kind = Duel::Kind::Agreed;
    caller_ = make_caller();
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
    auto* block = llvm::BasicBlock::Create(module_.getContext(), "", caller);
    std::vector<llvm::Value*> arguments;
    for (std::size_t i = 0; i < input_.arguments.size(); ++i)
      arguments.push_back(
          ValueMaker(block, input_.arguments[i]).make(function_.getArg(static_cast<unsigned>(i))->getType()));
    llvm::IRBuilder<> builder(block);
    builder.CreateRet(builder.CreateCall(&function_, arguments));
    return caller;
  }
  std::vector<Member> any_result(const semantics::Function& lowered) {
    std::vector<Member> lanes;
    for (const semantics::LaneType& lane : lowered.result_lanes)
      lanes.push_back(Member::of(random_bits(rng_, lane.bits)));
    return lanes;
  }

  void ask_about(const Behaviours& seen) {
    for (unsigned i = 0; i < kAsked && result_.kind != Duel::Kind::Contradiction; ++i) {
      const auto& behaviour = rng_.pick(seen.all);
      std::vector<Member> lanes;
      for (const LaneSet& set : behaviour.result) lanes.push_back(member_of(set, rng_));
      ask_allowed(lanes);
      if (lanes.empty() || result_.kind == Duel::Kind::Contradiction) return;
      const std::size_t changed = rng_.below(lanes.size());
      const unsigned width = behaviour.result[changed].width;
      llvm::APInt other = lanes[changed].kind == Member::Kind::Bits ? lanes[changed].bits : llvm::APInt(width, 0);
      other.flipBit(static_cast<unsigned>(rng_.below(width)));
      const bool possible = llvm::any_of(seen.all, [&](const auto& each) {
        return each.result[changed].poison || each.result[changed].contains(other);
      });
      if (possible) continue;
      lanes[changed] = Member::of(other);
      ask_denied(lanes);
    }
  }
  void ask_allowed(const std::vector<Member>& lanes) {
    if (ask(lanes) == VerdictKind::Incorrect) contradict("denies a result that the interpreter allows", lanes);
  }
  void ask_denied(const std::vector<Member>& lanes) {
    if (ask(lanes) == VerdictKind::Correct) contradict("allows a result that the interpreter has not", lanes);
  }
  /// A function that gives the result.
  llvm::Function* make_result(const std::vector<Member>& lanes) {
    auto* result =
        llvm::Function::Create(caller_->getFunctionType(), llvm::Function::ExternalLinkage, "result", module_);
    auto* block = llvm::BasicBlock::Create(module_.getContext(), "", result);
    llvm::Value* value = lanes.empty() ? nullptr : ValueMaker(block, lanes).make(caller_->getReturnType());
    llvm::ReturnInst::Create(module_.getContext(), value, block);
    return result;
  }
  VerdictKind ask(const std::vector<Member>& lanes) {
    llvm::Function* result = make_result(lanes);
    auto source = semantics::lower(*caller_), target = semantics::lower(*result);
    refine::Options options;
    options.smt_timeout_ms = kTimeoutMs;
    options.unroll = kUnroll;
    VerdictKind kind = VerdictKind::Unsupported;
    if (source && target) kind = refine::refine(*source, *target, options).kind;
    result->eraseFromParent();
    const bool decided = kind == VerdictKind::Correct || kind == VerdictKind::Incorrect;
    if (decided) ++result_.questions;
    if (!decided && result_.kind == Duel::Kind::Agreed) result_.kind = Duel::Kind::Undecided;
    return kind;
  }
  void contradict(const std::string& how, const std::vector<Member>& lanes) {
    result_.kind = Duel::Kind::Contradiction;
    llvm::Function* result = make_result(lanes);
    result_.report = "the symbolic machine " + how + "\n" + ir::print(module_);
    result->eraseFromParent();
  }

  llvm::Function& function_;
  llvm::Module& module_;
  Rng& rng_;
  interpret::Input input_;
  llvm::Function* caller_ = nullptr;
  Duel result_;
};

}  // namespace

Duel duel(llvm::Function& function, Rng& rng) { return Match(function, rng).run(); }

}  // namespace assay::harness
