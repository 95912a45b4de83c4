#pragma once

#include "services/worker/codegen/codegen.h"

namespace assay::codegen {

/// Is it to be asked of a second emulator: code that is wrong, or that has an instruction which the first does not
/// know?
bool wants_second(const Judged& judged);
/// What two emulators say together of code of which the first one said that.
Judged joined(Judged first, Judged second);

}  // namespace assay::codegen
