// A program that calls MPI itself and runs Gusset on one of its communicators.
// usage: own_mpi WORK [single|serialized]   (default: MPI_THREAD_MULTIPLE)
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <mpi.h>

#include "gusset/cluster.hpp"
#include "gusset/core.hpp"

namespace {

using gusset::Runtime;
using gusset::Tile;
using gusset::cluster::use_communicator;
using Matrix = gusset::TiledMatrix<double>;

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

void require(bool is_right, const char* what) {
  if (is_right) return;
  std::printf("expected %s\n", what);
  std::fflush(stdout);
  std::_Exit(5);
}

/// The program's own messages in one communicator, around the ring of its processes.
class OwnMessages {
 public:
  explicit OwnMessages(MPI_Comm communicator)
      : communicator_(communicator),
        rank_(rank_in(communicator)),
        next_((rank_ + 1) % size_of(communicator)),
        previous_((rank_ + size_of(communicator) - 1) % size_of(communicator)) {}

  /// Sends short and long messages with tags that the engine uses too.
  void exchange() const {
    for (int tag = 0; tag < 4; ++tag) {
      const int numbers = tag % 2 == 0 ? 1 : 100'000;
      const std::vector<int> sent(static_cast<std::size_t>(numbers), rank_ + tag);
      std::vector<int> received(sent.size(), -1);
      MPI_Sendrecv(sent.data(), numbers, MPI_INT, next_, tag, received.data(), numbers, MPI_INT, previous_,
                   tag, communicator_, MPI_STATUS_IGNORE);
      require(received == std::vector<int>(sent.size(), previous_ + tag), "the neighbour's own message");
    }
    MPI_Barrier(communicator_);
  }

  /// Starts to receive whatever comes in the communicator.
  void open() { MPI_Irecv(&received_, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, communicator_, &request_); }
  /// Checks that nothing came but the program's next message.
  void close() {
    int is_complete = 0;
    MPI_Request_get_status(request_, &is_complete, MPI_STATUS_IGNORE);
    MPI_Barrier(communicator_);
    require(is_complete == 0, "no message of the engine in the program's communicator");
    const int value = 1000 + rank_;
    MPI_Send(&value, 1, MPI_INT, next_, 0, communicator_);
    MPI_Wait(&request_, MPI_STATUS_IGNORE);
    require(received_ == 1000 + previous_, "the program's own message");
  }

 private:
  MPI_Comm communicator_;
  int rank_;
  int next_;
  int previous_;
  int received_ = 0;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// A value on every node, and tasks on all nodes that read other nodes' values.
class Sums {
 public:
  explicit Sums(Runtime& runtime)
      : runtime_(runtime),
        nodes_(runtime.grid().nodes()),
        values_(Matrix::full(runtime, "value", length * nodes_, 1, nodes_, 1, owner)),
        total_(Matrix::full(runtime, "total", 1, 1, 1, 1)) {
    const auto fill = [](std::size_t, std::size_t, Tile<double> tile, std::size_t, std::size_t) {
      for (std::size_t row = 0; row < tile.rows; ++row) tile(row, 0) = 1.0;
    };
    values_.init(fill);
    total_.init(fill);
  }

  /// Adds all values to the total, which grows by one per node and step. The total's node checks it.
  void step(bool is_first_node) {
    for (std::size_t from = 0; from < nodes_; ++from) {
      const std::size_t to = (from + 1) % nodes_;
      runtime_.submit(
          copy_(),
          [](Tile<const double> source, Tile<double> destination) {
            for (std::size_t row = 0; row < source.rows; ++row) destination(row, 0) = source(row, 0);
          },
          read(values_(from, 0)), write(values_(to, 0)));
      runtime_.submit(
          add_(), [](Tile<const double> value, Tile<double> sum) { sum(0, 0) += value(length - 1, 0); },
          read(values_(to, 0)), add(total_(0, 0)));
    }
    runtime_.wait();
    ++steps_;
    if (!is_first_node) return;
    require(total_.tile(0, 0)(0, 0) == 1.0 + static_cast<double>(steps_ * nodes_), "the sum of all values");
  }

