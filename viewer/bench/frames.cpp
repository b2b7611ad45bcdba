#include "frames.hpp"

#include <cmath>
#include <memory>
#include <stdexcept>

#include "bench/statistics.hpp"
#include "gusset/viewer/model/explain/bound_line.hpp"
#include "gusset/viewer/model/timeline/overlay.hpp"
#include "gusset/viewer/model/timeline/picture.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"
#include "gusset/viewer/render/egl_context.hpp"
#include "gusset/viewer/render/render_target.hpp"
#include "gusset/viewer/render/timeline_renderer.hpp"
#include "naive_triangles.hpp"

namespace gusset::bench {
namespace {

constexpr int width = 1600;
constexpr int height = 900;
constexpr int steps = 60;
constexpr double zoom_factor = 1.15;

/// A view of a document in graphics memory, like the window's canvas without a graphics processor.
class View {
 public:
  View(const viewer::EglContext& context, std::shared_ptr<const viewer::Document> document)
      : context_(context), renderer_(1.0), timeline_(renderer_.text_size().regular), pixels_(width * height) {
    context_.make_current();
    if (auto made = renderer_.initialise(); !made) throw std::runtime_error(made.error().message());
    target_ = std::make_unique<viewer::RenderTarget>();
    target_->resize(width, height);
    timeline_.set_size(width, height, 1.0);
    timeline_.set_document(std::move(document));
  }
  ~View() {
    target_.reset();
    renderer_.release();
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  viewer::Timeline& timeline() { return timeline_; }
  viewer::RenderTarget& target() { return *target_; }

  void draw_picture(const std::vector<viewer::BoundLine>& bounds = {}) {
    viewer::Picture picture = viewer::compose_picture(timeline_, renderer_.text_size(), &kept_columns_);
    for (const viewer::BoundLine& bound : bounds)
      viewer::add_bound_line(timeline_, bound, view_palette_of(timeline_.document().appearance).bound,
                             picture.shapes);
    renderer_.draw_picture(picture);
  }

  void draw_frame(std::optional<viewer::Pointer> pointer,
                  std::optional<viewer::TaskReference> selected = std::nullopt) {
    viewer::OverlayInput input;
    input.pointer = pointer;
    if (selected) input.selection.tasks.push_back(*selected);
    renderer_.read_frame(viewer::compose_overlay(timeline_, input), *target_, pixels_, width);
  }

  void read_everything() { target_->read(pixels_, width, {0, 0, width, height}); }

 private:
  const viewer::EglContext& context_;
  viewer::TimelineRenderer renderer_;
  viewer::Timeline timeline_;
  std::vector<viewer::KeptColumns> kept_columns_;
  std::unique_ptr<viewer::RenderTarget> target_;
  std::vector<std::uint32_t> pixels_;
};

}  // namespace

FrameTimes measure_frames(std::shared_ptr<const viewer::Document> document) {
  auto context = viewer::EglContext::create();
  if (!context) throw std::runtime_error(context.error().message());
  const traces::Trace& trace = *document->panel(0).trace;
  View view(**context, document);
  const NaiveTriangles naive(trace);
  FrameTimes times;
  const viewer::Pointer middle{width / 2.0, height / 2.0};

  view.draw_picture();
  view.draw_frame(middle);
  for (int step = 0; step < 2 * steps; ++step) {
    const bool closer = step < steps;
    times.zoom.push_back(time_ms([&] {
      view.timeline().zoom_at(middle.x, closer ? zoom_factor : 1.0 / zoom_factor);
      view.draw_picture();
      view.draw_frame(middle);
    }));
    if (step % 10 == 0) {
      const viewer::TimeAxis& axis = view.timeline().axis();
      times.naive.push_back(time_ms([&] {
        naive.draw(view.target().framebuffer(), width, height, axis.begin_ns(), axis.ns_per_pixel());
        view.read_everything();
      }));
      view.draw_picture();  // the naive drawing overwrote the target
      view.draw_frame(middle);
    }
  }
  view.timeline().fit();
  const viewer::BoundLine bound{0, document->extent_ns / 2, "bound (energetic bound)"};
  for (int step = 0; step < 2 * steps; ++step) {
    times.bound.push_back(time_ms([&] {
      view.timeline().zoom_at(middle.x, step < steps ? zoom_factor : 1.0 / zoom_factor);
      view.draw_picture({bound});
      view.draw_frame(middle);
    }));
  }
  for (const double factor : {1.0, 8.0, 64.0, 512.0}) {
    view.timeline().fit();
    view.timeline().zoom_at(middle.x, factor);
    for (int step = 0; step < steps / 2; ++step) {
      times.pan.push_back(time_ms([&] {
        view.timeline().pan(step % 2 == 0 ? 37.0 : -23.0);
        view.draw_picture();
        view.draw_frame(middle);
      }));
    }
  }
  for (int step = 0; step < steps; ++step) {
    const viewer::Pointer pointer{400.0 + 10.0 * step, 300.0 + 3.0 * step};
    times.hover.push_back(time_ms([&] { view.draw_frame(pointer); }));
    times.select.push_back(
        time_ms([&] { view.draw_frame(pointer, view.timeline().hit(pointer.x, pointer.y).task); }));
  }
  return times;
}

}  // namespace gusset::bench
