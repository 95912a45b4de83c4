#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzzers/mutate/seeds.h"

/// Corpora: which functions are worth keeping, and folders that several workers can write to.
namespace assay::mutate {

/// What a function shows: its instructions with type class, flags and kind of operands, the pairs that it makes of an
/// instruction and its operand's, its constants' classes and its shape. Sorted, each feature once; the same function
/// gives the same features on any machine.
std::vector<std::uint64_t> features_of(const llvm::Function& function);

/// What a pass did to a function: the features that disappeared and those that appeared, each with the pass's name; for
/// instructions also each pair of one that disappeared and one that appeared. Empty if the function has the same
/// features as before.
std::vector<std::uint64_t> rewrite_features(const llvm::Function& before, const llvm::Function& after,
                                            const std::string& pass);

/// A small subset of the seeds (indices into all(), ascending) that has every feature that all of them have: greedily,
/// smaller functions first, so small but not the smallest possible.
std::vector<std::size_t> distill(const Seeds& seeds);

/// Writes a file so that readers see all of it or none: under another name first, then renamed. False if it can't.
bool write_whole(const std::string& path, const std::string& text);

struct CorpusChange {
  std::size_t written = 0;
  std::size_t already_there = 0;
  std::vector<std::string> files;   ///< of each of them, its file's name in the folder; empty: it failed
  std::vector<SkippedSeed> failed;  ///< a function that can't stand alone, or a file that can't be written
};

/// Writes each of the functions as a file of its own, named by its content: writing the same function again, by another
/// worker or at another time, changes nothing, and a file is complete or not there at all.
CorpusChange write_corpus(const std::string& folder, const Seeds& seeds, const std::vector<std::size_t>& which);

/// Writes one module as a file of that folder, as write_corpus does; its name.
Result<std::string> keep(const std::string& folder, const std::string& ir);

/// Writes a module that crashes or hangs a compiler to `folder`/quarantine, with the reason in its head. Seeds::load
/// skips such folders.
Status quarantine(const std::string& folder, const std::string& ir, const std::string& reason);

}  // namespace assay::mutate
