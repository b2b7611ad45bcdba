#pragma once
#include <mpi.h>

#include "gusset/base/result.hpp"

namespace gusset::cluster {

/// MPI's functions and constants, looked up in a profiling tool if there is one, otherwise in the library of
/// this plug-in's MPI. SimGrid's library exports all of MPI's function names too, and a program may be linked
/// with it: calls by name would reach SimGrid.
struct MpiFunctions {
  decltype(&MPI_Cancel) cancel = nullptr;
  decltype(&MPI_Comm_create_keyval) comm_create_keyval = nullptr;
  decltype(&MPI_Comm_free) comm_free = nullptr;
  decltype(&MPI_Comm_idup) comm_idup = nullptr;
  decltype(&MPI_Comm_rank) comm_rank = nullptr;
  decltype(&MPI_Comm_set_attr) comm_set_attr = nullptr;
  decltype(&MPI_Comm_set_errhandler) comm_set_errhandler = nullptr;
  decltype(&MPI_Comm_size) comm_size = nullptr;
  decltype(&MPI_Comm_test_inter) comm_test_inter = nullptr;
  decltype(&MPI_Error_string) error_string = nullptr;
  decltype(&MPI_Finalize) finalize = nullptr;
  decltype(&MPI_Finalized) finalized = nullptr;
  decltype(&MPI_Get_count) get_count = nullptr;
  decltype(&MPI_Iallreduce) iallreduce = nullptr;
  decltype(&MPI_Init_thread) init_thread = nullptr;
  decltype(&MPI_Initialized) initialized = nullptr;
  decltype(&MPI_Irecv) irecv = nullptr;
  decltype(&MPI_Isend) isend = nullptr;
  decltype(&MPI_Query_thread) query_thread = nullptr;
  decltype(&MPI_Recv_init) recv_init = nullptr;
  decltype(&MPI_Request_free) request_free = nullptr;
  decltype(&MPI_Start) start = nullptr;
  decltype(&MPI_Test) test = nullptr;
  decltype(&MPI_Testsome) testsome = nullptr;
  decltype(&MPI_Wait) wait = nullptr;

  // Open MPI's constants are addresses of its library's variables.
  MPI_Comm world{};
  MPI_Comm self{};
  MPI_Comm comm_null{};
  MPI_Datatype byte{};
  MPI_Datatype uint64{};
  MPI_Errhandler errors_return{};
  MPI_Op op_sum{};
  MPI_Request request_null{};

  /// Ends the process with one line on standard error unless the code is MPI_SUCCESS. `call` is the
  /// function's name.
  void check(int code, const char* call) const;
};

/// Loads MPI's library. Errors: no library, or one without the functions.
Result<MpiFunctions> load_mpi();

}  // namespace gusset::cluster
