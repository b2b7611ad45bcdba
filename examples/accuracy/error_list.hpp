#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace accuracy {

/// Returns the median of a non-empty list.
inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

/// Returns predicted ÷ measured − 1.
inline double error_of(double predicted, double measured) {
  return predicted / measured - 1.0;
}

/// Absolute relative errors of several cases.
class ErrorList {
 public:
  void add(double error) { sizes_.push_back(std::abs(error)); }
  bool empty() const { return sizes_.empty(); }
  std::size_t size() const { return sizes_.size(); }
  double median() const { return accuracy::median(sizes_); }  ///< requires a non-empty list
  double worst() const { return *std::max_element(sizes_.begin(), sizes_.end()); }

 private:
  std::vector<double> sizes_;
};

}  // namespace accuracy
