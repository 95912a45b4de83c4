#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/compiler_id.h"
#include "services/common/settings.h"
#include "services/common/status.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

/// Compilers under test: the linked LLVM, in process or in a forked child, and external opt binaries; what a pass did,
/// and which pass did it.
namespace assay::optimize {

/// The linked LLVM, in this very process: a crash of a pass is a crash of the caller. Everything that is dear to build
/// (pass builder, analysis managers, the parsed pipeline) is built once and used again for every module.
class PassRunner {
 public:
  PassRunner();
  ~PassRunner();
  PassRunner(const PassRunner&) = delete;
  PassRunner& operator=(const PassRunner&) = delete;

  /// Runs a -passes string over the module, as opt would; an error is a pipeline that LLVM refuses (the module is
  /// untouched then). The result is not verified.
  Status run_passes(llvm::Module& module, const std::string& pipeline);

  /// Asked before each optional pass on each unit of IR ("instcombine", "f"), as opt's -opt-bisect-limit counts them;
  /// false skips it. An empty function removes the gate, which makes runs faster.
  using Gate = std::function<bool(std::string_view pass, std::string_view unit)>;
  void set_gate(Gate gate);

  /// The pipeline with every pass spelled out, as opt's -print-pipeline-passes gives it.
  Result<std::string> expand(const std::string& pipeline);
  /// A pass's name in pipelines ("instcombine") for the name of its class ("InstCombinePass"); unknown names stay.
  std::string pipeline_name(const std::string& class_name);

 private:
  struct Machinery;
  std::unique_ptr<Machinery> machinery_;
};

/// What the linked LLVM calls its passes in pipelines, sorted.
std::vector<std::string> pass_names();

/// What one run of a compiler may take, and what it is told beside the pipeline.
struct Limits {
  std::chrono::milliseconds time{default_of::compile_ms};  ///< of the processor; a busy machine is no hang
  std::size_t memory_bytes = std::size_t{default_of::compile_memory_mb}
                             << 20;  ///< on top of what the program itself maps; 0: no limit
  bool own_addresses = false;        ///< a process that is laid out anew, for what may depend on where things are
  /// Options of passes, with blanks between them; a run with any that check_opt_args() refuses is rejected. The linked
  /// LLVM's are those of a process: they are set in the child that runs it alone.
  std::string opt_args{};
};

struct OptimizeResult {
  enum class End {
    Ok,
    Crashed,      ///< a signal, a fatal error of LLVM's, an assertion
    TimedOut,     ///< the time limit was reached
    OutOfMemory,  ///< the memory limit was reached
    Rejected,     ///< input or pipeline refused, or the output is of a form that the linked LLVM can't read
    InvalidIr     ///< the compiler's output does not pass the verifier
  };
  End end = End::Rejected;
  std::string ir;                    ///< the output, as the linked LLVM prints it; for InvalidIr what can be had of it
  std::string given;                 ///< the text that the compiler was given: the source to check the output against
  std::vector<std::string> dropped;  ///< what `given` lacks because the release can't read it
  std::string message;               ///< why not Ok: the complaint, or the crash's own words and stack trace
  double seconds = 0;
  std::vector<std::string> executed;  ///< run_first only: the passes it counted, those that were skipped included
};
const char* name_of(OptimizeResult::End end);

/// One compiler under test. Not for use by two threads at once.
class Compiler {
 public:
  virtual ~Compiler() = default;
  const CompilerId& id() const { return id_; }
  int major_version() const { return major_version_; }

  /// Runs the pipeline over a module's text. Whatever the compiler does, this process goes on.
  virtual OptimizeResult run(const std::string& ir, const std::string& pipeline, const Limits& limits) = 0;
  /// Runs only the first `steps` optional passes of the pipeline, a pass on one function or loop counting as one.
  virtual OptimizeResult run_first(const std::string& ir, const std::string& pipeline, std::size_t steps,
                                   const Limits& limits) = 0;
  /// The pipeline with every pass spelled out.
  virtual Result<std::string> expand(const std::string& pipeline) = 0;
  /// Can a pass be run without the others? If not, its pipelines name whole configurations.
  virtual bool runs_passes_alone() const { return true; }
  /// Runs that follow start from a copy of this process as it is now, which costs less than one of a process that has
  /// grown. To be called while this process has one thread.
  virtual void keep_copy() {}
  /// Ends that copy.
  virtual void drop_copy() {}

