#pragma once

#include <string>

#include "services/common/status.h"

namespace assay::store {

/// Copies a database, which others may write at the same time, to a new file: one state of it, whatever the version of
/// its schema. The copy is its user's alone and has been read and checked. An error leaves no copy; a file that is
/// there is never overwritten.
Status back_up(const std::string& file, const std::string& copy);

}  // namespace assay::store
