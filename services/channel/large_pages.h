#pragma once

namespace assay::channel {

/// Has the kernel move what this process has in memory to large pages, as far as it can (Linux 6.1 or later, else
/// nothing happens). Copies of a process are then made and ended several times as fast: 4 ms, not 22, with 250 MB. For
/// one that has just filled much memory that its copies will mostly read; takes a moment.
void use_large_pages();

}  // namespace assay::channel
