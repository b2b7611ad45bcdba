#pragma once
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "mpi_functions.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Sends short messages from copies, at most `slots` at a time; further ones wait in a queue.
class ShortSends {
 public:
  static constexpr int slots = 16;

  ShortSends(const MpiFunctions& mpi, MPI_Comm communicator);

  void send(unsigned to, std::span<const std::byte> text);
  /// Frees the slots of messages that have left, and sends waiting messages.
  void progress();
  bool is_idle() const { return active_ == 0; }

 private:
  void start(unsigned to, std::span<const std::byte> text);
  void reclaim();

  struct Waiting {
    unsigned to;
    std::vector<std::byte> text;
  };
  using Text = std::array<std::byte, short_bytes>;

  const MpiFunctions& mpi_;
  const MPI_Comm communicator_;
  const std::unique_ptr<std::array<Text, slots>> texts_;
  std::array<MPI_Request, slots> requests_;
  std::vector<int> free_;
  int active_ = 0;
  std::deque<Waiting> waiting_;
};

/// Receives short messages from any node, in persistent requests that are posted in turn. A message goes to
/// the request that was posted first, so only that one needs a test.
class ShortReceives {
 public:
  static constexpr int slots = 16;
  static constexpr int most_at_once = 64;  ///< messages in one call of poll

  ShortReceives(const MpiFunctions& mpi, MPI_Comm communicator);

  bool poll(Receiver& receiver);
  /// Cancels and frees the requests.
  void stop();

 private:
  const MpiFunctions& mpi_;
  const std::unique_ptr<std::array<std::array<std::byte, short_bytes>, slots>> texts_;
  std::array<MPI_Request, slots> requests_;
  std::size_t first_ = 0;  ///< the request that was posted first
};

}  // namespace gusset::cluster
