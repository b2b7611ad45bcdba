#include "gusset/viewer/app/legend_panel.hpp"

#include <QHeaderView>
#include <QPainter>
#include <QPixmap>
#include <QStyledItemDelegate>

#include "gusset/viewer/model/legend.hpp"
#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

enum Column { type_column, tasks_column, busy_column, share_column, column_count };
constexpr int share_role = Qt::UserRole;
constexpr int colour_role = Qt::UserRole + 1;
constexpr int swatch_pixels = 12;
constexpr int share_width = 84;
constexpr int row_height = 22;

// A bar behind the share, as long as the share is large.
class ShareDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariant share = index.data(share_role);
    if (share.isValid()) {
      QColor colour = index.data(colour_role).value<QColor>();
      colour.setAlpha(90);
      QRectF bar = option.rect.adjusted(6, 4, -4, -4);
      bar.setWidth(bar.width() * share.toDouble());
      painter->fillRect(bar, colour);
    }
    QStyledItemDelegate::paint(painter, option, index);
  }
};

QIcon swatch(QColor colour) {
  QPixmap pixmap(swatch_pixels, swatch_pixels);
  pixmap.fill(colour);
  return pixmap;
}

QString text(const std::string& words) {
  return QString::fromStdString(words);
}

}  // namespace

LegendPanel::LegendPanel(Session& session, QWidget* parent) : QTreeWidget(parent), session_(session) {
  setObjectName("legend");
  setColumnCount(column_count);
  setHeaderLabels({"Type", "Tasks", "Busy", "Share"});
  headerItem()->setToolTip(share_column, "Of the trace's busy time");
  for (int column = tasks_column; column < column_count; ++column) {
    headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
  }
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(type_column, QHeaderView::Stretch);
  header()->setSectionResizeMode(share_column, QHeaderView::Fixed);
  header()->resizeSection(share_column, share_width);
  setItemDelegateForColumn(share_column, new ShareDelegate(this));
  setRootIsDecorated(false);
  setIndentation(0);
  setSelectionMode(QAbstractItemView::NoSelection);
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  refresh();
}

void LegendPanel::refresh() {
  clear();
  const std::shared_ptr<const Document> document = session_.document();
  if (document->empty()) return;
  const std::vector<const traces::Statistics*> totals = session_.totals();
  const std::vector<LegendRow> rows = legend_rows(*document, totals);
  for (std::size_t panel = 0; panel < totals.size(); ++panel) {
    const LoadedTrace& loaded = document->panel(panel);
    auto* heading = new QTreeWidgetItem(this);
    std::string words = loaded.origin_name() + " · " + share_text(totals[panel]->busy_share) + " busy";
    if (session_.totals_range()) words += " in the selected range";
    heading->setText(type_column, text(words));
    heading->setFirstColumnSpanned(true);
    heading->setSizeHint(type_column, {0, row_height + 6});
    QFont bold = font();
    bold.setBold(true);
    heading->setFont(type_column, bold);
    for (const LegendRow& row : rows) {
      if (!row.cells[panel]) continue;
      const LegendCell& cell = *row.cells[panel];
      const QColor colour(row.colour.red, row.colour.green, row.colour.blue);
      auto* item = new QTreeWidgetItem(heading);
      item->setSizeHint(type_column, {0, row_height});
      item->setIcon(type_column, swatch(colour));
      item->setText(type_column, text(row.type));
      item->setToolTip(type_column, text(row.type));
      item->setText(tasks_column, text(count_text(cell.tasks)));
      item->setText(busy_column, text(duration_text(cell.busy_ns)));
      item->setText(share_column, text(share_text(cell.share)));
      item->setData(share_column, share_role, cell.share);
      item->setData(share_column, colour_role, colour);
      for (int column = tasks_column; column < column_count; ++column) {
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
      }
    }
    heading->setExpanded(true);
  }
}

}  // namespace gusset::viewer
