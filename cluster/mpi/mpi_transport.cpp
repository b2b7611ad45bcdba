#include <sched.h>

#include <cassert>
#include <cstdlib>
#include <string>
#include <utility>

#include "long_messages.hpp"
#include "mpi_functions.hpp"
#include "short_messages.hpp"
#include "transport/plugin.hpp"

namespace gusset::cluster {
namespace {

/// Duplicates of MPI_COMM_WORLD, so that no message mixes with the program's own. MPI reports errors to the
/// caller.
MPI_Comm duplicate_world(const MpiFunctions& mpi) {
  MPI_Comm communicator;
  mpi.check(mpi.comm_dup(mpi.world, &communicator), "MPI_Comm_dup");
  mpi.check(mpi.comm_set_errhandler(communicator, mpi.errors_return), "MPI_Comm_set_errhandler");
  return communicator;
}

unsigned number_of(const MpiFunctions& mpi, decltype(&MPI_Comm_rank) function, const char* name) {
  int number = 0;
  mpi.check(function(mpi.world, &number), name);
  return static_cast<unsigned>(number);
}

class MpiTransport final : public Transport {
 public:
  /// `finalizes`: MPI ends with this transport, as it started with it.
  MpiTransport(const MpiFunctions& mpi, const MpiLimits& limits, bool finalizes)
      : mpi_(mpi),
        finalizes_(finalizes),
        node_(number_of(mpi_, mpi_.comm_rank, "MPI_Comm_rank")),
        nodes_(number_of(mpi_, mpi_.comm_size, "MPI_Comm_size")),
        short_(duplicate_world(mpi_)),
        long_(duplicate_world(mpi_)),
        sends_(mpi_, short_),
        receives_(mpi_, short_),
        long_messages_(mpi_, long_, limits.part_bytes),
        sum_request_(mpi_.request_null) {}

  ~MpiTransport() override {
    int is_finalized = 0;
    mpi_.finalized(&is_finalized);
    if (is_finalized != 0) return;  // by the program
    while (!sends_.is_idle()) {
      sends_.progress();
      ::sched_yield();
    }
    receives_.stop();
    mpi_.comm_free(&short_);
    mpi_.comm_free(&long_);
    if (finalizes_) mpi_.finalize();
  }

  unsigned node() const override { return node_; }
  unsigned nodes() const override { return nodes_; }

  void send(unsigned to, std::span<const std::byte> text) override { sends_.send(to, text); }
  void send_long(unsigned to, std::uint32_t key, std::span<const std::byte> contents,
                 void* operation) override {
    long_messages_.send(to, key, contents, operation);
  }
  void receive_long(unsigned from, std::uint32_t key, std::span<std::byte> contents,
                    void* operation) override {
    long_messages_.receive(from, key, contents, operation);
  }

  void sum(std::span<std::uint64_t> values, void* operation) override {
    assert(sum_request_ == mpi_.request_null && "one sum at a time");
    sum_operation_ = operation;
    mpi_.check(mpi_.iallreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), mpi_.uint64,
                               mpi_.op_sum, short_, &sum_request_),
               "MPI_Iallreduce");
  }

  bool poll(Receiver& receiver) override {
    bool has_any = receives_.poll(receiver);
    sends_.progress();
    has_any |= long_messages_.poll(receiver);
    has_any |= poll_sum(receiver);
    return has_any;
  }

  [[noreturn]] void abort(int status) override {
    // Not MPI_Abort: MPICH's launcher could not name this process then.
    std::_Exit(status);
  }

 private:
  bool poll_sum(Receiver& receiver) {
    if (sum_request_ == mpi_.request_null) return false;
    int is_complete = 0;
    mpi_.check(mpi_.test(&sum_request_, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_complete == 0) return false;
    receiver.completed(sum_operation_);
    return true;
  }

  const MpiFunctions mpi_;
  const bool finalizes_;
  const unsigned node_;
  const unsigned nodes_;
  MPI_Comm short_;
  MPI_Comm long_;
  ShortSends sends_;
  ShortReceives receives_;
  LongMessages long_messages_;
  MPI_Request sum_request_;
  void* sum_operation_ = nullptr;
};

std::string level_text(int level) {
  if (level == MPI_THREAD_SINGLE) return "MPI_THREAD_SINGLE";
  if (level == MPI_THREAD_FUNNELED) return "MPI_THREAD_FUNNELED";
  return "level " + std::to_string(level);
}

Result<std::unique_ptr<Transport>> open_mpi(const MpiLimits& limits) {
  const Result<MpiFunctions> loaded = load_mpi();
  if (!loaded) return loaded.error();
  const MpiFunctions& mpi = loaded.value();
  int is_initialized = 0;
  int is_finalized = 0;
  int level = MPI_THREAD_SINGLE;
  mpi.initialized(&is_initialized);
  mpi.finalized(&is_finalized);
  if (is_finalized != 0)
    return Error{GUSSET_MPI_TITLE, "that MPI can be started", "that the program has ended it"};
  if (is_initialized != 0) {
    mpi.query_thread(&level);
  } else {
    mpi.check(mpi.init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level), "MPI_Init_thread");
  }
  if (level < MPI_THREAD_SERIALIZED)
    return Error{GUSSET_MPI_TITLE,
                 std::string("MPI_THREAD_SERIALIZED or more") +
                     (is_initialized != 0 ? ", because the program calls MPI_Init_thread itself" : ""),
                 level_text(level)};
  return std::unique_ptr<Transport>(std::make_unique<MpiTransport>(mpi, limits, is_initialized == 0));
}

}  // namespace
}  // namespace gusset::cluster

extern "C" __attribute__((visibility("default"))) const gusset::cluster::Plugin gusset_mpi_plugin;
const gusset::cluster::Plugin gusset_mpi_plugin{GUSSET_VERSION, &gusset::cluster::open_mpi};
