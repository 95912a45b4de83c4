#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <array>
#include <utility>

#include "services/worker/check/blind_spots.h"
#include "services/worker/check/rungs.h"
#include "services/worker/ir/ir.h"
#include "services/worker/ir/pairs.h"
#include "services/worker/normalize/lost_blocks.h"
#include "services/worker/normalize/normalize.h"
#include "services/worker/normalize/reachable_blocks.h"
#include "services/worker/prove/order/kept_scopes.h"
#include "services/worker/prove/regions/regions.h"
#include "services/worker/prove/rounds/rounds.h"
#include "services/worker/semantics/gained_metadata.h"
#include "services/worker/semantics/gained_promises.h"
#include "services/worker/semantics/semantics.h"

/// Rungs that prove what was changed part by part, or round by round.
namespace assay::check {
namespace {

constexpr std::size_t kMostKnownParts = 1u << 14;

/// Does a block have more loads, or fewer, than that of its name in the other function?
bool has_moved_loads(const llvm::Function& source, const llvm::Function& target) {
  llvm::StringMap<int> more;
  for (const auto& [function, one] : {std::pair(&source, 1), std::pair(&target, -1)})
    for (const llvm::BasicBlock& block : *function)
      for (const llvm::Instruction& each : block)
        if (llvm::isa<llvm::LoadInst>(each)) more[block.getName()] += one;
  return llvm::any_of(more, [](const auto& each) { return each.second != 0; });
}

/// Does the source say by scopes what it reads? The solver does not know what they mean (ATTR-26).
bool reads_by_scopes(const llvm::Function& source) {
  return llvm::any_of(llvm::instructions(source), [](const llvm::Instruction& each) {
    return llvm::isa<llvm::LoadInst>(each) &&
           (each.hasMetadata(llvm::LLVMContext::MD_alias_scope) || each.hasMetadata(llvm::LLVMContext::MD_noalias));
  });
}

/// Is it worth while to lay the functions side by side in another form? The solver decides the whole of most small ones
/// sooner, but not among calls of functions that nobody knows.
bool is_for_another_form(const Asked& asked) {
  const unsigned size = std::max(asked.source.getInstructionCount(), asked.target.getInstructionCount());
  if (size >= prove::kLargeFunction || asked.source.size() != asked.target.size() ||
      normalize::has_lost_blocks(asked.source, asked.target) ||
      ((asked.pair.target.has_loop || reads_by_scopes(asked.source)) && has_moved_loads(asked.source, asked.target)))
    return true;
  constexpr unsigned kWithCalls = 8;
  return size >= kWithCalls && llvm::any_of(llvm::instructions(asked.source), [](const llvm::Instruction& each) {
           return llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::IntrinsicInst>(each);
         });
}

/// May a text tell what the operand is, whatever module it is in?
bool is_plain_operand(const llvm::Value& operand) {
  if (const auto* metadata = llvm::dyn_cast<llvm::MetadataAsValue>(&operand))
    return llvm::isa<llvm::MDString>(metadata->getMetadata());
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&operand);
  return constant == nullptr || llvm::isa<llvm::ConstantData>(constant);
}

/// The same of what the instruction does, but for an intrinsic's attributes.
bool is_plain(const llvm::Instruction& each) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&each);
  if ((call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call)) || each.hasMetadata()) return false;
  if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&each)) {
    const llvm::Type* type = address->getSourceElementType();
    while (type->isArrayTy()) type = type->getArrayElementType();
    if (!type->isSingleValueType()) return false;
  }
  const bool has_type = each.getType()->isVoidTy() || each.getType()->isSingleValueType();
  return has_type && llvm::all_of(each.operands(), [&](const llvm::Use& use) {
           return (call != nullptr && call->isCallee(&use)) || is_plain_operand(*use);
         });
}

std::string text_of(const llvm::AttributeList& attributes) {
  std::string text;
  for (const unsigned index : attributes.indexes()) text += attributes.getAsString(index) + ",";
  return text;
}

