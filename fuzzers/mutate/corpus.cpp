#include "fuzzers/mutate/corpus.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "services/common/hash.h"
#include "services/worker/ir/ir.h"

namespace assay::mutate {
namespace {

namespace fs = std::filesystem;

// FNV-1a over the numbers that make a feature up: no pointers, no process-wide seeds.
std::uint64_t feature(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::uint64_t part : parts)
    for (int byte = 0; byte < 8; ++byte, part >>= 8) hash = (hash ^ (part & 0xff)) * 0x100000001b3u;
  return hash;
}

enum : std::uint64_t { kInstruction = 1, kPair, kConstant, kShape, kPredicate, kUses, kRewrite };

std::uint64_t class_of(const llvm::Type* type) {
  const std::uint64_t vector = type->isVectorTy() ? 1000 : 0;
  const llvm::Type* scalar = type->getScalarType();
  if (!scalar->isIntegerTy()) return vector + 100 + scalar->getTypeID();
  const unsigned bits = scalar->getIntegerBitWidth();
  return vector + (bits == 1 ? 0 : bits < 8 ? 1 : bits == 8 ? 2 : llvm::isPowerOf2_32(bits) ? 3 : 4);
}

std::uint64_t kind_of(const llvm::Value& value) {
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return llvm::isa<llvm::Constant>(value) ? 1 : 2;
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction)) return 1000 + call->getIntrinsicID();
  return 10 + instruction->getOpcode();
}

std::uint64_t constant_class(const llvm::Constant& constant) {
  if (llvm::isa<llvm::PoisonValue>(constant)) return 1;
  if (llvm::isa<llvm::UndefValue>(constant)) return 2;
  if (constant.isNullValue()) return 3;
  if (constant.isAllOnesValue()) return 4;
  if (constant.isOneValue()) return 5;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant);
  if (number == nullptr) return 20 + constant.getValueID();
  const llvm::APInt& bits = number->getValue();
  if (bits.isSignMask()) return 6;
  if (bits.isMaxSignedValue()) return 7;
  if (bits.isPowerOf2()) return 8;
  if (bits.isMask()) return 9;
  if (bits.isNegatedPowerOf2()) return 10;
  return bits.isNegative() ? 11 : 12;
}

void add_instruction(const llvm::Instruction& instruction, std::set<std::uint64_t>& features) {
  const std::uint64_t kind = kind_of(instruction);
  const std::uint64_t flags = instruction.getRawSubclassOptionalData();
  features.insert(feature({kInstruction, kind, class_of(instruction.getType()), flags}));
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    features.insert(feature({kPredicate, compare->getPredicate(), class_of(compare->getOperand(0)->getType())}));
  if (!instruction.hasNUses(0)) features.insert(feature({kUses, kind, instruction.hasOneUse() ? 1u : 2u}));
  for (const llvm::Use& use : instruction.operands()) {
    features.insert(feature({kPair, kind, use.getOperandNo() < 3 ? use.getOperandNo() : 3, kind_of(*use)}));
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(use.get());
        constant != nullptr && !llvm::isa<llvm::Function>(constant))
      features.insert(
          feature({kConstant, kind, use.getOperandNo() < 3 ? use.getOperandNo() : 3, constant_class(*constant)}));
  }
}

}  // namespace

std::vector<std::uint64_t> features_of(const llvm::Function& function) {
  std::set<std::uint64_t> features;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) add_instruction(instruction, features);
  llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
  const llvm::LoopInfo loops(tree);
  features.insert(feature({kShape, 1, std::min<std::uint64_t>(function.size(), 8)}));
  features.insert(feature({kShape, 2, static_cast<std::uint64_t>(std::distance(loops.begin(), loops.end()))}));
  for (const llvm::Loop* loop : loops)
    features.insert(feature({kShape, 3, loop->isInnermost() ? 1u : 0u, loop->getExitingBlock() != nullptr ? 1u : 0u}));
  return {features.begin(), features.end()};
}

