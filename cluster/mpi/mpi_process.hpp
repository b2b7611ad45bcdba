#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "gusset/base/result.hpp"
#include "mpi_functions.hpp"

namespace gusset::cluster {

/// MPI in this process. Lives until the process ends.
class MpiProcess {
 public:
  /// Starts MPI, unless the program has done so. With a program's communicator (its bytes), the program must
  /// have done so. Errors: no library; MPI that has ended, or that allows too few threads.
  static Result<MpiProcess*> start(bool has_communicator);

  MpiProcess(const MpiProcess&) = delete;
  MpiProcess& operator=(const MpiProcess&) = delete;

  const MpiFunctions& mpi() const { return mpi_; }
  /// Hold it during calls of MPI.
  std::mutex& mutex() { return mutex_; }
  /// Whether the program calls MPI too, and MPI allows only one thread at a time to do so.
  bool is_shared() const { return is_programs_ && level_ < MPI_THREAD_MULTIPLE; }

  /// Reads the bytes of a program's communicator; none: MPI_COMM_WORLD. Refuses anything that is not a
  /// communicator.
  Result<MPI_Comm> communicator(std::span<const std::byte> bytes) const;
  /// Duplicates a communicator: messages in the copy never mix with others. MPI reports errors in the copy to
  /// the caller. Waits for the other processes; other threads of this process may call MPI meanwhile.
  MPI_Comm duplicate(MPI_Comm communicator);

  // Called when a transport begins and when it ends, with the mutex held. MPI must not end in between.
  void begin() { ++transports_; }
  void end() { --transports_; }
  /// Keeps memory that MPI may use until the process ends. Call it with the mutex held.
  void keep(std::vector<std::uint64_t> values) { kept_.push_back(std::move(values)); }

 private:
  explicit MpiProcess(const MpiFunctions& mpi) : mpi_(mpi) {}
  Result<MpiProcess*> start_mpi(bool has_communicator);
  void watch_end();
  static int ends(MPI_Comm, int, void*, void* process);
  static void end_mpi();

  static MpiProcess* instance_;

  const MpiFunctions mpi_;
  std::mutex mutex_;
  bool is_started_ = false;   ///< the members below are valid
  bool is_programs_ = false;  ///< the program has started MPI, and ends it
  int level_ = MPI_THREAD_SINGLE;
  unsigned transports_ = 0;  ///< guarded by mutex_
  std::vector<std::vector<std::uint64_t>> kept_;
};

}  // namespace gusset::cluster
