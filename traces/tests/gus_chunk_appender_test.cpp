#include "gus/gus_chunk_appender.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "model/metadata_json.hpp"

namespace gusset::traces::gus {
namespace {

/// A sink that accepts `writes` writes and then fails.
class FailingSink : public MemorySink {
 public:
  explicit FailingSink(int writes) : writes_left_(writes) {}
  Result<Done> write(std::span<const std::byte> bytes) override {
    ++calls_;
    if (writes_left_-- > 0) return MemorySink::write(bytes);
    return Error{"disk", "room", "none"};
  }
  int calls() const { return calls_; }

 private:
  int writes_left_;
  int calls_ = 0;
};

Chunk metadata() {
  Chunk chunk(Section::metadata, 0, 0, 1);
  chunk.raw(encode_metadata({}, {}));
  return chunk;
}

Chunk names(Section section, const std::vector<std::string>& names) {
  Chunk chunk(section, 0, 0, static_cast<std::uint32_t>(names.size()));
  chunk.texts(Column::name, names);
  return chunk;
}

/// Adjacent spans of 10 ns without tasks.
Chunk spans(std::uint32_t lane, std::uint64_t first, std::uint32_t count) {
  Chunk chunk(Section::spans, lane, first, count);
  chunk.numbers<std::int64_t>(
      Column::begin, [&](std::uint32_t row) { return static_cast<std::int64_t>(10 * (first + row)); });
  chunk.numbers<std::uint64_t>(Column::duration, [](std::uint32_t) { return std::uint64_t{10}; });
  chunk.id(Column::task, [](std::uint32_t) { return TaskId(); });
  chunk.numbers<std::uint64_t>(Column::kind, [](std::uint32_t) { return std::uint64_t{0}; });
  return chunk;
}

/// One node, two workers with a lane each, and alternating chunks of spans, as a recorder writes them.
void append_all(ChunkAppender& out) {
  out.append(metadata());
  Chunk nodes = names(Section::nodes, {"n"});
  nodes.numbers<std::int64_t>(Column::clock_offset, [](std::uint32_t) { return std::int64_t{0}; });
  nodes.real(Column::clock_drift, [](std::uint32_t) { return 0.0; });
  nodes.numbers<std::int64_t>(Column::clock_residual, [](std::uint32_t) { return std::int64_t{0}; });
  out.append(nodes);
  Chunk workers = names(Section::workers, {"a", "b"});
  workers.id(Column::node, [](std::uint32_t) { return NodeId(0); });
  out.append(workers);
  Chunk lanes(Section::lanes, 0, 0, 2);
  lanes.id(Column::worker, [](std::uint32_t row) { return WorkerId(row); });
  out.append(lanes);
  out.append(spans(1, 0, 5));
  out.append(spans(0, 0, 2));
  out.append(spans(1, 5, 3));
}

TEST(ChunkAppender, ChunksOfSeveralLanesMayAlternate) {
  MemorySink sink;
  ChunkAppender out(sink);
  append_all(out);
  ASSERT_TRUE(out.finish().ok());
  const auto trace = read_gus(sink.take(), "t.gus");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ((*trace)->lanes[0].spans.size(), 2u);
  EXPECT_EQ((*trace)->lanes[1].spans.begin_ns, (std::vector<std::int64_t>{0, 10, 20, 30, 40, 50, 60, 70}));
}

TEST(ChunkAppender, AppendedChunksAreReadableWithoutFinish) {
  MemorySink sink;
  ChunkAppender out(sink);
  append_all(out);
  const std::vector<std::byte> bytes = sink.take();
  EXPECT_FALSE(read_gus(bytes, "t.gus").ok());
  const auto trace = recover_gus(bytes, "t.gus");
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ((*trace)->lanes[0].spans.size(), 2u);
  EXPECT_EQ((*trace)->lanes[1].spans.size(), 8u);
  EXPECT_EQ((*trace)->metadata.notes.size(), 1u);
}

TEST(ChunkAppender, FirstFailureIsReportedAndStopsWriting) {
  for (int writes = 0; writes < 10; ++writes) {
    FailingSink sink(writes);
    ChunkAppender out(sink);
    append_all(out);
    const Result<Done> done = out.finish();
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().message(), "disk: expected room, found none");
    EXPECT_EQ(sink.calls(), writes + 1);
  }
}

TEST(Chunk, ColumnHasTheSmallestWidthThatFits) {
  const auto bytes = [](std::int64_t low, std::int64_t high) {
    Chunk chunk(Section::spans, 0, 0, 1024);
    chunk.numbers<std::int64_t>(Column::begin, [=](std::uint32_t row) { return row == 0 ? low : high; });
    return chunk.payload().size() - sizeof(ColumnHeader);
  };
  EXPECT_EQ(bytes(7, 7), 1024u);  // a first column has at least one byte per row
  EXPECT_EQ(bytes(-5, 250), 1024u);
  EXPECT_EQ(bytes(-5, 251), 2 * 1024u);
  EXPECT_EQ(bytes(0, 0xffffff), 3 * 1024u);
  EXPECT_EQ(bytes(std::int64_t{1} << 50, (std::int64_t{1} << 50) + 0x100000000), 5 * 1024u);
  EXPECT_EQ(bytes(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()),
            8 * 1024u);
}

TEST(Chunk, ConstantSecondColumnTakesNoBytes) {
  Chunk chunk(Section::spans, 0, 0, 1024);
  chunk.numbers<std::int64_t>(Column::begin, [](std::uint32_t row) { return std::int64_t{row}; });
  const std::size_t before = chunk.payload().size();
  chunk.numbers<std::uint64_t>(Column::kind, [](std::uint32_t) { return std::uint64_t{3}; });
  chunk.id(Column::task, [](std::uint32_t) { return TaskId(); });
  EXPECT_EQ(chunk.payload().size(), before + 2 * sizeof(ColumnHeader));
}

}  // namespace
}  // namespace gusset::traces::gus
