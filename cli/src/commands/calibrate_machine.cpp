#include "calibrate_machine.hpp"

#include <algorithm>
#include <ctime>
#include <optional>

#include "gusset/base/numbers.hpp"
#include "gusset/base/this_machine.hpp"
#include "gusset/simulator/platform/platform.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/output_file.hpp"
#include "output/table.hpp"

namespace gusset::cli {
namespace {

using simulator::MachineMeasurements;
using simulator::Measurement;
using simulator::Platform;

// On a quiet machine, repeated measurements differ by only a few percent.
constexpr double disturbed_spread = 0.1;

std::string giga_text(double value) {
  return fixed_text(value * 1e-9, 1);
}

void add_row(Table& table, const std::string& what, const std::string& unit, const Measurement& measurement) {
  table.add_row({what, giga_text(measurement.median()) + unit, giga_text(measurement.least()),
                 giga_text(measurement.greatest()), percent_text(measurement.spread()),
                 std::to_string(measurement.values.size())});
}

// Today's date, which suffices to identify the calibration.
std::string today() {
  return utc_text(std::time(nullptr)).substr(0, 10);
}

}  // namespace

std::string machine_text(const Platform& platform, const MachineMeasurements& measured) {
  const std::string cores = count_text(measured.plan.cores, "core");
  std::string text = (platform.name.empty() ? "This machine" : platform.name) + ": " + cores +
                     " compute up to " + giga_text(measured.busy_core_flops_per_s.median()) +
                     " GFlop/s each, and together move " + giga_text(measured.memory_bytes_per_s.median()) +
                     " GB/s to and from memory.\n";
  const double worst = std::max({measured.core_flops_per_s.spread(), measured.busy_core_flops_per_s.spread(),
                                 measured.core_bytes_per_s.spread(), measured.memory_bytes_per_s.spread()});
  if (worst > disturbed_spread)
    text += "The machine was busy: repeated measurements differ by up to " + percent_text(worst) +
            "; measure again when it is idle.\n";
  Table table({"measured", "median", "min", "max", "spread", "runs"});
  add_row(table, "multiply-adds (" + measured.instructions + "), one core alone", " GFlop/s",
          measured.core_flops_per_s);
  add_row(table, "multiply-adds (" + measured.instructions + "), each of " + cores + " at once", " GFlop/s",
          measured.busy_core_flops_per_s);
  add_row(table, "memory, one core alone", " GB/s", measured.core_bytes_per_s);
  add_row(table, "memory, " + cores + " together", " GB/s", measured.memory_bytes_per_s);
  text += "\n" + table.text();
  text +=
      "\nThe arithmetic is a peak in registers that kernels do not reach: costs from traces (gusset "
      "calibrate T.gus) predict better. The memory test computes a[i] = b[i] + s·c[i] in arrays of " +
      bytes_text(static_cast<double>(measured.plan.array_bytes)) +
      " each. The network between such nodes is assumed, not measured: " + duration_text(platform.latency_s) +
      ", " + bytes_text(platform.bandwidth_bytes_per_s) + "/s.\n";
  return text;
}

int calibrate_machine(const std::string& output) {
  std::optional<OutputFile> file;
  if (!output.empty()) file.emplace(output);
  Platform platform = simulator::described_machine();
  const auto measured = required(simulator::measure_machine(simulator::plan_for(platform)));
  const std::string host = host_name();
  const std::string processor = processor_name();
  if (!host.empty() || !processor.empty())
    platform.name = host + (host.empty() || processor.empty() ? "" : ", ") + processor;
  platform = with_measurements(std::move(platform), measured, today());
  std::string text = machine_text(platform, measured);
  if (file) {
    file->write(simulator::to_json(platform));
    file->commit();
    text += "Platform: " + file->name() + " (gusset simulate --platform " + output + ")\n";
  }
  print(text);
  return 0;
}

}  // namespace gusset::cli
