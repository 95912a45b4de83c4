#pragma once

#include <cstddef>
#include <optional>
#include <utility>

namespace assay::evidence {

/// One way to take a question otherwise, or to ask for less. What is read from the first answer decides whether it is
/// asked again at all, and both answers together are the answer.
template <class Question, class Answer>
struct Reading {
  /// Would the answer be another one? Not asked where the reading is taken already.
  bool (*may_matter)(const Question& asked, const Answer& answer);
  /// The question in this reading; nothing: it is not asked, and `combined` gets the first answer twice.
  std::optional<Question> (*taken)(Question asked);
  Answer (*combined)(const Question& asked, Answer first, Answer again);
};

/// Asks, and again in the first reading that may matter, with those that were taken before, until none may. Each
/// reading is taken once. This is the only place where a question is repeated because of its answer.
template <class Question, class Answer, std::size_t N, class Ask>
Answer ask_in_readings(const Reading<Question, Answer> (&rows)[N], const Question& question, const Ask& ask,
                       unsigned taken = 0) {
  Answer answer = ask(question);
  for (std::size_t i = 0; i < N; ++i) {
    if ((taken >> i & 1u) != 0 || !rows[i].may_matter(question, answer)) continue;
    const std::optional<Question> next = rows[i].taken(question);
    Answer again = next ? ask_in_readings(rows, *next, ask, taken | 1u << i) : answer;
    return rows[i].combined(question, std::move(answer), std::move(again));
  }
  return answer;
}

}  // namespace assay::evidence
