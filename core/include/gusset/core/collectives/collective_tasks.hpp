#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/collectives/transfers.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task.hpp"
#include "gusset/core/tile.hpp"
#include "gusset/core/tile_reference.hpp"

namespace gusset::detail {

/// A handle whose contents a task does not see.
struct BareHandle {
  HandleState* handle;
  HandleState& state() const { return *handle; }
};

/// Handles that a task writes without seeing their contents. It thereby waits until all their messages have
/// left.
using SentHandles = std::vector<Access<NoContents>>;

/// The types of the tasks of all collective operations. Work counts elements.
struct CollectiveTaskTypes {
  TaskType pack{"collective pack"};        ///< collects a message's elements
  TaskType copy{"collective copy"};        ///< copies a message's elements to the receiver's vector
  TaskType combine{"collective combine"};  ///< reduces a message's elements with those of the vector

  /// Lets the next message leave when the previous one has left. It has no kernel, so it needs no cost.
  TaskCall next() const {
    TaskCall call = next_();
    call.is_empty = true;
    return call;
  }

 private:
  TaskType next_{"collective next"};
};

/// Submits the tasks of a collective operation's transfers.
class CollectiveTasks {
 public:
  CollectiveTasks() = default;
  CollectiveTasks(const CollectiveTasks&) = delete;
  CollectiveTasks& operator=(const CollectiveTasks&) = delete;
  virtual ~CollectiveTasks() = default;

  /// The vector of a rank. `input`: the vector that an all-to-all sends.
  virtual HandleState& vector(std::size_t rank, bool input) const = 0;
  /// Copies elements of the sender's vector to a message's buffer, when the messages in `sent` have left.
  virtual void pack(const Transfer& transfer, HandleState& message, SentHandles sent) const = 0;
  /// Copies the buffer's elements to the receiver's vector, or reduces them with its elements.
  virtual void unpack(const Transfer& transfer, HandleState& message) const = 0;
  /// The same without a buffer: the sender's vector is the message.
  virtual void take(const Transfer& transfer) const = 0;
  /// Makes a new version of a rank's vector, with the same contents, when the messages in `sent` have left.
  virtual void next(std::size_t rank, SentHandles sent) const = 0;
};

/// Tasks without contents, for models of programs.
class CollectiveModelTasks final : public CollectiveTasks {
 public:
  CollectiveModelTasks(Runtime& runtime, std::vector<HandleState*> inputs, std::vector<HandleState*> outputs)
      : runtime_(runtime), inputs_(std::move(inputs)), outputs_(std::move(outputs)) {}

  HandleState& vector(std::size_t rank, bool input) const override;
  void pack(const Transfer& transfer, HandleState& message, SentHandles sent) const override;
  void unpack(const Transfer& transfer, HandleState& message) const override;
  void take(const Transfer& transfer) const override;
  void next(std::size_t rank, SentHandles sent) const override;

 private:
  Runtime& runtime_;
  CollectiveTaskTypes types_;
  std::vector<HandleState*> inputs_;
  std::vector<HandleState*> outputs_;
};

/// Tasks on vectors of T, each a tile with one column.
template <class T, class Operation>
class CollectiveVectorTasks final : public CollectiveTasks {
 public:
  CollectiveVectorTasks(Runtime& runtime, std::vector<HandleState*> inputs, std::vector<HandleState*> outputs,
                        Operation reduction)
      : runtime_(runtime),

        inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        reduction_(std::move(reduction)) {}

  HandleState& vector(std::size_t rank, bool input) const override {
    return *(input ? inputs_ : outputs_)[rank];
  }

  void pack(const Transfer& transfer, HandleState& message, SentHandles sent) const override {
    const auto kernel = [taken = transfer.taken](Tile<const T> from, Tile<std::byte> to) {
      std::byte* next = to.data;
      taken.for_each_piece([&](std::size_t first, std::size_t count) {
        std::memcpy(next, from.data + first, count * sizeof(T));
        next += count * sizeof(T);
      });
    };
    runtime_.submit(types_.pack(work(transfer)), kernel, read(source(transfer)),
                    write(TileReference<std::byte>(message)), std::move(sent));
  }

  void unpack(const Transfer& transfer, HandleState& message) const override {
    const auto kernel = [put = transfer.put, combines = transfer.combines, reduction = reduction_](
                            Tile<const std::byte> from, Tile<T> to) {
      const std::byte* next = from.data;
      put.for_each_piece([&](std::size_t first, std::size_t count) {
        move(next, to.data + first, count, combines, reduction);
        next += count * sizeof(T);
      });
    };
    runtime_.submit(type(transfer)(work(transfer)), kernel, read(TileReference<std::byte>(message)),
                    write(target(transfer)));
  }

  void take(const Transfer& transfer) const override {
    const auto kernel = [taken = transfer.taken, put = transfer.put, combines = transfer.combines,
                         reduction = reduction_](Tile<const T> from, Tile<T> to) {
      move(reinterpret_cast<const std::byte*>(from.data + taken.first), to.data + put.first, put.count,
           combines, reduction);
    };
    runtime_.submit(type(transfer)(work(transfer)), kernel, read(source(transfer)), write(target(transfer)));
  }

  void next(std::size_t rank, SentHandles sent) const override {
    runtime_.submit(
        types_.next(), [](Tile<T>) {}, write(TileReference<T>(vector(rank, false))), std::move(sent));
  }

 private:
  static double work(const Transfer& transfer) { return static_cast<double>(transfer.taken.count); }
  const TaskType& type(const Transfer& transfer) const {
    return transfer.combines ? types_.combine : types_.copy;
  }
  TileReference<T> source(const Transfer& transfer) const {
    return TileReference<T>(vector(transfer.from, transfer.takes_input));
  }
  TileReference<T> target(const Transfer& transfer) const {
    return TileReference<T>(vector(transfer.to, false));
  }
  static void move(const std::byte* from, T* to, std::size_t count, bool combines,
                   const Operation& reduction) {
    if (!combines) {
      std::memcpy(to, from, count * sizeof(T));
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      T value;  // the message consists of bytes
      std::memcpy(&value, from + i * sizeof(T), sizeof(T));
      to[i] = reduction(to[i], value);
    }
  }

  Runtime& runtime_;
  CollectiveTaskTypes types_;
  std::vector<HandleState*> inputs_;
  std::vector<HandleState*> outputs_;
  Operation reduction_;
};

}  // namespace gusset::detail