/// What a question is about, if it is all in the functions: no metadata, variables, calls but of intrinsics, nor types
/// of a name. Else nothing.
std::string whole_text(llvm::ArrayRef<const llvm::Function*> functions) {
  std::string text;
  for (const llvm::Function* each : functions) {
    const bool has_types = llvm::any_of(each->args(), [](const llvm::Argument& argument) {
      return llvm::any_of(argument.getAttributes(), [](llvm::Attribute said) { return said.isTypeAttribute(); });
    });
    if (has_types || !llvm::all_of(llvm::instructions(*each), is_plain)) return "";
    std::string printed = ir::print(*each);
    const std::string name = "@" + each->getName().str() + "(";
    if (const std::size_t at = printed.find(name); at != std::string::npos) printed.erase(at, name.size());
    text += each->getAttributes().getFnAttrs().getAsString() + printed;
    for (const llvm::Instruction& instruction : llvm::instructions(*each))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        text += text_of(call->getAttributes()) + text_of(call->getCalledFunction()->getAttributes());
  }
  return text + functions.front()->getDataLayout().getStringRepresentation();
}

}  // namespace

prove::ProvesPart Rungs::part_prover(const Lowered& pair, WorkClock::time_point deadline) {
  return [this, &lowering = pair.source.options, deadline](const llvm::Function& before, const llvm::Function& after) {
    std::string text = whole_text({&before, &after});
    if (text.empty()) return WorkClock::now() < deadline && proves_part(before, after, lowering, deadline);
    text += semantics::describe(lowering);
    const auto known = known_parts_.find(text);
    if (known != known_parts_.end()) return known->second;
    if (WorkClock::now() >= deadline) return false;
    if (known_parts_.size() >= kMostKnownParts) known_parts_.clear();
    return known_parts_[text] = proves_part(before, after, lowering, deadline);
  };
}

std::optional<Claim> Rungs::parts(Asked& asked, std::chrono::milliseconds share) {
  const prove::ProvesPart proves = part_prover(asked.pair, WorkClock::now() + share);
  asked.normal.emplace(asked.source, asked.target);
  if (!prove::is_proved_by_parts(*asked.normal, is_for_another_form(asked), options.undef_inputs, proves))
    return std::nullopt;
  return Claim::proved(Method::Smt);
}

struct Rungs::Segments {
  Claim proof = Claim::proved(Method::Smt);
  bool makes_undef = false;
  bool has_undef_in_memory = false;  ///< what nobody has written holds undef, or the functions write some of their own
  bool writes_undef_of_inputs = false;  ///< they may write undef that arguments or calls gave
  bool cuts_behind_reads = true;        ///< nothing that a block reads, and uses itself, may be partly undef
  /// Some segment is proved for states without undef only, or says nothing of those that there are.
  bool needs_defined = false;
  bool needs_memory_without_undef = false;
  bool says_nothing = false;  ///< also where nobody outside brings undef in
  /// The user leaves undef inputs out, and nothing else brings undef in: to be defined limits the claim no further.
  bool are_defined_anyway = false;
  /// Of states that hold undef nothing is asked: there are none where the claim holds.
  bool are_all_defined() const { return needs_defined && !makes_undef; }
  /// Where inputs are not undef, and the functions make none, no state at a cut holds any unless memory does.
  void leave_out_undef_inputs(const llvm::Function& source, const llvm::Function& target, const Options& options) {
    if (options.undef_inputs || makes_undef) return;
    needs_defined = true;
    are_defined_anyway = llvm::none_of(std::array{&source, &target}, [](const llvm::Function* each) {
      return prove::may_leave_undef_in_memory(*each) || starts_with_undef(*each->getParent(), /*constants=*/true);
    });
  }
  /// What a proof of one of them depends on.
  std::string text() const {
    std::string text;
    for (const bool each :
         {makes_undef, has_undef_in_memory, writes_undef_of_inputs, needs_defined, needs_memory_without_undef})
      text += each ? '1' : '0';
    return text;
  }
};

Rungs::Segments Rungs::segments_of(const llvm::Function& source, const llvm::Function& target, const Options& options) {
  using enum prove::UndefFrom;
  Segments segments;
  segments.makes_undef = prove::may_make_undef(source) || prove::may_make_undef(target);
  // What the caller's memory and calls bring in is the bound's, what arguments do, that of inputs.
  const auto leaves_undef = [](const llvm::Function& each) { return prove::may_leave_undef_in_memory(each, Itself); };
  const auto writes_undef = [from = options.undef_inputs ? Anybody : Called](const llvm::Function& each) {
    return prove::may_write_undef(each, from);
  };
  segments.has_undef_in_memory = leaves_undef(source) || leaves_undef(target);
  segments.writes_undef_of_inputs = writes_undef(source) || writes_undef(target);
  if (!options.semantics.undef) return segments;
  segments.leave_out_undef_inputs(source, target, options);
  const prove::PartlyUndef values =
      prove::partly_undef_values(source, options.undef_inputs ? prove::UndefFrom::Anybody : prove::UndefFrom::Called);
  segments.cuts_behind_reads = values.only_read.empty();
  segments.needs_defined |= !values.handed_over.empty();
  if (!values.handed_over.empty() && prove::may_hand_over_partly_undef(source, prove::UndefFrom::Called))
    return without_undef_from_outside(source, target, prove::UndefFrom::Itself);
  return segments;
}

