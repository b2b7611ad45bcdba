#include "output/write_all.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <thread>

namespace gusset::cli {
namespace {

TEST(WriteAll, WaitsForASlowReader) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
  const std::string text(1'000'000, 'x');  // more than a pipe holds
  std::string got;
  std::thread reader([&] {
    std::array<char, 4096> block{};
    while (got.size() < text.size()) {
      const ssize_t count = read(ends[0], block.data(), block.size());
      if (count > 0) got.append(block.data(), static_cast<std::size_t>(count));
    }
  });
  EXPECT_EQ(write_all(ends[1], text), 0);
  reader.join();
  EXPECT_EQ(got, text);
  close(ends[0]);
  close(ends[1]);
}

TEST(WriteAll, ReturnsWhyItFailed) {
  EXPECT_EQ(write_all(-1, "text"), EBADF);
  EXPECT_EQ(write_all(-1, ""), 0);
}

}  // namespace
}  // namespace gusset::cli
