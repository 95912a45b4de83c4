#pragma once

#include <string>

namespace assay {

/// How many processors this process may use: those that it may run on, or fewer where a control group (of a container,
/// or of a service with CPUQuota=) grants less time. Parts of a processor are rounded up; at least 1.
unsigned granted_processors();

/// The same with the files of another place: /proc/self/cgroup, and the folder that the hierarchies are mounted in.
unsigned granted_processors(unsigned runnable, const std::string& membership_file, const std::string& mounted);

}  // namespace assay
