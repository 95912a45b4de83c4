#include "services/worker/hunt/explain.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <set>
#include <vector>

#include "services/common/text.h"
#include "services/worker/ir/ir.h"

namespace assay::hunt {
namespace {

/// Of one query about a finding that is kept: what is not explained looks like a new bug.
constexpr std::uint32_t kPatienceMs = 2'000;

bool mentions(const optimize::OptimizeResult& run, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) {
    return run.given.find(word) != std::string::npos || run.ir.find(word) != std::string::npos;
  });
}

/// What memory is read or written as: types, "bytes" for copies of any; types that are no whole bytes are padded, so
/// they count as bytes, too.
class AccessKinds {
 public:
  void add(const std::string& module_text) {
    llvm::LLVMContext context;
    const auto module = ir::parse(context, module_text, "case");
    if (!module) return;
    for (const llvm::Function& function : **module)
      for (const llvm::Instruction& instruction : llvm::instructions(function)) add(instruction);
  }
  std::size_t count() const { return kinds_.size(); }

 private:
  void add(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return add(*store->getValueOperand()->getType(), instruction);
    if (llvm::isa<llvm::LoadInst>(instruction)) return add(*instruction.getType(), instruction);
    if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      return add(*change->getType(), instruction);
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      return add(*exchange->getNewValOperand()->getType(), instruction);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || call->doesNotAccessMemory()) return;
    if (!llvm::isa<llvm::IntrinsicInst>(call) || llvm::isa<llvm::AnyMemIntrinsic>(call))
      return (void)kinds_.insert("bytes");
    const llvm::StringRef name = call->getCalledFunction()->getName();
    if (!name.starts_with("llvm.masked.") && !name.starts_with("llvm.vp.")) return;  // assumptions, lifetimes
    for (const llvm::Use& argument : call->args())
      if (!argument->getType()->isPointerTy()) add(*argument->getType(), instruction);
    if (!call->getType()->isVoidTy()) add(*call->getType(), instruction);
  }
  void add(const llvm::Type& type, const llvm::Instruction& at) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    kinds_.insert(text);
    const llvm::DataLayout& layout = at.getModule()->getDataLayout();
    auto* own = const_cast<llvm::Type*>(&type);
    if (own->isSized() &&
        (layout.getTypeSizeInBits(own->getScalarType()).getKnownMinValue() % 8 != 0 || own->isAggregateType()))
      kinds_.insert("bytes");
  }

  std::set<std::string> kinds_;
};

/// Can the relaxation change anything here, and be the reason? Asking costs up to the time of a query. That memory has
/// no bytes can be the reason only where it is taken for things of several kinds: who needs memory without poison
/// though all is of one type has made another mistake.
bool matters(std::string_view relaxation, const optimize::OptimizeResult& run) {
  if (relaxation == "nan=quiet")
    return mentions(run, {"llvm.minnum", "llvm.maxnum", "fmin", "fmax", "fpexcept.ignore"});
  if (relaxation == "nan=payload") return mentions(run, {"float", "double", "half", "fp128", "x86_fp80"});
  if (relaxation == "volatile=memory") return mentions(run, {"load volatile"});
  if (relaxation == "undef-store=nothing") return mentions(run, {"store "}) && mentions(run, {"undef"});
  AccessKinds kinds;
  kinds.add(run.given);
  kinds.add(run.ir);
  return kinds.count() > 1;
}

std::vector<std::string> that_matter(const optimize::OptimizeResult& run) {
  std::vector<std::string> all;
  for (const std::string_view relaxation : semantics::relaxations())
    if (matters(relaxation, run)) all.emplace_back(relaxation);
  return all;
}

}  // namespace

Question Explainer::relaxed(const std::string& words) const {
  Question relaxed = question_;
  relaxed.semantics = relaxed.semantics == "langref" ? words : relaxed.semantics + "," + words;
  relaxed.confirmed_only = true;  // what a solver alone has against a relaxed reading may be a mistake of ours
  return relaxed;
}

Asker& Explainer::asker_with(const std::string& words) {
  std::unique_ptr<Asker>& asker = askers_[words];
  if (!asker)
    asker = refutation_
                ? std::make_unique<Asker>(relaxed(words), *refutation_, refuting_)
                : std::make_unique<Asker>(relaxed(words), FindingKind::Miscompile, AskOptions{cache_, refuting_});
  return *asker;
}

void Explainer::search(const Verdict& refutation) {
  refutation_ = refutation;
  askers_.clear();
}

std::string Explainer::explain(const optimize::OptimizeResult& run, bool patient) {
  const auto is_right_with = [&](const std::vector<std::string>& words) {
    Question question = relaxed(joined(words, ","));
    if (patient) question.smt_timeout_ms = std::max(question.smt_timeout_ms, kPatienceMs);
    Asker asker(question, FindingKind::Miscompile, {.cache = cache_, .confirms = false});
    return asker.check(run).kind == VerdictKind::Correct;
  };
  std::vector<std::string> words = that_matter(run);
  for (const std::string& word : words)
    if (is_right_with({word})) return word;
  if (words.size() < 2 || !is_right_with(words)) return "";
  // All together do; those that are not needed go, the ones that concern most first.
  for (std::size_t i = words.size(); i-- > 0 && words.size() > 2;) {
    std::vector<std::string> fewer = words;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_right_with(fewer)) words = fewer;
  }
  return joined(words, ",");
}

std::optional<Verdict> Explainer::in_all(const optimize::OptimizeResult& run) {
  const std::vector<std::string> words = that_matter(run);
  if (words.empty()) return std::nullopt;
  return asker_with(joined(words, ",")).check(run);
}

bool Explainer::is_wrong_in_all_as_before(const optimize::OptimizeResult& run) {
  const std::vector<std::string> words = that_matter(run);
  return words.empty() || asker_with(joined(words, ",")).refuted_as_before(run).has_value();
}

}  // namespace assay::hunt
