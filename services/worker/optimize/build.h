#pragma once

#include <string>

namespace assay::optimize {

/// What tells builds of a program apart: the first digits of its build id (a note in the file), or of a hash of the
/// file where it has none; then, after a '+' each, those of the LLVM libraries that it loads, in which its passes are.
std::string build_of(const std::string& program);

/// The same of the LLVM that is linked into this program: a hash of the archives it was linked from.
std::string build_of_linked();

/// The commit in what a program's --version prints (40 hexadecimal digits); empty if there is none.
std::string commit_in(const std::string& version_text);

}  // namespace assay::optimize
