#include "gusset/viewer/app/widgets/file_watch.hpp"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gusset/traces/gus/gus.hpp"
#include "text_trace.hpp"

namespace gusset::viewer {
namespace {

constexpr int long_ms = 20000;

class FileWatchTest : public ::testing::Test {
 protected:
  FileWatchTest()
      : folder_(std::filesystem::path(::testing::TempDir()) / "watch"),
        path_(folder_ / "t.gus"),
        jobs_(
            [this](std::function<void()> function) {
              QMetaObject::invokeMethod(&here_, std::move(function), Qt::QueuedConnection);
            },
            1),
        watch_(jobs_) {
    std::filesystem::create_directories(folder_);
    write("aa");
    listening_ = watch_.changed.connect(
        [this](const FileWatch::Paths& changed) { reported_ += static_cast<int>(changed.size()); });
    watch_.watch({path_});
    EXPECT_TRUE(QTest::qWaitFor([this] { return !jobs_.busy(); }, long_ms));
  }
  ~FileWatchTest() override { std::filesystem::remove_all(folder_); }

  void write(const char* drawing) {
    EXPECT_TRUE(traces::write_gus(*traces::testing::trace_from_text(drawing), path_));
  }
  std::string bytes() const {
    std::ostringstream all;
    all << std::ifstream(path_, std::ios::binary).rdbuf();
    return all.str();
  }
  bool wait_for_checks(std::uint64_t checks) {
    return QTest::qWaitFor([&] { return watch_.checks() >= checks; }, long_ms);
  }

  std::filesystem::path folder_;
  std::filesystem::path path_;
  QObject here_;
  JobRunner jobs_;
  FileWatch watch_;
  int reported_ = 0;
  Connection listening_;
};

TEST_F(FileWatchTest, ReportsAReplacedFileOnce) {
  write("aabb");
  ASSERT_TRUE(QTest::qWaitFor([&] { return reported_ > 0; }, long_ms));
  EXPECT_EQ(reported_, 1);
  write("aabbcc");
  ASSERT_TRUE(QTest::qWaitFor([&] { return reported_ > 1; }, long_ms))
      << "the file of the same name is watched";
}

TEST_F(FileWatchTest, WaitsUntilAFileIsComplete) {
  const std::filesystem::path other = folder_ / "other.gus";
  ASSERT_TRUE(traces::write_gus(*traces::testing::trace_from_text("aabbccdd"), other));
  std::string whole;
  {
    std::ostringstream all;
    all << std::ifstream(other, std::ios::binary).rdbuf();
    whole = all.str();
  }
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  file << whole.substr(0, whole.size() / 2) << std::flush;
  ASSERT_TRUE(wait_for_checks(watch_.checks() + 1));
  EXPECT_EQ(reported_, 0);
  file << whole.substr(whole.size() / 2) << std::flush;
  ASSERT_TRUE(QTest::qWaitFor([&] { return reported_ > 0; }, long_ms));
  EXPECT_EQ(bytes(), whole);
}

TEST_F(FileWatchTest, IgnoresDeletedFilesAndNeighbours) {
  std::ofstream(folder_ / "neighbour") << "x";
  ASSERT_TRUE(wait_for_checks(1));
  EXPECT_EQ(reported_, 0);
  std::filesystem::remove(path_);
  ASSERT_TRUE(wait_for_checks(2));
  EXPECT_EQ(reported_, 0);
}

}  // namespace
}  // namespace gusset::viewer
