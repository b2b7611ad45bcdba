#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "gus_file.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"
#include "sample_trace.hpp"
#include "sanitized.hpp"

namespace gusset::traces {
namespace {

using gus::Section;
using testing::Bytes;
using testing::bytes_of;
using ::testing::ElementsAre;
using testing::GusFile;
using ::testing::HasSubstr;
using testing::sample_trace;

Trace recovered(const Bytes& bytes) {
  const auto trace = recover_gus(bytes, "t.gus");
  EXPECT_TRUE(trace.ok()) << (trace ? "" : trace.error().message());
  return trace ? **trace : Trace{};
}

/// The notes that recovery added to the sample's notes.
std::vector<std::string> added_notes(const Trace& trace) {
  return {trace.metadata.notes.begin() + 2, trace.metadata.notes.end()};
}

TEST(GusRecovery, IntactFileIsReadUnchanged) {
  EXPECT_EQ(recovered(bytes_of(sample_trace())), sample_trace());
}

TEST(GusRecovery, LostDirectoryIsRebuiltFromTheChunks) {
  const GusFile file = GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  std::size_t end = 24;
  for (const auto& part : file.chunks) end += 56 + part.payload.size();
  for (const std::size_t left : {end, end + 7, end + 100, bytes.size() - 1}) {
    bytes.resize(left);
    Trace trace = recovered(bytes);
    EXPECT_THAT(added_notes(trace).front(), HasSubstr("recovered from an incomplete file: t.gus: offset "));
    trace.metadata.notes.resize(2);
    trace.metadata.incomplete = false;
    EXPECT_EQ(trace, sample_trace()) << left << " bytes";
    bytes = file.bytes();
  }
  bytes[end] ^= std::byte{1};
  Trace trace = recovered(bytes);
  trace.metadata.notes.resize(2);
  trace.metadata.incomplete = false;
  EXPECT_EQ(trace, sample_trace());
}

TEST(GusRecovery, TruncatedFileGivesAValidTraceIfItsMetadataIsComplete) {
  const GusFile file = GusFile::parse(bytes_of(sample_trace()));
  const Bytes bytes = file.bytes();
  const std::size_t metadata_end = 24 + 56 + file.chunks[0].payload.size();
  std::size_t spans = 0;
  for (std::size_t length = 0; length < bytes.size(); length += is_sanitized ? 3 : 1) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    const auto trace = recover_gus(cut, "t.gus");
    ASSERT_EQ(trace.ok(), length >= metadata_end) << length << " bytes";
    if (!trace) continue;
    ASSERT_TRUE(validate(**trace, "t").ok());
    ASSERT_GE(added_notes(**trace).size(), 1u);
    std::size_t now = 0;
    for (const Lane& lane : (*trace)->lanes) now += lane.spans.size();
    ASSERT_GE(now, spans) << "a longer file lost spans";
    spans = now;
  }
  EXPECT_EQ(spans, 7u);
}

TEST(GusRecovery, AnyFlippedBitGivesAValidTraceOrAnError) {
  Bytes bytes = bytes_of(sample_trace());
  std::size_t kept = 0;
  constexpr std::size_t step = is_sanitized ? 3 : 1;
  for (std::size_t i = 0; i < bytes.size(); i += step) {
    const auto mask = static_cast<std::byte>(1u << (i % 8));
    bytes[i] ^= mask;
    const auto trace = recover_gus(bytes, "t.gus");
    if (trace) {
      ASSERT_TRUE(validate(**trace, "t").ok()) << "byte " << i;
      ASSERT_THAT(added_notes(**trace).front(), HasSubstr("recovered from an incomplete file"));
      ++kept;
    }
    bytes[i] ^= mask;
  }
  EXPECT_GT(kept, bytes.size() / step / 2);
}

TEST(GusRecovery, DamagedChunkEndsOnlyItsTable) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  bytes[file.offset(Section::messages) + 60] ^= std::byte{1};
  Trace trace = recovered(bytes);
  EXPECT_THAT(added_notes(trace),
              ElementsAre(HasSubstr("of the chunk's payload, found"), "lost: damaged chunks (1)"));
  Trace expected = sample_trace();
  expected.messages.clear();
  expected.metadata.incomplete = true;
  trace.metadata.notes.resize(2);
  EXPECT_EQ(trace, expected);
}

