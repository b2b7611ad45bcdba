#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "gusset/core/ids.hpp"

namespace gusset {

/// Nodes in a P × Q [× R] arrangement; node (p, q, r) has the number (p · Q + q) · R + r.
struct ProcessGrid {
  unsigned p = 1;
  unsigned q = 1;
  unsigned r = 1;

  constexpr unsigned nodes() const { return p * q * r; }

  /// Block-cyclic owner of block (i, j, k).
  constexpr NodeId owner(std::size_t i, std::size_t j = 0, std::size_t k = 0) const {
    return NodeId(((i % p) * q + j % q) * r + k % r);
  }

  /// "PxQ" or "PxQxR" with 1 ≤ nodes ≤ 65536. Throws ConfigurationError naming `where`.
  static ProcessGrid parse(std::string_view text, const std::string& where);

  /// The squarest two-dimensional grid of that many nodes, P ≤ Q. nodes ≥ 1.
  static ProcessGrid squarest(unsigned nodes);

  /// "3x3", or "2x2x2" where R > 1.
  std::string text() const;

  friend bool operator==(const ProcessGrid&, const ProcessGrid&) = default;
};

}  // namespace gusset
