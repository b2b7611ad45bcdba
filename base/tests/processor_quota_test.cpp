#include "gusset/base/processor_quota.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gusset {
namespace {

namespace fs = std::filesystem;

/// A folder with files like those in /proc and /sys.
class ProcessorQuota : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  void is_in(const std::string& group, const std::string& mounted = "/") {
    put("proc/self/cgroup", "1:name=systemd:/elsewhere\n0::" + group + "\n");
    put("proc/self/mountinfo", "22 1 0:21 / /proc rw - proc proc rw\n30 23 0:26 " + mounted +
                                   " /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
  }
  double quota() const { return processor_quota(root_.string()); }

 private:
  fs::path root_ = fs::path(::testing::TempDir()) / "processor_quota";
};

TEST_F(ProcessorQuota, NoneWithoutControlGroups) {
  EXPECT_EQ(quota(), 0.0);
  is_in("/a");
  EXPECT_EQ(quota(), 0.0) << "the group has no files";
}

TEST_F(ProcessorQuota, SmallestLimitOfTheGroupAndItsParentsCounts) {
  is_in("/user/job");
  put("sys/fs/cgroup/user/job/cpu.max", "400000 100000\n");
  EXPECT_EQ(quota(), 4.0);
  put("sys/fs/cgroup/user/cpu.max", "150000 100000\n");
  EXPECT_EQ(quota(), 1.5);
  put("sys/fs/cgroup/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota(), 0.5) << "a container sees its own group at the mount point";
  put("sys/fs/cgroup/user/job/other/cpu.max", "1000 100000\n");
  EXPECT_EQ(quota(), 0.5) << "groups below do not count";
}

TEST_F(ProcessorQuota, MaxMeansNoLimit) {
  is_in("/user");
  put("sys/fs/cgroup/user/cpu.max", "max 100000\n");
  EXPECT_EQ(quota(), 0.0);
  put("sys/fs/cgroup/user/cpu.max", "");
  EXPECT_EQ(quota(), 0.0);
}

TEST_F(ProcessorQuota, GroupIsRelativeToTheMountedGroup) {
  is_in("/docker/1234/inner", "/docker/1234");
  put("sys/fs/cgroup/inner/cpu.max", "200000 100000\n");
  EXPECT_EQ(quota(), 2.0);
  is_in("/other", "/docker/1234");
  put("sys/fs/cgroup/cpu.max", "300000 100000\n");
  EXPECT_EQ(quota(), 3.0) << "only the mount point is visible";
  is_in("/../outside");
  EXPECT_EQ(quota(), 3.0);
}

TEST_F(ProcessorQuota, VersionOneHasTwoFiles) {
  put("proc/self/cgroup", "3:cpuset:/set\n2:cpu,cpuacct:/job\n");
  put("proc/self/mountinfo",
      "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
      "35 31 0:32 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n");
  put("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "50000\n");
  put("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(quota(), 0.0);
  put("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "125000\n");
  EXPECT_EQ(quota(), 2.5);
}

TEST_F(ProcessorQuota, IsNotNegativeForThisProcess) {
  EXPECT_GE(processor_quota(), 0.0);
}

}  // namespace
}  // namespace gusset
