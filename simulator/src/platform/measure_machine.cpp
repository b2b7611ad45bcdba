#include "gusset/simulator/platform/measure_machine.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <system_error>
#include <thread>

#include "gusset/base/numbers.hpp"
#include "gusset/core/engine/processors.hpp"
#include "peak_kernels.hpp"

namespace gusset::simulator {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t min_array_bytes = 64'000'000;
constexpr double bytes_of_triad = 3.0 * sizeof(double);  // two reads, one write

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One thread per core, bound to it if the system allows. All begin together.
class BoundThreads {
 public:
  explicit BoundThreads(unsigned cores) : cores_(cores), processors_(binding_of_this_thread()) {}

  /// Returns the seconds from the first start to the last end of `work(core)`.
  double run(const std::function<void(unsigned core)>& work) const {
    std::barrier begin(static_cast<std::ptrdiff_t>(cores_));
    std::vector<Clock::time_point> begins(cores_);
    std::vector<Clock::time_point> ends(cores_);
    std::vector<std::jthread> threads;
    const auto one = [&](unsigned core) {
      if (core < processors_.size()) bind_this_thread({processors_[core]});
      begin.arrive_and_wait();
      begins[core] = Clock::now();
      work(core);
      ends[core] = Clock::now();
    };
    try {
      for (unsigned core = 0; core < cores_; ++core) threads.emplace_back(one, core);
    } catch (const std::system_error&) {
      // The running threads would wait at the barrier for the missing ones.
      for (std::size_t missing = threads.size(); missing < cores_; ++missing) (void)begin.arrive();
      throw;
    }
    threads.clear();  // joins
    const auto first = *std::min_element(begins.begin(), begins.end());
    const auto last = *std::max_element(ends.begin(), ends.end());
    return std::chrono::duration<double>(last - first).count();
  }

 private:
  unsigned cores_;
  ProcessorSet processors_;
};

// Returns how many repetitions `work(times)` needs to take that long.
template <class Work>
std::uint64_t times_for(double wanted_s, Work work) {
  for (std::uint64_t times = 1;; times *= 2) {
    const auto begin = Clock::now();
    work(times);
    const double took_s = seconds_since(begin);
    if (took_s < wanted_s / 8.0) continue;
    return std::max<std::uint64_t>(
        1, static_cast<std::uint64_t>(static_cast<double>(times) * wanted_s / took_s));
  }
}

Measurement repeated(unsigned runs, const std::function<double()>& measure) {
  measure();  // wakes the processors and touches the memory
  Measurement measurement;
  for (unsigned run = 0; run < runs; ++run) measurement.values.push_back(measure());
  return measurement;
}

// Measures flop/s per core.
Measurement flops_per_s(const PeakKernel& kernel, std::uint64_t rounds, unsigned cores, unsigned runs) {
  const BoundThreads threads(cores);
  std::vector<double> results(cores);  // keeps the compiler from removing the work
  return repeated(runs, [&] {
    const double took_s = threads.run([&](unsigned core) { results[core] = kernel.run(rounds); });
    const bool is_done = std::all_of(results.begin(), results.end(), [](double sum) { return sum > 0.0; });
    return is_done ? kernel.flops_per_round * static_cast<double>(rounds) / took_s : 0.0;
  });
}

/// Three uninitialised arrays, so that each core touches its own part first.
struct Arrays {
  explicit Arrays(std::size_t count)
      : size(possible(count)),
        a(std::make_unique_for_overwrite<double[]>(count)),
        b(std::make_unique_for_overwrite<double[]>(count)),
        c(std::make_unique_for_overwrite<double[]>(count)) {}
  std::size_t size;
  std::unique_ptr<double[]> a, b, c;

  /// Throws if no array can be that long, before sanitizers see such a request and stop the program.
  static std::size_t possible(std::size_t count) {
    if (count > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double))
      throw std::bad_array_new_length();
    return count;
  }

  struct Part {
    std::span<double> a, b, c;
  };
  Part part(unsigned core, unsigned cores) const {
    const std::size_t begin = size * core / cores;
    const std::size_t count = size * (core + 1) / cores - begin;
    return {{a.get() + begin, count}, {b.get() + begin, count}, {c.get() + begin, count}};
  }
};

