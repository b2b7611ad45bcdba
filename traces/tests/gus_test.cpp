#include "gusset/traces/gus/gus.hpp"
#include "gusset/base/numbers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "gus_file.hpp"
#include "gusset/traces/model/validate.hpp"
#include "sample_trace.hpp"
#include "sanitized.hpp"

namespace gusset::traces {
namespace {

using testing::Bytes;
using testing::bytes_of;
using testing::error_of;
using testing::load_file;
using testing::sample_trace;

Trace read_back(const Trace& trace) {
  const auto read = read_gus(bytes_of(trace), "t.gus");
  EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message());
  return read ? **read : Trace{};
}

TEST(Gus, EmptyTraceSurvives) {
  EXPECT_EQ(read_back(Trace{}), Trace{});
}
TEST(Gus, EveryFieldSurvives) {
  EXPECT_EQ(read_back(sample_trace()), sample_trace());
}

TEST(Gus, EmptyRecordedTablesStayRecorded) {
  Trace trace;
  trace.recorded = {true, true, true, true, true, true, true};
  trace.accesses.first = {0};
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, EachRecordedFlagSurvivesAlone) {
  for (int flag = 0; flag < 10; ++flag) {
    Trace trace = sample_trace();
    trace.recorded = {flag == 0, flag == 1, flag == 2, flag == 3, flag == 4,
                      flag == 5, flag == 6, flag == 7, flag == 8, flag == 9};
    if (!trace.recorded.parents) trace.tasks.parent.clear();
    if (!trace.recorded.work) trace.tasks.work.clear();
    if (!trace.recorded.submit) trace.tasks.submit_ns.clear();
    if (!trace.recorded.ready) trace.tasks.ready_ns.clear();
    if (!trace.recorded.accesses) trace.accesses = {};
    if (!trace.recorded.dependencies) trace.dependencies.clear();
    if (!trace.recorded.messages) trace.messages.clear();
    if (!trace.recorded.fork_join) trace.fork_join = {};
    if (!trace.recorded.processor_time) trace.processor_time = {};
    if (!trace.recorded.worksharing) trace.worksharing = {};
    EXPECT_EQ(read_back(trace), trace) << "flag " << flag;
  }
}

TEST(Gus, ExtremeValuesSurvive) {
  Trace trace = sample_trace();
  trace.nodes[0].clock_offset_ns = std::numeric_limits<std::int64_t>::min();
  trace.nodes[1].clock_offset_ns = std::numeric_limits<std::int64_t>::max();
  trace.nodes[0].clock_residual_ns = std::numeric_limits<std::int64_t>::max();
  trace.handles.size_bytes = {0, std::numeric_limits<std::uint64_t>::max(), 1};
  trace.tasks.work = {0.0, std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min(), 1.0,
                      -0.0};
  trace.tasks.submit_ns = {max_time_ns, -max_time_ns, unknown_time, 0, 1};
  trace.tasks.ready_ns = std::vector<std::int64_t>(5, unknown_time);
  trace.accesses.items[0].version = std::numeric_limits<std::uint32_t>::max();
  trace.attributes[0].values = std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(),
                                                         std::numeric_limits<std::int64_t>::max()};
  trace.attributes[1].values = std::vector<double>{-std::numeric_limits<double>::infinity()};
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, EveryOffsetWidthSurvives) {
  for (unsigned bits = 0; bits <= 60; ++bits) {
    for (const std::int64_t low : {std::int64_t{0}, std::int64_t{-77}}) {
      Trace trace = sample_trace();
      trace.tasks.submit_ns[1] = low + (std::int64_t{1} << bits) - 1;
      trace.tasks.ready_ns = {low, low + (std::int64_t{1} << bits) - 1, low, low, low};
      trace.handles.size_bytes = {5, std::uint64_t{5} << bits, 5};
      EXPECT_EQ(read_back(trace), trace) << bits << " bits";
    }
  }
}

