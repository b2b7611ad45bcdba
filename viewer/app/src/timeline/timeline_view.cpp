#include "gusset/viewer/app/timeline/timeline_view.hpp"

#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gusset/viewer/model/timeline/navigation.hpp"
#include "gusset/viewer/model/timeline/search_shapes.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int gesture_ms = 500;  // steps within this time are undone together
constexpr int scroll_bar_width = 14;

}  // namespace

TimelineView::TimelineView(std::unique_ptr<Canvas> canvas, Session& session, Explanations& explanations,
                           Arrows& arrows, QWidget* parent)
    : QWidget(parent),
      canvas_(std::move(canvas)),
      session_(session),
      explanations_(explanations),
      arrows_(arrows),
      selection_(session.selection()),
      timeline_([this](std::string_view text) { return canvas_->renderer().text_size().regular(text); }) {
  setObjectName("timeline");
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(least_size);
  canvas_->widget().setParent(this);
  canvas_->widget().setMouseTracking(true);
  canvas_->widget().installEventFilter(this);
  canvas_->set_draw(
      [this](TimelineRenderer& renderer, const ShowFrame& show) { return draw(renderer, show); });
  connections_ = {session.document_changed.connect([this](bool keep_view) { set_document(keep_view); }),
                  session.waited_for_changed.connect([this] { canvas_->request_frame(); }),
                  session.marks_changed.connect([this] { set_marks(); }),
                  session.search().changed.connect([this] { redecorate(); }),
                  session.tracks().changed.connect([this] {
                    timeline_.set_tracks(session_.tracks().all());
                    relayout();
                  }),
                  session.settings_changed.connect([this](UndoStep step) {
                    timeline_.set_settings(session_.view_settings(), step);
                    changed();
                  }),
                  explanations.shapes_changed.connect([this] { show_explanations(); }),
                  arrows.shapes_changed.connect([this] { redecorate(); }),
                  explanations.selection_to_reveal.connect([this] { reveal(); }),
                  selection_.changed.connect([this] {
                    reveal();
                    relayout();
                  })};
  gesture_end_.setSingleShot(true);
  gesture_end_.setInterval(gesture_ms);
  connect(&gesture_end_, &QTimer::timeout, this, [this] { timeline_.end_gesture(); });
}

TimelineView::~TimelineView() {
  // Widgets receive events during destruction, when the canvas is already destroyed.
  canvas_->widget().removeEventFilter(this);
}

int TimelineView::least_height() const {
  const int wanted = static_cast<int>(std::ceil(timeline_.least_height() / devicePixelRatioF()));
  return std::max(wanted, least_size.height());
}

void TimelineView::set_document(bool keep_view) {
  drag_ = Drag::none;
  dragged_.reset();
  timeline_.set_document(session_.document(), keep_view);
  lay_out();
  changed();
  document_shown(keep_view);
}

void TimelineView::show_waited_for(bool shown) {
  shows_waited_for_ = shown;
  canvas_->request_frame();
}

void TimelineView::set_counterparts(std::vector<TaskReference> counterparts) {
  if (counterparts == counterparts_) return;
  counterparts_ = std::move(counterparts);
  canvas_->request_frame();
}

void TimelineView::set_marks() {
  marks_ = session_.edits().marks;
  canvas_->request_frame();
  if (timeline_.has_marks_row() != marks_.empty()) return;
  timeline_.set_marks_row(!marks_.empty());
  relayout();
}

void TimelineView::show_explanations() {
  redecorate();
  if (timeline_.has_bounds_row() == explanations_.shows_bounds()) return;
  timeline_.set_bounds_row(explanations_.shows_bounds());
  relayout();
}

void TimelineView::set_playback(std::optional<PlaybackCursor> cursor) {
  if (cursor == playback_) return;
  playback_ = cursor;
  canvas_->request_frame();
}

