#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "gusset/core/ids.hpp"

namespace gusset {

/// Nodes in a P × Q [× R] arrangement. Node (p, q, r) has the number (p · Q + q) · R + r.
struct ProcessGrid {
  unsigned p = 1;
  unsigned q = 1;
  unsigned r = 1;

  constexpr unsigned nodes() const { return p * q * r; }

  /// The block-cyclic owner of block (i, j, k).
  constexpr NodeId owner(std::size_t i, std::size_t j = 0, std::size_t k = 0) const {
    return NodeId(((i % p) * q + j % q) * r + k % r);
  }

  /// Parses "PxQ" or "PxQxR" with 1 ≤ nodes ≤ 65536. Throws a ConfigurationError that names `where`.
  static ProcessGrid parse(std::string_view text, const std::string& where);

  /// The two-dimensional grid of that many nodes that is closest to a square, P ≤ Q. Requires nodes ≥ 1.
  static ProcessGrid squarest(unsigned nodes);

  /// "3x3", or "2x2x2" if R > 1.
  std::string text() const;

  friend bool operator==(const ProcessGrid&, const ProcessGrid&) = default;
};

}  // namespace gusset
