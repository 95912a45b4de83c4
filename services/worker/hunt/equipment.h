#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "services/common/status.h"
#include "services/common/work.h"
#include "services/worker/optimize/optimize.h"

namespace assay::hunt {

/// The compilers and the folders of seeds of this machine that hunts may use, each with the name by which every machine
/// knows it: a compiler by version and build, a folder by its content. Paths stay here.
class Equipment {
 public:
  /// "linked", paths of opts, or llcs as codegen::open_compiler() names them; paths of files or folders. The error
  /// names the one that can't be used.
  static Result<Equipment> of(const std::vector<std::string>& compilers, const std::vector<std::string>& seeds);
  /// The linked LLVM and the opts in the places where packages of LLVM put them, by their paths; those that can't be
  /// used are left out.
  static std::vector<std::string> installed_compilers();
  /// The same, opened: all at once, since each of them is asked who it is.
  static std::vector<std::unique_ptr<optimize::Compiler>> open_installed();

  const WorkerOffer& offer() const { return offer_; }
  /// Settings that hold paths of this equipment, with names in their place.
  HuntSettings named(HuntSettings settings) const;
  /// The way back. The error names what is not here.
  Result<HuntSettings> located(HuntSettings settings) const;

 private:
  WorkerOffer offer_;
  std::vector<std::pair<std::string, std::string>> compilers_;  // name, path as it was given
  std::vector<std::pair<std::string, std::string>> seeds_;
};

/// The compiler of this machine that is the same as one that was met elsewhere: linked, or one that packages of LLVM
/// have installed. The path where it lay there means nothing here. The error names what is here.
Result<std::unique_ptr<optimize::Compiler>> installed_compiler(const CompilerId& wanted);

/// "FOLDER@HASH" for a file or folder of seeds; the same on every machine that has the same files in a folder of that
/// name.
Result<std::string> name_of_seeds(const std::string& path);

}  // namespace assay::hunt
