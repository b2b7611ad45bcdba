#include "gusset/viewer/render/timeline_renderer.hpp"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "fonts.hpp"
#include "gl.hpp"
#include "overlay_painter.hpp"
#include "shapes_painter.hpp"
#include "strip_painter.hpp"

namespace gusset::viewer {
namespace {

// Frames are drawn after events, not at a fixed rate; no drawing depends on the time between frames.
constexpr float frame_seconds = 1.0F / 60.0F;

Box united(Box a, Box b) {
  if (a.width <= 0 || a.height <= 0) return b;
  if (b.width <= 0 || b.height <= 0) return a;
  const int left = std::min(a.left, b.left);
  const int top = std::min(a.top, b.top);
  return {left, top, std::max(a.right(), b.right()) - left, std::max(a.bottom(), b.bottom()) - top};
}

// The smallest box that contains all vertices.
Box bounds(const ImDrawData& data, int width, int height) {
  float left = FLT_MAX;
  float top = FLT_MAX;
  float right = -FLT_MAX;
  float bottom = -FLT_MAX;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : data.CmdLists[i]->VtxBuffer) {
      left = std::min(left, vertex.pos.x);
      top = std::min(top, vertex.pos.y);
      right = std::max(right, vertex.pos.x);
      bottom = std::max(bottom, vertex.pos.y);
    }
  }
  if (left > right) return {};
  const auto bound = [](float value, int most) {
    return static_cast<int>(std::clamp(value, 0.0F, static_cast<float>(most)));
  };
  const int x = bound(std::floor(left), width);
  const int y = bound(std::floor(top), height);
  return {x, y, bound(std::ceil(right), width) - x, bound(std::ceil(bottom), height) - y};
}

}  // namespace

