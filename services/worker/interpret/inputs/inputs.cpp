#include "services/worker/interpret/inputs/inputs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <set>

#include "services/worker/interpret/values/promise_steps.h"
#include "services/worker/ir/null_symbols.h"
#include "services/worker/ir/references.h"
#include "services/worker/semantics/apfloat.h"
#include "services/worker/semantics/attribute_support.h"
#include "services/worker/semantics/kept_promises.h"
#include "services/worker/semantics/library_functions.h"

namespace assay::interpret {
namespace {

using llvm::APInt;
using semantics::Function;
using semantics::LaneKind;

APInt random_pattern(Rng& rng, unsigned width) {
  APInt value(width, 0);
  for (unsigned low = 0; low < width; low += 64) {
    const unsigned take = std::min(64u, width - low);
    value.insertBits(rng() >> (64 - take), low, take);
  }
  return value;
}

/// A number at which floating-point arithmetic changes its ways, or a NaN.
APInt special_float(Rng& rng, semantics::FloatFormat format) {
  using llvm::APFloat;
  const llvm::fltSemantics& kind = semantics::semantics_of(format);
  const bool negative = rng.chance(1, 2);
  const auto value = [&] {
    switch (rng.below(8)) {
      case 0:
        return APFloat::getZero(kind, negative);
      case 1:
        return APFloat::getInf(kind, negative);
      case 2:
        return APFloat::getQNaN(kind, negative);
      case 3:
        return APFloat::getSNaN(kind, negative);
      case 4:
        return APFloat::getSmallest(kind, negative);
      case 5:
        return APFloat::getSmallestNormalized(kind, negative);
      case 6:
        return APFloat::getLargest(kind, negative);
      default:
        return APFloat::getOne(kind, negative);
    }
  };
  return value().bitcastToAPInt();
}

/// A number near one. Of such numbers sums and products round, where those of any bits mostly absorb one another.
APInt number_near_one(Rng& rng, semantics::FloatFormat format) {
  constexpr int kLeast = -4, kExponents = 8;
  const llvm::fltSemantics& kind = semantics::semantics_of(format);
  const bool negative = rng.chance(1, 2);
  APInt pattern = llvm::APFloat::getOne(kind, negative).bitcastToAPInt();
  const unsigned fraction = llvm::APFloat::semanticsPrecision(kind) - 1;
  pattern.insertBits(random_pattern(rng, fraction), 0);
  const int exponent = kLeast + static_cast<int>(rng.below(kExponents));
  return scalbn(llvm::APFloat(kind, pattern), exponent, llvm::APFloat::rmNearestTiesToEven).bitcastToAPInt();
}

/// Does some call give a pointer?
bool gets_pointers(const Function& function) {
  return llvm::any_of(function.instructions, [](const semantics::Instruction& instruction) {
    const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(instruction.origin);
    return call != nullptr && call->getType()->isPointerTy() &&
           call->getIntrinsicID() == llvm::Intrinsic::not_intrinsic;
  });
}

bool calls_pointers(const Function& function) {
  return llvm::any_of(function.calls, [](const semantics::CallSite& site) {
    return site.call != nullptr && site.callee == nullptr && !site.call->isInlineAsm();
  });
}

/// Is the argument itself called?
bool is_called(const ArgumentLane& lane) {
  const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(lane.origin);
  return argument != nullptr && llvm::any_of(argument->uses(), [](const llvm::Use& use) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
           return call != nullptr && call->isCallee(&use);
         });
}

bool loads_pointers(const Function& function) {
  return llvm::any_of(function.instructions, [](const semantics::Instruction& instruction) {
    const auto* load = llvm::dyn_cast_or_null<llvm::LoadInst>(instruction.origin);
    return load != nullptr && load->getType()->isPointerTy();
  });
}

/// Has the argument an attribute that speaks of all accesses through it, or of other pointers?
bool is_restricted(const ArgumentLane& lane) {
  const auto* argument = llvm::dyn_cast_or_null<llvm::Argument>(lane.origin);
  if (argument == nullptr) return false;
  if (semantics::noalias_counts(*argument)) return true;
  for (auto kind : {llvm::Attribute::ReadOnly, llvm::Attribute::ReadNone, llvm::Attribute::WriteOnly,
                    llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::Initializes,
                    llvm::Attribute::DeadOnReturn, llvm::Attribute::DeadOnUnwind})
    if (argument->hasAttribute(kind)) return true;
  return false;
}

}  // namespace