TEST(GusRecovery, ChunkWithADamagedHeaderIsSkipped) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  bytes[file.offset(Section::dependencies) + 20] ^= std::byte{1};
  const std::size_t lost = 56 + file.chunk(Section::dependencies).payload.size();
  Trace trace = recovered(bytes);
  EXPECT_THAT(added_notes(trace),
              ElementsAre(HasSubstr("recovered"), "lost: unreadable bytes (" + std::to_string(lost) + ")"));
  Trace expected = sample_trace();
  expected.dependencies.clear();
  expected.metadata.incomplete = true;
  trace.metadata.notes.resize(2);
  EXPECT_EQ(trace, expected);
}

/// The sample without the chunks of one section and without the directory.
Trace recovered_without(Section section) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  std::erase_if(file.chunks, [&](const auto& part) { return part.info.section == gus::number(section); });
  Bytes bytes = file.bytes();
  bytes.resize(bytes.size() - 1);
  return recovered(bytes);
}

TEST(GusRecovery, SpansSurviveWithoutTheirTasks) {
  const Trace trace = recovered_without(Section::tasks);
  EXPECT_EQ(trace.tasks.size(), 0u);
  EXPECT_EQ(trace.lanes[0].spans.begin_ns, sample_trace().lanes[0].spans.begin_ns);
  EXPECT_EQ(trace.lanes[0].spans.end_ns, sample_trace().lanes[0].spans.end_ns);
  EXPECT_EQ(trace.lanes[0].spans.task, std::vector<TaskId>(4));
  EXPECT_EQ(trace.span_links, sample_trace().span_links);
  EXPECT_THAT(
      added_notes(trace),
      ElementsAre(HasSubstr("recovered"), "lost: accesses whose tasks, handles or modes are lost (7)",
                  "lost: tasks of spans that were kept (5)", "lost: dependencies whose tasks are lost (2)",
                  "lost: joins whose tasks are lost (2)",
                  "lost: lock holds whose tasks or locks are lost (2)",
                  "lost: shares of executions or tasks that are lost (2)",
                  "lost: chunks of executions or tasks that are lost (2)",
                  "lost: attribute values whose tasks are lost (6)"));
}

TEST(GusRecovery, TasksWithoutTheirTypesAreDropped) {
  const Trace trace = recovered_without(Section::types);
  EXPECT_EQ(trace.tasks.size(), 0u);
  EXPECT_THAT(added_notes(trace), ::testing::Contains("lost: tasks whose types are lost (5)"));
}

TEST(GusRecovery, WorkWithoutItsConstructsIsDropped) {
  const Trace trace = recovered_without(Section::work_constructs);
  EXPECT_TRUE(trace.worksharing.executions.empty());
  EXPECT_TRUE(trace.worksharing.shares.empty());
  EXPECT_TRUE(trace.worksharing.chunks.empty());
  EXPECT_THAT(added_notes(trace),
              ElementsAre(HasSubstr("recovered"), "lost: executions of constructs that are lost (2)",
                          "lost: shares of executions or tasks that are lost (2)",
                          "lost: chunks of executions or tasks that are lost (2)"));
}

TEST(GusRecovery, EverythingOnLostNodesIsDropped) {
  const Trace trace = recovered_without(Section::nodes);
  EXPECT_TRUE(trace.workers.empty());
  EXPECT_TRUE(trace.lanes.empty());
  EXPECT_TRUE(trace.messages.empty());
  EXPECT_EQ(trace.handles.size(), 0u);
  EXPECT_EQ(trace.tasks, sample_trace().tasks);
  EXPECT_THAT(
      added_notes(trace),
      ElementsAre(
          HasSubstr("recovered"), "lost: workers whose nodes are lost (3)",
          "lost: lanes whose workers are lost (4)", "lost: handles whose owners are lost (3)",
          "lost: accesses whose tasks, handles or modes are lost (7)",
          "lost: span links whose spans are lost (2)", "lost: waits whose spans or locks are lost (2)",
          "lost: processor uses whose workers are lost (2)", "lost: bindings whose workers are lost (2)",
          "lost: messages whose nodes are lost (2)", "lost: counters whose nodes are lost (2)"));
}