void TimelineView::keep_in_view(std::int64_t time_ns) {
  if (timeline_.document().empty()) return;
  const auto time = static_cast<double>(timeline_.document().on_axis(0, {time_ns, time_ns}).begin_ns);
  const TimeAxis& axis = timeline_.axis();
  if (time >= axis.begin_ns() && time <= axis.end_ns()) return;
  // Leaves most of the view for what comes after the time.
  constexpr double share_before = 0.1;
  timeline_.centre_on(time + axis.span_ns() * (0.5 - share_before));
  continue_gesture();
}

std::int64_t TimelineView::place_for_mark() const {
  const Document& document = timeline_.document();
  const auto in_top_trace = [&](std::int64_t axis_ns) {
    return document.empty() ? axis_ns : document.own_range(0, {axis_ns, axis_ns}).begin_ns;
  };
  const Box plot = timeline_.plot();
  if (pointer_ && plot.contains(pointer_->x, pointer_->y))
    return in_top_trace(timeline_.snapped_time(pointer_->x, pointer_->y));
  const SelectionState& state = selection_.state();
  if (state.range) return in_top_trace(state.range->begin_ns);
  if (state.task()) {
    if (const auto range = document.range_of(*state.task()))
      return in_top_trace(document.on_axis(state.task()->panel, *range).begin_ns);
  }
  return in_top_trace(std::llround(timeline_.axis().time_from_x(plot.width / 2.0)));
}

void TimelineView::centre_on(std::int64_t time_ns) {
  if (timeline_.document().empty()) return;
  timeline_.end_gesture();
  const TimeRange there = timeline_.document().on_axis(0, {time_ns, time_ns});
  timeline_.centre_on(static_cast<double>(there.begin_ns));
  timeline_.end_gesture();
  changed();
}

void TimelineView::set_message(std::string message) {
  message_ = std::move(message);
  canvas_->request_frame();
}

// Scrolls to the selection, unless the user made it here.
void TimelineView::reveal() {
  if (selection_.state().origin == SelectionOrigin::timeline) return;
  reveal_selection(timeline_, selection_.state(), explanations_.marked_set());
  changed();
}

void TimelineView::fit() {
  timeline_.fit();
  changed();
}

void TimelineView::show_range(TimeRange range) {
  timeline_.show(range);
  changed();
}

void TimelineView::centre_or_show_selection() {
  const SelectionState& state = selection_.state();
  std::optional<TimeRange> range = state.is_range_last ? state.range : std::nullopt;
  if (!range && state.task()) range = range_on_axis(*state.task());
  if (const MarkedSet* set = explanations_.marked_set(); !range && set != nullptr)
    range = set->range_on_axis(timeline_.document());
  if (!range) range = state.range;
  if (range && state.is_range_last) {
    timeline_.show(*range);  // the user chose its ends
  } else if (range) {
    timeline_.centre_or_show(*range);
  }
  changed();
}

std::optional<TimeRange> TimelineView::range_on_axis(TaskReference task) const {
  const std::optional<TimeRange> own = timeline_.document().range_of(task);
  return own ? std::optional(timeline_.document().on_axis(task.panel, *own)) : std::nullopt;
}

void TimelineView::undo() {
  timeline_.undo();
  session_.set_view_settings(timeline_.settings());
  relayout();
}

void TimelineView::redo() {
  timeline_.redo();
  session_.set_view_settings(timeline_.settings());
  relayout();
}

void TimelineView::restore(const SavedView& view, const std::vector<std::string>& checksums) {
  restore_view(timeline_, view, checksums);
  relayout();
}

void TimelineView::set_shape(TaskShape shape) {
  timeline_.set_shape(shape);
  changed();
}

void TimelineView::show_sub_rows(bool shown) {
  timeline_.show_sub_rows(shown);
  changed();
}

void TimelineView::show_task_names(bool shown) {
  timeline_.show_task_names(shown);
  changed();
}

