#pragma once
#include <cstddef>
#include <type_traits>

namespace gusset::cluster {

/// Like use_communicator below, for a communicator of that many bytes at that address.
void use_communicator(const void* communicator, std::size_t bytes);

/// For programs that call MPI themselves. From now on, the engine `distribute` of each new runtime connects
/// the processes of this MPI_Comm instead of all processes; a process's rank in it is the number of its node.
/// Other engines ignore it, so that the same program can be recorded and simulated without MPI.
///
/// The program has called MPI_Init_thread with MPI_THREAD_SERIALIZED or more, and destroys its runtimes
/// before it calls MPI_Finalize. All processes of the communicator make their runtimes in the same order.
/// Making a runtime duplicates the communicator, so messages never mix with the program's own, and the
/// program may free it afterwards.
///
/// With MPI_THREAD_MULTIPLE, the program may call MPI at any time. With MPI_THREAD_SERIALIZED, it may do so
/// until it first uses the runtime, and between Runtime::wait (without arguments) and its next use: the
/// engine makes no calls during these times. The program then can't read contents of other nodes outside of
/// tasks (UsageError).
///
/// Making the runtime throws ConfigurationError if the communicator does not belong to the MPI whose launcher
/// started the program, is MPI_COMM_NULL, or has another size than the grid. It also throws if MPI is not
/// initialized, is initialized for too few threads, or is finalized.
///
///     MPI_Comm half;
///     MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
///     gusset::cluster::use_communicator(half);
///     gusset::Runtime runtime;
template <class Communicator>
void use_communicator(Communicator communicator) {
  static_assert(std::is_pointer_v<Communicator> || std::is_integral_v<Communicator>,
                "expected an MPI_Comm, found another type");
  use_communicator(&communicator, sizeof communicator);
}

}  // namespace gusset::cluster
