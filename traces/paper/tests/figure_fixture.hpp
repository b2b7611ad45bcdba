#pragma once
#include <cairo.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"

namespace gusset::paper::testing {

/// Writes figures to a temporary folder.
class Figure : public ::testing::Test {
 protected:
  Figure() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gusset-figure-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Figure() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  static std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string error_of(const std::vector<Panel>& panels, const std::filesystem::path& path,
                       const FigureOptions& options = {}) const {
    const auto done = draw(panels, path, options);
    if (done) return "no error";
    std::string message = done.error().message();
    const std::string folder = folder_.string() + "/";
    if (message.starts_with(folder)) message.erase(0, folder.size());
    return message;
  }

 private:
  std::filesystem::path folder_;
};

/// A PNG file's pixels.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;

  explicit Picture(const std::filesystem::path& path) {
    cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
    EXPECT_EQ(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    width = cairo_image_surface_get_width(surface);
    height = cairo_image_surface_get_height(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    const unsigned char* data = cairo_image_surface_get_data(surface);
    pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) {
      std::memcpy(&pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width)], data + y * stride,
                  static_cast<std::size_t>(width) * 4);
    }
    cairo_surface_destroy(surface);
  }

  /// Whether a pixel belongs to a task: lines and text are grey, tasks are not.
  bool is_coloured(int x, int y) const {
    const std::uint32_t p =
        pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    return (p & 0xFFU) != ((p >> 8U) & 0xFFU) || (p & 0xFFU) != ((p >> 16U) & 0xFFU);
  }
  int coloured(int x, int top, int bottom) const {
    int count = 0;
    for (int y = top; y < bottom; ++y) count += is_coloured(x, y) ? 1 : 0;
    return count;
  }
  /// Counts the pixels at `x`, from `top` to `bottom`, that are neither paper nor grid lines. Grey pixels
  /// count, because an edge between a task and the grey behind sub-rows may have no colour.
  int filled(int x, int top, int bottom) const {
    int count = 0;
    for (int y = top; y < bottom; ++y) {
      const std::uint32_t p =
          0xFFFFFFU &
          pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
      count += p != 0xFFFFFFU && p != 0xECECECU ? 1 : 0;
    }
    return count;
  }
};

/// What random_trace makes.
struct Shape {
  std::string name;
  std::size_t lanes = 3;
  std::size_t spans_per_lane = 100;
  std::int64_t length_ns = 1000;
  std::int64_t gap_ns = 500;
  bool nested = false;
  bool only_bars = false;  ///< every task is shorter than three columns
};

inline std::shared_ptr<const traces::Trace> random_trace(const Shape& shape) {
  auto trace = std::make_shared<traces::Trace>();
  trace->types = {"potrf", "trsm", "syrk", "gemm"};
  trace->nodes.resize(1);
  std::mt19937_64 random(42);
  const auto up_to = [&](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  for (std::size_t lane = 0; lane < shape.lanes; ++lane) {
    trace->workers.push_back({traces::NodeId(0), "w" + std::to_string(lane)});
    traces::SpanColumns spans;
    const auto add = [&](std::int64_t begin_ns, std::int64_t end_ns, traces::SpanKind kind) {
      spans.push_back(begin_ns, end_ns, traces::TaskId(trace->tasks.size()), kind);
      trace->tasks.type.push_back(traces::TypeId(static_cast<std::size_t>(up_to(3))));
    };
    std::int64_t now_ns = 0;
    for (std::size_t i = 0; i < shape.spans_per_lane; ++i) {
      now_ns += up_to(4) == 0 ? up_to(20 * shape.gap_ns) : up_to(shape.gap_ns);
      const std::int64_t length_ns = 1 + up_to(2 * shape.length_ns);
      add(now_ns, now_ns + length_ns, traces::SpanKind::run);
      if (shape.nested)
        add(now_ns + length_ns / 4, now_ns + length_ns / 2,
            up_to(1) == 0 ? traces::SpanKind::wait : traces::SpanKind::run);
      now_ns += length_ns;
    }
    trace->lanes.push_back({traces::WorkerId(lane), std::move(spans)});
  }
  return trace;
}

inline void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.name;
}

}  // namespace gusset::paper::testing
