#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "gusset/core.hpp"
#include "steps.hpp"

namespace gusset::testing {

/// A program for any number of nodes, on any engine. Its tasks read, write and add to data of random owners;
/// some of them split, some only read on another node, and there are waits in between. Then tasks that run on
/// every node submit steps (see Steps). The same seed gives the same program. The final contents depend on
/// every task's inputs, but neither on the number of nodes nor on the order of adds. Each task's change is
/// also made to plain vectors as soon as the task is submitted; the vectors end up with the expected
/// contents.
class RandomDistributedProgram {
 public:
  using Value = std::uint64_t;
  using In = Tile<const Value>;
  using Out = Tile<Value>;
  using Matrix = TiledMatrix<Value>;

  /// `migrates`: marks the tasks as migratable, except parts of split tasks and the tasks that submit steps.
  explicit RandomDistributedProgram(unsigned seed, bool has_steps = true, bool migrates = false)
      : seed_(seed), has_steps_(has_steps), migrates_(migrates) {}

  /// Runs the program. Returns a hash of the final contents, or 0 on an engine without data. `expected` gets
  /// the hash of the expected contents. With steps, the engine `run` may give other contents.
  Value operator()(Runtime& runtime, Value* expected = nullptr) const {
    Serial serial;
    std::mt19937 random(seed_);
    const auto below = [&random](unsigned limit) { return static_cast<unsigned>(random()) % limit; };
    const unsigned nodes = runtime.grid().nodes();
    std::deque<Matrix> handles;
    for (unsigned h = 0; h < 8; ++h) {
      const std::size_t rows = 1 + below(below(8) == 0 ? 20'000 : 600);
      const NodeId owner(below(1 << 20) % nodes);
      handles.push_back(Matrix::full(runtime, "h" + std::to_string(h), rows, 1, 1, 1,
                                     [owner](std::size_t, std::size_t) { return owner; }));
      serial.handles[h].resize(rows);
    }
    auto tiles = Matrix::full(runtime, "A", 12, 2, {3, 2}, {2, 1});
    auto copies = Matrix::full(runtime, "B", 12, 2, {3, 2}, {2, 1});
    const auto initial = [](std::size_t i, std::size_t j, Out tile, std::size_t, std::size_t) {
      for (std::size_t row = 0; row < tile.rows; ++row) tile(row, 0) = mixed(i + 7 * j + row);
    };
    for (Matrix& each : handles) each.init(initial);
    tiles.init(initial);
    copies.init(initial);
    serial.init();
    for (int task = 0; task < 80; ++task) {
      const double work = 1.0 + below(1000);
      const unsigned from = below(8), to = below(8), i = below(3), j = below(2);
      const TileReference<Value> in = handles[from](0, 0);
      const TileReference<Value> out = handles[to](0, 0);
      const TileReference<Value> whole = tiles(i, j);
      switch (below(7)) {
        case 0:
          submit_update(runtime, work, in, out);
          serial.update(from, to);
          break;
        case 1:
          if (from == to) break;
          runtime.submit(call(work), &add_to, read(in), add(out));
          add_to(serial.input(from), serial.output(to));
          break;
        case 2:
          runtime.submit(call(work), Change{&runtime, work}, write(whole));
          serial.change_tile(i, j);
          break;
        case 3:
          runtime.submit(
              call(work), [](Out tile) { change(tile); }, read(NoView{&whole.state()}), write(out));
          change(serial.output(to));
          break;
        case 4: {
          const unsigned row = below(3), column = below(2);
          runtime.submit(call(work), Copy{&runtime, work}, read(whole), write(copies(row, column)));
          serial.copy_tile(i, j, row, column);
          break;
        }
        default:
          runtime.submit(
              call(work).on(NodeId(below(1 << 20) % nodes)), [](In) {}, read(in));
      }
      if (below(25) == 0) runtime.wait(out);
      if (below(40) == 0) runtime.wait();
      if (below(60) == 0) {
        const unsigned again = below(8);
        handles[again].init(initial);
        serial.init(serial.handles[again]);
      }
    }
    if (has_steps_) run_steps(runtime, handles, tiles, serial, below);
    runtime.submit(
        call(1.0), [](In) {}, read(handles[below(8)](0, 0)));
    runtime.wait();
    if (expected != nullptr) *expected = serial.hash();
    if (!runtime.has_data()) return 0;
    Value hash = 0;
    for (const Matrix* each : {&tiles, &copies}) hash = hash_of(*each, hash);
    for (const Matrix& each : handles) hash = hash_of(each, hash);
    return hash;
  }

 private:
  TaskCall call(double work) const {
    static const TaskType type("whole");
    return migrates_ ? type(work).migratable() : type(work);
  }
  static const TaskType& part_type() {
    static const TaskType type("part");
    return type;
  }

  /// A tile whose contents the kernel does not get.
  struct NoView {
    HandleState* handle;
    HandleState& state() const { return *handle; }
  };

  static Value mixed(Value x) {
    x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 31);
  }
  static Value sum_of(In tile) {
    Value sum = 0;
    for (std::size_t row = 0; row < tile.rows; ++row) sum += mixed(tile(row, 0) + row);
    return sum;
  }
  static void change(Out tile, Value by = 1) {
    for (std::size_t row = 0; row < tile.rows; ++row) tile(row, 0) = mixed(tile(row, 0) + by + row);
  }
  static void add_to(In in, Out out) {
    const Value sum = sum_of(in);
    for (std::size_t row = 0; row < out.rows; ++row) out(row, 0) += sum + row;
  }