/// A trace with several chunks in every table.
Trace long_trace(std::size_t tasks) {
  std::mt19937_64 random(20240229);
  Trace trace;
  trace.recorded = {true, false, true, true, true, false, false};
  trace.types = {"a", "b"};
  trace.nodes.resize(1);
  trace.workers = {{NodeId(0), "w0"}, {NodeId(0), "w1"}};
  trace.lanes = {{WorkerId(0), {}}, {WorkerId(1), {}}};
  trace.access_modes = {{"read", true, false, false}};
  trace.attributes = {{"i", {}, std::vector<std::int64_t>{}}, {"s", {}, std::vector<std::string>{}}};
  trace.accesses.first = {0};
  std::int64_t now_ns[2] = {0, 50};
  for (std::size_t i = 0; i < tasks; ++i) {
    trace.handles.name.push_back("h" + std::to_string(i));
    trace.handles.size_bytes.push_back(random() % 4096);
    trace.handles.owner.push_back(NodeId(0));
    trace.tasks.type.push_back(TypeId(random() % 2));
    trace.tasks.parent.push_back(i % 3 == 0 ? TaskId() : TaskId(random() % i));
    trace.tasks.submit_ns.push_back(static_cast<std::int64_t>(i) * 10);
    trace.tasks.ready_ns.push_back(static_cast<std::int64_t>(i) * 12);
    const std::size_t worker = i % 5 == 0 ? 1 : 0;
    const auto length_ns = static_cast<std::int64_t>(random() % 100000);
    trace.lanes[worker].spans.push_back(now_ns[worker], now_ns[worker] + length_ns, TaskId(i), SpanKind::run);
    now_ns[worker] += length_ns;
    for (std::size_t a = 0; a < i % 4; ++a) {
      trace.accesses.items.push_back(
          {HandleId(random() % (i + 1)), AccessModeId(0), static_cast<std::uint32_t>(i)});
    }
    trace.accesses.first.push_back(trace.accesses.items.size());
    trace.attributes[0].tasks.push_back(TaskId(i));
    std::get<0>(trace.attributes[0].values).push_back(static_cast<std::int64_t>(random()));
    if (i % 2 == 0) {
      trace.attributes[1].tasks.push_back(TaskId(i));
      std::get<2>(trace.attributes[1].values).push_back(std::string(i % 7, 'x'));
    }
  }
  return trace;
}

TEST(Gus, TablesOfSeveralChunksSurvive) {
  for (const std::size_t tasks : {65535u, 65536u, 65537u, 200000u}) {
    const Trace trace = long_trace(tasks);
    EXPECT_TRUE(read_back(trace) == trace) << tasks << " tasks";
  }
}

TEST(Gus, TaskWithMoreAccessesThanAChunkSurvives) {
  Trace trace = sample_trace();
  trace.accesses.items.resize(200000, trace.accesses.items[0]);
  trace.accesses.first = {0, 1, 1, 199998, 199998, 200000};
  EXPECT_TRUE(read_back(trace) == trace);
}

TEST(Gus, SameTraceGivesTheSameBytes) {
  EXPECT_EQ(bytes_of(sample_trace()), bytes_of(sample_trace()));
  EXPECT_EQ(bytes_of(read_back(sample_trace())), bytes_of(sample_trace()));
}

TEST(Gus, TaskTakesAtMost24BytesWithoutAccesses) {
  Trace trace = long_trace(200000);
  trace.attributes.clear();
  trace.accesses = {};
  trace.handles = {};
  trace.recorded.accesses = trace.recorded.parents = false;
  trace.tasks.parent.clear();
  EXPECT_LE(bytes_of(trace).size(), 24u * 200000u);
}

TEST(Gus, NamesThatAreNotUtf8AreRepaired) {
  Trace trace = sample_trace();
  trace.types[1] = "\xff";
  trace.handles.name[1] = "a\xc3";
  trace.metadata.program = "caf\xe9";
  Trace repaired = trace;
  repaired.types[1] = "\xef\xbf\xbd";
  repaired.handles.name[1] = "a\xef\xbf\xbd";
  repaired.metadata.program = "caf\xef\xbf\xbd";
  EXPECT_EQ(read_back(trace), repaired);
}

TEST(Gus, NamesMayContainAnyUtf8) {
  Trace trace = sample_trace();
  trace.types = {std::string("nul \0 inside", 12), "line\nbreak",
                 "\xf0\x9f\x98\x80 \xed\x9f\xbf \xee\x80\x80"};
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, TimeOfRecordingIsKept) {
  Trace trace = sample_trace();
  trace.metadata.recording_ns = 12'345;
  trace.metadata.start_up_ns = 678;
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, MetadataJsonIsCanonicalised) {
  Trace trace = sample_trace();
  trace.metadata.model = R"({ "b": 1, "a": [1.0, null] })";
  trace.metadata.extra = R"({ "z": "\u00e9", "a": 2 })";
  const Trace read = read_back(trace);
  EXPECT_EQ(read.metadata.model, R"({"a":[1.0,null],"b":1})");
  EXPECT_EQ(read.metadata.extra, "{\"a\":2,\"z\":\"\xc3\xa9\"}");
}

