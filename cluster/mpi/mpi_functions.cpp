#include "mpi_functions.hpp"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace gusset::cluster {
namespace {

/// The loaded program or library that contains this address; null if there is none.
const link_map* object_of(void* address) {
  Dl_info info;
  void* map = nullptr;
  if (address == nullptr || ::dladdr1(address, &info, &map, RTLD_DL_LINKMAP) == 0) return nullptr;
  return static_cast<const link_map*>(map);
}

/// The function of a profiling tool that the program is linked with, or that is preloaded; null if there is
/// none. A tool defines MPI's functions and calls the real ones by their second names, which begin with PMPI.
/// A library that defines both names is an MPI itself, such as SimGrid's.
void* address_in_tool(const char* name) {
  void* const found = ::dlsym(RTLD_DEFAULT, name);
  const link_map* const object = object_of(found);
  if (object == nullptr) return nullptr;
  void* const library = ::dlopen(object->l_name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  const std::string second_name = std::string("P") + name;
  const bool is_mpi = object_of(::dlsym(library, second_name.c_str())) == object;
  ::dlclose(library);
  return is_mpi ? nullptr : found;
}

/// Looks symbols up in MPI's library and remembers the first one that is missing.
class Symbols {
 public:
  explicit Symbols(void* library) : library_(library) {}

  template <class Function>
  void find(Function*& function, const char* name) {
    void* const in_tool = address_in_tool(name);
    function = reinterpret_cast<Function*>(in_tool != nullptr ? in_tool : address(name));
  }

  /// The address of a variable of the library. A program that uses the variable itself may have its own copy
  /// of it, which the library then uses too.
  void* variable(const char* name) {
    void* const copy = ::dlsym(RTLD_DEFAULT, name);
    return copy != nullptr ? copy : address(name);
  }

  void* address(const char* name) {
    void* const found = ::dlsym(library_, name);
    if (found == nullptr && missing_.empty()) missing_ = name;
    return found;
  }

  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

void find_functions(Symbols& symbols, MpiFunctions& mpi) {
  symbols.find(mpi.cancel, "MPI_Cancel");
  symbols.find(mpi.comm_create_keyval, "MPI_Comm_create_keyval");
  symbols.find(mpi.comm_free, "MPI_Comm_free");
  symbols.find(mpi.comm_idup, "MPI_Comm_idup");
  symbols.find(mpi.comm_rank, "MPI_Comm_rank");
  symbols.find(mpi.comm_set_attr, "MPI_Comm_set_attr");
  symbols.find(mpi.comm_set_errhandler, "MPI_Comm_set_errhandler");
  symbols.find(mpi.comm_size, "MPI_Comm_size");
  symbols.find(mpi.comm_test_inter, "MPI_Comm_test_inter");
  symbols.find(mpi.error_string, "MPI_Error_string");
  symbols.find(mpi.finalize, "MPI_Finalize");
  symbols.find(mpi.finalized, "MPI_Finalized");
  symbols.find(mpi.get_count, "MPI_Get_count");
  symbols.find(mpi.iallreduce, "MPI_Iallreduce");
  symbols.find(mpi.init_thread, "MPI_Init_thread");
  symbols.find(mpi.initialized, "MPI_Initialized");
  symbols.find(mpi.irecv, "MPI_Irecv");
  symbols.find(mpi.isend, "MPI_Isend");
  symbols.find(mpi.query_thread, "MPI_Query_thread");
  symbols.find(mpi.recv_init, "MPI_Recv_init");
  symbols.find(mpi.request_free, "MPI_Request_free");
  symbols.find(mpi.start, "MPI_Start");
  symbols.find(mpi.test, "MPI_Test");
  symbols.find(mpi.testsome, "MPI_Testsome");
  symbols.find(mpi.wait, "MPI_Wait");
}

void find_constants(Symbols& symbols, MpiFunctions& mpi) {
#ifdef OPEN_MPI
  mpi.world = static_cast<MPI_Comm>(symbols.variable("ompi_mpi_comm_world"));
  mpi.self = static_cast<MPI_Comm>(symbols.variable("ompi_mpi_comm_self"));
  mpi.comm_null = static_cast<MPI_Comm>(symbols.variable("ompi_mpi_comm_null"));
  mpi.byte = static_cast<MPI_Datatype>(symbols.variable("ompi_mpi_byte"));
  mpi.uint64 = static_cast<MPI_Datatype>(symbols.variable("ompi_mpi_uint64_t"));
  mpi.errors_return = static_cast<MPI_Errhandler>(symbols.variable("ompi_mpi_errors_return"));
  mpi.op_sum = static_cast<MPI_Op>(symbols.variable("ompi_mpi_op_sum"));
  mpi.request_null = static_cast<MPI_Request>(symbols.variable("ompi_request_null"));
#else
  static_cast<void>(symbols);
  mpi.world = MPI_COMM_WORLD;
  mpi.self = MPI_COMM_SELF;
  mpi.comm_null = MPI_COMM_NULL;
  mpi.byte = MPI_BYTE;
  mpi.uint64 = MPI_UINT64_T;
  mpi.errors_return = MPI_ERRORS_RETURN;
  mpi.op_sum = MPI_SUM;
  mpi.request_null = MPI_REQUEST_NULL;
#endif
}

}  // namespace

void MpiFunctions::check(int code, const char* call) const {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  error_string(code, text.data(), &length);
  std::fprintf(stderr, "%s: expected success, found %s\n", call, text.data());
  std::_Exit(EXIT_FAILURE);
}

Result<MpiFunctions> load_mpi() {
  void* const library = ::dlopen(GUSSET_MPI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return Error{GUSSET_MPI_LIBRARY, "the library of " GUSSET_MPI_TITLE, ::dlerror()};
  Symbols symbols(library);
  MpiFunctions mpi;
  find_functions(symbols, mpi);
  find_constants(symbols, mpi);
  if (!symbols.missing().empty())
    return Error{GUSSET_MPI_LIBRARY, "the library of " GUSSET_MPI_TITLE, "one without " + symbols.missing()};
  return mpi;
}

}  // namespace gusset::cluster
