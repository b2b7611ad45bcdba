#include "mpi_process.hpp"

#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace gusset::cluster {
namespace {

// Wording of the errors.

const char* const use = "use_communicator";

Error late_start() {
  return {GUSSET_MPI_TITLE, "a runtime that is made before MPI_Finalize is called",
          "one that is made after it"};
}

Error early_start() {
  return {use, "a program that has called MPI_Init_thread", "one that has not"};
}

Error few_threads(int level, bool is_programs) {
  const std::string name = level == MPI_THREAD_SINGLE     ? "MPI_THREAD_SINGLE"
                           : level == MPI_THREAD_FUNNELED ? "MPI_THREAD_FUNNELED"
                                                          : "level " + std::to_string(level);
  return {GUSSET_MPI_TITLE,
          std::string("MPI_THREAD_SERIALIZED or more") +
              (is_programs ? ", because the program calls MPI_Init_thread itself" : ""),
          name};
}

Error foreign_communicator(std::size_t bytes) {
  return {use, "a communicator of " GUSSET_MPI_TITLE ", of " + std::to_string(sizeof(MPI_Comm)) + " bytes",
          "one of " + std::to_string(bytes)};
}

Error null_communicator() {
  return {use, "a communicator that contains this process", "MPI_COMM_NULL"};
}

Error two_groups() {
  return {use, "a communicator of one group", "an intercommunicator"};
}

}  // namespace

MpiProcess* MpiProcess::instance_ = nullptr;

Result<MpiProcess*> MpiProcess::start(bool has_communicator) {
  static std::mutex starting;
  const std::lock_guard guard(starting);
  if (instance_ == nullptr) {
    const Result<MpiFunctions> loaded = load_mpi();
    if (!loaded) return loaded.error();
    instance_ = new MpiProcess(loaded.value());  // never deleted: threads may still use it at the end
  }
  return instance_->start_mpi(has_communicator);
}

Result<MpiProcess*> MpiProcess::start_mpi(bool has_communicator) {
  const std::lock_guard guard(mutex_);
  int is_initialized = 0;
  int is_finalized = 0;
  mpi_.initialized(&is_initialized);
  mpi_.finalized(&is_finalized);
  if (is_finalized != 0) return late_start();
  if (is_initialized == 0 && has_communicator) return early_start();
  if (!is_started_) {
    is_programs_ = is_initialized != 0;
    if (is_programs_) {
      mpi_.query_thread(&level_);
    } else {
      mpi_.check(mpi_.init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level_), "MPI_Init_thread");
    }
    watch_end();
    is_started_ = true;
  }
  if (level_ < MPI_THREAD_SERIALIZED) return few_threads(level_, is_programs_);
  return this;
}

/// MPI ends when the process does. If the program ends it, it must do so after its last runtime.
void MpiProcess::watch_end() {
  if (!is_programs_) {
    std::atexit(end_mpi);
    std::at_quick_exit(end_mpi);
    return;
  }
  // MPI_Finalize first deletes the attributes of this communicator.
  const auto copy = [](MPI_Comm, int, void*, void*, void*, int* is_copied) {
    *is_copied = 0;
    return MPI_SUCCESS;
  };
  int key = MPI_KEYVAL_INVALID;
  mpi_.check(mpi_.comm_create_keyval(copy, ends, &key, this), "MPI_Comm_create_keyval");
  mpi_.check(mpi_.comm_set_attr(mpi_.self, key, this), "MPI_Comm_set_attr");
}

int MpiProcess::ends(MPI_Comm, int, void*, void* process) {
  if (static_cast<const MpiProcess*>(process)->transports_ == 0) return MPI_SUCCESS;
  std::fputs(GUSSET_MPI_TITLE
             ": expected a program that destroys its runtimes before it calls MPI_Finalize, found one that "
             "has a runtime\n",
             stderr);
  std::_Exit(EXIT_FAILURE);
}

/// Ends MPI, unless the process exits while it still has a runtime: the other nodes would then not end MPI
/// with it.
void MpiProcess::end_mpi() {
  int is_finalized = 0;
  instance_->mpi_.finalized(&is_finalized);
  if (is_finalized == 0 && instance_->transports_ == 0) instance_->mpi_.finalize();
}

Result<MPI_Comm> MpiProcess::communicator(std::span<const std::byte> bytes) const {
  if (bytes.empty()) return mpi_.world;
  MPI_Comm given{};
  if (bytes.size() != sizeof given) return foreign_communicator(bytes.size());
  std::memcpy(&given, bytes.data(), sizeof given);
  if (given == mpi_.comm_null) return null_communicator();
  int has_two_groups = 0;
  mpi_.check(mpi_.comm_test_inter(given, &has_two_groups), "MPI_Comm_test_inter");
  if (has_two_groups != 0) return two_groups();
  return given;
}

MPI_Comm MpiProcess::duplicate(MPI_Comm communicator) {
  MPI_Comm copy{};
  MPI_Request request{};
  {
    const std::lock_guard guard(mutex_);
    mpi_.check(mpi_.comm_idup(communicator, &copy, &request), "MPI_Comm_idup");
  }
  for (int is_complete = 0; is_complete == 0;) {
    ::sched_yield();
    const std::lock_guard guard(mutex_);
    mpi_.check(mpi_.test(&request, &is_complete, MPI_STATUS_IGNORE), "MPI_Test");
  }
  const std::lock_guard guard(mutex_);
  mpi_.check(mpi_.comm_set_errhandler(copy, mpi_.errors_return), "MPI_Comm_set_errhandler");
  return copy;
}

}  // namespace gusset::cluster
