#pragma once

#include <llvm/ADT/APInt.h>

#include <span>
#include <string_view>
#include <vector>

namespace assay::codegen {

/// A function that is computed outside of the emulated processor.
struct RuntimeRow {
  const char* name;
  /// Its types, the result's first: h half, b bfloat, f float, d double, q fp128, s i16, i i32, l i64, t i128.
  const char* types;
  llvm::APInt (*compute)(const RuntimeRow& row, const std::vector<llvm::APInt>& arguments);
};
/// Those of numbers.
std::span<const RuntimeRow> runtime_rows();
/// Those that are IR: a module's text.
std::string_view runtime_text();

}  // namespace assay::codegen
