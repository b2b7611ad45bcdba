#include "gusset/core/loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "gusset/core.hpp"
#include "refusal.hpp"
#include "shared_value.hpp"
#include "task_types.hpp"

namespace gusset {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::refusal;
using testing::task;
using testing::with_threads;

using Vector = TiledMatrix<double>;
using In = Tile<const double>;
using Out = Tile<double>;

std::vector<std::size_t> indices(const auto& range) {
  std::vector<std::size_t> found;
  for (const std::size_t i : range) found.push_back(i);
  return found;
}

/// A vector whose tiles are the chunks of a loop. Element i is i.
Vector vector_of(Runtime& runtime, const char* name, const Chunks& chunks) {
  Vector made = Vector::full(runtime, name, chunks.iterations(), 1, chunks.count(), 1);
  made.init([](auto, auto, Out tile, std::size_t first, auto) {
    for (std::size_t i = 0; i < tile.rows; ++i) tile(i, 0) = static_cast<double>(first + i);
  });
  return made;
}

/// Reads the tiles of these chunks.
std::vector<Access<TileShape<const double>>> read_all(const Vector& x, const auto& chunks) {
  std::vector<Access<TileShape<const double>>> reads;
  for (const std::size_t i : chunks) reads.push_back(read(x(i, 0)));
  return reads;
}

/// y = 2 y
void submit_doubling(Runtime& runtime, const LoopCall& call, const Chunks& chunks, const Vector& y) {
  runtime.loop(
      call, chunks,
      [](const Chunk& chunk, Out tile) {
        for (std::size_t i = 0; i < chunk.size(); ++i) tile(i, 0) *= 2.0;
      },
      [&](const Chunk& chunk) { return write(y(chunk.index, 0)); });
}

TEST(Chunks, CoverEachIterationOnce) {
  for (const std::size_t n : {1u, 2u, 7u, 10u, 100u, 101u}) {
    for (const std::size_t largest : {1u, 2u, 3u, 10u, 99u, 100u, 1000u}) {
      const Chunks cut = chunks(n, largest);
      EXPECT_EQ(cut.count(), (n + largest - 1) / largest);
      std::size_t next = 0;
      for (std::size_t i = 0; i < cut.count(); ++i) {
        EXPECT_EQ(cut[i].index, i);
        EXPECT_EQ(cut[i].begin, next);
        EXPECT_LE(cut[i].size(), largest);
        EXPECT_LE(cut[0].size() - cut[i].size(), 1u);
        next = cut[i].end;
      }
      EXPECT_EQ(next, n);
    }
  }
}

TEST(Chunks, AreTheTilesOfAVector) {
  Runtime runtime(with_threads(1));
  const Chunks cut = chunks(23, 5);
  const Vector x = vector_of(runtime, "x", cut);
  for (std::size_t i = 0; i < cut.count(); ++i) {
    EXPECT_EQ(x.first_row(i), cut[i].begin);
    EXPECT_EQ(x.tile_rows(i), cut[i].size());
  }
}

TEST(Chunks, LoopWithoutIterationsHasNone) {
  EXPECT_EQ(chunks(0, 5).count(), 0u);
  EXPECT_THAT(indices(chunks(0, 5).around({0, 0, 3}, 7)), IsEmpty());
}

TEST(Chunks, ChunkWithoutIterationsIsRefused) {
  EXPECT_EQ(refusal([] { chunks(5, 0); }), "chunks: expected at least 1 iteration in a chunk, found 0");
}

TEST(Chunks, AroundAChunkAreTheChunksThatItNeeds) {
  const Chunks cut = chunks(20, 5);
  EXPECT_EQ(cut.around(cut[2], 1).size(), 3u);
  EXPECT_FALSE(cut.around(cut[2]).empty());
  EXPECT_TRUE(Indices().empty());
  EXPECT_THAT(indices(cut.around(cut[2])), ElementsAre(2));
  EXPECT_THAT(indices(cut.around(cut[2], 1)), ElementsAre(1, 2, 3));
  EXPECT_THAT(indices(cut.around(cut[2], 6)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(indices(cut.around(cut[0], 1)), ElementsAre(0, 1));
  EXPECT_THAT(indices(cut.around(cut[3], 1)), ElementsAre(2, 3));
  EXPECT_THAT(indices(cut.around(cut[1], 20)), ElementsAre(0, 1, 2, 3));
  // Chunks of loops that are cut differently or have more iterations.
  EXPECT_THAT(indices(cut.around({0, 4, 6})), ElementsAre(0, 1));
  EXPECT_THAT(indices(cut.around({0, 5, 10})), ElementsAre(1));
  EXPECT_THAT(indices(cut.around({0, 18, 40}, 3)), ElementsAre(3));
  EXPECT_THAT(indices(cut.around({0, 21, 40}, 3)), ElementsAre(3));
  EXPECT_THAT(indices(cut.around({0, 20, 40})), IsEmpty());
}

TEST(Loop, KernelsGetTheirChunksAndViews) {
  for (const unsigned threads : {1u, 3u}) {
    Runtime runtime(with_threads(threads));
    const Chunks cut = chunks(100, 7);
    const Vector x = vector_of(runtime, "x", cut), y = vector_of(runtime, "y", cut);
    runtime.loop(
        task(), cut,
        [factor = 3.0](const Chunk& chunk, In from, Out to) {
          EXPECT_EQ(from.rows, chunk.size());
          for (std::size_t i = 0; i < chunk.size(); ++i)
            to(i, 0) += factor * from(i, 0) + static_cast<double>(chunk.begin + i);
        },
        [&](const Chunk& chunk) { return std::tuple(read(x(chunk.index, 0)), write(y(chunk.index, 0))); });
    runtime.wait();
    for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(y.element(i, 0), 5.0 * static_cast<double>(i));
  }
}

TEST(Loop, NeedsNoAccesses) {
  Runtime runtime(with_threads(2));
  std::atomic<std::size_t> sum{0};
  runtime.loop(
      task(), chunks(1000, 64), [&](const Chunk& chunk) { sum += chunk.size(); },
      [](const Chunk&) { return std::tuple(); });
  runtime.wait();
  EXPECT_EQ(sum, 1000u);
}

TEST(Loop, ChunkWaitsForExactlyTheChunksThatItReads) {
  Runtime runtime(with_threads(2));
  const Chunks fine = chunks(60, 5), coarse = chunks(60, 12);
  const Vector x = vector_of(runtime, "x", fine), y = vector_of(runtime, "y", coarse);
  const Plan plan = runtime.capture([&] {
    submit_doubling(runtime, task(), fine, x);
    runtime.loop(
        task(), coarse, [](const Chunk&, const std::vector<In>&, Out) {},
        [&](const Chunk& chunk) {
          return std::tuple(read_all(x, fine.around(chunk, 1)), write(y(chunk.index, 0)));
        });
  });
  EXPECT_EQ(plan.tasks(), 12u + 5u);
  // Coarse chunks begin at 0, 12, 24, 36 and 48; with one iteration more on both sides they need the fine
  // chunks 0–2, 2–4, 4–7, 7–9 and 9–11.
  EXPECT_EQ(plan.edges(), 3u + 3u + 4u + 3u + 3u);
}

TEST(Loop, ChunkThatReadsAllWaitsForTheWholeLoop) {
  Runtime runtime(with_threads(2));
  const Chunks cut = chunks(60, 5);
  const Vector x = vector_of(runtime, "x", cut), y = vector_of(runtime, "y", cut);
  const Plan plan = runtime.capture([&] {
    submit_doubling(runtime, task(), cut, x);
    runtime.loop(
        task(), cut, [](const Chunk&, const std::vector<In>&, Out) {},
        [&](const Chunk& chunk) {
          return std::tuple(read_all(x, cut.around(chunk, cut.iterations())), write(y(chunk.index, 0)));
        });
  });
  EXPECT_EQ(plan.edges(), 12u * 12u);
}

TEST(Loop, AmongRunsEachChunkOnItsWorker) {
  Runtime runtime(with_threads(4));
  std::vector<unsigned> ran(200);
  runtime.loop(
      task().among(WorkerId(1), 2), chunks(200, 1),
      [&](const Chunk& chunk) { ran[chunk.index] = detail::current_worker_index(runtime.engine()); },
      [](const Chunk&) { return std::tuple(); });
  runtime.wait();
  for (std::size_t i = 0; i < ran.size(); ++i) EXPECT_EQ(ran[i], 1 + i % 2);
}

TEST(Loop, MasterRunsInTheProgramsThread) {
  Runtime runtime(with_threads(3));
  std::atomic<int> wrong{0};
  runtime.loop(
      task().master(), chunks(100, 3),
      [&](const Chunk&) { wrong += detail::current_worker_index(runtime.engine()) == 0 ? 0 : 1; },
      [](const Chunk&) { return std::tuple(); });
  runtime.wait();
  EXPECT_EQ(wrong, 0);
}

TEST(Loop, WorkersThatDoNotExistAreRefusedBeforeAnyChunk) {
  Runtime runtime(with_threads(3));
  std::atomic<int> ran{0};
  const auto loop_on = [&](const LoopCall& call) {
    return refusal([&] {
      runtime.loop(
          call, chunks(10, 1), [&](const Chunk&) { ++ran; }, [](const Chunk&) { return std::tuple(); });
    });
  };
  EXPECT_EQ(loop_on(task().among(WorkerId(1), 3)),
            "task: expected workers from 0 to 2, found workers 1 to 3");
  EXPECT_EQ(loop_on(task().among(WorkerId(7), 1)),
            "task: expected workers from 0 to 2, found workers 7 to 7");
  EXPECT_EQ(loop_on(task().among(WorkerId(1), 0)), "task: expected workers from 0 to 2, found no worker");
  EXPECT_EQ(loop_on(TaskCall().among(WorkerId(1), 0)), "a task needs a type: make its call with a TaskType");
  EXPECT_EQ(loop_on(task(-1.0)), "task: expected work that is finite and not negative, found -1.000000");
  runtime.wait();
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(loop_on(task().among(WorkerId(1), 2)), "accepted");
  runtime.wait();
  EXPECT_EQ(ran, 10);
}

TEST(Loop, WorkCountsPerIteration) {
  const LoopCall call = task(2.5).with_priority(3).among(WorkerId(4), 3);
  EXPECT_EQ(call.of_chunk(5, 10).work, 25.0);
  EXPECT_EQ(call.of_chunk(5, 10).priority, 3);
  EXPECT_EQ(call.of_chunk(5, 10).affinity, (Affinity{Affinity::Kind::bound, 6}));
  EXPECT_EQ(LoopCall(task(2.5)).of_chunk(5, 0).work, 0.0);
  EXPECT_EQ(LoopCall(task()).of_chunk(5, 1).affinity, Affinity());
}

TEST(Loop, ReducesWithRenamedAdds) {
  Runtime runtime(with_threads(3));
  const Chunks cut = chunks(1000, 10);
  const Vector x = vector_of(runtime, "x", cut);
  Vector sum = Vector::full(runtime, "sum", 1, 1, 1, 1);
  sum.init([](auto, auto, Out tile, auto, auto) { tile(0, 0) = 0.0; });
  const auto plus = [](void* into, const void* from) {
    *static_cast<double*>(into) += *static_cast<const double*>(from);
  };
  runtime.rename_adds(sum(0, 0), {[](void* buffer) { *static_cast<double*>(buffer) = 0.0; }, plus, plus});
  submit_doubling(runtime, task(), cut, x);
  runtime.loop(
      task(), cut,
      [](const Chunk& chunk, In tile, Out total) {
        for (std::size_t i = 0; i < chunk.size(); ++i) total(0, 0) += tile(i, 0);
      },
      [&](const Chunk& chunk) { return std::tuple(read(x(chunk.index, 0)), add(sum(0, 0))); });
  runtime.wait();
  EXPECT_EQ(sum.element(0, 0), 999.0 * 1000.0);
}

TEST(Loop, RunsAgainInAPlanWithAndWithoutAStaticSchedule) {
  Runtime runtime(with_threads(2));
  const Chunks cut = chunks(64, 8);
  const Vector x = vector_of(runtime, "x", cut);
  Plan plan = runtime.capture([&] {
    submit_doubling(runtime, task(), cut, x);
    submit_doubling(runtime, task().among(WorkerId(1), 1), cut, x);
  });
  EXPECT_EQ(plan.tasks(), 16u);
  EXPECT_EQ(plan.edges(), 8u);
  runtime.run(plan);
  runtime.run(plan);
  const unsigned lists = std::min(2u, available_cores());
  plan.set_schedule(round_robin(plan.tasks(), lists));
  EXPECT_EQ(plan.waits(), 0u);  // a chunk is in the same list in both loops
  runtime.run(plan);
  runtime.wait();
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(x.element(i, 0), 64.0 * static_cast<double>(i));
}

TEST(Loop, FailureOfAChunkSkipsOnlyTheChunksThatNeedIt) {
  Runtime runtime(with_threads(2));
  const Chunks cut = chunks(8, 1);
  const Vector x = vector_of(runtime, "x", cut);
  std::atomic<unsigned> second{0};
  runtime.loop(
      task(), cut,
      [](const Chunk& chunk, Out) {
        if (chunk.index == 3) throw std::runtime_error("no");
      },
      [&](const Chunk& chunk) { return write(x(chunk.index, 0)); });
  runtime.loop(
      task(), cut, [&](const Chunk&, const std::vector<In>&) { ++second; },
      [&](const Chunk& chunk) { return read_all(x, cut.around(chunk, 1)); });
  EXPECT_THROW(runtime.wait(), TaskFailure);
  EXPECT_EQ(second, 5u);
}

}  // namespace
}  // namespace gusset
