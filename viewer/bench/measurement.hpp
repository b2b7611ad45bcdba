#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gusset::bench {

/// One figure of a benchmark: ours, others' in the same run, and what it should be.
struct Measurement {
  std::string name;
  std::string unit;
  double ours = 0.0;
  std::map<std::string, double> peers;
  double goal = 0.0;
  std::string better = "lower";
};

/// The value below which `share` of the samples lie, 0…1. At least one sample.
double quantile(std::vector<double> samples, double share);

/// Milliseconds that `action` takes.
double time_ms(const std::function<void()>& action);

void print_table(const std::vector<Measurement>& measurements);
void print_json(const std::vector<Measurement>& measurements);

}  // namespace gusset::bench
