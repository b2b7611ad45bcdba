// The same tasks with StarPU-MPI. Started as starpu_mpi PROBE SIZE BYTES THREADS; the first process prints
// the figure, or - if it can't measure the probe.
#define OMPI_SKIP_MPICXX
#include <starpu_mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/statistics.hpp"
#include "metg.hpp"
#include "use_processor.hpp"

namespace {

using namespace gusset::cluster::bench;
using gusset::bench::Stopwatch;

constexpr int repetitions = 5;

int rank_of_process() {
  int value = 0;
  starpu_mpi_comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

int processes() {
  int value = 0;
  starpu_mpi_comm_size(MPI_COMM_WORLD, &value);
  return value;
}

/// What the tasks of the current graph compute.
std::size_t iterations = 0;
double gemm_us = 0.0;

/// A codelet that calls `kernel` and has these accesses.
starpu_codelet codelet_of(void (*kernel)(void**, void*), const std::vector<starpu_data_access_mode>& modes) {
  starpu_codelet codelet;
  starpu_codelet_init(&codelet);
  codelet.cpu_funcs[0] = kernel;
  codelet.nbuffers = static_cast<int>(modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) codelet.modes[i] = modes[i];
  return codelet;
}

starpu_codelet empty_codelet(const std::vector<starpu_data_access_mode>& modes) {
  return codelet_of([](void**, void*) {}, modes);
}

/// Blocks of data, each owned by one process.
class Blocks {
 public:
  Blocks(std::size_t count, std::size_t bytes, const std::function<int(std::size_t)>& owner) {
    static starpu_mpi_tag_t next_tag = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const int process = owner(i) % processes();
      const bool is_mine = process == rank_of_process();
      memory_.emplace_back(is_mine ? bytes : 0);
      starpu_data_handle_t& handle = handles_.emplace_back();
      starpu_vector_data_register(&handle, is_mine ? STARPU_MAIN_RAM : -1,
                                  reinterpret_cast<std::uintptr_t>(memory_.back().data()),
                                  static_cast<std::uint32_t>(bytes), 1);
      starpu_mpi_data_register(handle, next_tag++, process);
    }
  }
  ~Blocks() {
    for (const starpu_data_handle_t handle : handles_) starpu_data_unregister(handle);
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  starpu_data_handle_t operator[](std::size_t i) const { return handles_[i]; }

 private:
  std::vector<std::vector<char>> memory_;
  std::vector<starpu_data_handle_t> handles_;
};

template <class... Words>
void insert(starpu_codelet& codelet, Words... words) {
  if (starpu_mpi_task_insert(MPI_COMM_WORLD, &codelet, words..., 0) != 0)
    throw std::runtime_error("StarPU-MPI: starpu_mpi_task_insert failed");
}

/// The median seconds of several repetitions, after an uncounted first one.
double time_repeatedly(const std::function<void()>& submit, bool waits_inside = true) {
  std::vector<double> samples;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    const Stopwatch watch;
    submit();
    const double submitted_s = watch.seconds();
    starpu_mpi_wait_for_all(MPI_COMM_WORLD);
    starpu_mpi_barrier(MPI_COMM_WORLD);
    if (repetition > 0) samples.push_back(waits_inside ? watch.seconds() : submitted_s);
  }
  return gusset::bench::median(samples);
}

double passed_by_s(std::size_t tasks) {
  const Blocks blocks(64, 8, [](std::size_t) { return 1; });
  starpu_codelet task = empty_codelet({STARPU_R, STARPU_R, STARPU_RW});
  const auto submit = [&] {
    for (std::size_t i = 0; i < tasks; ++i)
      insert(task, STARPU_R, blocks[(i + 7) % 64], STARPU_R, blocks[(i + 13) % 64], STARPU_RW,
             blocks[i % 64]);
  };
  return time_repeatedly(submit, false) / static_cast<double>(tasks);
}

double hop_s(std::size_t hops, std::size_t bytes) {
  const Blocks blocks(2, bytes, [](std::size_t i) { return static_cast<int>(i); });
  starpu_codelet task = empty_codelet({STARPU_R, STARPU_RW});
  const auto submit = [&] {
    for (std::size_t i = 0; i < hops; ++i)
      insert(task, STARPU_R, blocks[i % 2], STARPU_RW, blocks[1 - i % 2]);
  };
  return time_repeatedly(submit) / static_cast<double>(hops);
}

double message_s(std::size_t messages) {
  constexpr std::size_t places = 1024;
  const Blocks sent(places, 8, [](std::size_t) { return 0; });
  const Blocks results(places, 8, [](std::size_t) { return 1; });
  starpu_codelet send = empty_codelet({STARPU_RW});
  starpu_codelet receive = empty_codelet({STARPU_R, STARPU_RW});
  const auto submit = [&] {
    for (std::size_t i = 0; i < messages; ++i) {
      insert(send, STARPU_RW, sent[i % places]);
      insert(receive, STARPU_R, sent[i % places], STARPU_RW, results[i % places]);
    }
  };
  return time_repeatedly(submit) / static_cast<double>(messages);
}

/// The number of rows of the squarest grid of processes.
int grid_rows() {
  int rows = 1;
  for (int p = 1; p * p <= processes(); ++p) {
    if (processes() % p == 0) rows = p;
  }
  return rows;
}

double graph_s(std::size_t blocks, std::size_t bytes, double us) {
  gemm_us = us;
  const int p = grid_rows();
  const int q = processes() / p;
  const Blocks tiles(blocks * blocks, bytes, [=](std::size_t tile) {
    return static_cast<int>(tile / blocks) % p * q + static_cast<int>(tile % blocks) % q;
  });
  starpu_codelet potrf = codelet_of([](void**, void*) { use_processor(gemm_us / 3.0); }, {STARPU_RW});
  starpu_codelet half =
      codelet_of([](void**, void*) { use_processor(gemm_us / 2.0); }, {STARPU_R, STARPU_RW});
  starpu_codelet gemm =
      codelet_of([](void**, void*) { use_processor(gemm_us); }, {STARPU_R, STARPU_R, STARPU_RW});
  const auto a = [&](std::size_t i, std::size_t j) { return tiles[i * blocks + j]; };
  return time_repeatedly([&] {
    for (std::size_t k = 0; k < blocks; ++k) {
      insert(potrf, STARPU_RW, a(k, k));
      for (std::size_t i = k + 1; i < blocks; ++i) insert(half, STARPU_R, a(k, k), STARPU_RW, a(i, k));
      for (std::size_t i = k + 1; i < blocks; ++i) {
        insert(half, STARPU_R, a(i, k), STARPU_RW, a(i, i));
        for (std::size_t j = k + 1; j < i; ++j)
          insert(gemm, STARPU_R, a(i, k), STARPU_R, a(j, k), STARPU_RW, a(i, j));
      }
    }
  });
}

/// Two columns, one for each process.
std::optional<double> metg(std::size_t most_steps) {
  if (processes() != 2) return {};
  const Blocks blocks(4, 16, [](std::size_t i) { return static_cast<int>(i % 2); });  // two for each column
  const auto kernel = [](void** buffers, void*) {
    *reinterpret_cast<double*>(STARPU_VECTOR_GET_PTR(buffers[2])) = compute(iterations);
  };
  starpu_codelet task = codelet_of(kernel, {STARPU_R, STARPU_R, STARPU_RW});
  const double iteration_s = seconds_per_iteration();
  std::vector<Measured> series;
  for (const Graph& graph : metg_series(most_steps)) {
    iterations = graph.iterations;
    const double seconds = time_repeatedly([&] {
      for (std::size_t step = 0; step < graph.steps; ++step) {
        const std::size_t from = step % 2 * 2;
        for (std::size_t column = 0; column < 2; ++column)
          insert(task, STARPU_R, blocks[from], STARPU_R, blocks[from + 1], STARPU_RW,
                 blocks[2 - from + column]);
      }
    });
    series.push_back(
        {iteration_s * static_cast<double>(graph.iterations), seconds / static_cast<double>(graph.steps)});
  }
  const std::optional<double> seconds = metg_s(series);
  return seconds ? std::optional(*seconds * 1e6) : std::nullopt;
}

std::optional<double> measure(const std::string& probe, std::size_t size, std::size_t bytes) {
  if (probe == "passed-by") return passed_by_s(size) * 1e9;
  if (probe == "own-task")
    return graph_s(size, bytes, 0.0) * 1e9 / static_cast<double>(size * (size + 1) * (size + 2) / 6);
  if (probe == "hop") return hop_s(size, bytes) * 1e6;
  if (probe == "messages") return 1.0 / message_s(size);
  if (probe == "graph") return graph_s(size, bytes, 500.0);
  if (probe == "metg") return metg(size);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: starpu_mpi PROBE SIZE BYTES THREADS\n");
    return 2;
  }
  setenv("STARPU_SILENT", "1", 1);
  setenv("STARPU_HOME", std::filesystem::temp_directory_path().c_str(),
         0);                                // for files that it keeps between runs
  setenv("STARPU_WORKERS_NOBIND", "1", 1);  // no runtime in this comparison binds its workers
  setenv("STARPU_MAIN_THREAD_BIND", "0", 1);
  starpu_conf configuration;
  starpu_conf_init(&configuration);
  configuration.ncpus = std::atoi(argv[4]);
  configuration.ncuda = 0;
  configuration.nopencl = 0;
  if (starpu_mpi_init_conf(&argc, &argv, 1, MPI_COMM_WORLD, &configuration) != 0) {
    std::fprintf(stderr, "starpu_mpi: starpu_mpi_init_conf failed\n");
    return 1;
  }
  const std::optional<double> value = measure(argv[1], std::stoul(argv[2]), std::stoul(argv[3]));
  if (rank_of_process() == 0) value ? std::printf("%.17g\n", *value) : std::printf("-\n");
  starpu_mpi_shutdown();
  return 0;
}
