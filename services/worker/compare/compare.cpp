#include "services/worker/compare/compare.h"

#include <algorithm>
#include <filesystem>

#include "services/channel/isolated.h"
#include "services/worker/compare/measure.h"
#include "services/worker/ir/ir.h"
#include "services/worker/optimize/optimize.h"

namespace assay::compare {
namespace {

constexpr std::string_view kNames[] = {"compile-time", "peak-memory", "instructions", "object-size"};
constexpr std::string_view kFreezesOut[] = {"none", "branch", "both"};
constexpr auto kMeasures = static_cast<std::size_t>(Measure::Count);
constexpr const char* kEmpty = "define void @f() {\n  ret void\n}\n";

/// The input as the older of the two can read it; as it is where the linked LLVM can't tell.
std::string common_text(const Input& input, int oldest) {
  llvm::LLVMContext context;
  const auto module = ir::parse(context, input.ir, input.name);
  if (!module) return input.ir;
  const auto spelling = optimize::spell_module(**module, oldest);
  return spelling ? spelling->text : ir::print(**module);
}

/// Runs of one compiler on one input.
class Runs {
 public:
  void add(const RunCosts& costs) {
    freezes_ = costs.freezes;
    for (std::size_t m = 0; m < kMeasures; ++m) {
      values_[m].push_back(costs.value[m]);
      measured_[m] &= costs.measured[m];
    }
  }
  std::uint64_t freezes() const { return freezes_; }
  std::vector<Sample> samples(double start_ms) const {
    std::vector<Sample> all;
    for (std::size_t m = 0; m < kMeasures; ++m) {
      all.push_back(median_of(values_[m]));
      all.back().measured = measured_[m];
    }
    Sample& time = all[static_cast<std::size_t>(Measure::CompileTime)];
    time.value = std::max(0.0, time.value - start_ms);
    return all;
  }

 private:
  std::uint64_t freezes_ = 0;
  std::vector<double> values_[kMeasures];
  bool measured_[kMeasures] = {true, true, true, true};
};

/// In turn, so that what slows the machine down slows both.
Status run_both(const Toolchain& baseline, const Toolchain& branch, const std::string& ir, const Options& options,
                Runs& a, Runs& b) {
  for (std::uint32_t i = 0; i < options.runs; ++i)
    for (const bool second : {false, true}) {
      const Toolchain& toolchain = second ? branch : baseline;
      const auto costs = run_once(toolchain, ir, options);
      if (!costs) return Error{toolchain.id.version + ": " + costs.error()};
      (second ? b : a).add(*costs);
    }
  return std::nullopt;
}

/// What is measured of an input that takes less is the start of a process.
void leave_out_tiny(ComparedInput& input, double least_ms) {
  constexpr auto kTime = static_cast<std::size_t>(Measure::CompileTime);
  constexpr auto kMemory = static_cast<std::size_t>(Measure::PeakMemory);
  if (std::max(input.baseline[kTime].value, input.branch[kTime].value) >= least_ms) return;
  for (auto* samples : {&input.baseline, &input.branch})
    (*samples)[kTime].measured = (*samples)[kMemory].measured = false;
}

double time_of(const Runs& runs) { return runs.samples(0)[static_cast<std::size_t>(Measure::CompileTime)].value; }

}  // namespace

const char* name_of(Measure measure) { return kNames[static_cast<std::size_t>(measure)].data(); }
std::optional<Measure> enumerator_of(std::string_view name, std::type_identity<Measure>) {
  return enumerator_in<Measure>(kNames, name);
}

const char* name_of(FreezesOut out) { return kFreezesOut[static_cast<std::size_t>(out)].data(); }
std::optional<FreezesOut> enumerator_of(std::string_view name, std::type_identity<FreezesOut>) {
  return enumerator_in<FreezesOut>(kFreezesOut, name);
}

Result<Comparison> compare(const std::string& baseline, const std::string& branch, const std::vector<Input>& inputs,
                           const Options& options) {
  auto a = toolchain_of(baseline), b = toolchain_of(branch);
  if (!a) return a.wrap("the baseline");
  if (!b) return b.wrap("the branch");
  a->is_without_freezes = options.without_freezes == FreezesOut::OfBoth;
  b->is_without_freezes = options.without_freezes != FreezesOut::Nobodys;
  Comparison comparison;
  for (const Toolchain& each : {*a, *b})
    if (each.llc.empty() && comparison.no_objects.empty()) comparison.no_objects = "no llc lies beside " + each.opt;
  if (!comparison.no_objects.empty()) a->llc = b->llc = "";
  Runs a_start, b_start;    // an empty module: all that takes is the start
  Options often = options;  // what is wrong in it would be wrong in every input
  often.runs = std::max(15u, options.runs);
  if (Status bad = run_both(*a, *b, kEmpty, often, a_start, b_start)) return *bad;
  comparison.baseline = a->id;
  comparison.branch = b->id;
  comparison.passes = options.passes;
  comparison.runs = options.runs;
  comparison.without_freezes = options.without_freezes;
  const int oldest = std::min(a->major_version, b->major_version);
  // In a copy of this process: what it takes to read modules would hide what compilers take.
  IsolatedWorker reader(
      [oldest](const std::string& ir, const IsolatedWorker::Provisional&) {
        return common_text({"the input", ir}, oldest);
      },
      {});
  bool stopped = false;
  for (const Input& input : inputs) {
    if ((stopped = stopped || options.stop())) {
      comparison.not_compared.push_back({input.name, "the time was over"});
      continue;
    }
    Runs a_runs, b_runs;
    const IsolatedWorker::Answer read = reader.ask(input.ir);
    const std::string& text = read.end == IsolatedWorker::Answer::End::Answered ? read.text : input.ir;
    if (const Status bad = run_both(*a, *b, text, options, a_runs, b_runs)) {
      comparison.not_compared.push_back({input.name, bad->message});
      continue;
    }
    comparison.inputs.push_back({input.name, a_runs.samples(time_of(a_start)), b_runs.samples(time_of(b_start)),
                                 a_runs.freezes(), b_runs.freezes()});
    comparison.baseline_freezes += a_runs.freezes();
    comparison.branch_freezes += b_runs.freezes();
    leave_out_tiny(comparison.inputs.back(), options.least_ms);
  }
  comparison.compared = comparison.inputs.size();
  find_outliers(comparison, options.threshold);
  return comparison;
}

Result<std::vector<Input>> read_inputs(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (!fs::exists(path)) return Error{path + ": no such file or folder"};
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> below;
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file() && (entry.path().extension() == ".ll" || entry.path().extension() == ".bc"))
        below.push_back(entry.path().string());
    std::sort(below.begin(), below.end());
    files.insert(files.end(), below.begin(), below.end());
  }
  std::vector<Input> inputs;
  for (const std::string& file : files) {
    auto read = ir::read_file(file);
    if (!read) return Error{read.error()};
    inputs.push_back({file, std::move(read->text)});
  }
  return inputs;
}

std::vector<Input> some_of(std::vector<Input> inputs, std::size_t most) {
  const std::size_t all = inputs.size();
  if (all <= most) return inputs;
  std::vector<Input> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(std::move(inputs[i * all / most]));
  return some;
}

}  // namespace assay::compare
