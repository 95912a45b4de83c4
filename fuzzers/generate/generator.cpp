#include "fuzzers/generate/generator.h"

#include <llvm/IR/Attributes.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "fuzzers/generate/bitfields.h"
#include "fuzzers/generate/constants.h"

namespace assay::generate {
namespace {

std::vector<const Production*> collect_productions() {
  std::vector<const Production*> all;
  for (llvm::ArrayRef<Production> family :
       {integer_productions(), intrinsic_productions(), vector_productions(), idiom_productions(), float_productions(),
        memory_productions(), aggregate_productions(), call_productions(), rare_productions(), table_productions()})
    for (const Production& production : family) all.push_back(&production);
  return all;
}

// Truth values come from compares and are joined by logic; arithmetic on them is legal, but rarely seen by a rule.
bool is_arithmetic(Family family) {
  return family == Family::Arithmetic || family == Family::Shift || family == Family::Division ||
         family == Family::Intrinsic;
}

}  // namespace

void drop_dead_code(llvm::Function& function) {
  for (bool progress = true; progress;) {
    progress = false;
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
        if (llvm::isInstructionTriviallyDead(&instruction)) {
          instruction.eraseFromParent();
          progress = true;
        }
  }
}

namespace {

// A pointer argument is a place whose size is known; sometimes it is the only way there, or is only read.
void add_pointer_attributes(llvm::Argument& argument, Rng& rng) {
  llvm::LLVMContext& context = argument.getContext();
  argument.addAttr(llvm::Attribute::getWithDereferenceableBytes(context, std::uint64_t{1} << rng.below(4)));
  if (rng.chance(1, 2))
    argument.addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(std::uint64_t{1} << rng.below(4))));
  if (rng.chance(1, 3)) argument.addAttr(llvm::Attribute::NoAlias);
  if (rng.chance(1, 6)) argument.addAttr(llvm::Attribute::ReadOnly);
  if (rng.chance(1, 6)) argument.addAttr(llvm::Attribute::NonNull);
}

}  // namespace

const std::vector<const Production*>& all_productions() {
  static const std::vector<const Production*> all = collect_productions();
  return all;
}

Generator::Generator(llvm::Module& module, Rng& rng, const Profile& profile)
    : module(module),
      context(module.getContext()),
      rng(rng),
      profile(profile),
      builder(module.getContext(), llvm::NoFolder(),
              llvm::IRBuilderCallbackInserter([this](llvm::Instruction* added) { inserted(added); })),
      types(context, rng, profile) {}

void Generator::inserted(llvm::Instruction* instruction) {
  --budget_;
  if (instruction->getType()->isFirstClassType()) scope_.push_back(instruction);
}

void Generator::choose_features() {
  types.choose();
  memory_ = percent(profile.memory_percent);
  calls_ = percent(profile.call_percent);
  rare_ = profile.rarity_percent != 0 && percent(profile.rarity_percent);
  types.choose_floating();
  constrained_ = types.has_floats() && profile.constrained_percent != 0 && percent(profile.constrained_percent);
}

llvm::Constant* Generator::constant(llvm::Type* type) {
  const ConstantOptions options{profile.allow_undef, profile.poison_permille, profile.poison_lane_percent};
  llvm::Constant* made = interesting_constant(type, rng, options, numbers_);
  if (const auto* integer = llvm::dyn_cast_or_null<llvm::ConstantInt>(made);
      integer != nullptr && integer->getBitWidth() > 1 && numbers_.size() < 16)
    numbers_.push_back(integer->getValue());
  return made;
}

llvm::Constant* Generator::number(llvm::Type* type, std::uint64_t low, std::uint64_t high) {
  const unsigned bits = type->getScalarSizeInBits();
  const std::uint64_t drawn = low == high ? low : low + rng.below(high - low + 1);  // one number needs no draw
  return literal(type, llvm::APInt(bits, drawn, false, true));
}

llvm::Constant* Generator::literal(llvm::Type* type, const llvm::APInt& number) {
  return llvm::ConstantInt::get(type, number);
}

llvm::Constant* Generator::all_ones(llvm::Type* type) { return llvm::Constant::getAllOnesValue(type); }
llvm::Constant* Generator::zero(llvm::Type* type) { return llvm::Constant::getNullValue(type); }

llvm::Value* Generator::existing(llvm::Type* type) {
  std::vector<llvm::Value*> fitting;
  std::vector<llvm::Value*> unused;
  for (llvm::Value* candidate : scope_) {
    if (candidate->getType() != type) continue;
    fitting.push_back(candidate);
    if (candidate->use_empty()) unused.push_back(candidate);
  }
  if (fitting.empty()) return nullptr;
  if (!unused.empty() && rng.chance(1, 2)) return rng.pick(unused);
  return rng.pick(fitting);
}

