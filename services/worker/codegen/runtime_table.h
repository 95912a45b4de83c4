#pragma once

#include <llvm/ADT/APInt.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::codegen {

/// A function that is computed outside of the emulated processor.
struct RuntimeRow {
  const char* name;
  /// Its types, the result's first: h half, b bfloat, f float, d double, q fp128, s i16, i i32, l i64, t i128,
  /// w as wide as a pointer.
  const char* types;
  llvm::APInt (*compute)(const RuntimeRow& row, const std::vector<llvm::APInt>& arguments);
  bool is_for_32_bits = false;  ///< what wider processors need no function for
  bool is_open = false;         ///< C allows other results, so that a file's own calls of it are not judged
};
/// Those of numbers.
std::span<const RuntimeRow> runtime_rows();
/// Those that are IR: a module's text. `is_arm`: with those that only it has.
std::string runtime_text(unsigned word_bytes, bool is_arm);

}  // namespace assay::codegen
