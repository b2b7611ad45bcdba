#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/costs/overheads.hpp"

namespace gusset::simulator {

/// What tells tasks of one type apart: their declared work or, where none is declared, the bytes of the
/// handles they access.
enum class SizeKind : std::uint8_t { work, bytes };

/// How long tasks of one type and size took.
struct CostEntry {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;        ///< declared work, in the program's unit, or bytes
  std::uint64_t count = 0;  ///< tasks measured
  double mean_s = 0.0;      ///< trimmed; what a prediction uses
  double stddev_s = 0.0;    ///< of all measured tasks
  double min_s = 0.0;
  double median_s = 0.0;
  double max_s = 0.0;
  double deviation_s = 0.0;  ///< of the tasks that the mean is of: what kernels vary by in a prediction
  friend bool operator==(const CostEntry&, const CostEntry&) = default;
};

/// The machine that costs were measured on. Costs are true of no other.
struct CostMachine {
  std::string host;
  std::string cpu;
  unsigned workers = 0;  ///< of each node while it was measured; 0: not known
  friend bool operator==(const CostMachine&, const CostMachine&) = default;
};

/// Measured costs of tasks. Specified in docs/costs.md.
struct CostTable {
  CostMachine machine;
  Overheads overheads;             ///< of the runtime, as far as they were measured
  double trim = 0.0;               ///< share of the measurements left out at each end before taking the mean
  std::vector<CostEntry> entries;  ///< by type, kind and size, ascending; none twice
  friend bool operator==(const CostTable&, const CostTable&) = default;
};

/// How the cost of one type grows with its size: seconds = coefficient_s · size^exponent.
struct CostFit {
  std::string type;
  SizeKind kind = SizeKind::work;
  std::uint64_t sizes = 0;  ///< that it rests on, two at least
  double coefficient_s = 0.0;
  double exponent = 0.0;        ///< 1: a constant rate
  double relative_error = 0.0;  ///< the largest of a measured mean, as a share of the fit
};
/// A power law per type and kind that has several sizes above 0: least squares of the logarithms, weighted by
/// the number of tasks.
std::vector<CostFit> fit_costs(const CostTable& table);

/// Reads the JSON form. `name` stands for the file in errors, which name the field as well.
Result<CostTable> parse_costs(std::string_view json, const std::string& name);
Result<CostTable> read_costs(const std::filesystem::path& path);

std::string to_json(const CostTable& table);
/// The file appears whole or not at all.
Result<Done> write_costs(const CostTable& table, const std::filesystem::path& path);

}  // namespace gusset::simulator
