#include "services/application/touched_passes.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace assay::application {
namespace {

/// Part of a path, and the pipelines that show a change to it, with blanks between them. The first row that fits
/// counts.
struct Row {
  std::string_view part;
  std::string_view passes;
};

constexpr Row kRows[] = {
    {"lib/Transforms/InstCombine/", "instcombine"},
    {"lib/Transforms/AggressiveInstCombine/", "aggressive-instcombine"},
    {"Vectorize/SLPVectorizer", "slp-vectorizer"},
    {"Vectorize/VectorCombine", "vector-combine"},
    {"Vectorize/LoadStoreVectorizer", "load-store-vectorizer"},
    {"lib/Transforms/Vectorize/", "loop-vectorize"},
    {"Scalar/ADCE", "adce"},
    {"Scalar/BDCE", "bdce"},
    {"Scalar/ConstraintElimination", "constraint-elimination"},
    {"Scalar/CorrelatedValuePropagation", "correlated-propagation"},
    {"Scalar/DCE", "dce"},
    {"Scalar/DFAJumpThreading", "dfa-jump-threading"},
    {"Scalar/DeadStoreElimination", "dse"},
    {"Scalar/DivRemPairs", "div-rem-pairs"},
    {"Scalar/EarlyCSE", "early-cse<memssa>"},
    {"Scalar/Float2Int", "float2int"},
    {"Scalar/GVNHoist", "gvn-hoist"},
    {"Scalar/GVNSink", "gvn-sink"},
    {"Scalar/GVN", "gvn"},
    {"Scalar/IndVarSimplify", "loop(indvars)"},
    {"Scalar/InferAlignment", "infer-alignment"},
    {"Scalar/InstSimplifyPass", "instsimplify"},
    {"Scalar/JumpThreading", "jump-threading"},
    {"Scalar/LICM", "loop-mssa(licm)"},
    {"Scalar/LoopDeletion", "loop(loop-deletion)"},
    {"Scalar/LoopDistribute", "loop-distribute"},
    {"Scalar/LoopFlatten", "loop(loop-flatten)"},
    {"Scalar/LoopFuse", "loop-fusion"},
    {"Scalar/LoopIdiomRecognize", "loop(loop-idiom)"},
    {"Scalar/LoopInterchange", "loop(loop-interchange)"},
    {"Scalar/LoopLoadElimination", "loop-load-elim"},
    {"Scalar/LoopRotation", "loop(loop-rotate)"},
    {"Scalar/LoopSimplifyCFG", "loop(loop-simplifycfg)"},
    {"Scalar/LoopSink", "loop-sink"},
    {"Scalar/LoopStrengthReduce", "loop(loop-reduce)"},
    {"Scalar/LoopUnroll", "loop-unroll"},
    {"Scalar/LowerExpectIntrinsic", "lower-expect"},
    {"Scalar/MemCpyOptimizer", "memcpyopt"},
    {"Scalar/MergeICmps", "mergeicmps"},
    {"Scalar/MergedLoadStoreMotion", "mldst-motion"},
    {"Scalar/NaryReassociate", "nary-reassociate"},
    {"Scalar/NewGVN", "newgvn"},
    {"Scalar/Reassociate", "reassociate"},
    {"Scalar/SCCP", "sccp"},
    {"Scalar/SROA", "sroa"},
    {"Scalar/Scalarizer", "scalarizer"},
    {"Scalar/SeparateConstOffsetFromGEP", "separate-const-offset-from-gep"},
    {"Scalar/SimpleLoopUnswitch", "simple-loop-unswitch<nontrivial>"},
    {"Scalar/SimplifyCFGPass", "simplifycfg"},
    {"Scalar/Sink", "sink"},
    {"Scalar/SpeculativeExecution", "speculative-execution"},
    {"Scalar/StraightLineStrengthReduce", "slsr"},
    {"Scalar/StructurizeCFG", "structurizecfg"},
    {"Scalar/TailRecursionElimination", "tailcallelim"},
    {"IPO/ArgumentPromotion", "argpromotion"},
    {"IPO/Attributor", "attributor"},
    {"IPO/DeadArgumentElimination", "deadargelim"},
    {"IPO/FunctionAttrs", "function-attrs"},
    {"IPO/GlobalOpt", "globalopt"},
    {"IPO/InferFunctionAttrs", "inferattrs"},
    {"IPO/Inline", "inline"},
    {"IPO/MergeFunctions", "mergefunc"},
    {"IPO/SCCP", "ipsccp"},
    {"Utils/InlineFunction", "inline"},
    {"Utils/LCSSA", "lcssa"},
    {"Utils/LoopSimplify", "loop-simplify"},
    {"Utils/LoopUnroll", "loop-unroll"},
    {"Utils/Mem2Reg", "mem2reg"},
    {"Utils/PromoteMemoryToRegister", "mem2reg sroa"},
    {"Utils/SCCPSolver", "sccp ipsccp"},
    {"Utils/SimplifyCFG", "simplifycfg"},
    {"Utils/SimplifyIndVar", "loop(indvars)"},
    {"Utils/SimplifyLibCalls", "instcombine"},
    {"Utils/BuildLibCalls", "instcombine inferattrs"},
    {"Utils/VNCoercion", "gvn"},
    {"Analysis/InstructionSimplify", "instsimplify instcombine gvn"},
    {"Analysis/ConstantFolding", "instsimplify sccp"},
    {"IR/ConstantFold", "instsimplify sccp"},
    {"Analysis/ValueTracking", "instcombine instsimplify simplifycfg"},
    {"Analysis/LazyValueInfo", "correlated-propagation jump-threading"},
    {"IR/ConstantRange", "correlated-propagation sccp constraint-elimination"},
    {"Analysis/ConstraintSystem", "constraint-elimination"},
    {"Support/KnownBits", "instcombine bdce"},
    {"Analysis/DemandedBits", "bdce instcombine"},
    {"Analysis/ScalarEvolution", "loop(indvars) loop-unroll loop(loop-reduce)"},
    {"Analysis/MemoryDependence", "gvn memcpyopt"},
    {"Analysis/MemorySSA", "dse loop-mssa(licm) early-cse<memssa> memcpyopt"},
    {"Analysis/BasicAliasAnalysis", "dse gvn loop-mssa(licm) memcpyopt"},
    {"Analysis/AliasAnalysis", "dse gvn loop-mssa(licm) memcpyopt"},
    {"Analysis/Loads", "instcombine loop-mssa(licm) simplifycfg"},
    {"Analysis/LoopAccessAnalysis", "loop-vectorize loop-distribute"},
    {"lib/Transforms/", "default<O2>"},
    {"lib/Analysis/", "default<O2>"},
    {"include/llvm/Transforms/", "default<O2>"},
    {"include/llvm/Analysis/", "default<O2>"},
    {"lib/IR/", "default<O2>"},
};

void add_words(std::string_view words, std::vector<std::string>& to) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string word(words.substr(0, end));
    if (std::find(to.begin(), to.end(), word) == to.end()) to.push_back(word);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

}  // namespace

std::vector<std::string> passes_of_files(const std::vector<std::string>& files) {
  std::vector<std::string> passes;
  for (const std::string& file : files) {
    if (file.ends_with(".ll") || file.ends_with(".test")) continue;  // tests have RUN lines
    const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                  [&](const Row& each) { return file.find(each.part) != std::string::npos; });
    if (row != std::end(kRows)) add_words(row->passes, passes);
  }
  return passes;
}

std::vector<std::string> known_pass_strings() {
  std::vector<std::string> all;
  for (const Row& row : kRows) add_words(row.passes, all);
  return all;
}

}  // namespace assay::application
