#include "services/nightly/hunt_apart.h"

#include <nlohmann/json.hpp>

#include "services/common/subprocess.h"
#include "services/common/text.h"

namespace assay::nightly {

Result<nlohmann::json> hunt_apart(const std::string& program, const std::vector<std::string>& options,
                                  std::size_t memory_bytes) {
  SubprocessOptions process;
  process.arguments = {program, "hunt", "--json"};
  process.arguments.insert(process.arguments.end(), options.begin(), options.end());
  process.memory_limit_bytes = memory_bytes;
  const SubprocessResult result = run_subprocess(process);
  auto json = nlohmann::json::parse(result.output, nullptr, false);
  if (result.succeeded() && json.is_object() && json.contains("hunt")) return json;
  const auto lines = lines_of(visible(result.error_output));
  return Error{lines.empty() ? "the hunt ended with exit status " + std::to_string(result.code) : lines.front()};
}

}  // namespace assay::nightly
