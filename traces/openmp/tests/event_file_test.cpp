#include "recorder/event_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "convert_events.hpp"
#include "event_file_reader.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "write_traces.hpp"

namespace gusset::ompt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EventFileTest : public ::testing::Test {
 protected:
  EventFileTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~EventFileTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path trace() const { return folder_ / "t.gus"; }
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      result.push_back(entry.path().filename().string());
    std::sort(result.begin(), result.end());
    return result;
  }
  std::filesystem::path only_event_file() const {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == event_file_extension) return entry.path();
    }
    return {};
  }

  static void append(EventChunk& chunk, const Event& event) {
    const std::uint64_t count = chunk.count.load();
    chunk.events[count] = event;
    chunk.count.store(count + 1);
  }

  /// The `first` of each event of a thread.
  static std::vector<std::uint64_t> firsts_of(EventFileReader& reader, std::size_t thread) {
    std::vector<std::uint64_t> firsts;
    for (Event event; reader.read(thread, {&event, 1}) > 0;) firsts.push_back(event.first);
    return firsts;
  }

  /// A process with one thread that ran a region. Processes differ only in their start times.
  void leave_region(std::int64_t start_epoch_ns, bool is_started) {
    EventFile file;
    EventFileHeader header;
    header.start_epoch_ns = start_epoch_ns;
    header.is_started = is_started ? 1 : 0;
    ASSERT_TRUE(file.create(trace().string(), header));
    EventChunk* const chunk = file.add_chunk(0, 0, false, 0);
    ASSERT_NE(chunk, nullptr);
    file.set_start_up_time(9);
    file.add_growing_time(7);
    append(*chunk, make_event(0, EventKind::initial_begin));
    append(*chunk, make_event(10, EventKind::region_begin, Number(0, 0).word()));
    append(*chunk, make_event(10, EventKind::implicit_begin, Number(0, 1).word()));
    append(*chunk, make_event(20, EventKind::implicit_end, Number(0, 2).word()));
    append(*chunk, make_event(20, EventKind::region_end, Number(0, 1).word()));
    file.finish(30, 2.0);
    EventFile::release(chunk);
  }

  const std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) / "event-file";
};

TEST_F(EventFileTest, NoteSaysHowManyThreadsWereRecordedWhenOneWasAskedFor) {
  for (const std::uint32_t threads : {1U, 2U}) {
    EventFile file;
    EventFileHeader header;
    header.start_epoch_ns = threads;
    header.is_started = header.asks_for_one_thread = 1;
    ASSERT_TRUE(file.create(trace().string(), header));
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      EventChunk* const chunk = file.add_chunk(thread, 0, false, 0);
      ASSERT_NE(chunk, nullptr);
      append(*chunk, make_event(0, EventKind::initial_begin));
      append(*chunk, make_event(10, EventKind::region_begin, Number(thread, 0).word()));
      append(*chunk, make_event(10, EventKind::implicit_begin, Number(thread, 1).word()));
      append(*chunk, make_event(20, EventKind::implicit_end, Number(thread, 2).word()));
      append(*chunk, make_event(20, EventKind::region_end, Number(thread, 1).word()));
      EventFile::release(chunk);
    }
    file.finish(30, 2.0);
    const std::filesystem::path events = only_event_file();
    const Conversion conversion = convert_events(
        events, [this](std::optional<unsigned>) { return trace(); }, 6);
    EXPECT_FALSE(conversion.error) << conversion.error->message();
    const auto read = traces::read_gus(trace());
    ASSERT_TRUE(read.ok()) << read.error().message();
    const std::vector<std::string>& notes = (*read)->metadata.notes;
    const auto of_one = ::testing::Contains(traces::asked_for_one_thread);
    if (threads == 1) {
      EXPECT_THAT(notes, of_one);
    } else {
      EXPECT_THAT(notes, ::testing::Not(of_one));
      EXPECT_THAT(notes, ::testing::Contains(::testing::StartsWith(
                             "OMP_NUM_THREADS=1 asks for one thread, but 2 threads were recorded: ")));
    }
    remove_events(events);
    std::filesystem::remove(trace());
  }
}