bool ArgumentLane::allows(const APInt& pattern) const { return keeps_promises(*promises, type, pattern); }

std::vector<ArgumentLane> argument_lanes(const Function& function) {
  std::vector<ArgumentLane> lanes;
  for (std::uint32_t i = 0; i < function.arguments.size(); ++i) {
    const semantics::Argument& argument = function.arguments[i];
    for (std::uint32_t lane = 0; lane < argument.value.count; ++lane)
      lanes.push_back({i, lane, argument.value.first + lane, function.slots[argument.value.first + lane],
                       &argument.promises, argument.origin});
  }
  return lanes;
}

std::optional<std::string> mismatch(const Function& source, const Function& target) {
  if (source.arguments.size() != target.arguments.size()) return "different parameters";
  const auto left = argument_lanes(source);
  const auto right = argument_lanes(target);
  if (left.size() != right.size()) return "different parameters";
  for (std::size_t i = 0; i < left.size(); ++i)
    if (left[i].argument != right[i].argument || !(left[i].type == right[i].type)) return "different parameters";
  if (source.result_lanes != target.result_lanes) return "different return types";
  return std::nullopt;
}

namespace {

/// An extern_weak symbol that nobody need define, or an absolute one that may be null, of one or both modules.
bool may_be_absent(const std::string& name, const llvm::Module& source, const llvm::Module& target) {
  bool is_weak = false;
  for (const llvm::Module* module : {&source, &target}) {
    const llvm::GlobalValue* global = module->getNamedValue(name);
    if (global == nullptr) continue;
    if (!ir::may_be_null(*global) || !ir::is_operand_only(*global)) return false;
    is_weak = true;
  }
  return is_weak;
}

}  // namespace

InputSampler::InputSampler(const Function& source, const Function& target, const Environment* environment,
                           const CheckOptions& options)
    : options_(options),
      poison_in_memory_(options.poison_input && !source.variant.integer_memory),
      environment_(environment),
      lanes_(argument_lanes(source)),
      rng_(options.seed),
      long_runs_(environment == nullptr ? 0 : std::max(bytes_of_round(*source.origin), bytes_of_round(*target.origin))),
      counts_of_rounds_(environment == nullptr ? nullptr : source.origin,
                        environment == nullptr ? nullptr : target.origin),
      arguments_(source.arguments.size()) {
  if (options_.drawing == Drawing::Counts) options_.undef_input = options_.poison_input = false;
  mine(source);
  mine(target);
  takes_floats_ = llvm::any_of(lanes_, [](const ArgumentLane& lane) { return lane.type.kind == LaneKind::Float; });
  returns_pointers_ = gets_pointers(source) || gets_pointers(target);
  loads_pointers_ = loads_pointers(source);
  calls_pointers_ = calls_pointers(source) || calls_pointers(target);
  if (environment == nullptr) return;
  constexpr std::size_t kMost = 32;
  constexpr std::uint64_t kLargest = 1024;
  const llvm::Module& module = *source.origin->getParent();
  is_big_endian_ = module.getDataLayout().isBigEndian();
  pointer_bytes_ = module.getDataLayout().getPointerSize();
  for (std::size_t i = 0; i < environment->objects().size() && calls_pointers_ && named_functions_.size() < kMost;
       ++i) {
    const llvm::Function* function = module.getFunction(environment->objects()[i].name);
    if (function != nullptr && function->isDeclaration()) named_functions_.push_back(i);
  }
  for (std::size_t i = 0; i < environment->objects().size() && globals_.size() < kMost; ++i) {
    const Environment::Object& object = environment->objects()[i];
    const llvm::GlobalVariable* global = module.getNamedGlobal(object.name);
    // Code outside can't have changed what only the module sees.
    if (object.is_function || (object.is_constant && !object.is_external) || object.size > kLargest ||
        global == nullptr)
      continue;
    if (!global->hasLocalLinkage()) globals_.push_back(i);
  }
  for (std::size_t i = 0; i < environment->objects().size() && weak_.size() < kMost; ++i)
    if (may_be_absent(environment->objects()[i].name, module, *target.origin->getParent())) weak_.push_back(i);
}

void InputSampler::mine(const Function& function) {
  constexpr std::size_t kEnough = 256;
  for (const semantics::ConstantLane& constant : function.constants) {
    if (constant.kind != semantics::ConstantLane::Kind::Bits || constants_.size() >= kEnough) continue;
    if (!llvm::any_of(constants_, [&](const APInt& known) {
          return known.getBitWidth() == constant.bits.getBitWidth() && known == constant.bits;
        }))
      constants_.push_back(constant.bits);
  }
}