/// The claim is limited to runs in which neither inputs nor functions called bring undef in; `from` Constants: nor
/// does what the source reads.
Rungs::Segments Rungs::without_undef_from_outside(const llvm::Function& source, const llvm::Function& target,
                                                  prove::UndefFrom from) {
  Segments segments;
  segments.needs_defined = true;
  segments.makes_undef = prove::may_make_undef(source, from) || prove::may_make_undef(target, from);
  segments.has_undef_in_memory =
      prove::may_leave_undef_in_memory(source, from) || prove::may_leave_undef_in_memory(target, from);
  const prove::PartlyUndef values = prove::partly_undef_values(source, from);
  segments.cuts_behind_reads = values.only_read.empty();
  segments.says_nothing = !values.handed_over.empty();
  return segments;
}

prove::ProvesSegment Rungs::segment_prover(const Lowered& pair, Segments& segments, WorkClock::time_point deadline) {
  const auto proves = [this, &pair, &segments, deadline, proves_changes = part_prover(pair, deadline)](
                          const llvm::Function& before, const llvm::Function& after, budget::Effort effort) {
    const bool undef = options.semantics.undef && !segments.are_all_defined();
    if (effort == budget::Effort::Brief && prove::is_proved_by_parts(before, after, undef, proves_changes)) return true;
    const auto ask = [&](budget::Effort effort, bool undef) {
      return WorkClock::now() < deadline && proves_segment(before, after, pair.source.options, deadline, effort, undef);
    };
    // States without undef first: what is not proved of them is not proved of all.
    const bool may_be_defined = effort == budget::Effort::Whole && undef && !segments.makes_undef;
    if (!ask(effort, undef && !may_be_defined)) return false;
    if (may_be_defined && !segments.needs_defined) segments.needs_defined = !ask(budget::Effort::Undef, true);
    if (!undef_counts(before, after)) return true;
    segments.needs_memory_without_undef = true;
    segments.needs_defined |= segments.writes_undef_of_inputs;
    return !segments.has_undef_in_memory;
  };
  return {proves, [deadline] { return WorkClock::now() < deadline; }};
}

Claim Rungs::proved_by_segments(Segments& segments, const Asked& asked, const prove::ProvesSegment& proves) {
  const auto gained_by = [&](const llvm::Function& target) {
    return semantics::gained_metadata(asked.source, target, &semantics::FollowedBy::solver);
  };
  if (std::string gained = gained_by(asked.target); !gained.empty()) {
    const prove::WithoutScopes rest(asked.target, asked.source);
    if (!gained_by(rest.function()).empty() || !prove::keeps_scopes(asked.target, proves))
      segments.proof.assume({Assumed::PromiseKept, std::move(gained)});
  }
  if (segments.are_defined_anyway) return segments.proof;
  if (segments.needs_defined) segments.proof.assume({Assumed::NoUndefInputs});
  if (segments.needs_defined || segments.needs_memory_without_undef) segments.proof.assume({Assumed::NoUndefInMemory});
  return segments.proof;
}

std::optional<Claim> Rungs::rounds(Asked& asked, std::chrono::milliseconds share) {
  Segments segments = segments_of(asked.normal->source(), asked.normal->target(), options);
  if (segments.says_nothing) return rounds_of_defined_reads(asked, share);
  const prove::ProvesSegment proves = segment_prover(asked.pair, segments, WorkClock::now() + share);
  if (!prove::is_proved_by_rounds(*std::exchange(asked.normal, std::nullopt), proves, segments.cuts_behind_reads))
    return std::nullopt;
  return proved_by_segments(segments, asked, proves);
}

