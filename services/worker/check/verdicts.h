#pragma once

#include <string>
#include <utility>

#include "services/common/records.h"

/// Verdicts in a line.
namespace assay::check {

inline Verdict verdict_of(VerdictKind kind, Method method, Reason reason = Reason::None, std::string detail = {}) {
  Verdict verdict;
  verdict.kind = kind;
  verdict.method = method;
  verdict.reason = reason;
  verdict.detail = std::move(detail);
  return verdict;
}

inline Verdict unsupported(std::string feature, std::string detail) {
  Verdict verdict = verdict_of(VerdictKind::Unsupported, Method::None, Reason::Unsupported, std::move(detail));
  verdict.feature = std::move(feature);
  return verdict;
}

inline Verdict error(Reason reason, std::string detail) {
  return verdict_of(VerdictKind::Error, Method::None, reason, std::move(detail));
}

}  // namespace assay::check