APInt InputSampler::pattern(unsigned width) {
  const std::uint64_t way = rng_.below(10);
  if (way < 3 && !constants_.empty()) {
    APInt value = rng_.pick(constants_).zextOrTrunc(width);
    switch (rng_.below(8)) {
      case 0:
        return value + 1;
      case 1:
        return value - 1;
      case 2:
        return ~value;
      case 3:
        return -value;
      default:
        return value;
    }
  }
  if (way < 6) {
    switch (rng_.below(7)) {
      case 0:
        return APInt(width, 0);
      case 1:
        return APInt(width, 1);
      case 2:
        return APInt::getAllOnes(width);
      case 3:
        return APInt::getSignedMinValue(width);
      case 4:
        return APInt::getSignedMaxValue(width);
      case 5:
        return APInt::getOneBitSet(width, static_cast<unsigned>(rng_.below(width)));
      default:
        return APInt(64, rng_.below(std::uint64_t{width} + 2)).zextOrTrunc(width);
    }
  }
  if (way < 7) return APInt::getLowBitsSet(width, static_cast<unsigned>(rng_.below(std::uint64_t{width} + 1)));
  return random_pattern(rng_, width);
}

void InputSampler::fill(InputBlock& block) {
  if (options_.drawing == Drawing::Counts) return counts_of_rounds_.fill(block, is_big_endian_, rng_);
  const std::uint64_t style = rng_.below(4);
  block.bytes.resize(block.size);
  for (InputByte& byte : block.bytes) {
    const auto value = static_cast<std::uint8_t>(rng_());
    byte = InputByte::of(style == 0 ? 0 : style == 1 ? value & 3 : value);
  }
  const auto spoil = [&](const InputByte& with) {
    const std::uint64_t from = rng_.below(block.size);
    const std::uint64_t count = 1 + rng_.below(8);
    for (std::uint64_t i = from; i < block.size && i < from + count; ++i) block.bytes[i] = with;
  };
  if (block.size == 0) return;
  const std::uint64_t rarely = runs_loops() ? 32 : 8;  // sums over many undef bytes can't be kept
  if (poison_in_memory_ && rng_.chance(1, rarely)) spoil(InputByte::all_poison());
  if (options_.undef_input && rng_.chance(1, rarely)) spoil(InputByte::all_undef());
}

/// Writes pointers to linked blocks, perhaps to the block itself, at places where pointers are aligned.
void InputSampler::link(InputBlock& block) {
  if ((linked_.empty() && functions_.empty()) || block.size < pointer_bytes_ ||
      !rng_.chance(loads_pointers_                       ? 7
                   : options_.drawing == Drawing::Counts ? 0
                                                         : 4,
                   8))
    return;
  for (std::uint64_t at = 0; at + pointer_bytes_ <= block.size; at += pointer_bytes_) {
    if (!rng_.chance(loads_pointers_ ? 3 : 2, 4)) continue;
    const bool is_function = linked_.empty() || (!functions_.empty() && rng_.chance(1, 2));
    const std::size_t to = rng_.pick(is_function ? functions_ : linked_);
    for (std::uint64_t i = 0; i < pointer_bytes_; ++i)
      block.bytes[at + (is_big_endian_ ? pointer_bytes_ - 1 - i : i)] = InputByte::of_pointer(to, 0, i);
  }
}

std::size_t InputSampler::add_block(Input& input, std::uint64_t size, std::uint64_t align) {
  // What promises more than that is not fulfilled by any input that could be held, so that none of these refutes.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  InputBlock block;
  block.size = std::min(size, kMost);
  block.align = align;
  block.address = environment_->address_of(block, input.memory.size());
  input.memory.push_back(std::move(block));
  fill(input.memory.back());
  return input.memory.size() - 1;
}

std::uint64_t InputSampler::size_of_block() {
  constexpr std::uint64_t kSizes[] = {64, 64, 64, 256, 16, 8, 4, 1};
  switch (options_.drawing) {
    case Drawing::LongRuns:
      return long_runs_.bytes();
    case Drawing::Counts:
      return counts_of_rounds_.bytes();
    case Drawing::Mixtures:
      break;
  }
  return kSizes[rng_.below(std::size(kSizes))];
}