/// Of the source with all its loads promised to be neither undef nor poison: where none is, it is the source.
std::optional<Claim> Rungs::rounds_of_defined_reads(Asked& asked, std::chrono::milliseconds share) {
  const normalize::NormalPair normal = *std::exchange(asked.normal, std::nullopt);
  const auto module = ir::clone_for(normal.source(), normal.target());
  llvm::Function& source = *ir::same_in(*module, normal.source());
  prove::promise_defined_reads(source);
  Segments segments = without_undef_from_outside(source, normal.target(), prove::UndefFrom::Constants);
  if (segments.says_nothing) return std::nullopt;
  const prove::ProvesSegment proves = segment_prover(asked.pair, segments, WorkClock::now() + share);
  normalize::NormalPair promised(source, normal.target());
  if (prove::is_proved_by_rounds(std::move(promised), proves, segments.cuts_behind_reads))
    let_stand(asked, proved_by_segments(segments, asked, proves), /*defined_reads=*/true);
  return std::nullopt;
}

/// Who is asked later may refute what holds without undef alone: such a proof does not end the ladder.
void Rungs::let_stand(Asked& asked, Claim proof, bool defined_reads) {
  if (defined_reads) proof.assume({Assumed::ReadsDefined});
  asked.stands = std::move(proof);
  tell_early(asked.stands);
}

/// Several functions have copies of one region and its change, where the same was inlined into them. What is found of
/// one holds of all of which the text is the same, and all else that the proof depends on.
prove::ProvedRegions Rungs::ask_once(const prove::RegionPair& region, const std::string& context, Segments& segments,
                                     WorkClock::time_point deadline, llvm::function_ref<prove::ProvedRegions()> ask) {
  const CacheKey key = cache_key_of(*region.source, *region.target, options);
  if (key.modulo_names.empty()) return ask();
  std::string question = key.modulo_names + context + segments.text();
  for (const prove::RegionPair::Undef& undef : {region.of_anybody, region.of_itself, region.of_constants})
    for (const bool each : {undef.comes_in, undef.is_handed_over, undef.reads_partly}) question += each ? '1' : '0';
  constexpr std::uint8_t kProved = 0x0f, kNeedsDefined = 0x10, kNeedsMemoryWithoutUndef = 0x20;
  if (const auto known = answers.find(question)) {
    segments.needs_defined |= (*known & kNeedsDefined) != 0;
    segments.needs_memory_without_undef |= (*known & kNeedsMemoryWithoutUndef) != 0;
    return static_cast<prove::ProvedRegions>((*known & kProved) - 1);
  }
  // What another region has left of the time says nothing of this one.
  const bool has_time = WorkClock::now() + shares.rounds() / 2 < deadline;
  const prove::ProvedRegions proved = ask();
  if (proved == prove::ProvedRegions::None && !has_time) return proved;
  unsigned answer = static_cast<unsigned>(proved) + 1;  // which is not zero
  if (segments.needs_defined) answer |= kNeedsDefined;
  if (segments.needs_memory_without_undef) answer |= kNeedsMemoryWithoutUndef;
  answers.keep(question, static_cast<std::uint8_t>(answer));
  return proved;
}

std::optional<Claim> Rungs::regions(Asked& asked, std::chrono::milliseconds share) {
  const WorkClock::time_point deadline = WorkClock::now() + share;
  using enum prove::UndefFrom;
  Segments segments, defined = without_undef_from_outside(asked.source, asked.target, Itself),
                     read = without_undef_from_outside(asked.source, asked.target, Constants);
  segments.makes_undef = prove::may_make_undef(asked.source) || prove::may_make_undef(asked.target);
  segments.has_undef_in_memory =
      prove::may_leave_undef_in_memory(asked.source) || prove::may_leave_undef_in_memory(asked.target);
  if (options.semantics.undef) segments.leave_out_undef_inputs(asked.source, asked.target, options);
  const std::string context = semantics::describe(asked.pair.source.options) + defined.text() + read.text();
  const prove::AsksOfRegions asks{.undef = options.semantics.undef,
                                  .in_a_hurry = shares.is_moment(),
                                  .proves_part = part_prover(asked.pair, deadline),
                                  .proves = segment_prover(asked.pair, segments, deadline),
                                  .proves_defined = segment_prover(asked.pair, defined, deadline),
                                  .proves_read = segment_prover(asked.pair, read, deadline),
                                  .once = [&](const prove::RegionPair& region, auto ask) {
                                    return ask_once(region, context, segments, deadline, ask);
                                  }};
  const normalize::ReachableBlocks source(asked.source, asked.target), target(asked.target, asked.source);
  const prove::ProvedRegions proved = prove::proved_by_regions(source.function(), target.function(), asks);
  if (proved == prove::ProvedRegions::None) return std::nullopt;
  if (proved == prove::ProvedRegions::All && (segments.are_defined_anyway || !segments.needs_defined))
    return proved_by_segments(segments, asked, asks.proves);
  segments.needs_defined = true;
  segments.are_defined_anyway = false;
  let_stand(asked, proved_by_segments(segments, asked, asks.proves_defined),
            /*defined_reads=*/proved == prove::ProvedRegions::WithDefinedReads);
  return shares.is_moment() ? std::optional(asked.stands) : std::nullopt;
}

