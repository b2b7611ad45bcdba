#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/render/egl_context.hpp"
#include "gusset/viewer/render/render_target.hpp"
#include "gusset/viewer/render/timeline_renderer.hpp"

namespace gusset::viewer::testing {

/// A renderer on a context without a display, and the image that it draws.
class Headless : public ::testing::Test {
 protected:
  void SetUp() override { start({}); }
  void start(std::optional<Columns> columns) {
    auto context = EglContext::create();
    ASSERT_TRUE(context) << context.error().message();
    context_ = std::move(context).value();
    context_->make_current();
    renderer_.emplace(1.0);
    const auto made = renderer_->initialise(columns);
    ASSERT_TRUE(made) << made.error().message();
    target_.emplace();
  }
  void TearDown() override {
    if (!context_) return;
    target_.reset();
    if (renderer_) renderer_->release();
    context_->release();
  }

  void show(const Picture& picture) {
    renderer_->draw_picture(picture);
    target_->resize(picture.width, picture.height);
    width_ = picture.width;
    height_ = picture.height;
  }

  FrameResult frame(const Overlay& overlay, Redraw redraw = Redraw::changes) {
    return renderer_->draw_frame(overlay, target_->framebuffer(), redraw);
  }

  std::vector<std::uint32_t> image() const {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    target_->read(pixels, static_cast<std::size_t>(width_), {0, 0, width_, height_});
    return pixels;
  }

  std::unique_ptr<EglContext> context_;
  std::optional<TimelineRenderer> renderer_;
  std::optional<RenderTarget> target_;
  int width_ = 0;
  int height_ = 0;
};

}  // namespace gusset::viewer::testing
