#pragma once

namespace assay::interpret {

/// The library of programs as text of IR: what is of C, and what is of C++. The build makes it of the sources in
/// programs/.
extern const char kCLibrary[];
extern const char kCXXLibrary[];

}  // namespace assay::interpret