// A value of another integer type from scope, brought to this one.
llvm::Value* Generator::converted(llvm::Type* type) {
  if (type->isFloatingPointTy() && type->getScalarSizeInBits() <= 128) {
    // From the number of as many bits, if that is there, else nothing.
    llvm::Value* bits = existing(llvm::IntegerType::get(context, type->getScalarSizeInBits()));
    return bits == nullptr ? nullptr : builder.CreateBitCast(bits, type);
  }
  if (!is_integer(type)) return nullptr;
  std::vector<llvm::Value*> candidates;
  for (llvm::Value* value : scope_) {
    const auto* from = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
    const auto* to = llvm::dyn_cast<llvm::FixedVectorType>(type);
    const bool same_lanes = from != nullptr && to != nullptr && from->getNumElements() == to->getNumElements();
    if ((is_integer(value->getType()) || value->getType()->isFloatingPointTy()) && value->getType() != type &&
        (to == nullptr || same_lanes))
      candidates.push_back(value);
  }
  return candidates.empty() ? nullptr : converted(rng.pick(candidates), type);
}

llvm::Value* Generator::converted(llvm::Value* from, llvm::Type* type) {
  if (from->getType()->isFPOrFPVectorTy())
    from = builder.CreateBitCast(from, with_width(from->getType(), from->getType()->getScalarSizeInBits()));
  if (!is_integer(from->getType()) || !is_integer(type)) return nullptr;
  const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(from->getType());
  if (const auto* wanted = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    if (lanes == nullptr || lanes->getNumElements() != wanted->getNumElements()) return nullptr;
  } else if (lanes != nullptr) {
    from =
        builder.CreateExtractElement(from, builder.getInt32(static_cast<unsigned>(rng.below(lanes->getNumElements()))));
  }
  const unsigned have = from->getType()->getScalarSizeInBits();
  const unsigned want = type->getScalarSizeInBits();
  if (have == want) return from;
  if (have < want) return rng.chance(1, 2) ? builder.CreateZExt(from, type) : builder.CreateSExt(from, type);
  if (want > 1) return builder.CreateTrunc(from, type);
  const auto predicate = rng.chance(1, 2) ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_SLT;
  return builder.CreateICmp(predicate, from, zero(from->getType()));
}

llvm::Value* Generator::value(llvm::Type* type) {
  const std::uint64_t roll = rng.below(100);
  if (roll < profile.constant_percent) return constant(type);
  if (roll < profile.constant_percent + profile.reuse_percent)
    if (llvm::Value* found = existing(type)) return found;
  return fresh(type);
}

llvm::Value* Generator::value_beside(llvm::Value* other) {
  llvm::Value* made = value(other->getType());
  if (made == other && !rng.chance(1, 12)) made = value(other->getType());
  return made == other && !rng.chance(1, 4) ? constant(other->getType()) : made;
}

llvm::Value* Generator::variable(llvm::Type* type) {
  if (percent(profile.reuse_percent))
    if (llvm::Value* found = existing(type)) return found;
  return fresh(type);
}

llvm::Value* Generator::fresh(llvm::Type* type) {
  if (budget_ <= 0 || depth_ >= profile.max_depth) {
    if (llvm::Value* found = existing(type)) return found;
    if (llvm::Value* found = converted(type)) return found;
    return constant(type);
  }
  std::uint64_t total = 0;
  std::vector<std::pair<const Production*, std::uint64_t>> options;
  for (const Production* production : all_productions()) {
    std::uint64_t weight =
        std::uint64_t{profile.weights[static_cast<std::size_t>(production->family)]} * production->weight;
    if (type->getScalarSizeInBits() == 1 && is_arithmetic(production->family)) weight = (weight + 9) / 10;
    if (weight == 0 || !production->makes(*this, type)) continue;
    total += weight;
    options.emplace_back(production, weight);
  }
  if (total == 0) return constant(type);
  std::uint64_t roll = rng.below(total);
  const Production* chosen = options.front().first;
  for (const auto& [production, weight] : options) {
    chosen = production;
    if (roll < weight) break;
    roll -= weight;
  }
  ++depth_;
  llvm::Value* made = chosen->emit(*this, type);
  --depth_;
  return made;
}

void Generator::add_value_attributes(llvm::Function& function) {
  const auto decorate = [&](llvm::Type* type, auto add) {
    if (!percent(profile.attribute_percent)) return;
    if (rng.chance(2, 3)) add(llvm::Attribute::get(context, llvm::Attribute::NoUndef));
    if (!is_integer(type) || type->getScalarSizeInBits() < 2 || profile.language < 19 || rng.chance(1, 2)) return;
    const unsigned bits = type->getScalarSizeInBits();
    const llvm::APInt low = interesting_integer(bits, rng);
    const llvm::APInt high = rng.chance(1, 2) ? interesting_integer(bits, rng) : relative_of(low, rng);
    if (low != high) add(llvm::Attribute::get(context, llvm::Attribute::Range, llvm::ConstantRange(low, high)));
  };
  for (llvm::Argument& argument : function.args())
    decorate(argument.getType(), [&](llvm::Attribute attribute) { argument.addAttr(attribute); });
  if (rng.chance(1, 3))
    decorate(function.getReturnType(), [&](llvm::Attribute attribute) { function.addRetAttr(attribute); });
}

