#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/collectives/algorithm.hpp"
#include "gusset/core/collectives/collective_tasks.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace gusset {

/// How to perform a collective operation.
struct CollectiveOptions {
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
  std::size_t segment_bytes = 0;  ///< the most bytes in a message of a tree (linear to knomial); 0: no limit
};

/// Operations that several nodes perform together: broadcast, reduce, all-reduce and all-to-all, with the
/// algorithms that MPI libraries use. They consist of ordinary tasks and messages, in the program's order: a
/// call returns at once, its tasks start on each node when the node's vector is ready, and later tasks that
/// use the vectors wait for them.
///
///     gusset::Collectives all(runtime);
///     auto x = all.vectors<double>("x", 1000);  // 1000 elements on each node
///     runtime.submit(…, write(x(0, rank)));     // a task for each rank
///     all.allreduce(x);                         // the sum, on all nodes
///
/// Vectors are the tiles (0, rank) of a matrix, or handles without contents in a model of a program
/// (docs/skeleton.md). All nodes' programs must call the same operations in the same order. The object
/// keeps its buffers until it is destroyed; the destructor waits for the tasks that use them. The object must
/// not outlive its runtime. Only one thread may use it at a time.
class Collectives {
 public:
  /// Over all nodes: the rank of a node is its number.
  explicit Collectives(Runtime& runtime);
  /// Over some nodes, by rank. Throws UsageError if there are none, if one is outside of the grid, or if one
  /// occurs twice.
  Collectives(Runtime& runtime, std::vector<NodeId> nodes);
  ~Collectives();
  Collectives(const Collectives&) = delete;
  Collectives& operator=(const Collectives&) = delete;

  std::size_t ranks() const { return nodes_.size(); }
  NodeId node(std::size_t rank) const { return nodes_[rank]; }

  /// A vector of that many elements on each node: tile (0, rank). Throws UsageError if `elements` is 0.
  template <class T>
  TiledMatrix<T> vectors(std::string name, std::size_t elements) {
    return TiledMatrix<T>::full(*runtime_, std::move(name), elements, nodes_.size(), 1, nodes_.size(),
                                [this](std::size_t, std::size_t rank) { return nodes_[rank]; });
  }
  /// The same for a model of a program: a handle without contents on each node, by rank.
  std::vector<Handle> handles(const std::string& name, std::uint64_t size_bytes);

  // All operations throw UsageError if there is not one vector for each node, in order of rank; if the
  // vectors differ in size; if the root is not a rank; or if the algorithm can't perform the operation.

  /// All vectors become copies of the root's vector.
  template <class T>
  void broadcast(const TiledMatrix<T>& vectors, std::size_t root = 0, const CollectiveOptions& options = {}) {
    make<T>({CollectiveOperation::broadcast, root, options}, vectors, vectors, std::plus<>());
  }
  void broadcast(const std::vector<Handle>& handles, std::size_t root = 0,
                 const CollectiveOptions& options = {});

  /// The root's vector becomes the reduction of all vectors, element by element; the contents of the others
  /// are lost. The reduction T × T → T must be associative and commutative. The order of its operands depends
  /// on the algorithm, and is the same in every run.
  template <class T, class Reduction = std::plus<>>
  void reduce(const TiledMatrix<T>& vectors, std::size_t root = 0, Reduction reduction = {},
              const CollectiveOptions& options = {}) {
    make<T>({CollectiveOperation::reduce, root, options}, vectors, vectors, std::move(reduction));
  }
  void reduce(const std::vector<Handle>& handles, std::size_t root = 0,
              const CollectiveOptions& options = {});

  /// All vectors become the reduction of all vectors: see reduce().
  template <class T, class Reduction = std::plus<>>
  void allreduce(const TiledMatrix<T>& vectors, Reduction reduction = {},
                 const CollectiveOptions& options = {}) {
    make<T>({CollectiveOperation::allreduce, 0, options}, vectors, vectors, std::move(reduction));
  }
  void allreduce(const std::vector<Handle>& handles, const CollectiveOptions& options = {});

  /// Vectors consist of a block for each rank. Block j of rank i's vector `from` becomes block i of rank j's
  /// vector `to`. Throws UsageError if vectors can't be cut into equal blocks, or if `from` is `to`.
  template <class T>
  void alltoall(const TiledMatrix<T>& from, const TiledMatrix<T>& to, const CollectiveOptions& options = {}) {
    make<T>({CollectiveOperation::alltoall, 0, options}, from, to, std::plus<>());
  }
  void alltoall(const std::vector<Handle>& from, const std::vector<Handle>& to,
                const CollectiveOptions& options = {});

 private:
  struct Call {
    CollectiveOperation operation;
    std::size_t root;
    CollectiveOptions options;
  };
  /// A buffer for messages of one size.
  class Message;
  struct Sender;

  template <class T, class Reduction>
  void make(const Call& call, const TiledMatrix<T>& from, const TiledMatrix<T>& to, Reduction reduction) {
    const std::vector<HandleState*> inputs = states(call, from), outputs = states(call, to);
    require(call, inputs, outputs, sizeof(T));
    make(call, outputs, sizeof(T), true,
         detail::CollectiveVectorTasks<T, Reduction>(*runtime_, inputs, outputs, std::move(reduction)));
  }
  template <class T>
  std::vector<HandleState*> states(const Call& call, const TiledMatrix<T>& vectors) const {
    require_layout(call, vectors.name(), vectors.row_blocks(), vectors.column_blocks(), vectors.levels());
    std::vector<HandleState*> found;
    for (std::size_t rank = 0; rank < ranks(); ++rank) found.push_back(&vectors(0, rank).state());
    return found;
  }
  void require_layout(const Call& call, const std::string& name, std::size_t row_blocks,
                      std::size_t column_blocks, std::size_t levels) const;
  void require(const Call& call, std::span<HandleState* const> inputs, std::span<HandleState* const> outputs,
               std::size_t element_bytes) const;
  void model(const Call& call, const std::vector<Handle>& from, const std::vector<Handle>& to);
  void make(const Call& call, std::span<HandleState* const> vectors, std::size_t element_bytes,
            bool has_contents, const detail::CollectiveTasks& tasks);
  void make_round(std::span<const detail::Transfer> round, std::size_t element_bytes, bool has_contents,
                  const detail::CollectiveTasks& tasks);
  HandleState* send(const detail::Transfer& transfer, bool is_direct, std::uint64_t bytes, bool has_contents,
                    const detail::CollectiveTasks& tasks);
  HandleState& message(std::size_t rank, std::uint64_t bytes, bool has_contents);
  [[noreturn]] static void refuse(const Call& call, const std::string& where, const std::string& expected,
                                  const std::string& found);

  Runtime* runtime_;
  std::vector<NodeId> nodes_;
  std::vector<Sender> senders_;  // by rank
  std::uint64_t round_ = 0;
};

}  // namespace gusset
