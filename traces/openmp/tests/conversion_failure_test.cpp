// Conversions that fail at any point leave the events, and the next conversion gives the same trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>

#include "convert_events.hpp"
#include "random_events.hpp"
#include "recorder/event_file.hpp"

namespace {

/// How many allocations of this thread succeed before one fails; negative: none fails.
thread_local std::int64_t allocations_left = -1;
thread_local std::int64_t allocations = 0;

void* allocate(std::size_t bytes) {
  ++allocations;
  if (allocations_left >= 0 && allocations_left-- == 0) return nullptr;
  return std::malloc(bytes == 0 ? 1 : bytes);
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const place = allocate(bytes);
  if (place == nullptr) throw std::bad_alloc();
  return place;
}
[[gnu::noinline]] void* operator new[](std::size_t bytes) {
  return operator new(bytes);
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes);
}
[[gnu::noinline]] void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes);
}
[[gnu::noinline]] void operator delete(void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place, std::size_t) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete(void* place, const std::nothrow_t&) noexcept {
  std::free(place);
}
[[gnu::noinline]] void operator delete[](void* place, const std::nothrow_t&) noexcept {
  std::free(place);
}

namespace gusset::ompt {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ConversionFailureTest : public ::testing::Test {
 protected:
  ConversionFailureTest() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    record();
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().extension() == event_file_extension) events_ = entry.path();
    }
    recorded_ = content_of(events_);
  }
  ~ConversionFailureTest() override { std::filesystem::remove_all(folder_); }

  /// A recorded process of several threads, whose data do not fit into few pages.
  void record() {
    RecordedEvents random = RandomEvents(3, 20'000).take();
    EventFile file;
    EventFileHeader header;
    header.start_epoch_ns = 1;
    ASSERT_TRUE(file.create((folder_ / "t.gus").string(), header));
    for (std::size_t thread = 0; thread < random.threads(); ++thread) {
      std::uint32_t sequence = 0;
      EventChunk* chunk = nullptr;
      for (const Event& event : random.events(thread)) {
        if (chunk == nullptr || chunk->count.load() == EventChunk::capacity) {
          if (chunk != nullptr) EventFile::release(chunk);
          chunk = file.add_chunk(static_cast<std::uint32_t>(thread), sequence++, random.is_worker(thread), 0);
        }
        chunk->events[chunk->count.load()] = event;
        chunk->count.fetch_add(1);
      }
      EventFile::release(chunk);
    }
    file.finish(random.recorded.end_ns, 0.0);
  }

  Conversion convert() {
    return convert_events(
        events_, [this](std::optional<unsigned>) { return trace(); }, 6);
  }
  std::filesystem::path trace() const { return folder_ / "t.gus"; }

  std::string converted() {
    const Conversion conversion = convert();
    EXPECT_FALSE(conversion.error) << conversion.error->message();
    std::string bytes = content_of(trace());
    std::filesystem::remove(trace());
    return bytes;
  }

  void expect_nothing_is_lost(const Conversion& failed, const std::string& expected) {
    EXPECT_TRUE(failed.needs_events);
    EXPECT_FALSE(std::filesystem::exists(trace()));
    EXPECT_EQ(
        std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()), 3)
        << "the event file, the command and the memory map";
    EXPECT_TRUE(content_of(events_) == recorded_);
    EXPECT_TRUE(converted() == expected);
  }

  const std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) / "conversion-failure";
  std::filesystem::path events_;
  std::string recorded_;
};

TEST_F(ConversionFailureTest, EventsStayWhenMemoryRunsOutAtTenPoints) {
  const std::int64_t before = allocations;
  const std::string expected = converted();
  const std::int64_t needed = allocations - before;
  int failures = 0;
  for (std::int64_t point = 0; point < 10; ++point) {
    allocations_left = needed * point / 11;
    Conversion failed = convert();
    allocations_left = -1;
    if (failed.error) {
      ++failures;
      expect_nothing_is_lost(failed, expected);
    } else {  // the conversion needed less memory
      EXPECT_TRUE(content_of(trace()) == expected);
      std::filesystem::remove(trace());
    }
  }
  EXPECT_GT(failures, 5);
}

TEST_F(ConversionFailureTest, EventsStayWhenTheDiskIsFullAtTenPoints) {
  const std::string expected = converted();
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  for (rlim_t point = 0; point < 10; ++point) {
    const rlimit limit{expected.size() * point / 10, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Conversion failed = convert();
    setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_TRUE(failed.error);
    EXPECT_THAT(failed.error->message(), ::testing::HasSubstr("File too large"));
    expect_nothing_is_lost(failed, expected);
  }
}

TEST_F(ConversionFailureTest, MissingEventsAreNamed) {
  std::filesystem::remove(events_);
  const Conversion failed = convert();
  ASSERT_TRUE(failed.error);
  EXPECT_EQ(failed.error->message(),
            events_.string() + ": expected a readable event file, found \"No such file or directory\"");
}

}  // namespace
}  // namespace gusset::ompt