  /// The expected contents.
  struct Serial {
    /// A column-major matrix of 12 × 2 values, in 3 × 2 tiles of two parts each.
    using Tiles = std::array<Value, 24>;
    std::array<std::vector<Value>, 8> handles;
    Tiles tiles{}, copies{};

    In input(unsigned handle) const { return {handles[handle].data(), handles[handle].size(), 1, 0}; }
    Out output(unsigned handle) { return {handles[handle].data(), handles[handle].size(), 1, 0}; }
    static Out part(Tiles& tiles, unsigned i, unsigned j, unsigned number) {
      return {tiles.data() + 12 * j + 4 * i + 2 * number, 2, 1, 0};
    }

    static void init(std::vector<Value>& handle) {
      for (std::size_t row = 0; row < handle.size(); ++row) handle[row] = mixed(row);
    }
    /// Fills the innermost tiles, of which there are 6 × 2.
    void init() {
      for (auto& handle : handles) init(handle);
      for (std::size_t j = 0; j < 2; ++j) {
        for (std::size_t row = 0; row < 12; ++row) tiles[12 * j + row] = mixed(row / 2 + 7 * j + row % 2);
      }
      copies = tiles;
    }
    void update(unsigned from, unsigned to) { change(output(to), from == to ? 1 : sum_of(input(from))); }
    void change_tile(unsigned i, unsigned j) {
      for (unsigned number = 0; number < 2; ++number) change(part(tiles, i, j, number));
    }
    void copy_tile(unsigned i, unsigned j, unsigned to_i, unsigned to_j) {
      for (unsigned number = 0; number < 2; ++number) {
        const Out from = part(tiles, i, j, number);
        change(part(copies, to_i, to_j, number), sum_of({from.data, from.rows, 1, 0}));
      }
    }
    Value hash() const {
      Value hash = 0;
      for (const Tiles* each : {&tiles, &copies}) {
        for (std::size_t row = 0; row < 12; ++row)
          hash = mixed(mixed(hash ^ (*each)[row]) ^ (*each)[12 + row]);
      }
      for (const auto& handle : handles) {
        for (const Value value : handle) hash = mixed(hash ^ value);
      }
      return hash;
    }
  };

  struct Change {
    Runtime* runtime;
    double work;
    void operator()(Out) const {}
    void split(const TileParts<Value>& parts) const {
      for (std::size_t i = 0; i < parts.rows(); ++i)
        runtime->submit(
            part_type()(work), [](Out tile) { change(tile); }, write(parts(i, 0)));
    }
  };
  struct Copy {
    Runtime* runtime;
    double work;
    void operator()(In, Out) const {}
    void split(const TileParts<const Value>& from, const TileParts<Value>& to) const {
      for (std::size_t i = 0; i < from.rows(); ++i)
        runtime->submit(
            part_type()(work), [](In in, Out out) { change(out, sum_of(in)); }, read(from(i, 0)),
            write(to(i, 0)));
    }
  };

  void submit_update(Runtime& runtime, double work, const TileReference<Value>& in,
                     const TileReference<Value>& out, const auto&... more) const {
    if (&in.state() == &out.state()) {
      runtime.submit(
          call(work), [](Out tile) { change(tile); }, write(out), more...);
    } else {
      runtime.submit(
          call(work), [](In from, Out to) { change(to, sum_of(from)); }, read(in), write(out), more...);
    }
  }

  /// On the engine "run", steps are submitted concurrently with the program, in any order.
  void run_steps(Runtime& runtime, std::deque<Matrix>& handles, Matrix& tiles, Serial& serial,
                 const auto& below) const {
    std::mt19937 step_random(seed_ + 500);
    const auto step_below = [&step_random](unsigned limit) {
      return static_cast<unsigned>(step_random()) % limit;
    };
    const unsigned count = below(6), ahead = 1 + below(3);
    const Steps steps(runtime, count, ahead, [&](unsigned, const Handle& clock) {
      for (unsigned task = step_below(8); task > 0; --task) {
        const unsigned from = step_below(8), to = step_below(8);
        submit_update(runtime, 1.0 + step_below(1000), handles[from](0, 0), handles[to](0, 0), read(clock));
        serial.update(from, to);
      }
      const double work = 1.0 + step_below(10);
      if (step_below(2) == 0) {
        const unsigned i = step_below(3), j = step_below(2);
        runtime.submit(call(1.0), Change{&runtime, work}, write(tiles(i, j)));
        serial.change_tile(i, j);
      }
    });
    if (below(2) == 0) runtime.wait(handles[below(8)](0, 0));
    runtime.wait();
  }

  static Value hash_of(const Matrix& matrix, Value hash) {
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      for (std::size_t column = 0; column < matrix.columns(); ++column)
        hash = mixed(hash ^ matrix.element(row, column));
    }
    return hash;
  }

  unsigned seed_;
  bool has_steps_;
  bool migrates_;
};

}  // namespace gusset::testing
