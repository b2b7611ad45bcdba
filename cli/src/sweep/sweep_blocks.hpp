#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gusset::cli {

/// Numbers of tiles in a row that are worth a try, for a matrix of `size` rows on machines of `fewest` to
/// `most` workers in all. Workers share the matrix as a square grid of √workers a side, so that a row of
/// tiles keeps √workers of them busy: proposed are 2, 4, 8 and 16 tiles for each of these, at most `size`. A
/// number that divides `size` is taken instead where one lies within a quarter of it. Ascending, each once.
/// fewest ≥ 1.
std::vector<std::uint64_t> proposed_blocks(std::uint64_t size, std::uint64_t fewest, std::uint64_t most);

/// The number behind --size (or in --size=N) in a program's words.
std::optional<std::uint64_t> size_in(const std::vector<std::string>& program);

}  // namespace gusset::cli
