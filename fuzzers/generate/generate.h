#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Value.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "services/common/rng.h"
#include "services/common/status.h"

/// Makes functions from nothing: type-directed, valid by construction, aimed at what optimizers match.
namespace assay::generate {

/// Groups of productions that a profile weighs together.
enum class Family {
  Arithmetic,
  Bitwise,
  Shift,
  Division,
  Compare,
  Select,
  Cast,
  Intrinsic,
  Freeze,
  Vector,
  Idiom,
  Float,
  Memory,
  Aggregate,
  Call,
  Rare,   ///< what programs seldom hold
  Table,  ///< any intrinsic that the semantics know
  Count
};
inline constexpr std::size_t kFamilyCount = static_cast<std::size_t>(Family::Count);
std::string_view name_of(Family family);

struct WidthWeight {
  unsigned bits;
  unsigned weight;
};

/// What a generated function may hold and how often. Percentages are 0..100; a weight of 0 means never.
struct Profile {
  std::string name = "peephole";
  std::vector<WidthWeight> widths;  ///< integer widths, 1..128
  unsigned vector_percent = 12;     ///< functions whose main type is a vector
  unsigned max_lanes = 4;
  unsigned min_instructions = 3;  ///< a soft budget: one idiom may overshoot it by a few
  unsigned max_instructions = 14;
  unsigned max_arguments = 3;
  unsigned exhaustive_bits = 16;       ///< the arguments' bits together, where a function is kept exhaustible
  unsigned exhaustive_percent = 75;    ///< how often it is
  unsigned max_depth = 5;              ///< of an expression, before it falls back on what is in scope
  unsigned reuse_percent = 40;         ///< an operand is a value already in scope
  unsigned constant_percent = 22;      ///< an operand is a constant
  unsigned flag_percent = 45;          ///< an instruction that can hold poison-generating flags has some
  unsigned attribute_percent = 25;     ///< an argument or the return value has noundef or range
  unsigned control_flow_percent = 25;  ///< functions with branches
  unsigned loop_percent = 4;           ///< functions with a counted loop
  unsigned assume_percent = 6;         ///< functions with an llvm.assume
  unsigned poison_permille = 6;        ///< a constant is poison
  unsigned poison_lane_percent = 8;    ///< a vector constant has some poison lanes
  unsigned max_trip_count = 5;
  unsigned float_percent = 0;        ///< functions that deal in floating point
  unsigned memory_percent = 0;       ///< functions with allocas, globals, pointer arguments, loads and stores
  unsigned call_percent = 0;         ///< functions that call others: helpers made with them, or unknown ones
  unsigned fast_math_percent = 30;   ///< a floating-point instruction has fast-math flags
  unsigned metadata_percent = 0;     ///< an instruction that can hold metadata has some
  unsigned bitfield_percent = 0;     ///< functions that are accesses to a bit-field record (see bitfields.h)
  unsigned constrained_percent = 0;  ///< functions with floats whose operations are constrained ones
  unsigned rarity_percent = 0;       ///< functions with attributes and metadata of any kind, computed jumps, exceptions
  bool rare_memory = false;          ///< atomics, fences, lifetimes, inline copies, casts of addresses
  bool rare_floats = false;          ///< bfloat, x86_fp80, fp128 and ppc_fp128 beside half, float and double
  bool allow_undef = false;          ///< constants may be undef; maintainers don't want such findings
  unsigned language = 22;            ///< the oldest LLVM that must be able to read the result
  std::array<unsigned, kFamilyCount> weights{};
};

/// The names that `profile_named` knows, in a fixed order.
const std::vector<std::string>& profile_names();
Result<Profile> profile_named(const std::string& name);
/// The profile with a random part of its widths and families, and other weights for those that are left: a batch made
/// so holds combinations that an even mix hardly ever does.
Profile swarm(const Profile& profile, Rng& rng);
/// The profile that a hunt uses unless told otherwise: integers and vectors of them, nothing that a checker refuses.
Profile peephole_profile();

/// Adds a function definition of that name to the module, and whatever declarations it needs. It passes the verifier,
/// holds no undef value unless the profile allows it, and depends on the state of `rng` and on the profile alone.
llvm::Function& generate_function(llvm::Module& module, Rng& rng, const Profile& profile, const std::string& name);

/// Makes a value of the type before that instruction, from the values in `scope` (all must dominate it), constants and
/// up to about `max_instructions` new instructions; nothing else of the function changes. Null if the type is one that
/// the generator can't make.
llvm::Value* generate_value(llvm::Instruction& before, llvm::Type* type, const std::vector<llvm::Value*>& scope,
                            Rng& rng, const Profile& profile, unsigned max_instructions);

/// Makes all floating-point operations of the function constrained ones, where they have such a form, with roundings
/// and treatments of exceptions that are drawn; the function and its calls become strictfp.
void constrain_floats(llvm::Function& function, Rng& rng);

/// Erases instructions that nothing uses and that have no effect, until there is none.
void drop_dead_code(llvm::Function& function);

}  // namespace assay::generate
