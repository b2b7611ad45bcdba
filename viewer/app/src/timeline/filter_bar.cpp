#include "gusset/viewer/app/timeline/filter_bar.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr std::size_t max_chips = 6;  // for hidden types; one chip covers the rest

QString shown_share(const Document& document) {
  std::uint64_t shown = 0;
  std::uint64_t all = 0;
  for (const auto& loaded : document.traces) {
    shown += loaded->shown_tasks;
    all += loaded->totals.tasks;
  }
  return qt_text(count_text(shown) + " of " + count_text(all, "task") + " shown");
}

}  // namespace

FilterBar::FilterBar(Session& session, TimelineView& view, QWidget* parent)
    : QWidget(parent), session_(session), view_(view), layout_(new QHBoxLayout(this)) {
  setObjectName("filters");
  layout_->setContentsMargins(8, 3, 8, 3);
  layout_->setSpacing(6);
  connections_ = {view.document_shown.connect([this] { refresh(); }),
                  view.rows_changed.connect([this] { refresh(); })};
  hide();
}

void FilterBar::add_chip(const QString& text, std::function<void()> remove) {
  QString elided = fontMetrics().elidedText(text, Qt::ElideMiddle, 260);
  auto* chip = named(new QPushButton(elided.replace('&', "&&") + "  ✕", this), "filter chip");
  chip->setToolTip(plain_tooltip("Remove this filter: " + text));
  chip->setFocusPolicy(Qt::TabFocus);
  connect(chip, &QPushButton::clicked, this, [run = std::move(remove)] { run(); });
  layout_->addWidget(chip);
}

void FilterBar::refresh() {
  while (QLayoutItem* item = layout_->takeAt(0)) {
    // Deleted later, since this may be the button that was clicked.
    if (QWidget* const widget = item->widget()) {
      widget->hide();
      widget->setParent(nullptr);
      widget->deleteLater();
    }
    delete item;
  }
  const Document& document = *session_.document();
  const Appearance& appearance = session_.appearance();
  const Timeline& timeline = view_.timeline();
  std::size_t hidden_rows = 0;
  std::string row_name;
  std::string busy;
  for (std::size_t panel = 0; panel < timeline.arrangements().size(); ++panel) {
    hidden_rows += timeline.arrangement(panel).hidden_rows();
    if (!timeline.row_options(panel).name.empty()) row_name = timeline.row_options(panel).name;
    if (!timeline.row_options(panel).busy.allows_all()) busy = to_text(timeline.row_options(panel).busy);
  }
  if (document.empty() || (!appearance.filters() && row_name.empty() && busy.empty())) {
    hide();
    return;
  }
  auto* summary = new QLabel(appearance.filters() ? shown_share(document) : QString("All tasks"), this);
  summary->setTextFormat(Qt::PlainText);
  layout_->addWidget(summary);
  for (std::size_t i = 0; i < appearance.conditions.size(); ++i) {
    add_chip(qt_text("only " + appearance.conditions[i]), [this, i] {
      Appearance next = session_.appearance();
      if (i < next.conditions.size())
        next.conditions.erase(next.conditions.begin() + static_cast<std::ptrdiff_t>(i));
      session_.set_appearance(std::move(next));
    });
  }
  std::size_t chips = 0;
  for (const std::string& name : appearance.hidden) {
    if (++chips > max_chips) break;
    add_chip(qt_text("without " + name),
             [this, name] { session_.set_appearance(toggled(session_.appearance(), name)); });
  }
  if (appearance.hidden.size() > max_chips) {
    add_chip(QString("without %1 more").arg(appearance.hidden.size() - max_chips), [this] {
      Appearance next = session_.appearance();
      next.hidden.clear();
      session_.set_appearance(std::move(next));
    });
  }
  // With two filters, neither alone accounts for all hidden rows.
  const std::string hidden =
      row_name.empty() || busy.empty() ? ": " + count_text(hidden_rows) + " hidden" : std::string();
  if (!row_name.empty())
    add_chip(qt_text("rows named " + row_name + hidden), [this] { view_.filter_rows(std::string()); });
  if (!busy.empty()) add_chip(qt_text("rows " + busy + hidden), [this] { view_.filter_rows(BusyShares()); });
  layout_->addStretch(1);
  auto* all = named(new QPushButton("Show all", this), "show all");
  all->setFocusPolicy(Qt::TabFocus);
  connect(all, &QPushButton::clicked, this, [this] {
    Appearance next = session_.appearance();
    next.hidden.clear();
    next.conditions.clear();
    view_.show_all_rows();
    session_.set_appearance(std::move(next));
  });
  layout_->addWidget(all);
  show();
}

}  // namespace gusset::viewer
