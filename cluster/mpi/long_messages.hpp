#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "mpi_functions.hpp"
#include "transport/transport.hpp"

namespace gusset::cluster {

/// Sends and receives long messages in parts. At most `most_sends` parts are sent at a time; further messages
/// wait. Receives do not wait: if they did, two nodes could wait for each other's receives.
class LongMessages {
 public:
  static constexpr std::size_t most_sends = 48;

  LongMessages(const MpiFunctions& mpi, MPI_Comm communicator, std::size_t part_bytes);

  void send(unsigned to, std::uint32_t key, std::span<const std::byte> contents, void* operation);
  void receive(unsigned from, std::uint32_t key, std::span<std::byte> contents, void* operation);
  bool poll(Receiver& receiver);
  bool is_idle() const { return requests_.empty() && waiting_.empty(); }
  /// Cancels the receives; waits for those that have begun.
  void stop();

 private:
  /// One call of send or receive whose parts are under way.
  struct Operation {
    void* operation;
    std::size_t parts;  ///< number of incomplete parts
    bool is_send;
  };
  struct Waiting {
    unsigned to;
    std::uint32_t key;
    std::span<const std::byte> contents;
    void* operation;
  };

  std::size_t parts_of(std::size_t bytes) const { return (bytes + part_bytes_ - 1) / part_bytes_; }
  std::size_t add(std::size_t bytes, void* operation, bool is_send);
  void start(const Waiting& message);
  void start_waiting();
  void take_completed(std::span<const int> indices, std::vector<void*>& completed);

  const MpiFunctions& mpi_;
  const MPI_Comm communicator_;
  const std::size_t part_bytes_;
  std::vector<MPI_Request> requests_;   ///< one per part
  std::vector<std::size_t> operation_;  ///< of each request: its operation's index
  std::vector<Operation> operations_;
  std::vector<std::size_t> free_;  ///< indices of operations_ to use again
  std::size_t sends_ = 0;          ///< parts that are being sent
  std::deque<Waiting> waiting_;
  std::vector<int> indices_;  ///< what MPI_Testsome found; kept to avoid allocations
};

}  // namespace gusset::cluster
