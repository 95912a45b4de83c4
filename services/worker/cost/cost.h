#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "services/common/fields.h"
#include "services/common/status.h"
#include "services/worker/ir/block_counts.h"

/// What the code of one function costs, by counts and models, never by the clock.
namespace assay::cost {

enum class Measure : std::uint8_t {
#define MEASURE(name, text, unit, family, good_for, noise) name,
#include "services/worker/cost/measures.def"
};
const char* name_of(Measure measure);
std::optional<Measure> enumerator_of(std::string_view name, std::type_identity<Measure>);

enum class Family : std::uint8_t {
  Ir,      ///< read from IR
  Run,     ///< read from IR, for what was executed in runs
  Object,  ///< read from machine code
};
const char* name_of(Family family);
std::optional<Family> enumerator_of(std::string_view name, std::type_identity<Family>);

/// A row of measures.def.
struct Row {
  Measure measure;
  std::string_view name, unit;
  Family family;
  std::string_view good_for, noise;
};
std::span<const Row> rows();
const Row& row_of(Measure measure);

struct Cost {
  Measure measure = Measure::Instructions;
  double value = 0;
  bool operator==(const Cost&) const = default;
};
ASSAY_FIELDS(Cost, measure, value);
/// In the order of the rows. What could not be measured is not there.
using Costs = std::vector<Cost>;
std::optional<double> value_of(const Costs& costs, Measure measure);

/// Rounds of a loop whose count is not known.
constexpr unsigned kUsualRounds = 8;
/// How much longer than LLVM says a multiplication takes where no target says how long: it is no shift.
constexpr double kLongerMul = 2;

/// One measure of IR, by the cost model of the module's target, for the processor and features of the function; without
/// a target, by that of no target. What the model can't tell counts as one. Latency and throughput of a loop's body
/// count for each round.
double ir_cost(const llvm::Function& function, Measure measure);
/// All of the family Ir.
Costs ir_costs(const llvm::Function& function);
/// All of the family Run, of blocks that were executed so often.
Costs run_costs(const llvm::Function& function, const ir::BlockCounts& counts);

/// The loops of which nobody knows how many rounds they go, by how much their variables grow in one. Where two versions
/// of a function differ in it (one is a vectorized or unrolled loop), their rounds have to be counted before their
/// costs can be compared.
std::string open_loops(const llvm::Function& function);

/// What machine code was made for.
struct Processor {
  std::string triple;
  std::string name;      ///< empty: the triple's usual one
  std::string features;  ///< "+avx2,+fma"
};
/// As the function and its module say.
Processor processor_of(const llvm::Function& function);

/// Of a function's symbol in an object file. What the linked LLVM can't measure (no disassembler, no scheduling model
/// of that processor) is not there. The error: it is no object, or has no such symbol of code.
Result<Costs> object_costs(const std::string& object, const std::string& symbol, const Processor& processor);

/// Does a family say that `one` is dearer than `other`? Only if some measure of it is by more than the threshold (0.1:
/// a tenth), and none of it says that it is cheaper. Of measures that both have.
bool is_dearer(const Costs& one, const Costs& other, Family family, double threshold);

}  // namespace assay::cost