std::vector<std::uint64_t> rewrite_features(const llvm::Function& before, const llvm::Function& after,
                                            const std::string& pass) {
  std::uint64_t name = kRewrite;
  for (const char letter : pass) name = feature({name, static_cast<unsigned char>(letter)});
  const auto old_features = features_of(before), new_features = features_of(after);
  std::vector<std::uint64_t> gone, came;
  std::set_difference(old_features.begin(), old_features.end(), new_features.begin(), new_features.end(),
                      std::back_inserter(gone));
  std::set_difference(new_features.begin(), new_features.end(), old_features.begin(), old_features.end(),
                      std::back_inserter(came));
  std::set<std::uint64_t> features;
  for (const std::uint64_t each : gone) features.insert(feature({name, 1, each}));
  for (const std::uint64_t each : came) features.insert(feature({name, 2, each}));
  // How many more instructions of each kind there are after the pass; negative: fewer.
  std::map<std::uint64_t, int> balance;
  for (const llvm::Instruction& each : llvm::instructions(before)) --balance[kind_of(each)];
  for (const llvm::Instruction& each : llvm::instructions(after)) ++balance[kind_of(each)];
  for (const auto& [less, lost] : balance)
    for (const auto& [more, won] : balance)
      if (lost < 0 && won > 0) features.insert(feature({name, 3, less, more}));
  return {features.begin(), features.end()};
}

std::vector<std::size_t> distill(const Seeds& seeds) {
  std::vector<std::size_t> order(seeds.size());
  for (std::size_t index = 0; index < order.size(); ++index) order[index] = index;
  const auto size = [&](std::size_t index) { return seeds.all()[index].function->getInstructionCount(); };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(size(a), a) < std::pair(size(b), b); });
  std::set<std::uint64_t> covered;
  std::vector<std::size_t> kept;
  for (const std::size_t index : order) {
    const std::size_t before = covered.size();
    for (const std::uint64_t each : features_of(*seeds.all()[index].function)) covered.insert(each);
    if (covered.size() != before) kept.push_back(index);
  }
  // A larger function that is needed anyway may have all features of several small ones. So look once more, largest
  // first, for functions that the others make superfluous.
  std::vector<std::size_t> needed;
  std::map<std::uint64_t, unsigned> owners;
  for (const std::size_t index : kept)
    for (const std::uint64_t each : features_of(*seeds.all()[index].function)) ++owners[each];
  for (const std::size_t index : kept) {
    const auto features = features_of(*seeds.all()[index].function);
    const bool alone =
        std::any_of(features.begin(), features.end(), [&](std::uint64_t each) { return owners[each] == 1; });
    if (alone) {
      needed.push_back(index);
      continue;
    }
    for (const std::uint64_t each : features) --owners[each];
  }
  std::sort(needed.begin(), needed.end());
  return needed;
}

bool write_whole(const std::string& path, const std::string& text) {
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".part";
  std::ofstream file(temporary);
  file << text;
  file.close();
  std::error_code error;
  if (file) fs::rename(temporary, path, error);
  if (file && !error) return true;
  fs::remove(temporary, error);
  return false;
}

CorpusChange write_corpus(const std::string& folder, const Seeds& seeds, const std::vector<std::size_t>& which) {
  CorpusChange change;
  std::error_code error;
  fs::create_directories(folder, error);
  for (const std::size_t index : which) {
    const Seed& seed = seeds.all()[index];
    std::string& file = change.files.emplace_back();
    llvm::Module alone("seed", seed.function->getContext());
    alone.setDataLayout(seed.function->getParent()->getDataLayout());
    alone.setTargetTriple(seed.function->getParent()->getTargetTriple());
    if (copy_function(*seed.function, alone, seed.function->getName().str(), true) == nullptr) {
      change.failed.push_back({seed.origin, "can't stand alone"});
      continue;
    }
    const std::string text = ir::print(alone);
    const fs::path path = fs::path(folder) / (content_id(text) + ".ll");
    const bool is_there = fs::exists(path);
    if (!is_there && !write_whole(path.string(), text)) {
      change.failed.push_back({seed.origin, path.string() + ": can't be written"});
      continue;
    }
    file = path.filename().string();
    ++(is_there ? change.already_there : change.written);
  }
  return change;
}

Result<std::string> keep(const std::string& folder, const std::string& ir) {
  const std::string name = content_id(ir) + ".ll";
  const fs::path path = fs::path(folder) / name;
  if (!fs::exists(path) && !write_whole(path.string(), ir)) return Error{path.string() + ": can't be written"};
  return name;
}

Status quarantine(const std::string& folder, const std::string& ir, const std::string& reason) {
  const fs::path place = fs::path(folder) / "quarantine";
  std::error_code error;
  fs::create_directories(place, error);
  const fs::path path = place / (content_id(ir) + ".ll");
  if (error) return Error{place.string() + ": " + error.message()};
  std::string headline = reason.substr(0, reason.find('\n'));
  if (!write_whole(path.string(), "; Quarantined: " + headline + "\n" + ir))
    return Error{path.string() + ": can't be written"};
  return std::nullopt;
}

}  // namespace assay::mutate
