// Runs one exchange of messages under the launcher that started it. Prints one line on node 0, or the error.
// usage: probe messages|unexpected|long|parts|abort|single|abandoned
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

#include "messages.hpp"
#include "transport/open_transport.hpp"
#ifdef GUSSET_PROBE_MPI
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>
#endif

namespace {

using namespace gusset::cluster;
using Size = testing::Exchange::Size;

std::string variable(const char* name) {
  const char* const text = std::getenv(name);
  return text == nullptr ? "" : text;
}

/// The size of the exchange with this name.
Size size_of(const std::string& work) {
  if (work == "unexpected")
    return {.messages = 5000, .long_every = 1000};  // all are sent before the first poll
  if (work == "long") return {.messages = 300, .long_every = 1, .longest = 300'000};
  if (work == "parts") return {.messages = 60, .long_every = 1};
  return {};
}

/// Ends a run that has a sum and a long message under way, and frees their memory.
void abandon(const Launch& launch, const TransportChoice& choice) {
  constexpr std::size_t count = 300;  // of several messages
  std::vector<std::uint64_t> sums(count);
  std::vector<std::byte> never_sent(100'000);
  auto transport = open_transport(launch, choice);
  if (!transport) return;  // run() will report why
  Transport& node = *transport.value();
  const std::lock_guard guard(node.mutex());
  node.receive_long((node.node() + 1) % node.nodes(), 0, never_sent, nullptr);
  node.sum(sums, nullptr);
}

int run(const std::string& work) {
  const auto launch = read_launch();
  if (!launch) return std::fprintf(stderr, "%s\n", launch.error().message().c_str()), 2;
  TransportChoice choice{.mpi = variable("GUSSET_MPI"), .plugins = variable("GUSSET_PLUGINS")};
  if (work == "parts") choice.limits.part_bytes = 1000;
  if (work == "abandoned") abandon(launch.value(), choice);
  auto transport = open_transport(launch.value(), choice);
  if (!transport) return std::fprintf(stderr, "%s\n", transport.error().message().c_str()), 2;
  Transport& node = *transport.value();
  if (work == "abort" && node.node() == 1) node.abort(7);
  testing::Exchange exchange(node, size_of(work));
  exchange.start();
  while (!exchange.is_done() || work == "abort") exchange.poll();
  if (!exchange.problem.empty()) std::fprintf(stderr, "%s\n", exchange.problem.c_str());
  if (!exchange.problem.empty()) node.abort(3);
  if (node.node() == 0) std::printf("%u nodes, %s\n", node.nodes(), work.c_str());
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string work = count > 1 ? arguments[1] : "messages";
#ifdef GUSSET_PROBE_MPI
  int level = 0;
  if (work == "single") MPI_Init(&count, &arguments);
  if (work != "single") MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &level);
  const int status = run(work);
  int is_finalized = 1;
  MPI_Finalized(&is_finalized);
  if (is_finalized != 0) return std::puts("MPI has ended too early"), 4;
  // The program's own messages still work.
  int sum = 0;
  const int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
#else
  return run(work);
#endif
}