TEST_F(EventFileTest, UnfinishedRecordingIsReadable) {
  EventFile file;
  EventFileHeader header;
  header.first_thread = 5;
  header.start_epoch_ns = 77;
  header.quota = 1.5;
  std::strcpy(header.runtime.data(), "a runtime");
  ASSERT_TRUE(file.create(trace().string(), header));
  EventChunk* const first = file.add_chunk(6, 0, true, 0);
  EventChunk* const second = file.add_chunk(5, 0, false, 0);
  EventChunk* const third = file.add_chunk(6, 1, true, 0);
  append(*first, make_event(1, EventKind::create, 11));
  append(*second, make_event(9, EventKind::create, 12));
  append(*third, make_event(3, EventKind::create, 13));
  const auto opened = EventFileReader::open(only_event_file());
  ASSERT_TRUE(opened.ok()) << opened.error().message();
  EventFileReader& reader = **opened;
  EXPECT_EQ(reader.process().runtime, "a runtime");
  EXPECT_EQ(reader.process().start_epoch_ns, 77);
  EXPECT_FALSE(reader.process().command.empty());
  EXPECT_NE(reader.process().maps.find("openmp_tests"), std::string::npos);
  EXPECT_TRUE(reader.facts().is_cut);
  EXPECT_EQ(reader.facts().quota, 1.5);
  ASSERT_EQ(reader.threads(), 2U);
  EXPECT_FALSE(reader.is_worker(0));
  EXPECT_TRUE(reader.is_worker(1));
  EXPECT_THAT(firsts_of(reader, 0), ElementsAre(12U));
  EXPECT_THAT(firsts_of(reader, 1), ElementsAre(11U, 13U));
  for (EventChunk* chunk : {first, second, third}) EventFile::release(chunk);
}

TEST_F(EventFileTest, TraceSaysHowLongRecordingAndStartingTook) {
  leave_region(1, true);
  EXPECT_THAT(write_traces(trace()), IsEmpty());
  const traces::Metadata metadata = (*traces::read_gus(trace()))->metadata;
  EXPECT_EQ(metadata.recording_ns, 17) << "five events of 2 ns, and 7 ns for a chunk";
  EXPECT_EQ(metadata.start_up_ns, 9);
}

TEST_F(EventFileTest, RestartedProcessGetsASeparateFile) {
  leave_region(1, true);
  leave_region(2, true);
  EXPECT_EQ(std::count_if(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator(),
                          [](const auto& entry) { return entry.path().extension() == event_file_extension; }),
            2);
}

TEST_F(EventFileTest, TracesAreNumberedByStartTimeAndEventFilesAreRemoved) {
  leave_region(3'000'000'000, false);
  leave_region(2'000'000'000, true);
  leave_region(1'000'000'000, false);
  EXPECT_THAT(write_traces(trace()), IsEmpty());
  EXPECT_THAT(names(), ElementsAre("t.2.gus", "t.3.gus", "t.gus"));
  const auto date = [this](const char* name) { return (*traces::read_gus(folder_ / name))->metadata.date; };
  EXPECT_EQ(date("t.gus"), "1970-01-01T00:00:02Z");
  EXPECT_EQ(date("t.2.gus"), "1970-01-01T00:00:01Z");
  EXPECT_EQ(date("t.3.gus"), "1970-01-01T00:00:03Z");
}

TEST_F(EventFileTest, ExistingTraceIsNotOverwritten) {
  std::ofstream(trace()) << "of the same process";
  leave_region(1, true);
  EXPECT_THAT(write_traces(trace()), IsEmpty());
  EXPECT_THAT(names(), ElementsAre("t.2.gus", "t.gus"));
}

TEST_F(EventFileTest, ForeignFileIsRefused) {
  std::ofstream(folder_ / "t.gus.1-1.events") << "something else";
  const auto errors = write_traces(trace());
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].message(),
            (folder_ / "t.gus.1-1.events").string() +
                ": offset 0: expected an event file of this version of Gusset, found another file");
}

TEST_F(EventFileTest, DamagedChunkIsRefusedWithItsOffset) {
  leave_region(1, true);
  const std::filesystem::path path = only_event_file();
  {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(event_file_header_bytes + offsetof(EventChunk, count));
    const std::uint64_t count = 1'000'000;
    file.write(reinterpret_cast<const char*>(&count), sizeof count);
  }
  const auto read = EventFileReader::open(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message(), path.string() +
                                        ": offset 4096: expected a chunk of one thread's events, found "
                                        "1\u202F000\u202F000 events of thread 0");
}

/// Limits the size of this process's files to `bytes`, like a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes, bool stops_recording) : expects_message_(bytes > 0 && stops_recording) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    ::testing::internal::CaptureStderr();
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    const std::string errors = ::testing::internal::GetCapturedStderr();  // from a file: needs space
    if (expects_message_) {
      EXPECT_THAT(errors, ::testing::StartsWith("gusset: recording stopped, the program continues: "));
    }
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  bool expects_message_;
  rlimit before_{};
};

