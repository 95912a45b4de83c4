#include "services/common/log.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace assay {
namespace {

spdlog::level::level_enum translate(LogLevel level) {
  switch (level) {
    case LogLevel::Trace:
      return spdlog::level::trace;
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      return spdlog::level::err;
    case LogLevel::Off:
      return spdlog::level::off;
  }
  return spdlog::level::info;
}

spdlog::logger& logger() {
  static std::shared_ptr<spdlog::logger> instance = [] {
    auto made = spdlog::stderr_color_mt("assay");
    made->set_level(spdlog::level::warn);
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %P %v");
    return made;
  }();
  return *instance;
}

}  // namespace

void configure_log(LogLevel level, std::string_view file) {
  if (!file.empty()) {
    logger().sinks() = {std::make_shared<spdlog::sinks::basic_file_sink_mt>(std::string(file))};
    logger().set_pattern("%Y-%m-%dT%H:%M:%S.%e %l %P %v");
  }
  logger().set_level(translate(level));
  logger().flush_on(spdlog::level::info);
}

bool parse_log_level(std::string_view name, LogLevel& level) {
  static constexpr std::string_view kNames[] = {"trace", "debug", "info", "warning", "error", "off"};
  for (int i = 0; i < 6; ++i) {
    if (kNames[i] != name) continue;
    level = static_cast<LogLevel>(i);
    return true;
  }
  return false;
}

void log_event(LogLevel level, std::string_view event, std::string_view fields) {
  logger().log(translate(level), "{}{}{}", event, fields.empty() ? "" : " ", fields);
}

}  // namespace assay
