// A query like Q12 of the TPC-H benchmark: how many orders with high and with low priority had line items
// that were sent by mail or ship and arrived late? Two loops:
//
//     filter   line items → the ship mode of those that count              by chunks of line items
//     join     these, and the orders' priorities → counts, by adds         reads the orders that it needs
//
// after a loop that clears the counts. Items and orders are generated, four items an order, and have
// different chunks: a task of `join` reads the one or two chunks of orders that its items belong to.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <tuple>
#include <vector>

#include "common/loop_data.hpp"
#include "loops/programs.hpp"

namespace examples {
namespace {

using gusset::Chunk;
using Ints = gusset::Tile<const std::int32_t>;
using IntsOut = gusset::Tile<std::int32_t>;
using Table = gusset::TiledMatrix<std::int32_t>;

constexpr std::size_t items_per_order = 4;
constexpr std::int32_t mail = 0, ship = 1, modes = 7;
constexpr std::int32_t days_per_year = 365;
constexpr std::size_t groups = 4;  // by ship mode, and by priority: high, low

/// A pseudo-random number from 0 to `range` − 1. Equal arguments give equal numbers.
std::int32_t hash(std::size_t row, std::size_t column, std::int32_t range) {
  std::uint64_t x = row * 0x9e3779b97f4a7c15 + column * 0xbf58476d1ce4e5b9 + 1;
  x = (x ^ (x >> 31)) * 0x94d049bb133111eb;
  return static_cast<std::int32_t>((x >> 33) % static_cast<std::uint64_t>(range));
}

/// The columns of a line item.
struct Item {
  std::int32_t mode, shipped, committed, received;  // dates in days since the first one
};
Item item(std::size_t i) {
  const std::int32_t shipped = hash(i, 1, 7 * days_per_year);
  return {hash(i, 0, modes), shipped, shipped + hash(i, 2, 90) - 30, shipped + 1 + hash(i, 3, 60)};
}
/// From 1, urgent, to 5.
std::int32_t priority(std::size_t order) {
  return 1 + hash(order, 4, 5);
}

/// The item's group without its priority; −1 if it does not count.
std::int32_t mode_of_late(const Item& item) {
  const bool counts = (item.mode == mail || item.mode == ship) && item.shipped < item.committed &&
                      item.committed < item.received && item.received / days_per_year == 2;
  return counts ? item.mode : -1;
}
std::size_t group_of(std::int32_t mode, std::int32_t priority) {
  return 2 * static_cast<std::size_t>(mode) + (priority <= 2 ? 0 : 1);
}

/// The orders of a chunk of items.
Chunk orders_of(const Chunk& items) {
  return {0, items.begin / items_per_order, (items.end - 1) / items_per_order + 1};
}

struct Tables {
  gusset::Chunks item_chunks, order_chunks;
  Table items;   ///< a column per item
  Table late;    ///< an item's mode, or −1
  Table orders;  ///< priorities
  Sums<std::int64_t> counts;

  Tables(gusset::Runtime& runtime, const LoopArguments& arguments)
      : item_chunks(gusset::chunks(arguments.size, arguments.chunk)),
        order_chunks(gusset::chunks((arguments.size - 1) / items_per_order + 1, arguments.chunk)),
        items(columns_of<std::int32_t>(runtime, "items", 4, item_chunks)),
        late(columns_of<std::int32_t>(runtime, "late", 1, item_chunks)),
        orders(columns_of<std::int32_t>(runtime, "orders", 1, order_chunks)),
        counts(runtime, "counts", groups) {
    items.init([](auto, auto, IntsOut tile, auto, std::size_t first) {
      for (std::size_t i = 0; i < tile.columns; ++i) {
        const Item made = item(first + i);
        tile(0, i) = made.mode, tile(1, i) = made.shipped;
        tile(2, i) = made.committed, tile(3, i) = made.received;
      }
    });
    orders.init([](auto, auto, IntsOut tile, auto, std::size_t first) {
      for (std::size_t i = 0; i < tile.columns; ++i) tile(0, i) = priority(first + i);
    });
  }
};

void submit_query(gusset::Runtime& runtime, const Tables& tables) {
  static const gusset::TaskType clear("clear"), filter("filter"), join("join");
  runtime.loop(
      clear(static_cast<double>(groups)), gusset::chunks(runtime.grid().nodes(), 1),
      [](const Chunk&, gusset::Tile<std::int64_t> counts) {
        for (std::size_t i = 0; i < groups; ++i) counts(i, 0) = 0;
      },
      [&](const Chunk& chunk) { return write(tables.counts.of(gusset::NodeId(chunk.index))); });
  runtime.loop(
      filter(5.0), tables.item_chunks,
      [](const Chunk& chunk, Ints items, IntsOut late) {
        for (std::size_t i = 0; i < chunk.size(); ++i)
          late(0, i) = mode_of_late({items(0, i), items(1, i), items(2, i), items(3, i)});
      },
      [&](const Chunk& chunk) {
        return std::tuple(read(tables.items(0, chunk.index)), write(tables.late(0, chunk.index)));
      });
  runtime.loop(
      join(2.0), tables.item_chunks,
      [chunks = tables.order_chunks](const Chunk& chunk, Ints late, const std::vector<Ints>& priorities,
                                     gusset::Tile<std::int64_t> counts) {
        const Columns<std::int32_t> orders(priorities, chunks, orders_of(chunk));
        for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
          const std::int32_t mode = late(0, i - chunk.begin);
          if (mode >= 0) ++counts(group_of(mode, *orders(i / items_per_order)), 0);
        }
      },
      [&](const Chunk& chunk) {
        const auto late = tables.late(0, chunk.index);
        return std::tuple(read(late), read_around(tables.orders, tables.order_chunks, orders_of(chunk)),
                          add(tables.counts.of(late.owner())));
      });
}

}  // namespace

int run_q12(const LoopArguments& arguments) {
  gusset::Runtime runtime;
  const Tables tables(runtime, arguments);
  repeat(runtime, arguments.repetition, arguments.times, [&] { submit_query(runtime, tables); });
  if (!runtime.has_data()) return 0;
  std::array<std::int64_t, groups> expected{};
  for (std::size_t i = 0; i < arguments.size; ++i) {
    const std::int32_t mode = mode_of_late(item(i));
    if (mode >= 0) ++expected[group_of(mode, priority(i / items_per_order))];
  }
  bool is_right = true;
  for (std::size_t i = 0; i < groups; ++i) is_right = is_right && tables.counts.total(i) == expected[i];
  std::printf("mail: %lld high, %lld low; ship: %lld high, %lld low: %s\n",
              static_cast<long long>(tables.counts.total(0)), static_cast<long long>(tables.counts.total(1)),
              static_cast<long long>(tables.counts.total(2)), static_cast<long long>(tables.counts.total(3)),
              is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

}  // namespace examples