llvm::Function* Generator::declare(const std::string& name) {
  std::vector<llvm::Type*> parameters;
  const bool exhaustible = percent(profile.exhaustive_percent);
  const unsigned count = 1 + static_cast<unsigned>(rng.below(std::max(1u, profile.max_arguments)));
  std::uint64_t bits = 0;
  for (unsigned index = 0; index < count; ++index) {
    llvm::Type* type = index == 0 && !types.has_vectors() && !types.has_floats() ? types.main_integer() : types.any();
    if (memory_ && rng.chance(1, 3)) type = llvm::PointerType::get(context, 0);
    bits += type->isPointerTy() ? 8 : type->getPrimitiveSizeInBits().getFixedValue();
    if (index > 0 && exhaustible && bits > profile.exhaustive_bits) break;
    parameters.push_back(type);
  }
  llvm::Type* result = types.any();
  auto* type = llvm::FunctionType::get(result, parameters, false);
  auto* function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  add_value_attributes(*function);
  for (llvm::Argument& argument : function->args())
    if (argument.getType()->isPointerTy()) add_pointer_attributes(argument, rng);
  return function;
}

llvm::Function& Generator::function(const std::string& name) {
  name_ = name;
  choose_features();
  if (calls_) add_callees(name);
  function_ = declare(name);
  scope_.clear();
  for (llvm::Argument& argument : function_->args()) scope_.push_back(&argument);
  const unsigned spread = profile.max_instructions - std::min(profile.min_instructions, profile.max_instructions);
  budget_ = static_cast<int>(profile.min_instructions + rng.below(spread + 1));
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function_));
  if (memory_) {
    const int budget = budget_;
    places_ = make_places(*this, *function_);
    for (const Place& place : places_)
      if (llvm::isa<llvm::GlobalVariable>(place.pointer)) scope_.push_back(place.pointer);
    budget_ = budget;  // instructions that initialise memory do not count
  }
  ControlFlow(*this).body(function_->getReturnType());
  // What nothing uses is no input for a rule; the odd leftover shows whether the compiler drops it well.
  if (!rng.chance(1, 20)) drop_dead_code(*function_);
  std::erase_if(places_, [](const Place& place) {
    if (place.pointer == nullptr) return true;
    auto* global = llvm::dyn_cast<llvm::GlobalVariable>(place.pointer);
    if (global == nullptr || !global->use_empty()) return false;
    global->eraseFromParent();
    return true;
  });
  if (constrained_) constrain_floats(*function_, rng);
  for (llvm::Function& each : llvm::make_early_inc_range(module))
    if (each.isIntrinsic() && each.use_empty()) each.eraseFromParent();
  if (rare_) decorate_rarely(*this, *function_);
  return *function_;
}

// Functions to call are made before the one that calls them, so the only recursion is that of make_recursive_helper,
// which ends.
void Generator::add_callees(const std::string& name) {
  Profile smaller = profile;
  smaller.call_percent = 0;
  smaller.loop_percent = 0;
  smaller.min_instructions = 1;
  smaller.max_instructions = 6;
  if (rare_ && rng.chance(1, 6)) callees_.push_back(&make_variadic_helper(*this, name + ".variadic"));
  if (rng.chance(1, 8)) callees_.push_back(&make_recursive_helper(*this, name + ".recursive"));
  for (std::uint64_t index = 0, count = rng.below(3); index < count; ++index) {
    llvm::Function& callee = Generator(module, rng, smaller).function(name + ".helper" + std::to_string(index));
    if (rng.chance(2, 3)) callee.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (rng.chance(1, 8) && !callee.hasFnAttribute(llvm::Attribute::AlwaysInline))
      callee.addFnAttr(llvm::Attribute::NoInline);
    callees_.push_back(&callee);
  }
}

llvm::Value* Generator::value_before(llvm::Instruction& before, llvm::Type* type,
                                     const std::vector<llvm::Value*>& scope, unsigned max_instructions) {
  if (constant(type) == nullptr) return nullptr;
  choose_features();
  memory_ = calls_ = false;
  types.choose_for(type, scope);
  function_ = before.getFunction();
  constrained_ = function_->hasFnAttribute(llvm::Attribute::StrictFP);
  scope_ = scope;
  budget_ = static_cast<int>(max_instructions);
  builder.SetInsertPoint(&before);
  return fresh(type);
}

llvm::Value* generate_value(llvm::Instruction& before, llvm::Type* type, const std::vector<llvm::Value*>& scope,
                            Rng& rng, const Profile& profile, unsigned max_instructions) {
  return Generator(*before.getModule(), rng, profile).value_before(before, type, scope, max_instructions);
}

llvm::Function& generate_function(llvm::Module& module, Rng& rng, const Profile& profile, const std::string& name) {
  if (!rng.chance(profile.bitfield_percent, 100)) return Generator(module, rng, profile).function(name);
  const BitFieldProgram program = random_bitfield_program(rng);
  return lower_bitfields(module, program, static_cast<Lowering>(rng.below(kLoweringCount)), name);
}

}  // namespace assay::generate