TEST_F(EventFileTest, FullDiskKeepsTheEventsUpToTheFirstFailure) {
  EventFile file;
  EventFileHeader header;
  ASSERT_TRUE(file.create(trace().string(), header));
  EventChunk* const chunk = file.add_chunk(0, 0, false, 0);
  ASSERT_NE(chunk, nullptr);
  append(*chunk, make_event(0, EventKind::initial_begin));
  append(*chunk, make_event(10, EventKind::region_begin, Number(0, 0).word()));
  append(*chunk, make_event(10, EventKind::implicit_begin, Number(0, 1).word()));
  {
    const FullDisk full(event_file_header_bytes + EventChunk::bytes, true);
    EXPECT_EQ(file.add_chunk(1, 0, true, 40), nullptr);
    EXPECT_EQ(file.add_chunk(2, 0, true, 30), nullptr);  // it read its clock before the other one
  }
  append(*chunk, make_event(20, EventKind::create, Number(0, 2).word()));
  append(*chunk, make_event(35, EventKind::create, Number(0, 2).word()));
  file.finish(90, 2.0);
  EventFile::release(chunk);
  {
    const auto read = EventFileReader::open(only_event_file());
    ASSERT_TRUE(read.ok()) << read.error().message();
    EXPECT_TRUE((*read)->facts().is_incomplete);
    EXPECT_EQ((*read)->facts().end_ns, 30);
    EXPECT_EQ((*read)->facts().ran_until_ns, 90);
  }

  EXPECT_THAT(write_traces(trace()), IsEmpty());
  const auto written = *traces::read_gus(trace());
  EXPECT_THAT(
      written->metadata.notes,
      ::testing::Contains("recording stopped after 30 ns of 90 ns, because there was no space for more "
                          "events: the rest of the run is unknown"));
  EXPECT_EQ(written->tasks.size(), 3U);  // the one at 35 ns is beyond the end
}

TEST_F(EventFileTest, EventFileThatCannotBeConvertedStays) {
  leave_region(1, true);
  const std::filesystem::path events = only_event_file();
  {
    const FullDisk full(0, false);
    const auto errors = write_traces(trace());
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].message(),
              trace().string() + ": expected a file that can be written, found \"File too large\"");
  }
  EXPECT_EQ(names().size(), 3U);
  EXPECT_TRUE(write_trace(events, trace()).ok());
  EXPECT_EQ((*traces::read_gus(trace()))->tasks.size(), 2U);
  EXPECT_TRUE(std::filesystem::exists(events));
}

TEST_F(EventFileTest, LaterConversionKnowsWhatEndedTheProcess) {
  leave_region(1, true);
  const std::filesystem::path events = only_event_file();
  note_end(events, "signal 9 (Killed)");
  EXPECT_EQ(read_event_file_header(events)->ended_by, "signal 9 (Killed)");
}

TEST_F(EventFileTest, EventFileWithoutTasksBecomesNoTrace) {
  {
    EventFile file;
    EventFileHeader header;
    ASSERT_TRUE(file.create(trace().string(), header));
    file.finish(10, 2.0);
  }
  const std::filesystem::path events = only_event_file();
  EXPECT_EQ(write_trace(events, trace()).error().message(),
            events.string() + ": expected OpenMP tasks or parallel regions, found none");
  EXPECT_THAT(write_traces(trace()), IsEmpty());
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(EventFileTest, FullDiskBeforeTheFirstTaskIsReported) {
  for (const rlim_t space : {rlim_t{0}, rlim_t{event_file_header_bytes}}) {
    {
      const FullDisk full(space, true);
      EventFile file;
      EventFileHeader header;
      EXPECT_EQ(file.create(trace().string(), header), space > 0);
      EXPECT_EQ(file.add_chunk(0, 0, false, 5), nullptr);
    }
    const auto errors = write_traces(trace());
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors[0].message(),
              "t.gus: expected space for a trace of the OpenMP tasks, found a full disk: recording stopped "
              "before the first task");
    EXPECT_THAT(names(), IsEmpty());
  }
}

TEST_F(EventFileTest, MissingFolderStopsTheRecordingWithAMessage) {
  EventFile file;
  EventFileHeader header;
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(file.create((folder_ / "no" / "t.gus").string(), header));
  EXPECT_THAT(
      ::testing::internal::GetCapturedStderr(),
      ::testing::MatchesRegex("gusset: recording stopped, the program continues: .*/no/t\\.gus\\.[0-9]+-1"
                              "\\.events: expected a writable event file, found \"No such file or "
                              "directory\"\n"));
  EXPECT_EQ(file.add_chunk(0, 0, false, 0), nullptr);
}

}  // namespace
}  // namespace gusset::ompt
