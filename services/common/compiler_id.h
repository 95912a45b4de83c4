#pragma once

#include <string>
#include <string_view>

#include "services/common/fields.h"

namespace assay {

/// A compiler under test. Two builds of one version are two compilers.
struct CompilerId {
  std::string path;  ///< "linked", or where its opt lies on the machine that ran it: for a reader, nobody else runs it
  std::string version;  ///< as it reports itself, e.g. "16.0.6"
  std::string build;    ///< what tells builds of one version apart (see optimize::build_of); empty in older findings
  std::string commit;   ///< of the source, where the program tells it
  bool operator==(const CompilerId&) const = default;
};
ASSAY_FIELDS(CompilerId, path, version, build, commit);

/// Before the build of an llc, whose pipelines are configurations of code generation.
inline constexpr std::string_view kLlcBuild = "llc-";
bool is_llc(const CompilerId& compiler);

/// The compiler's name on every machine: "VERSION@BUILD", or the version alone if no build is known.
std::string compiler_name(const CompilerId& compiler);

/// Is the compiler meant by a name: "linked", a version ("16" takes "16.0.6" too; "llc-16" is an llc's), or
/// "VERSION@BUILD", both whole?
bool is_named(const CompilerId& compiler, const std::string& name);

/// May a text be such a name? Paths are none.
bool is_compiler_name(const std::string& text);

}  // namespace assay