  double value(std::size_t node) const { return values_.tile(node, 0)(0, 0); }

 private:
  static constexpr std::size_t length = 3000;  // long messages
  static gusset::NodeId owner(std::size_t i, std::size_t) { return gusset::NodeId(i); }

  Runtime& runtime_;
  std::size_t nodes_;
  Matrix values_;
  Matrix total_;
  std::size_t steps_ = 0;
  gusset::TaskType copy_{"copy"};
  gusset::TaskType add_{"add"};
};

void run_beside(MPI_Comm communicator) {
  OwnMessages own(communicator);
  own.exchange();
  use_communicator(communicator);
  own.open();
  Runtime runtime;
  own.close();
  own.exchange();
  require(runtime.grid().nodes() == static_cast<unsigned>(size_of(communicator)), "a node per process");
  Sums sums(runtime);
  for (int step = 0; step < 10; ++step) {
    own.open();
    sums.step(rank_in(communicator) == 0);
    own.close();
    own.exchange();
  }
}

/// Every second process runs Gusset; the others don't.
void run_on_half() {
  const int rank = rank_in(MPI_COMM_WORLD);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  if (rank % 2 == 0) run_beside(half);
  if (rank % 2 == 1) OwnMessages(half).exchange();
  MPI_Comm_free(&half);
}

/// The program may free its communicator once it has made its runtime.
void run_with_a_freed_communicator() {
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  use_communicator(copy);
  Runtime runtime;
  MPI_Comm_free(&copy);
  Sums(runtime).step(rank_in(MPI_COMM_WORLD) == 0);
}

void make_runtime(const std::string& work) {
  if (work == "null") use_communicator(MPI_COMM_NULL);
  if (work == "foreign") use_communicator(short{1});
  Runtime runtime;
  if (work == "finalize") MPI_Finalize();
}

/// Reads another node's contents outside of tasks.
void run_fetch() {
  use_communicator(MPI_COMM_WORLD);
  Runtime runtime;
  Sums sums(runtime);
  sums.step(rank_in(MPI_COMM_WORLD) == 0);
  require(sums.value(1) == 1.0, "the value of node 1");
  runtime.wait();
}

/// Several runtimes, also at the same time.
void run_several() {
  for (int i = 0; i < 3; ++i) run_beside(MPI_COMM_WORLD);
  Runtime first;
  Sums in_first(first);
  Runtime second;
  Sums in_second(second);
  const bool is_first_node = rank_in(MPI_COMM_WORLD) == 0;
  for (int step = 0; step < 5; ++step) {
    in_first.step(is_first_node);
    in_second.step(is_first_node);
  }
}

void run(const std::string& work) {
  if (work == "beside") return run_beside(MPI_COMM_WORLD);
  if (work == "half") return run_on_half();
  if (work == "freed") return run_with_a_freed_communicator();
  if (work == "fetch") return run_fetch();
  if (work == "several") return run_several();
  make_runtime(work);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string work = count > 1 ? arguments[1] : "beside";
  const std::string threads = count > 2 ? arguments[2] : "multiple";
  if (work == "uninitialized") {
    use_communicator(MPI_COMM_WORLD);
    Runtime runtime;
  }
  const int wanted = threads == "single"       ? MPI_THREAD_SINGLE
                     : threads == "serialized" ? MPI_THREAD_SERIALIZED
                                               : MPI_THREAD_MULTIPLE;
  int level = 0;
  MPI_Init_thread(&count, &arguments, wanted, &level);
  const int size = size_of(MPI_COMM_WORLD);
  const bool is_first = rank_in(MPI_COMM_WORLD) == 0;
  use_communicator(MPI_COMM_WORLD);
  if (work != "finalized") run(work);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (work == "finalized") Runtime runtime;
  if (is_first) std::printf("%d processes, %s\n", size, work.c_str());
}