InputLane InputSampler::draw_pointer(const ArgumentLane& lane, Input& input) {
  const semantics::Promises& promises = *lane.promises;
  const unsigned width = lane.type.bits;
  const bool is_of_counts = options_.drawing == Drawing::Counts;
  const bool may_be_null = !promises.nonnull && promises.dereferenceable == 0 && !is_of_counts;
  const bool restricted = is_restricted(lane);
  if (may_be_null && rng_.chance(1, 10)) return InputLane::of(APInt(width, 0));
  if ((may_be_null || is_of_counts) && !functions_.empty() && rng_.chance(is_called(lane) ? 7 : 1, 8))
    return InputLane::pointer(rng_.pick(functions_), APInt(width, 0));
  if (!restricted && !shareable_.empty() && (runs_loops() ? rng_.chance(1, 3) : rng_.chance(1, 6))) {
    const std::size_t block = rng_.pick(shareable_);
    const std::uint64_t needed = std::max(promises.dereferenceable, promises.dereferenceable_or_null);
    const std::uint64_t step = std::max<std::uint64_t>(promises.align, 1);
    const std::uint64_t size = input.memory[block].size;
    constexpr std::uint64_t kNear = 256;  // bytes: what vectors of several rounds hold
    const std::uint64_t room = size < needed ? 0 : size - needed;
    const std::uint64_t farthest = runs_loops() && rng_.chance(3, 4) ? std::min(room, kNear) : room;
    constexpr std::uint64_t kElement = 8;  // bytes: aligned for the accesses of most loops
    const std::uint64_t grain = runs_loops() && rng_.chance(3, 4) ? std::max(step, kElement) : step;
    const std::uint64_t offset = rng_.chance(1, 2) ? 0 : rng_.below(farthest + 1) / grain * grain;
    if (size >= needed && input.memory[block].address % step == 0)
      return InputLane::pointer(block, APInt(width, offset));
  }
  const std::uint64_t size = std::max({size_of_block(), promises.dereferenceable, promises.dereferenceable_or_null});
  const std::uint64_t align = std::max<std::uint64_t>(promises.align, rng_.chance(7, 8) ? 16 : 1);
  const std::size_t block = add_block(input, size, align);
  if (!restricted) shareable_.push_back(block);
  // The machine does not tell a captures(none) argument from another pointer to its object, so there is no other.
  const auto* parameter = llvm::dyn_cast_or_null<llvm::Argument>(lane.origin);
  if (!restricted && (parameter == nullptr || !llvm::capturesNothing(parameter->getAttributes().getCaptureInfo())))
    linked_.push_back(block);
  link(input.memory[block]);
  const bool at_end = !is_of_counts && promises.dereferenceable == 0 && promises.dereferenceable_or_null == 0 &&
                      size % align == 0 && rng_.chance(1, 24);
  return InputLane::pointer(block, APInt(width, at_end ? size : 0));
}

APInt InputSampler::number(const ArgumentLane& lane) {
  const unsigned width = lane.type.bits;
  if (options_.drawing == Drawing::Counts) {
    const APInt count = counts_of_rounds_.draw(width, rng_);
    if (lane.type.kind != LaneKind::Float) return count;
    llvm::APFloat value(semantics::semantics_of(lane.type.format));
    value.convertFromAPInt(count, /*IsSigned=*/false, llvm::APFloat::rmNearestTiesToEven);
    return value.bitcastToAPInt();
  }
  return options_.drawing == Drawing::LongRuns && rng_.chance(7, 8) ? long_runs_.draw(width, rng_) : pattern(width);
}

