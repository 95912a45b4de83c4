#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "services/worker/refine/smt/sat/words.h"
#include "services/worker/refine/smt/terms.h"

namespace assay::refine::smt {

/// From terms of bit vectors to signals of a circuit. Keeps what it has built for one generation of a factory, so that
/// queries that share terms share gates.
class Blaster {
 public:
  explicit Blaster(Circuit& circuit) : words_(circuit), circuit_(circuit) {}

  /// Builds everything below the roots; false if the circuit is full. What is no operation of bit vectors may have any
  /// value: what is proven holds for the true one.
  bool build(const Terms& terms, std::span<const Term> roots);
  /// Of what was built.
  std::span<const Signal> signals(Term t) const { return {signals_.data() + first_[t.id()], t.width()}; }

 private:
  Word make(Term t);
  Word inputs(unsigned width);
  Word make_arithmetic(Term t);
  Word make_truth(Term t);
  Word word(Term t) const;
  Word constant(Term t) const;
  template <class Step>
  Word folded(Term t, Step step) const;
  Word sum(Term t);
  const std::pair<Word, Word>& quotient(Term dividend, Term divisor, bool is_signed);

  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  Words words_;
  Circuit& circuit_;
  std::vector<std::uint32_t> first_;  ///< by term; where its signals start
  std::vector<Signal> signals_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Word, Word>> quotients_[2];  ///< unsigned, signed
};

}  // namespace assay::refine::smt
