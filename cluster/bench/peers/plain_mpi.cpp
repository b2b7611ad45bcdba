// What MPI alone can do: the floor for the messages of the engine. Started as plain_mpi PROBE SIZE BYTES
// THREADS; the first process prints the figure, or - if MPI alone has no such thing.
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>
#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "bench/statistics.hpp"
#include "metg.hpp"

namespace {

using namespace gusset::cluster::bench;
using gusset::bench::Stopwatch;

constexpr int repetitions = 5;
constexpr int tag = 1;

int rank() {
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return value;
}

int size() {
  int value = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return value;
}

void poll(MPI_Request& request) {
  for (int is_complete = 0; is_complete == 0;) MPI_Test(&request, &is_complete, MPI_STATUS_IGNORE);
}

/// The median seconds of several repetitions, after an uncounted first one.
template <class Repeat>
double time_repeatedly(Repeat repeat) {
  std::vector<double> samples;
  for (int repetition = 0; repetition <= repetitions; ++repetition) {
    MPI_Barrier(MPI_COMM_WORLD);
    const Stopwatch watch;
    repeat();
    if (repetition > 0) samples.push_back(watch.seconds());
  }
  return gusset::bench::median(samples);
}

struct Unmap {
  std::size_t bytes = 0;
  void operator()(char* memory) const { ::munmap(memory, bytes); }
};
using Memory = std::unique_ptr<char, Unmap>;

/// Memory on huge pages if the system has them, like the engine's pool: MPI copies between such pages in half
/// the time.
Memory huge_pages(std::size_t bytes) {
  constexpr std::size_t page = std::size_t{2} << 20;
  const std::size_t whole = (bytes + page - 1) / page * page + page;  // room to align
  void* const memory = ::mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::madvise(memory, whole, MADV_HUGEPAGE);
  return Memory(static_cast<char*>(memory), Unmap{whole});
}

/// The first address in the memory that is aligned to a huge page.
char* begin_of(const Memory& memory, std::size_t bytes, char content) {
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
  char* const begin = memory.get() + (page - address % page) % page;
  std::memset(begin, content, bytes);
  return begin;
}

/// Sends a message back and forth. Never receives into the memory that it sends from.
double hop_s(std::size_t hops, std::size_t bytes) {
  const Memory memory_to_send = huge_pages(bytes);
  const Memory memory_to_receive = huge_pages(bytes);
  char* const sent = begin_of(memory_to_send, bytes, 'a');
  char* const received = begin_of(memory_to_receive, bytes, 'b');
  const int other = 1 - rank();
  const double seconds = time_repeatedly([&] {
    for (std::size_t hop = 0; hop < hops; ++hop) {
      const bool sends = hop % 2 == static_cast<std::size_t>(rank());
      MPI_Request request;
      if (sends) {
        MPI_Isend(sent, static_cast<int>(bytes), MPI_BYTE, other, tag, MPI_COMM_WORLD, &request);
      } else {
        MPI_Irecv(received, static_cast<int>(bytes), MPI_BYTE, other, tag, MPI_COMM_WORLD, &request);
      }
      poll(request);
    }
  });
  return seconds / static_cast<double>(hops);
}

/// The first process sends to the second, which confirms the last message.
double message_s(std::size_t messages, std::size_t bytes) {
  constexpr std::size_t window = 64;
  std::vector<std::vector<char>> contents(window, std::vector<char>(bytes));
  std::array<MPI_Request, window> requests;
  const double seconds = time_repeatedly([&] {
    requests.fill(MPI_REQUEST_NULL);
    for (std::size_t message = 0; message < messages; ++message) {
      const std::size_t place = message % window;
      poll(requests[place]);
      if (rank() == 0) {
        MPI_Isend(contents[place].data(), static_cast<int>(bytes), MPI_BYTE, 1, tag, MPI_COMM_WORLD,
                  &requests[place]);
      } else {
        MPI_Irecv(contents[place].data(), static_cast<int>(bytes), MPI_BYTE, 0, tag, MPI_COMM_WORLD,
                  &requests[place]);
      }
    }
    MPI_Waitall(window, requests.data(), MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  });
  return seconds / static_cast<double>(messages);
}

/// One column of the stencil in each process.
std::optional<double> metg(std::size_t most_steps) {
  const double iteration_s = seconds_per_iteration();
  std::array<double, 2> mine{};
  std::array<std::array<double, 2>, 2> theirs{};
  std::vector<Measured> series;
  for (const Graph& graph : metg_series(most_steps)) {
    const double seconds = time_repeatedly([&] {
      for (std::size_t step = 0; step < graph.steps; ++step) {
        std::array<MPI_Request, 4> requests;
        int count = 0;
        for (const int side : {0, 1}) {
          const int neighbour = rank() + 2 * side - 1;
          if (neighbour < 0 || neighbour >= size()) continue;
          MPI_Irecv(theirs[static_cast<std::size_t>(side)].data(), 2, MPI_DOUBLE, neighbour, tag,
                    MPI_COMM_WORLD, &requests[static_cast<std::size_t>(count++)]);
          MPI_Isend(mine.data(), 2, MPI_DOUBLE, neighbour, tag, MPI_COMM_WORLD,
                    &requests[static_cast<std::size_t>(count++)]);
        }
        MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE);
        mine[0] = compute(graph.iterations);
      }
      MPI_Barrier(MPI_COMM_WORLD);
    });
    series.push_back(
        {iteration_s * static_cast<double>(graph.iterations), seconds / static_cast<double>(graph.steps)});
  }
  return metg_s(series);
}

std::optional<double> measure(const std::string& probe, std::size_t work, std::size_t bytes) {
  if (probe == "hop" || probe == "message-hop") return hop_s(work, bytes) * 1e6;
  if (probe == "messages") return 1.0 / message_s(work, bytes);
  if (probe != "metg") return {};
  const std::optional<double> seconds = metg(work);
  return seconds ? std::optional(*seconds * 1e6) : std::nullopt;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc != 5) {
    if (rank() == 0) std::fprintf(stderr, "usage: plain_mpi PROBE SIZE BYTES THREADS\n");
    MPI_Finalize();
    return 2;
  }
  const std::optional<double> value = measure(argv[1], std::stoul(argv[2]), std::stoul(argv[3]));
  if (rank() == 0) value ? std::printf("%.17g\n", *value) : std::printf("-\n");
  MPI_Finalize();
  return 0;
}
