#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gusset::cli {

/// Numbers of tiles per row that are worth trying, for a matrix of `size` rows on machines with `fewest` to
/// `most` workers in total. Workers share the matrix as a square grid with √workers on a side, so a row of
/// tiles keeps √workers of them busy. The proposals double from 2 · √fewest up to 16 · √most, and are at most
/// `size`. A divisor of `size` within a quarter of a proposal replaces it. Ascending, without repetition.
/// `fewest` must be at least 1.
std::vector<std::uint64_t> proposed_blocks(std::uint64_t size, std::uint64_t fewest, std::uint64_t most);

/// The number after --size (or in --size=N) in a program's arguments.
std::optional<std::uint64_t> size_in(const std::vector<std::string>& program);

}  // namespace gusset::cli
