#pragma once

#include <chrono>
#include <cstddef>

/// How the symbolic machine shares out the time that it is given. Time is counted work
/// (docs/adr/0031-counted-work.md). A share of N is 1 / N of a time, mostly of what is left of it.
namespace assay::budget {

/// Of one query put to the solvers of refine/smt.
struct Solving {
  /// Bits: a first try of the SAT solver, integers, a second try. Each gets the lesser of a time and a share of what is
  /// left.
  std::chrono::milliseconds soon{20}, integers{100};
  int bits_share = 4, integers_share = 3;
  /// The same where integers mostly decide: the first try is short, and they get more.
  std::chrono::milliseconds at_once{2};
  int likely_integers_share = 2;
  /// More time than this is much: then the second try of the SAT solver gets no more of it, and Z3, which rewrites
  /// before it turns to bits, a share of the rest.
  std::chrono::milliseconds patience{1'000};
  int rewriting_share = 2;
  /// Operations of numbers or of floats as functions of unknown meaning, corrected so often at most.
  unsigned arithmetic_share = 4, float_share = 4;
  int corrections = 8;
  int bits_of_floats_share = 2;  ///< floats written in integers, where there is much time: Z3 gets the rest
  /// Elimination of inner variables: a first try before a split into cases, writing one statement down, a try that is
  /// not exact.
  unsigned whole_share = 16, writing_share = 4, guess_share = 4;
  std::chrono::milliseconds quantifiers{200};  ///< Z3's are not asked in less: they never answered then in hunts
};

/// Of the queries about one obligation: what refine/query*.cpp asks.
struct Obligations {
  unsigned candidate_share = 3;  ///< one candidate for the source's choices, of what is left
  int last_share = 16;           ///< where less is left than this, no more candidates are tried
  unsigned two_picks_share = 2;  ///< two final picks at once
  unsigned aliases_share = 4;    ///< which accesses may overlap
  /// A model that is easier to read: one preference, all of them; whether the target's result is several values.
  std::chrono::milliseconds preference{500}, preferences{1'000}, undefinedness{500};
};

/// How the unroll bound grows.
struct Growth {
  unsigned least = 2;              ///< the bound that is tried where the solver gave up on a larger one
  unsigned usual = 8;              ///< bounds up to this one may use the pair's whole time
  unsigned most = 1'024;           ///< the largest bound,
  unsigned most_of_nothing = 128;  ///< and where no run has come to an end within the bounds so far
  unsigned share = 100;            ///< larger bounds than the usual may use the first of so many parts of that time,
  unsigned share_of_nothing = 5;   ///< and where no run has come to an end within the bounds so far
  unsigned dearer = 4;             ///< a bound is expected to take this many times what half of it took
  std::size_t few_steps = 96;      ///< a function that unrolls to so many blocks is small, and begins with a high bound
};

/// Of all queries about a pair.
struct Refining {
  unsigned queries = 2;        ///< all of them together get this many times the time of one
  unsigned defined_share = 2;  ///< of the time of a query: arguments that are not undef, where the solver gave up
  unsigned algebra_share = 4;  ///< of the time of a query: expressions of floats as real numbers
  Growth growth;
  Obligations obligations;
};

}  // namespace assay::budget
