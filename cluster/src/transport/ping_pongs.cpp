#include "transport/ping_pongs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "gusset/base/this_machine.hpp"
#include "transport/launch.hpp"
#include "transport/open_transport.hpp"

namespace gusset::cluster {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<std::size_t, 8> sizes{8, 64, 512, short_bytes, 32 << 10, 256 << 10, 1 << 20, 4 << 20};
constexpr unsigned max_rounds = 200;
constexpr std::size_t bytes_in_rounds = std::size_t{64} << 20;  // of long messages
constexpr unsigned min_rounds = 11;
/// Nodes that are not being measured leave the processors to the others.
constexpr std::chrono::microseconds nap{200};

unsigned rounds_of(std::size_t bytes) {
  return static_cast<unsigned>(std::clamp<std::size_t>(bytes_in_rounds / bytes, min_rounds, max_rounds));
}

/// One node's part of the measurement.
class Node final : private Receiver {
 public:
  explicit Node(Transport& transport) : transport_(transport), contents_(sizes.back()) {}

  /// Waits until all nodes have come here. Returns the value of the node that does not give 0.
  double agree(double seconds) {
    auto value = std::bit_cast<std::uint64_t>(seconds);
    bool is_complete = false;
    transport_.sum({&value, 1}, &is_complete);
    wait_for([&] { return is_complete; }, true);
    return std::bit_cast<double>(value);
  }

  /// Tells node 0 all hosts.
  std::vector<std::string> collect_hosts() {
    std::string host = host_name().substr(0, short_bytes);
    if (host.empty()) host = "unknown";
    hosts_.resize(transport_.nodes());
    if (transport_.node() == 0) {
      hosts_[0] = host;
      wait_for([&] { return known_hosts_ + 1 == transport_.nodes(); }, true);
    } else {
      transport_.send(0, std::as_bytes(std::span(host)));
    }
    agree(0.0);
    return transport_.node() == 0 ? hosts_ : std::vector<std::string>();
  }

  /// Sends messages of this size to the other node and back. Returns half of the median round trip.
  double ping_pong(unsigned other, bool begins, std::size_t bytes) {
    std::vector<double> one_way_s;
    for (unsigned round = 0; round < rounds_of(bytes); ++round) {
      const auto begin = Clock::now();
      if (begins) send(other, bytes);
      receive(other, bytes);
      if (!begins) send(other, bytes);
      one_way_s.push_back(std::chrono::duration<double>(Clock::now() - begin).count() / 2.0);
    }
    const auto middle = one_way_s.begin() + static_cast<std::ptrdiff_t>(one_way_s.size() / 2);
    std::nth_element(one_way_s.begin(), middle, one_way_s.end());
    return *middle;
  }

 private:
  void send(unsigned other, std::size_t bytes) {
    const std::span<const std::byte> text(contents_.data(), bytes);
    if (bytes <= short_bytes) return transport_.send(other, text);
    bool is_complete = false;
    transport_.send_long(other, 0, text, &is_complete);
    wait_for([&] { return is_complete; }, false);
  }

  void receive(unsigned other, std::size_t bytes) {
    if (bytes <= short_bytes) {
      wait_for([&] { return received_ > 0; }, false);
      --received_;
      return;
    }
    bool is_complete = false;
    transport_.receive_long(other, 0, std::span(contents_.data(), bytes), &is_complete);
    wait_for([&] { return is_complete; }, false);
  }

  template <class Condition>
  void wait_for(const Condition& is_done, bool naps) {
    while (!is_done()) {
      if (transport_.poll(*this)) continue;
      if (naps) {
        std::this_thread::sleep_for(nap);
      } else {
        std::this_thread::yield();
      }
    }
  }

  void received(unsigned from, std::span<const std::byte> text) override {
    if (text.front() == std::byte{0}) {  // no host's name begins with it
      ++received_;
      return;
    }
    hosts_[from].assign(reinterpret_cast<const char*>(text.data()), text.size());
    ++known_hosts_;
  }
  void completed(void* operation) override { *static_cast<bool*>(operation) = true; }

  Transport& transport_;
  std::vector<std::byte> contents_;
  std::vector<std::string> hosts_;
  unsigned known_hosts_ = 0;
  unsigned received_ = 0;
};

/// Lets two nodes send messages to each other, while the others wait. Appends the times on all nodes.
void measure_pair(Node& node, unsigned self, unsigned first, unsigned second, std::vector<PingPong>& times) {
  for (const std::size_t bytes : sizes) {
    double one_way_s = 0.0;
    if (self == first) one_way_s = node.ping_pong(second, true, bytes);
    if (self == second) node.ping_pong(first, false, bytes);
    times.push_back({first, second, bytes, node.agree(self == first ? one_way_s : 0.0)});
  }
}

}  // namespace

NetworkMeasurement ping_pongs(Transport& transport) {
  Node node(transport);
  NetworkMeasurement measurement;
  measurement.hosts = node.collect_hosts();
  for (unsigned first = 0; first < transport.nodes(); ++first) {
    for (unsigned second = first + 1; second < transport.nodes(); ++second)
      measure_pair(node, transport.node(), first, second, measurement.ping_pongs);
  }
  if (transport.node() != 0) measurement.ping_pongs.clear();
  return measurement;
}

Result<NetworkMeasurement> measure_network(const std::string& mpi, const std::string& plugins) {
  const Result<Launch> launch = read_launch();
  if (!launch) return launch.error();
  const Result<std::unique_ptr<Transport>> transport = open_transport(*launch, {mpi, plugins});
  if (!transport) return transport.error();
  return ping_pongs(**transport);
}

}  // namespace gusset::cluster