TEST(Gus, GoldenFileIsReproducedByteForByte) {
  const std::string golden = GUSSET_TRACES_TESTS "/golden/sample.gus";
  const std::string written = ::testing::TempDir() + "sample.gus";
  ASSERT_TRUE(write_gus(sample_trace(), written).ok());
  EXPECT_EQ(load_file(written), load_file(golden)) << "written: " << written;
  const auto read = read_gus(golden);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(**read, sample_trace());
}

TEST(Gus, ColumnOfDelaysIsLeftOutIfNoneIsKnown) {
  Trace trace = sample_trace();
  const std::size_t with_column = bytes_of(trace).size();
  for (ProcessorUse& use : trace.processor_time.uses) use.delay_ns = unknown_time;
  EXPECT_LT(bytes_of(trace).size(), with_column);
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, ColumnOfPageFaultsIsLeftOutIfThereAreNone) {
  Trace trace = sample_trace();
  const std::size_t without_column = bytes_of(trace).size();
  trace.processor_time.uses.front().page_faults = 4'294'967'295;
  EXPECT_GT(bytes_of(trace).size(), without_column);
  EXPECT_EQ(read_back(trace), trace);
}

TEST(Gus, FileOfVersion01IsRead) {
  const auto read = read_gus(GUSSET_TRACES_TESTS "/golden/sample-0.1.gus");
  ASSERT_TRUE(read.ok()) << read.error().message();
  Trace expected = sample_trace();
  expected.recorded.fork_join = false;
  expected.fork_join = {};
  expected.recorded.processor_time = false;
  expected.processor_time = {};
  expected.recorded.worksharing = false;
  expected.worksharing = {};
  expected.marks.clear();
  EXPECT_EQ(**read, expected);
}

// Sections that are not requested.

TEST(Gus, UnrequestedSectionsAreEmptyAndNotRecorded) {
  const auto read = read_gus(bytes_of(sample_trace()), "t.gus", Sections::none());
  ASSERT_TRUE(read.ok()) << read.error().message();
  Trace expected = sample_trace();
  expected.recorded = {};
  for (Lane& lane : expected.lanes) lane.spans = {};
  expected.handles = {};
  expected.tasks = {};
  expected.accesses = {};
  expected.dependencies.clear();
  expected.span_links.clear();
  expected.fork_join = {};
  expected.processor_time = {};
  expected.worksharing = {};
  expected.messages.clear();
  expected.attributes.clear();
  expected.counters.clear();
  EXPECT_EQ(**read, expected);
}

TEST(Gus, EachSectionCanBeReadAlone) {
  const Trace all = sample_trace();
  const Bytes bytes = bytes_of(all);
  const auto read = [&](bool Sections::*section) {
    Sections sections = Sections::none();
    sections.*section = true;
    const auto trace = read_gus(bytes, "t.gus", sections);
    EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
    return trace ? **trace : Trace{};
  };
  EXPECT_EQ(read(&Sections::spans).lanes, all.lanes);
  EXPECT_EQ(read(&Sections::tasks).tasks, all.tasks);
  EXPECT_EQ(read(&Sections::handles).handles, all.handles);
  EXPECT_EQ(read(&Sections::accesses).accesses, all.accesses);
  EXPECT_EQ(read(&Sections::messages).messages, all.messages);
  const Trace others = read(&Sections::others);
  EXPECT_EQ(others.dependencies, all.dependencies);
  EXPECT_EQ(others.span_links, all.span_links);
  EXPECT_EQ(others.attributes, all.attributes);
  EXPECT_EQ(others.counters, all.counters);
  EXPECT_EQ(others.tasks, TaskColumns{});
}

TEST(Gus, ChunksOfUnrequestedSectionsAreNotRead) {
  testing::GusFile file = testing::GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  const std::uint64_t offset = file.offset(gus::Section::accesses);
  bytes[offset] ^= std::byte{1};       // header
  bytes[offset + 60] ^= std::byte{1};  // payload
  Sections sections;
  sections.accesses = false;
  EXPECT_EQ(error_of(bytes, sections), "");
  EXPECT_NE(error_of(bytes), "");
}

