#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace assay::check {

/// Small answers to questions that were asked before, in memory that a process shares with its copies: one that is
/// ended by its time leaves what it has found. What does not fit is forgotten.
class SharedAnswers {
 public:
  SharedAnswers();
  ~SharedAnswers();
  SharedAnswers(const SharedAnswers&) = delete;
  SharedAnswers& operator=(const SharedAnswers&) = delete;

  /// `question`: the text of all that the answer depends on.
  std::optional<std::uint8_t> find(const std::string& question) const;
  /// An answer is not zero. The first stays.
  void keep(const std::string& question, std::uint8_t answer);

 private:
  /// 120 bits of a hash, and the answer. Zero: nothing.
  struct Entry {
    std::atomic<std::uint64_t> first, second_and_answer;
  };
  struct Place;
  Entry* entries_ = nullptr;  ///< null: there is no such memory, and nothing is kept
};

}  // namespace assay::check