 protected:
  Compiler(CompilerId id, int major_version) : id_(std::move(id)), major_version_(major_version) {}

 private:
  CompilerId id_;
  int major_version_;
};

/// "linked", or the path (or name, searched in PATH) of an opt of LLVM 14 or later.
Result<std::unique_ptr<Compiler>> open_compiler(const std::string& path);
/// The llc of the same build as an opt: opt-22 lies beside llc-22. Empty: there is none.
std::string llc_beside(const std::string& opt);

/// The pipeline as a release wants it: from 18 on a bare `instcombine` aborts when its result is no fixpoint, which
/// says nothing about its correctness, so it becomes `instcombine<no-verify-fixpoint>`. Text that is no pipeline stays.
std::string spell_pipeline(const std::string& pipeline, int major_version);
/// The pipeline as people write it, `instcombine`, which has that check.
std::string plain_pipeline(const std::string& pipeline);
/// The same, which spell_pipeline leaves as it is.
std::string pipeline_with_fixpoint_check(const std::string& pipeline);

/// A -passes string and the options that go with it: "loop-vectorize -force-vector-width=4".
struct Invocation {
  std::string passes;
  std::string opt_args;
};
Invocation parse_invocation(const std::string& text);

/// Are these options of passes that may be given to a compiler, wherever they come from? Only such are that the linked
/// LLVM knows and whose value is a number, yes or no, or one of the option's own words: none that names a file, loads
/// code, or makes the compiler tell something.
Status check_opt_args(const std::string& opt_args);
/// The single options.
std::vector<std::string> words_of(const std::string& opt_args);
std::string joined_args(const std::string& some, const std::string& more);

/// A module as an older release can read it.
struct Spelling {
  std::string text;
  std::vector<std::string> dropped;  ///< each kind of thing that was left out, named once
};
/// Rewrites what a release has another spelling for and drops the flags, attributes and hints that it does not know.
/// Whatever is dropped makes the module more defined, never less: the text given back is the source to check against.
/// An error names what can neither be said otherwise nor left out.
Result<Spelling> spell_module(const llvm::Module& module, int major_version);

/// The same function, as far as its text tells: names, flags, attributes and metadata count; debug info, comments and
/// the numbering of attribute groups don't. Both must live in one LLVMContext. May say false for equal functions, never
/// true for different ones.
bool unchanged(const llvm::Function& before, const llvm::Function& after);
/// The same for all definitions and globals of two modules.
bool unchanged(const llvm::Module& before, const llvm::Module& after);

/// What became of one candidate of a batch.
struct BatchResult {
  OptimizeResult result;  ///< given and ir hold this candidate alone
  bool changed = false;   ///< meaningful for Ok
};
/// Runs many modules through one start of the compiler, as one module. Each candidate comes back as if it had run
/// alone, but `seconds` is its share. A crash, hang or refusal is pinned to its candidate by bisection, the others
/// being run again.
std::vector<BatchResult> run_batch(Compiler& compiler, const std::vector<std::string>& candidates,
                                   const std::string& pipeline, const Limits& limits);

/// Is this run the failure that is looked for?
using RunPredicate = std::function<bool(const OptimizeResult&)>;

struct Culprit {
  std::string pass;  ///< "instcombine"
  /// The passes of which none can be spared: `pass` where it fails alone, which is the rule. More than one: which of
  /// them is to blame is not known. Empty: the search for the shortest pipeline was given up.
  std::vector<std::string> suspects;
  bool needed = true;    ///< without the suspects the pipeline does not fail
  std::size_t step = 0;  ///< its place among the passes executed, from 1; 0 where a crash leaves no count
  std::string before;    ///< the module when the pass began; empty without a step
  std::string after;     ///< the module when it ended; empty for a crash
  std::string pipeline;  ///< the shortest pipeline found that shows the failure on `source`
  std::string source;    ///< the original module if `pipeline` fails on it, else `before`
};
/// Finds a pass after which the predicate holds and before which it did not, by bisection over the pipeline's steps,
/// and the shortest pipeline that shows the failure; where that is one other pass, which the predicate could not tell
/// of at once, it is that pass. An error if the whole pipeline does not show it.
Result<Culprit> find_culprit(Compiler& compiler, const std::string& ir, const std::string& pipeline,
                             const RunPredicate& fails, const Limits& limits);

}  // namespace assay::optimize
