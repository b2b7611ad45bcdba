#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/simulator/costs/message_costs.hpp"
#include "gusset/simulator/costs/overheads.hpp"
#include "gusset/simulator/costs/variation.hpp"

namespace gusset::simulator {

/// What distinguishes tasks of one type: their declared work or, without it, the bytes of the handles they
/// access.
enum class SizeKind : std::uint8_t { work, bytes };

/// Measured processor times of tasks of one type and size.
struct CostEntry {
  std::string type;
  SizeKind kind = SizeKind::work;
  double size = 0.0;        ///< declared work, in the program's unit, or bytes
  std::uint64_t count = 0;  ///< number of measured tasks
  double mean_s = 0.0;      ///< predictions use it
  double stddev_s = 0.0;    ///< standard deviation of the measured tasks
  double min_s = 0.0;
  double median_s = 0.0;
  double max_s = 0.0;
  double deviation_s = 0.0;  ///< standard deviation of single tasks, without what the cores' speed explains
  double lost_share = 0.0;   ///< share of the tasks' whole time in which other programs had the processor
  friend bool operator==(const CostEntry&, const CostEntry&) = default;
};

/// The machine that the costs were measured on. They are valid for no other machine.
struct CostMachine {
  std::string host;
  std::string cpu;
  unsigned workers = 0;  ///< per node during the measurement; 0: unknown
  friend bool operator==(const CostMachine&, const CostMachine&) = default;
};

/// The time that bytes missing in a cache cost tasks of one type, fitted to measured tasks (see
/// fit_cache_prices): task time = a + ns_per_byte · missing bytes.
struct CachePrice {
  std::string type;
  unsigned level = 3;            ///< the cache: 2 or 3
  double ns_per_byte = 0.0;      ///< > 0
  double low_ns_per_byte = 0.0;  ///< ends of the 95 % confidence interval
  double high_ns_per_byte = 0.0;
  double r_squared = 0.0;   ///< share of the times' variance that the missing bytes explain
  double time_share = 0.0;  ///< share of the measured tasks' time that their missing bytes took
  std::uint64_t count = 0;  ///< number of measured tasks
  friend bool operator==(const CachePrice&, const CachePrice&) = default;
};

/// Measured task costs. Specified in docs/costs.md.
struct CostTable {
  CostMachine machine;
  Overheads overheads;             ///< the runtime's measured overheads; 0: not measured
  MessageCosts messages;           ///< from runs on several nodes
  double trim = 0.0;               ///< share of the measurements dropped at each end, in older files
  std::vector<CostEntry> entries;  ///< sorted by type, kind and size; no duplicates
  std::vector<CachePrice> caches;  ///< sorted by type; no duplicates
  Variation variation;             ///< why times vary
  friend bool operator==(const CostTable&, const CostTable&) = default;
};

/// How the cost of one type grows with size: seconds = coefficient_s · size^exponent.
struct CostFit {
  std::string type;
  SizeKind kind = SizeKind::work;
  std::uint64_t sizes = 0;  ///< number of sizes fitted, at least two
  double coefficient_s = 0.0;
  double exponent = 0.0;        ///< 1: a constant rate
  double relative_error = 0.0;  ///< largest deviation of a measured mean from the fit, relative to the fit
};
/// Fits a power law to each type and kind with several sizes above 0: least squares on the logarithms,
/// weighted by the number of tasks.
std::vector<CostFit> fit_costs(const CostTable& table);

/// A calibration counts as disturbed if other programs had the processor for more than this share of the
/// time.
inline constexpr double disturbed_share = 0.05;

/// Says what was disturbed during the calibration, first the workers, then each type: "other programs had the
/// processor for 12.0 % of the time of gemm". Empty if nothing was disturbed.
std::vector<std::string> disturbances(const CostTable& table);

/// Reads the JSON form. Errors name the file as `name`, and the field.
Result<CostTable> parse_costs(std::string_view json, const std::string& name);
Result<CostTable> read_costs(const std::filesystem::path& path);

/// Returns the JSON form that parse_costs reads.
std::string to_json(const CostTable& table);

}  // namespace gusset::simulator