/// If the target alone says that accesses do not overlap, and this is all that nobody else checks, and it is proved:
/// the target without it.
std::unique_ptr<prove::WithoutScopes> Rungs::without_kept_scopes(const Asked& asked, std::chrono::milliseconds share) {
  const auto gained_by = [&](const llvm::Function& target) {
    return semantics::unchecked_gain(asked.source, target, &semantics::FollowedBy::solver);
  };
  if (!holds(Need::Interpreter, asked) || !holds(Need::Cutting, asked) || !prove::has_scopes(asked.target) ||
      gained_by(asked.target).empty())
    return nullptr;
  auto rest = std::make_unique<prove::WithoutScopes>(asked.target, asked.source);
  if (!gained_by(rest->function()).empty()) return nullptr;
  const WorkClock::time_point deadline = WorkClock::now() + share;
  const auto proves = [&](const llvm::Function& before, const llvm::Function& after, budget::Effort effort) {
    return WorkClock::now() < deadline &&
           proves_segment(before, after, asked.pair.source.options, deadline, effort, options.semantics.undef);
  };
  return prove::keeps_scopes(asked.target, proves) ? std::move(rest) : nullptr;
}

bool Rungs::proves_segment(const llvm::Function& before, const llvm::Function& after,
                           const semantics::LowerOptions& lowering, WorkClock::time_point deadline,
                           budget::Effort effort, bool undef) {
  // The same is asked of a target before and behind what is written into it, and of its scopes.
  std::string text = whole_text({&before, &after});
  if (!text.empty()) text += semantics::describe(lowering) + (undef ? "undef" : "");
  if (!text.empty() && proved_segments_.contains(text)) return true;
  auto source = semantics::lower(before, lowering), target = semantics::lower(after, lowering);
  if (!source || !target) return false;
  refine::Options chosen = solver_options();
  chosen.needs_input = false;
  chosen.undef_input = undef;
  chosen.poison_input = true;
  const std::chrono::milliseconds most = shares.segment(effort);
  chosen.smt_timeout_ms = static_cast<unsigned>(most.count());
  chosen.deadline = std::min(deadline, WorkClock::now() + most);
  const refine::RefineResult result =
      timed(Rung::Smt, [&] { return refine::refine(*source, *target, chosen, solver); });
  const bool proved = result.claim.is_proved_without_limit();
  if (proved_segments_.size() >= kMostKnownParts) proved_segments_.clear();
  if (proved && !text.empty()) proved_segments_.insert(std::move(text));
  return proved;
}

bool Rungs::proves_part(const llvm::Function& before, const llvm::Function& after,
                        const semantics::LowerOptions& lowering, WorkClock::time_point deadline) {
  auto source = semantics::lower(before, lowering), target = semantics::lower(after, lowering);
  if (!source || !target) return false;
  const Lowered part{std::move(*source), std::move(*target)};
  interpret::CheckOptions all = interpreter_options();
  all.undef_input = false;
  all.poison_input = true;
  const budget::Runs share = shares.few_inputs();
  all.budget = share.steps;
  all.limits.steps = share.one.steps;
  all.limits.picks = share.one.picks;
  const auto run =
      timed(Rung::Exhaustive, [&] { return interpret::check_exhaustively(part.source, part.target, all); });
  if (run && run->kind == CheckResult::Kind::Refuted) return false;
  if (run && run->kind == CheckResult::Kind::Proved && !runs_stand_for_some_functions(part)) return true;
  refine::Options chosen = solver_options();
  chosen.needs_input = false;
  chosen.undef_input = false;
  chosen.poison_input = true;
  chosen.deadline = deadline;
  const refine::RefineResult result =
      timed(Rung::Smt, [&] { return refine::refine(part.source, part.target, chosen, solver); });
  return result.claim.is_proved_without_limit();
}

}  // namespace assay::check