TEST(Gus, ReferencesIntoSkippedSectionsAreChecked) {
  Trace trace = sample_trace();
  trace.lanes[0].spans.task[0] = TaskId(5);
  Sections spans = Sections::none();
  spans.spans = true;
  EXPECT_EQ(error_of(bytes_of(trace), spans), "t.gus: lane 0, span 0: expected a task below 5, found 5");
}

// Damage.

TEST(Gus, FileTruncatedAnywhereIsRefused) {
  const Bytes bytes = bytes_of(sample_trace());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    const std::string error = error_of(cut);
    ASSERT_THAT(error, ::testing::StartsWith("t.gus: offset ")) << length << " bytes";
    ASSERT_THAT(error, ::testing::Not(::testing::HasSubstr("\n")));
  }
}

TEST(Gus, FileWithTrailingBytesIsRefused) {
  Bytes bytes = bytes_of(sample_trace());
  bytes.resize(bytes.size() + 8);
  EXPECT_THAT(error_of(bytes), ::testing::HasSubstr("expected the footer of a complete file"));
}

TEST(Gus, AnyFlippedBitIsDetected) {
  Bytes bytes = bytes_of(sample_trace());
  constexpr unsigned bits = is_sanitized ? 8 : 1;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned bit = is_sanitized ? static_cast<unsigned>(i % 8) : 0; bit < 8; bit += bits) {
      bytes[i] ^= static_cast<std::byte>(1u << bit);
      const std::string error = error_of(bytes);
      ASSERT_THAT(error, ::testing::StartsWith("t.gus: offset ")) << "byte " << i << ", bit " << bit;
      bytes[i] ^= static_cast<std::byte>(1u << bit);
    }
  }
}

TEST(Gus, RandomDamageIsAlwaysDetected) {
  const Bytes bytes = bytes_of(sample_trace());
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Bytes damaged = bytes;
    for (unsigned i = 0; i <= random() % 20; ++i)
      damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    if (damaged == bytes) continue;
    ASSERT_NE(error_of(damaged), "");
  }
}

TEST(Gus, EmptyFileIsRefusedAsEmpty) {
  EXPECT_EQ(error_of({}), "t.gus: offset 0: expected the signature of a .gus file, found an empty file");
}

TEST(Gus, ForeignFileErrorShowsItsFirstBytes) {
  const std::string elf =
      "\x7f"
      "ELF and so on, for more than a few bytes, so that it is long enough";
  const auto bytes = std::as_bytes(std::span(elf));
  EXPECT_EQ(error_of({bytes.begin(), bytes.end()}),
            "t.gus: offset 0: expected the signature of a .gus file, found bytes 7f 45 4c 46 20 61 6e 64");
  EXPECT_EQ(error_of({bytes.begin(), bytes.begin() + 1}),
            "t.gus: offset 0: expected the signature of a .gus file, found byte 7f");
}

TEST(Gus, OtherVersionIsRefused) {
  Bytes bytes = bytes_of(sample_trace());
  bytes[8] = std::byte{7};
  EXPECT_EQ(error_of(bytes), "t.gus: offset 8: expected format version 1, found version 7");
}

TEST(Gus, TruncatedFileIsRefusedWithItsOffset) {
  Bytes bytes = bytes_of(sample_trace());
  bytes.resize(1000);
  EXPECT_EQ(error_of(bytes),
            "t.gus: offset 968: expected the footer of a complete file, found other bytes (truncated, or "
            "never finished)");
  bytes.resize(100);
  EXPECT_EQ(error_of(bytes),
            "t.gus: offset 100: expected a file of at least 112 bytes, found its end (truncated, or never "
            "finished)");
  bytes.resize(10);
  EXPECT_EQ(
      error_of(bytes),
      "t.gus: offset 10: expected a file of at least 24 bytes, found its end (truncated, or never finished)");
}

TEST(Gus, FlippedBitIsRefusedWithBothChecksums) {
  testing::GusFile file = testing::GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  const std::uint64_t payload = file.offset(gus::Section::tasks) + 56;
  bytes[payload + 3] ^= std::byte{4};
  EXPECT_THAT(error_of(bytes),
              ::testing::MatchesRegex("t.gus: offset " + std::to_string(payload) +
                                      ": expected checksum [0-9a-f]+ of the chunk's payload, found "
                                      "[0-9a-f]+"));
}

}  // namespace
}  // namespace gusset::traces
