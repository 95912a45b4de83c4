#include "services/worker/semantics/permissions.h"

#include <llvm/IR/Attributes.h>

namespace assay::semantics {

using llvm::IRMemLocation;

OutsideKinds Permissions::seen_outside() const {
  OutsideKinds kinds;
  if (reads(IRMemLocation::InaccessibleMem)) kinds.add(Outside::Inaccessible);
  if (reads(IRMemLocation::ErrnoMem)) kinds = kinds | OutsideKinds{Outside::Errno, Outside::LibraryErrno};
  if (reads(IRMemLocation::Other)) kinds.add(Outside::Others);
  if (reads(IRMemLocation::TargetMem0)) kinds.add(Outside::Target0);
  if (reads(IRMemLocation::TargetMem1)) kinds.add(Outside::Target1);
  return kinds;
}

OutsideKinds Permissions::changed_outside() const {
  OutsideKinds kinds;
  if (writes(IRMemLocation::InaccessibleMem)) kinds.add(Outside::Inaccessible);
  if (writes(IRMemLocation::ErrnoMem)) kinds.add(Outside::LibraryErrno);
  if (writes(IRMemLocation::ErrnoMem) && !is_library) kinds.add(Outside::Errno);
  // Of other memory the module sees for itself what is left there. A function that reads, too, may do one thing the
  // first time and another the next.
  if (writes_others() && !memory.onlyWritesMemory()) kinds.add(Outside::Others);
  if (writes(IRMemLocation::TargetMem0)) kinds.add(Outside::Target0);
  if (writes(IRMemLocation::TargetMem1)) kinds.add(Outside::Target1);
  return kinds;
}

Reach Permissions::reach() const {
  if (memory.doesNotAccessMemory()) return Reach::Nothing;
  if (acts()) return Reach::Everything;
  return reads_others() || writes_others() ? Reach::ReadsAll : Reach::Arguments;
}

namespace {

/// LangRef, mustprogress: who must return, unwind or be seen, and only reads, returns or unwinds.
Permissions with_progress(Permissions may) {
  if (!may.idles && may.memory.onlyReadsMemory()) may.stays = false;
  return may;
}

}  // namespace

Permissions operator&(const Permissions& a, const Permissions& b) {
  return with_progress({.memory = a.memory & b.memory,
                        .returns = a.returns && b.returns,
                        .stays = a.stays && b.stays,
                        .idles = a.idles && b.idles,
                        .unwinds = a.unwinds && b.unwinds,
                        .frees = a.frees && b.frees,
                        .calls_back = a.calls_back && b.calls_back,
                        .is_library = a.is_library || b.is_library});
}

Permissions allowed_by(const llvm::AttributeList& attributes) {
  using llvm::Attribute;
  Permissions may;
  if (attributes.hasFnAttr(Attribute::Memory)) may.memory = attributes.getFnAttrs().getMemoryEffects();
  // LangRef, speculatable: the function has no effects besides its result.
  const bool computes = attributes.hasFnAttr(Attribute::Speculatable);
  may.returns = !attributes.hasFnAttr(Attribute::NoReturn);
  may.stays = !computes && !attributes.hasFnAttr(Attribute::WillReturn);
  may.idles = !attributes.hasFnAttr(Attribute::MustProgress);
  may.unwinds = !computes && !attributes.hasFnAttr(Attribute::NoUnwind);
  may.frees = !attributes.hasFnAttr(Attribute::NoFree);
  may.calls_back = !attributes.hasFnAttr(Attribute::NoCallback);
  return with_progress(may);
}

}  // namespace assay::semantics
