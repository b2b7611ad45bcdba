#include <sched.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "long_messages.hpp"
#include "mpi_process.hpp"
#include "short_messages.hpp"
#include "transport/plugin.hpp"

namespace gusset::cluster {
namespace {

unsigned number_of(const MpiFunctions& mpi, MPI_Comm communicator, decltype(&MPI_Comm_rank) function,
                   const char* name) {
  int number = 0;
  mpi.check(function(communicator, &number), name);
  return static_cast<unsigned>(number);
}

class MpiTransport final : public Transport {
 public:
  /// Takes ownership of two duplicates of one communicator.
  MpiTransport(MpiProcess& process, MPI_Comm for_short, MPI_Comm for_long, const MpiLimits& limits)
      : process_(process),
        mpi_(process.mpi()),
        node_(number_of(mpi_, for_short, mpi_.comm_rank, "MPI_Comm_rank")),
        nodes_(number_of(mpi_, for_short, mpi_.comm_size, "MPI_Comm_size")),
        short_(for_short),
        long_(for_long),
        sends_(mpi_, short_),
        receives_(mpi_, short_),
        long_messages_(mpi_, long_, limits.part_bytes),
        sum_request_(mpi_.request_null) {
    process.begin();
  }

  ~MpiTransport() override {
    while (!has_sent()) ::sched_yield();
    const std::lock_guard guard(process_.mutex());
    receives_.stop();
    long_messages_.stop();
    if (sum_request_ == mpi_.request_null) {
      mpi_.check(mpi_.comm_free(&short_), "MPI_Comm_free");
    } else {  // MPI can't cancel the sum, and Open MPI still uses its communicator
      process_.keep(std::move(sum_values_));
    }
    mpi_.check(mpi_.comm_free(&long_), "MPI_Comm_free");
    process_.end();
  }

  std::mutex& mutex() override { return process_.mutex(); }
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
    sum_of_ = values;
    sum_values_.assign(values.begin(), values.end());
    mpi_.check(mpi_.iallreduce(MPI_IN_PLACE, sum_values_.data(), static_cast<int>(sum_values_.size()),
                               mpi_.uint64, mpi_.op_sum, short_, &sum_request_),
               "MPI_Iallreduce");
  }

  bool poll(Receiver& receiver) override {
    bool has_any = receives_.poll(receiver);
    sends_.progress();
    has_any |= long_messages_.poll(receiver);
    has_any |= poll_sum(receiver);
    return has_any;
  }

  bool is_shared() const override { return process_.is_shared(); }
  bool is_idle() const override {
    return sends_.is_idle() && long_messages_.is_idle() && sum_request_ == mpi_.request_null;
  }

  [[noreturn]] void abort(int status) override {
    // Not MPI_Abort, because MPICH's launcher could then not name this process.
    std::_Exit(status);
  }

 private:
  bool has_sent() {
    const std::lock_guard guard(process_.mutex());
    sends_.progress();
    return sends_.is_idle();
  }

  bool poll_sum(Receiver& receiver) {
    if (sum_request_ == mpi_.request_null) return false;
    int is_complete = 0;
    mpi_.check(mpi_.test(&sum_request_, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_complete == 0) return false;
    std::ranges::copy(sum_values_, sum_of_.begin());
    receiver.completed(sum_operation_);
    return true;
  }

  MpiProcess& process_;
  const MpiFunctions& mpi_;
  const unsigned node_;
  const unsigned nodes_;
  MPI_Comm short_;
  MPI_Comm long_;
  ShortSends sends_;
  ShortReceives receives_;
  LongMessages long_messages_;
  MPI_Request sum_request_;
  void* sum_operation_ = nullptr;
  std::span<std::uint64_t> sum_of_;
  std::vector<std::uint64_t> sum_values_;
};

Result<std::unique_ptr<Transport>> open_mpi(const MpiLimits& limits, std::span<const std::byte> given) {
  const Result<MpiProcess*> started = MpiProcess::start(!given.empty());
  if (!started) return started.error();
  MpiProcess& process = *started.value();
  const Result<MPI_Comm> communicator = process.communicator(given);
  if (!communicator) return communicator.error();
  const MPI_Comm for_short = process.duplicate(communicator.value());
  const MPI_Comm for_long = process.duplicate(communicator.value());
  const std::lock_guard guard(process.mutex());
  return std::unique_ptr<Transport>(std::make_unique<MpiTransport>(process, for_short, for_long, limits));
}

}  // namespace
}  // namespace gusset::cluster

extern "C" __attribute__((visibility("default"))) const gusset::cluster::Plugin gusset_mpi_plugin;
const gusset::cluster::Plugin gusset_mpi_plugin{GUSSET_VERSION, &gusset::cluster::open_mpi};
