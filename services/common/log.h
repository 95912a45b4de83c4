#pragma once

#include <string_view>

namespace assay {

/// Structured logging to stderr (never stdout): an event name and key=value fields. Levels: trace, debug, info,
/// warning, error, off. This header hides spdlog, which is slow to compile.
enum class LogLevel { Trace, Debug, Info, Warning, Error, Off };

/// Sets the level below which events are dropped, and optionally a file that takes the log in place of stderr.
void configure_log(LogLevel level, std::string_view file = {});
/// The level of that name; false if there is none.
bool parse_log_level(std::string_view name, LogLevel& level);
/// Writes one event. `fields` is text of the form "key=value key=value", written by the caller.
void log_event(LogLevel level, std::string_view event, std::string_view fields = {});

}  // namespace assay