void TimelineView::order_rows(RowOrder order) {
  timeline_.order_rows(order);
  relayout();
}

void TimelineView::filter_rows(const std::string& name) {
  timeline_.filter_rows(name);
  relayout();
}

void TimelineView::filter_rows(const BusyShares& busy) {
  timeline_.filter_rows(busy);
  relayout();
}

std::optional<std::string> TimelineView::filter_rows_by(const std::string& text) {
  if (!is_busy_condition(text)) {
    filter_rows(text);
    return std::nullopt;
  }
  const Result<BusyShares> shares = parse_busy_shares(text);
  if (!shares) return shares.error().message();
  filter_rows(shares.value());
  return std::nullopt;
}

void TimelineView::show_all_rows() {
  timeline_.show_all_rows();
  relayout();
}

void TimelineView::pin(const std::vector<RowReference>& rows, bool pinned) {
  timeline_.pin(rows, pinned);
  relayout();
}

void TimelineView::unpin_all() {
  timeline_.unpin_all();
  relayout();
}

void TimelineView::fold(std::size_t panel, traces::NodeId node, bool folded) {
  timeline_.fold(panel, node, folded);
  relayout();
}

void TimelineView::fold_all(bool folded) {
  timeline_.fold_all(folded);
  relayout();
}

void TimelineView::scale_rows(double factor) {
  timeline_.scale_rows(factor);
  relayout();
}

void TimelineView::fit_rows() {
  timeline_.fit_rows();
  relayout();
}

// Folds or unfolds a node after a click on its name or on its folded row.
bool TimelineView::fold_at(const Hit& hit, double x) {
  if (hit.area != Hit::Area::labels || !hit.panel || !hit.place) return false;
  const ShownRow& row = timeline_.arrangement(*hit.panel).rows()[*hit.place];
  if (row.pinned || (!row.folded && x >= timeline_.node_label_width())) return false;
  fold(*hit.panel, row.node, !row.folded);
  return true;
}

void TimelineView::select_in_row(int direction) {
  const Document& document = timeline_.document();
  const std::optional<TaskReference> task = selection_.state().task();
  const auto next = task ? neighbour_in_row(document, *task, direction > 0 ? Step::next : Step::previous)
                         : first_task(document);
  if (next) selection_.select_task(*next, document.row_of(*next), SelectionOrigin::command);
}

void TimelineView::select_across_rows(int direction) {
  const Document& document = timeline_.document();
  const std::optional<TaskReference> task = selection_.state().task();
  const Step step = direction > 0 ? Step::next : Step::previous;
  const auto next = task ? neighbour_across_rows(timeline_, *task, step) : first_task(document);
  if (next) selection_.select_task(*next, document.row_of(*next), SelectionOrigin::command);
}

void TimelineView::clear_selection() {
  if (drag_ != Drag::none) {
    drag_ = Drag::none;
    dragged_.reset();
    changed();
  } else if (selection_.state().range) {
    selection_.clear_range(SelectionOrigin::timeline);
  } else {
    selection_.clear_task(SelectionOrigin::timeline);
  }
}

