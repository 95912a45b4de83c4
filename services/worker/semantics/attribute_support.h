#pragma once

#include <llvm/IR/Attributes.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/LLVMContext.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// How far attributes and metadata are supported. Every attribute and every fixed metadata kind of the linked LLVM is
/// in these lists; a test walks them.
namespace assay::semantics {

enum class SupportKind : unsigned char {
  Unlisted,        ///< missing in the lists: a mistake that a test reports
  Honoured,        ///< what it promises is checked, or decides what may happen
  Permission,      ///< allows the optimizer something; taking it away changes no meaning
  WithoutMeaning,  ///< says nothing about what the program does
  Unfollowed,      ///< breaking it is undefined behaviour that is not looked for; what depends on it is not judged
};

/// The machines that know the whole meaning.
struct FollowedBy {
  bool interpreter = true;
  bool solver = true;
};

struct AttributeSupport {
  SupportKind kind = SupportKind::Unlisted;
  std::string_view text;  ///< what, or why not
  FollowedBy followed_by{};
};

AttributeSupport support_of(llvm::Attribute::AttrKind kind);
/// Of a metadata kind by its name ("range", "dbg", …). Kinds that a program defines itself have no meaning (LangRef,
/// metadata).
AttributeSupport support_of_metadata(llvm::StringRef name);
/// The instruction's metadata of which that machine does not know the whole meaning: kind and contents.
using MetadataNodes = std::vector<std::pair<unsigned, const llvm::MDNode*>>;
MetadataNodes metadata_beyond(bool FollowedBy::*machine, const llvm::Instruction& instruction);

/// Does !captures say of a store that the pointer is not used there to read and write?
bool keeps_provenance_back(const llvm::Instruction& instruction);

}  // namespace assay::semantics