struct TimelineRenderer::State {
  explicit State(double pixel_scale) : scale(pixel_scale), context(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(context);
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    fonts.emplace(*io.Fonts, scale);
    text_size.height = static_cast<double>(fonts->height());
    text_size.regular = [this](std::string_view text) { return fonts->measure(Font::regular, text); };
    text_size.bold = [this](std::string_view text) { return fonts->measure(Font::bold, text); };
  }
  ~State() { ImGui::DestroyContext(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void begin_frame(int width, int height) {
    ImGui::SetCurrentContext(context);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
    io.DeltaTime = frame_seconds;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
  }

  // Draws a list outside of Dear ImGui's frames, so that the picture takes no input.
  template <class Draw>
  void draw_list(const Picture& picture, Draw draw) {
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
    list.PushClipRect({0.0F, 0.0F}, {static_cast<float>(picture.width), static_cast<float>(picture.height)});
    draw(list);
    ImDrawList* lists = &list;
    ImDrawData data;
    data.Valid = true;
    data.CmdLists = &lists;
    data.CmdListsCount = 1;
    data.TotalIdxCount = list.IdxBuffer.Size;
    data.TotalVtxCount = list.VtxBuffer.Size;
    data.DisplaySize = {static_cast<float>(picture.width), static_cast<float>(picture.height)};
    data.FramebufferScale = {1.0F, 1.0F};
    ImGui_ImplOpenGL3_RenderDrawData(&data);
  }

  // An invisible item that only takes drags; the picture shows the overview.
  std::optional<double> drag_in_overview(Box box) {
    if (box.width <= 0 || box.height <= 0) return std::nullopt;
    ImGui::SetNextWindowPos({static_cast<float>(box.left), static_cast<float>(box.top)});
    ImGui::SetNextWindowSize({static_cast<float>(box.width), static_cast<float>(box.height)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0F, 0.0F});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
    ImGui::Begin("overview", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
    ImGui::InvisibleButton("window", {static_cast<float>(box.width), static_cast<float>(box.height)});
    const bool active = ImGui::IsItemActive();
    ImGui::End();
    ImGui::PopStyleVar(2);
    if (!active) return std::nullopt;
    return static_cast<double>(ImGui::GetIO().MousePos.x);
  }

  struct Prepared {
    FrameResult result;
    Box drawn;              // the overlay's bounds
    bool is_whole = false;  // nothing of the previous frame remains
  };

  // Prepares a frame: everything but the drawing.
  Prepared prepare(const Overlay& overlay, Redraw redraw) {
    const int width = kept->width();
    const int height = kept->height();
    ImGui::SetCurrentContext(context);
    const PointerState now = pointer.next_frame();
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = now.inside ? ImVec2(static_cast<float>(now.x), static_cast<float>(now.y))
                             : ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = now.down[i];
    begin_frame(width, height);
    Prepared frame;
    frame.result.overview_x = drag_in_overview(overlay.overview);
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    draw_dimmed(list, overlay);
    if (!overlay.dimmed.empty()) draw_shapes(list, timeless, *fonts, scale);
    draw_overlay(list, overlay, ruler_texts, *fonts, scale, width, height);
    ImGui::Render();

    frame.drawn = bounds(*ImGui::GetDrawData(), width, height);
    frame.is_whole = all_damaged || redraw == Redraw::everything;
    frame.result.damage = frame.is_whole ? Box{0, 0, width, height} : united(frame.drawn, last_overlay);
    frame.result.wants_another = pointer.pending();
    last_overlay = frame.drawn;
    all_damaged = false;
    return frame;
  }

  // Draws the prepared overlay over a part of the picture that contains the whole overlay.
  void draw_over(unsigned framebuffer, Box part) {
    kept->copy_to(framebuffer, part);
    glViewport(0, 0, kept->width(), kept->height());
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }

  double scale;
  ImGuiContext* context;
  std::optional<Fonts> fonts;
  TextSize text_size;
  PointerQueue pointer;
  std::optional<StripPainter> strips;
  Columns columns = Columns::by_shader;
  std::optional<RenderTarget> kept;
  Shapes timeless;  // timeless shapes of the kept picture
  std::vector<Box> ruler_texts;
  Box last_overlay;
  bool all_damaged = true;
};

TimelineRenderer::TimelineRenderer(double scale) : state_(std::make_unique<State>(scale)) {}
TimelineRenderer::~TimelineRenderer() = default;

const TextSize& TimelineRenderer::text_size() const {
  return state_->text_size;
}
double TimelineRenderer::scale() const {
  return state_->scale;
}
bool TimelineRenderer::initialised() const {
  return state_->strips.has_value();
}
PointerQueue& TimelineRenderer::pointer() {
  return state_->pointer;
}

Result<Done> TimelineRenderer::initialise(std::optional<Columns> columns) {
  ImGui::SetCurrentContext(state_->context);
  if (!ImGui_ImplOpenGL3_Init("#version 330 core")) {
    return Error{"OpenGL", "a context that Dear ImGui can draw with", "one that it rejects"};
  }
  state_->strips.emplace();
  Result<Done> done = state_->strips->initialise();
  if (!done) return done;
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  state_->columns = columns.value_or(columns_for(name == nullptr ? "" : name));
  state_->kept.emplace();
  // Drawing lists outside of frames needs the state that the first frame sets up.
  state_->begin_frame(1, 1);
  ImGui::EndFrame();
  return Done{};
}

void TimelineRenderer::release() {
  if (!initialised()) return;
  ImGui::SetCurrentContext(state_->context);
  state_->kept.reset();
  state_->strips.reset();
  ImGui_ImplOpenGL3_Shutdown();
}

void TimelineRenderer::draw_picture(const Picture& picture) {
  ImGui::SetCurrentContext(state_->context);
  state_->kept->resize(picture.width, picture.height);
  glBindFramebuffer(GL_FRAMEBUFFER, state_->kept->framebuffer());
  glViewport(0, 0, picture.width, picture.height);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  const auto channel = [&](int shift) {
    return static_cast<float>(picture.background >> shift & 255U) / 255.0F;
  };
  glClearColor(channel(0), channel(8), channel(16), 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  state_->draw_list(picture, [&](ImDrawList& list) { draw_fills(list, picture.fills); });
  state_->strips->draw(picture, *state_->kept, state_->columns);
  state_->timeless = picture.shapes.timeless();
  state_->ruler_texts = picture.ruler_texts;
  state_->draw_list(picture, [&](ImDrawList& list) {
    draw_fills(list, picture.over_fills);
    draw_shapes(list, picture.shapes, *state_->fonts, state_->scale);
    draw_labels(list, picture.labels, *state_->fonts);
  });
  state_->all_damaged = true;
}

bool TimelineRenderer::has_picture() const {
  return state_->kept && state_->kept->width() > 0;
}

FrameResult TimelineRenderer::draw_frame(const Overlay& overlay, unsigned framebuffer, Redraw redraw) {
  const State::Prepared frame = state_->prepare(overlay, redraw);
  state_->draw_over(framebuffer, frame.result.damage);
  return frame.result;
}

FrameResult TimelineRenderer::read_frame(const Overlay& overlay, const RenderTarget& scratch,
                                         std::span<std::uint32_t> out, std::size_t stride, Redraw redraw) {
  const State::Prepared frame = state_->prepare(overlay, redraw);
  // Most of an entirely new frame is the kept picture, which can be read without a copy.
  Box part = frame.result.damage;
  if (frame.is_whole) {
    state_->kept->read(out, stride, part);
    part = frame.drawn;
  }
  if (part.width <= 0 || part.height <= 0) return frame.result;
  state_->draw_over(scratch.framebuffer(), part);
  scratch.read(out, stride, part);
  return frame.result;
}

}  // namespace gusset::viewer