FrameResult TimelineView::draw(TimelineRenderer& renderer, const ShowFrame& show) {
  const QWidget& widget = canvas_->widget();
  const double ratio = widget.devicePixelRatioF();
  if (timeline_.scale() != renderer.scale()) {
    // The new row height may add or remove a scroll bar, which must not happen while a frame is drawn.
    QMetaObject::invokeMethod(
        this, [this] { relayout(); }, Qt::QueuedConnection);
  }
  timeline_.set_size(static_cast<int>(std::lround(widget.width() * ratio)),
                     static_cast<int>(std::lround(widget.height() * ratio)), renderer.scale());
  if (drawn_revision_ != timeline_.revision() || !renderer.has_picture()) {
    Picture picture = compose_picture(timeline_, renderer.text_size(), &kept_columns_);
    if (!timeline_.document().empty()) {
      explanations_.decorate(timeline_, picture);
      if (const auto& found = session_.search().result()) add_search_shapes(timeline_, *found, picture);
      arrows_.decorate(timeline_, picture);
    }
    renderer.draw_picture(picture);
    drawn_revision_ = timeline_.revision();
  }
  const bool shows_pointer = drag_ != Drag::pan && drag_ != Drag::overview;
  const std::optional<Pointer> pointer = shows_pointer ? pointer_ : std::nullopt;
  std::optional<Tooltip> tooltip = pointer ? arrows_.tooltip_at(timeline_, *pointer) : std::nullopt;
  if (pointer && !tooltip) tooltip = explanations_.tooltip_at(timeline_, *pointer);
  const Overlay overlay = compose_overlay(
      timeline_, {selection_.state(), shows_waited_for_ ? session_.waited_for() : std::nullopt, counterparts_,
                  pointer, std::move(tooltip), dragged_, marks_, message_, playback_});
  const FrameResult result = show(overlay);
  if (result.overview_x && drag_ == Drag::overview) {
    const double time = timeline_.overview_axis().time_from_x(*result.overview_x - timeline_.overview().left);
    timeline_.centre_within(time);
    changed();
  }
  if (!timeline_.document().empty()) picture_shown();
  return result;
}

void TimelineView::continue_gesture() {
  gesture_end_.start();
  changed();
}

// Lays out again, since the rows may need or no longer need a scroll bar.
void TimelineView::relayout() {
  lay_out();
  changed();
  rows_changed();
}

void TimelineView::changed() {
  update_scroll_bars();
  canvas_->request_frame();
  view_changed();
}

void TimelineView::lay_out() {
  // The first layout at full width shows whether any panel scrolls. If one does, scroll bars take their width
  // from all panels.
  const double ratio = devicePixelRatioF();
  const auto set_width = [&](int pixels) {
    canvas_->widget().setGeometry(0, 0, pixels, height());
    timeline_.set_size(static_cast<int>(std::lround(pixels * ratio)),
                       static_cast<int>(std::lround(height() * ratio)), canvas_->renderer().scale());
  };
  set_width(width());
  bool scrolls = false;
  for (std::size_t i = 0; i < timeline_.layout().panels(); ++i)
    scrolls = scrolls || timeline_.layout().max_scroll(i) > 0;
  if (scrolls) set_width(width() - scroll_bar_width);
  update_scroll_bars();
}

void TimelineView::update_scroll_bars() {
  const std::size_t panels = timeline_.layout().panels();
  while (scroll_bars_.size() < panels) {
    const std::size_t panel = scroll_bars_.size();
    auto* bar = named(new QScrollBar(Qt::Vertical, this), QString("rows of panel %1").arg(panel));
    connect(bar, &QScrollBar::valueChanged, this, [this, panel](int value) {
      timeline_.scroll(panel, value);
      continue_gesture();
    });
    scroll_bars_.push_back(bar);
  }
  const double ratio = devicePixelRatioF();
  for (std::size_t i = 0; i < scroll_bars_.size(); ++i) {
    QScrollBar& bar = *scroll_bars_[i];
    const int most = i < panels ? timeline_.layout().max_scroll(i) : 0;
    bar.setVisible(most > 0);
    if (most == 0) continue;
    const Stretch scrolled = timeline_.layout().scrolled(i);
    const QSignalBlocker quiet(bar);
    bar.setGeometry(width() - scroll_bar_width, static_cast<int>(scrolled.top / ratio), scroll_bar_width,
                    static_cast<int>(scrolled.height / ratio));
    bar.setRange(0, most);
    bar.setPageStep(scrolled.height);
    bar.setSingleStep(static_cast<int>(std::ceil(timeline_.layout().row_height(i))));
    bar.setValue(timeline_.scrolls()[i]);
  }
}

}  // namespace gusset::viewer