TEST(GusRecovery, LinksToLostSpansAreDroppedAndMessagesLoseTheirHandles) {
  const Trace handles = recovered_without(Section::handles);
  EXPECT_EQ(handles.messages.size(), 2u);
  EXPECT_EQ(handles.messages[0].handle, HandleId());
  EXPECT_THAT(added_notes(handles), ::testing::Contains("lost: handles of messages that were kept (1)"));
  const Trace spans = recovered_without(Section::spans);
  EXPECT_TRUE(spans.span_links.empty());
  EXPECT_THAT(added_notes(spans), ::testing::Contains("lost: span links whose spans are lost (2)"));
}

TEST(GusRecovery, ChunksWhoseGroupIsLostAreDropped) {
  const Trace lanes = recovered_without(Section::lanes);
  EXPECT_TRUE(lanes.lanes.empty());
  EXPECT_THAT(added_notes(lanes), ::testing::Contains("lost: chunks that depend on lost ones (3)"));
}

TEST(GusRecovery, LostMetadataIsAnError) {
  GusFile file = GusFile::parse(bytes_of(sample_trace()));
  Bytes bytes = file.bytes();
  bytes[100] ^= std::byte{1};
  EXPECT_EQ(recover_gus(bytes, "t.gus").error().message(),
            "t.gus: offset 24: expected one metadata chunk, found none");
}

TEST(GusRecovery, ForeignOrMissingFileIsRefused) {
  EXPECT_EQ(recover_gus(Bytes(100), "t.gus").error().message(),
            "t.gus: offset 0: expected the signature of a .gus file, found bytes 00 00 00 00 00 00 00 00");
  EXPECT_EQ(recover_gus(std::filesystem::path("/nonexistent/t.gus")).error().message(),
            "/nonexistent/t.gus: expected a readable .gus file, found \"No such file or directory\"");
}

TEST(GusRecovery, InconsistentTraceIsRefused) {
  Trace trace = sample_trace();
  trace.lanes[3].spans.end_ns[0] = 0;
  trace.lanes[3].spans.begin_ns[0] = 5;  // the duration wraps around
  EXPECT_THAT(recover_gus(bytes_of(trace), "t.gus").error().message(),
              HasSubstr("expected values from 0 to"));
  trace = sample_trace();
  trace.lanes[0].spans.end_ns[1] = 1001;
  EXPECT_THAT(recover_gus(bytes_of(trace), "t.gus").error().message(),
              HasSubstr("where the enclosing span ends"));
}

TEST(GusRecovery, RecoveredTraceCanBeWrittenAndRead) {
  Bytes bytes = bytes_of(sample_trace());
  bytes.resize(bytes.size() - 40);
  const Trace trace = recovered(bytes);
  const auto read = read_gus(bytes_of(trace), "t.gus");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(**read, trace);
}

TEST(GusRecovery, EveryFuzzerSeedCanBeRecovered) {
  std::size_t seeds = 0;
  std::size_t whole = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GUSSET_TRACES_TESTS "/fuzz/gus_corpus")) {
    const auto trace = recover_gus(entry.path());
    EXPECT_TRUE(trace.ok()) << entry.path();
    if (read_gus(entry.path()).ok()) ++whole;
    ++seeds;
  }
  EXPECT_EQ(seeds, 12u);
  EXPECT_EQ(whole, 10u);  // two are truncated
}

TEST(GusRecovery, FileOnDiskIsRecovered) {
  const std::string path = ::testing::TempDir() + "recovery_test.gus";
  Bytes bytes = bytes_of(sample_trace());
  bytes.resize(bytes.size() - 1);
  testing::store_file(path, bytes);
  const auto trace = recover_gus(std::filesystem::path(path));
  std::filesystem::remove(path);
  ASSERT_TRUE(trace.ok()) << trace.error().message();
  EXPECT_EQ((*trace)->tasks, sample_trace().tasks);
}

TEST(GusRecovery, RecoveredTraceStaysMarkedAsIncomplete) {
  Bytes bytes = bytes_of(sample_trace());
  EXPECT_FALSE(recovered(bytes).metadata.incomplete);
  bytes.resize(bytes.size() - 1);
  const Trace trace = recovered(bytes);
  EXPECT_TRUE(trace.metadata.incomplete);
  EXPECT_TRUE(recovered(bytes_of(trace)).metadata.incomplete);
}

}  // namespace
}  // namespace gusset::traces