// Measures bytes/s over all cores.
Measurement bytes_per_s(const Arrays& arrays, unsigned cores, unsigned runs, double run_s) {
  const BoundThreads threads(cores);
  threads.run([&](unsigned core) {
    const Arrays::Part part = arrays.part(core, cores);
    std::fill(part.a.begin(), part.a.end(), 0.0);
    std::fill(part.b.begin(), part.b.end(), 1.0);
    std::fill(part.c.begin(), part.c.end(), 2.0);
  });
  const auto sweep = [&](std::uint64_t times) {
    return threads.run([&](unsigned core) {
      const Arrays::Part part = arrays.part(core, cores);
      for (std::uint64_t i = 0; i < times; ++i) triad(part.a, part.b, part.c, static_cast<double>(i + 3));
    });
  };
  const std::uint64_t times = times_for(run_s, sweep);
  return repeated(runs, [&] {
    return bytes_of_triad * static_cast<double>(arrays.size) * static_cast<double>(times) / sweep(times);
  });
}

std::string giga(double value) {
  return fixed_text(value * 1e-9, 1);
}

// Formats "median of 7 (31.2 … 35.9)".
std::string runs_text(const Measurement& measurement) {
  return "median of " + std::to_string(measurement.values.size()) + " (" + giga(measurement.least()) + " … " +
         giga(measurement.greatest()) + ")";
}

}  // namespace

double Measurement::median() const {
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0;
}

double Measurement::least() const {
  return *std::min_element(values.begin(), values.end());
}

double Measurement::greatest() const {
  return *std::max_element(values.begin(), values.end());
}

Result<MachineMeasurements> measure_machine(const MachinePlan& plan) {
  try {
    const PeakKernel kernel = peak_kernel();
    double sum = 0.0;
    const std::uint64_t rounds =
        times_for(plan.run_s, [&](std::uint64_t times) { sum += kernel.run(times); });
    MachineMeasurements measured;
    measured.plan = plan;
    measured.instructions = kernel.instructions;
    measured.core_flops_per_s = flops_per_s(kernel, rounds, 1, plan.runs);
    measured.busy_core_flops_per_s = flops_per_s(kernel, rounds, plan.cores, plan.runs);
    const Arrays arrays(plan.array_bytes / sizeof(double));
    measured.core_bytes_per_s = bytes_per_s(arrays, 1, plan.runs, plan.run_s);
    measured.memory_bytes_per_s = bytes_per_s(arrays, plan.cores, plan.runs, plan.run_s);
    return measured;
  } catch (const std::bad_alloc&) {
    return Error{"this machine",
                 "memory for three arrays of " + bytes_text(static_cast<double>(plan.array_bytes)),
                 "too little"};
  } catch (const std::system_error& error) {
    return Error{"this machine", std::to_string(plan.cores) + " threads at once", error.what()};
  }
}

MachinePlan plan_for(const Platform& platform) {
  MachinePlan plan;
  plan.cores = platform.cores;
  std::uint64_t caches_bytes = 0;
  for (const Cache& cache : platform.caches)
    caches_bytes = std::max(caches_bytes, cache.bytes * (platform.cores / cache.shared_by));
  plan.array_bytes = std::max(min_array_bytes, 4 * caches_bytes);
  if (platform.memory_bytes) plan.array_bytes = std::min(plan.array_bytes, *platform.memory_bytes / 8 / 3);
  plan.array_bytes = std::max<std::uint64_t>(plan.array_bytes, sizeof(double) * plan.cores);
  return plan;
}

Platform with_measurements(Platform platform, const MachineMeasurements& measured, const std::string& date) {
  const std::string begin = "measured " + date + ": ";
  const std::string all =
      platform.cores == 1 ? "the core" : "all " + std::to_string(platform.cores) + " cores at once";
  platform.gflops_per_core = measured.busy_core_flops_per_s.median() * 1e-9;
  platform.sources["gflops_per_core"] =
      begin + "multiply-adds of doubles in registers (" + measured.instructions + "), " + all + ", " +
      runs_text(measured.busy_core_flops_per_s) + "; an upper limit for kernels";
  platform.memory_bandwidth_bytes_per_s = measured.memory_bytes_per_s.median();
  platform.sources["memory_bandwidth_bytes_per_s"] =
      begin + "a[i] = b[i] + s·c[i] with arrays of " +
      bytes_text(static_cast<double>(measured.plan.array_bytes)) + ", " + all + ", " +
      runs_text(measured.memory_bytes_per_s) + " GB/s";
  return platform;
}

}  // namespace gusset::simulator
