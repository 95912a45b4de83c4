#include "services/worker/semantics/permissions.h"

#include <llvm/IR/Attributes.h>

namespace assay::semantics {

using llvm::IRMemLocation;

bool Permissions::sees_world() const { return reads(IRMemLocation::InaccessibleMem) || reads_others(); }

bool Permissions::acts() const {
  // A function that writes memory and reads none leaves the same, however often it is called. Writes to inaccessible
  // memory that nothing reads do not matter.
  return (writes_others() && !memory.onlyWritesMemory()) ||
         (writes(IRMemLocation::InaccessibleMem) && reads(IRMemLocation::InaccessibleMem));
}

Reach Permissions::reach() const {
  if (memory.doesNotAccessMemory()) return Reach::Nothing;
  if (!sees_world() && !writes_others()) return Reach::Arguments;
  return memory.onlyReadsMemory() ? Reach::ReadsAll : Reach::Everything;
}

Permissions operator&(const Permissions& a, const Permissions& b) {
  return {.memory = a.memory & b.memory,
          .returns = a.returns && b.returns,
          .stays = a.stays && b.stays,
          .unwinds = a.unwinds && b.unwinds,
          .frees = a.frees && b.frees,
          .calls_back = a.calls_back && b.calls_back};
}

Permissions allowed_by(const llvm::AttributeList& attributes) {
  using llvm::Attribute;
  Permissions may;
  if (attributes.hasFnAttr(Attribute::Memory)) may.memory = attributes.getFnAttrs().getMemoryEffects();
  may.returns = !attributes.hasFnAttr(Attribute::NoReturn);
  may.stays = !attributes.hasFnAttr(Attribute::WillReturn);
  may.unwinds = !attributes.hasFnAttr(Attribute::NoUnwind);
  may.frees = !attributes.hasFnAttr(Attribute::NoFree);
  may.calls_back = !attributes.hasFnAttr(Attribute::NoCallback);
  return may;
}

}  // namespace assay::semantics