InputLane InputSampler::draw(const ArgumentLane& lane, Input& input) {
  if (may_be_poison(lane) && rng_.chance(1, 16)) return InputLane::poison();
  if (may_be_undef(lane) && rng_.chance(1, 24)) return InputLane::undef();
  if (lane.type.kind == LaneKind::Pointer) return draw_pointer(lane, input);
  // Vectors with one number in all lanes are where reductions and shuffles go wrong.
  const auto& lanes_before = input.arguments[lane.argument];
  if (lanes_before.empty())
    repeats_lanes_ = rng_.chance(1, 4);
  else if (const InputLane& last = lanes_before.back(); repeats_lanes_ && last.kind == InputLane::Kind::Bits &&
                                                        last.block == 0 && last.bits.getBitWidth() == lane.type.bits)
    return last;
  const unsigned width = lane.type.bits;
  const bool special = lane.type.kind == LaneKind::Float && options_.drawing != Drawing::Counts && rng_.chance(1, 2);
  constexpr int kTries = 16;
  APInt value(width, 0);
  for (int i = 0; i < kTries; ++i) {
    value = special ? special_float(rng_, lane.type.format) : number(lane);
    if (near_one_ && !special && lane.type.kind == LaneKind::Float)
      value = number_near_one(*near_one_, lane.type.format);
    // Equal operands, or related ones, are where folds go wrong.
    if (options_.drawing != Drawing::Counts && rng_.chance(1, 8) && !input.arguments.empty()) {
      const auto& other = input.arguments[rng_.below(input.arguments.size())];
      if (!other.empty() && other[0].kind == InputLane::Kind::Bits && other[0].block == 0)
        value = other[0].bits.zextOrTrunc(width);
    }
    if (lane.allows(value)) break;
  }
  return InputLane::of(value);
}

InputLane InputSampler::uniform(const ArgumentLane& lane, std::uint64_t number, Input& input) {
  if (lane.type.kind == LaneKind::Pointer) return draw_pointer(lane, input);
  const unsigned width = lane.type.bits;
  return InputLane::of(number == 0   ? APInt::getZero(width)
                       : number == 1 ? APInt::getAllOnes(width)
                                     : APInt::getSignedMinValue(width));
}

void InputSampler::add_globals(Input& input) {
  for (std::size_t i : globals_) {
    const Environment::Object& object = environment_->objects()[i];
    // Whole-module passes know which values the module never stores in its own variable.
    if (object.is_internal || (!object.is_external && rng_.chance(1, 4))) continue;  // its initial value
    InputBlock block;
    block.name = object.name;
    block.size = object.size;
    block.align = object.align;
    block.address = object.address;
    fill(block);
    input.memory.push_back(std::move(block));
  }
}

/// Two that no module has, and those that the modules only declare.
void InputSampler::add_functions(Input& input) {
  const auto add = [&](const Environment::Object* object) {
    InputBlock block;
    block.is_function = true;
    if (object != nullptr) block.name = object->name;
    block.align = 16;
    functions_.push_back(input.memory.size());
    input.memory.push_back(std::move(block));
  };
  add(nullptr);
  add(nullptr);
  for (const std::size_t object : named_functions_) add(&environment_->objects()[object]);
}

Input InputSampler::next() {
  Input input;
  input.arguments.resize(arguments_);
  shareable_.clear();
  linked_.clear();
  functions_.clear();
  const std::uint64_t number = count_++;
  input.call_seed = number;
  if (options_.drawing == Drawing::LongRuns) long_runs_.begin(number);
  if (options_.drawing == Drawing::Counts) counts_of_rounds_.begin(number);
  near_one_.reset();
  if (takes_floats_ && options_.drawing != Drawing::Counts && number % 4 == 3) near_one_ = rng_.fork(number);
  constexpr std::uint64_t kFirst = 3;
  if (environment_ != nullptr) add_globals(input);
  if (environment_ != nullptr && calls_pointers_) add_functions(input);
  // A block that only pointers in memory lead to.
  constexpr std::uint64_t kSize = 64, kAlign = 16;
  if (environment_ != nullptr && loads_pointers_ && rng_.chance(1, 2)) {
    shareable_.push_back(add_block(input, kSize, kAlign));
    linked_.push_back(shareable_.back());
    link(input.memory.back());
  }
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    const ArgumentLane& lane = lanes_[i];
    InputLane value;
    if (runs_loops())
      value = draw(lane, input);
    else if (number < kFirst)
      value = uniform(lane, number, input);
    else if (number < kFirst + 2 * lanes_.size() && (number - kFirst) / 2 == i)
      value = (number - kFirst) % 2 == 0 ? (may_be_poison(lane) ? InputLane::poison() : draw(lane, input))
                                         : (may_be_undef(lane) ? InputLane::undef() : draw(lane, input));
    else
      value = draw(lane, input);
    input.arguments[lane.argument].push_back(std::move(value));
  }
  // A block that unknown functions may return.
  if (environment_ != nullptr && returns_pointers_) add_block(input, kSize, kAlign);
  for (const std::size_t object : weak_) {
    if (rng_.chance(1, 2)) continue;
    InputBlock block;
    block.name = environment_->objects()[object].name;
    block.is_absent = true;
    input.memory.push_back(std::move(block));
  }
  return input;
}

}  // namespace assay::interpret
