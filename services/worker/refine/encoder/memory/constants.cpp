#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "services/worker/refine/encoder/machine.h"
#include "services/worker/refine/encoder/memory/access.h"
#include "services/worker/refine/encoder/memory/memory.h"
#include "services/worker/refine/encoder/memory/shape.h"
#include "services/worker/semantics/own_constants.h"

/// What constants hold: their initializers, as cells.
namespace assay::refine {
namespace {

constexpr std::size_t kMostSelected = 256;  ///< cells of a constant that a variable offset may choose from

}  // namespace

Cell Memory::read_constants(Term block, Term offset, Cell otherwise) {
  const std::uint64_t g = shape().cell_bytes;
  for (std::size_t i = 0; i < shared_.objects.size(); ++i) {
    const Object& object = shared_.objects[i];
    if (object.contents == nullptr) continue;
    const Term here = t_.eq(block, objects_.caller_block(i));
    if (here.is_false()) continue;
    const std::vector<Cell>& cells = initializer(object);
    if (cells.empty() || (!offset.is_constant() && cells.size() > kMostSelected)) {
      if (object.size.is_zero()) continue;
      machine_.world().approximations.add(Cause::ConstantContents);  // left unknown
      continue;
    }
    if (offset.is_constant()) {
      const llvm::APInt at = offset.value().udiv(llvm::APInt(offset.width(), g));
      if (at.ult(cells.size()))
        otherwise = cells_.choose(here, as_input(object, cells[at.getZExtValue()], otherwise), otherwise);
      continue;
    }
    const Cell unknown = otherwise;
    for (std::size_t at = 0; at < cells.size(); ++at)
      otherwise = cells_.choose(t_.land(here, t_.eq(offset, t_.constant(offset.width(), at * g))),
                                as_input(object, cells[at], unknown), otherwise);
  }
  return otherwise;
}

/// A cell of an initializer, with no undef and no poison where inputs hold none: `unknown` stands for what is there.
Cell Memory::as_input(const Object& object, const Cell& cell, const Cell& unknown) {
  const Options& options = machine_.world().options;
  const bool drops_undef = !options.undef_input && !cell.undef.empty();
  const bool drops_poison = !options.poison_input && !cell.poison.is_zero();
  if (has_known_contents(*object.contents) || (!drops_undef && !drops_poison)) return cell;
  if (options.undef_input) return cells_.uninitialized();
  Cell other = unknown;
  other.poison = t_.zero(other.poison.width());
  return other;
}

/// What this side's module has, where each may have its own.
static const llvm::GlobalVariable& variable_of(const Object& object, const SharedMemory& shared, bool is_source) {
  const auto [source, target] = shared.compared;
  if (!semantics::is_own_constant(*object.contents, *source, *target)) return *object.contents;
  return *(is_source ? source : target)->getParent()->getGlobalVariable(object.name, true);
}

/// The cells of a constant's initializer; none if some part of it has no value that is known here.
const std::vector<Cell>& Memory::initializer(const Object& object) {
  const auto known = initializers_.find(object.contents);
  if (known != initializers_.end()) return known->second;
  std::vector<Cell> cells;
  const llvm::GlobalVariable& variable = variable_of(object, shared_, machine_.is_source());
  const llvm::Module& module = *variable.getParent();
  const llvm::Constant* value = variable.getInitializer();
  const auto layout = semantics::layout_of(module, value->getType());
  semantics::LowerOptions options;
  options.variant = machine_.function().variant;
  const auto constants = semantics::constant_lanes(module, *value, options);
  if (layout && constants) {
    std::vector<Lane> lanes(constants->size());
    for (const semantics::Chunk& chunk : layout->chunks)
      for (std::uint32_t i = chunk.first_lane; i < chunk.first_lane + chunk.lanes; ++i)
        lanes[i] = machine_.lane_of((*constants)[i], chunk.lane);
    cells = cells_of(machine_, *layout, lanes);
  }
  return initializers_.emplace(object.contents, std::move(cells)).first->second;
}

}  // namespace assay::refine
