#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::traces {

enum class Comparator { equal, not_equal, less, less_or_equal, greater, greater_or_equal };

std::string_view comparator_text(Comparator comparator);

template <class T>
bool compares(const T& a, Comparator comparator, const T& b) {
  switch (comparator) {
    case Comparator::equal:
      return a == b;
    case Comparator::not_equal:
      return a != b;
    case Comparator::less:
      return a < b;
    case Comparator::less_or_equal:
      return a <= b;
    case Comparator::greater:
      return a > b;
    case Comparator::greater_or_equal:
      break;
  }
  return a >= b;
}

/// KEY OP VALUE, as written.
struct ParsedCondition {
  std::string key;
  Comparator comparator = Comparator::equal;
  std::string value;
  friend bool operator==(const ParsedCondition&, const ParsedCondition&) = default;
};

/// Splits "a=1 and b>2" into conditions. An error gives the condition's index, counted from 1.
Result<std::vector<ParsedCondition>> parse_conditions(std::string_view text);

}  // namespace gusset::traces
