// Names that look like rich text are shown as they are, in every panel.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolButton>
#include <map>

#include "widgets/rich_text.hpp"
#include "window_fixture.hpp"

namespace gusset::viewer {
namespace {

const QString marker = "Name";
const QString markup = "<b>&\"<0.1 %";

std::string named(const std::string& what) {
  return (marker + markup).toStdString() + what;
}

QString plain(const QString& rich) {
  QTextDocument document;
  document.setHtml(rich);
  return document.toPlainText();
}

QString shown_tooltip(const QString& tooltip) {
  return Qt::mightBeRichText(tooltip) ? plain(tooltip) : tooltip;
}

class MarkupInNames : public testing::WindowFixture {
 protected:
  /// Two workers with tasks, data and attributes; all their names hold markup.
  std::filesystem::path write_marked(const std::string& file) {
    traces::Trace trace = *traces::testing::trace_from_text(R"(
      aaaa....bbbbb...
      cc......dd......
      a1: write x@0 [submit 0] [ready 0]
      c1: write y@0 [submit 0] [ready 0]
      b1: read x@1 [submit 0] [ready 4]
      d1: read y@1 [submit 0] [ready 2]
    )");
    trace.metadata.program = named("program");
    trace.metadata.notes = {named("note")};
    for (std::string& type : trace.types) type = named(" type " + type);
    for (traces::Worker& worker : trace.workers) worker.name = named("worker");
    for (traces::Node& node : trace.nodes) node.name = named("node");
    for (std::string& handle : trace.handles.name) handle = named("handle");
    trace.attributes.push_back({named("attribute"),
                                {traces::TaskId(0), traces::TaskId(2)},
                                std::vector<std::string>{named("p"), named("q")}});
    const std::filesystem::path path = folder_ / file;
    EXPECT_TRUE(traces::write_gus(trace, path));
    return path;
  }

  /// Checks that each name in a text is whole, and counts them for the widget's panel.
  void check(QString text, const QWidget& widget) {
    text.replace(QChar::Nbsp, ' ').replace("\\\"", "\"");
    for (qsizetype at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1)) {
      EXPECT_EQ(text.mid(at + marker.size(), markup.size()).toStdString(), markup.toStdString())
          << text.toStdString() << "\nin " << widget.objectName().toStdString() << " ("
          << widget.metaObject()->className() << ")";
      const QWidget* panel = &widget;
      while (panel->parentWidget() != nullptr && qobject_cast<const QDockWidget*>(panel) == nullptr)
        panel = panel->parentWidget();
      ++names_in_[panel->objectName().toStdString()];
    }
  }

  void check_items(const QAbstractItemModel& model, const QModelIndex& parent, const QWidget& view) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
      for (int column = 0; column < model.columnCount(parent); ++column) {
        const QModelIndex index = model.index(row, column, parent);
        check(index.data(Qt::DisplayRole).toString(), view);
        check(shown_tooltip(index.data(Qt::ToolTipRole).toString()), view);
      }
      check_items(model, model.index(row, 0, parent), view);
    }
  }

  void check_all() {
    for (const QWidget* widget : window_->findChildren<QWidget*>()) {
      check(shown_tooltip(widget->toolTip()), *widget);
      if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        const bool is_rich = label->textFormat() == Qt::RichText ||
                             (label->textFormat() == Qt::AutoText && Qt::mightBeRichText(label->text()));
        check(is_rich ? plain(label->text()) : label->text(), *widget);
      } else if (const auto* text = qobject_cast<const QTextEdit*>(widget)) {
        check(text->toPlainText(), *widget);
      } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        check(button->text().replace("&&", "&"), *widget);
      } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
        for (int i = 0; i < box->count(); ++i) check(box->itemText(i), *widget);
      } else if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
        if (view->model() != nullptr) check_items(*view->model(), {}, *widget);
      }
    }
  }

  std::map<std::string, int> names_in_;  // by panel
};

TEST_F(MarkupInNames, IsShownAsItIsInEveryPanel) {
  open({write_marked((marker + markup).toStdString() + " a.gus"),
        write_marked((marker + markup).toStdString() + " b.gus")});
  for (QDockWidget* dock : window_->findChildren<QDockWidget*>()) dock->show();
  settle();
  click(point(10'000));  // b
  if (auto* why = window_->findChild<QToolButton*>("why button")) why->click();
  settle();
  Appearance appearance = window_->session().appearance();
  appearance.hidden = {named(" type d")};
  window_->session().set_appearance(appearance);
  Mark mark;
  mark.time_ns = 5'000;
  mark.note = named("mark");
  window_->session().set_marks({mark});
  settle();
  check_all();
  for (const char* panel : {"Compare", "Critical path", "Details", "Idle time", "Legend", "Marks", "Player",
                            "Statistics", "Task graph", "Verdict", "What if"}) {
    EXPECT_GT(names_in_[panel], 0) << panel;
  }
}

TEST(RichText, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(escaped_html(markup), "&lt;b&gt;&amp;&quot;&lt;0.1 %");
  EXPECT_EQ(plain(escaped_html(markup)), markup);
  EXPECT_EQ(plain_tooltip("a, b"), "a, b");
  EXPECT_EQ(shown_tooltip(plain_tooltip(markup + "\nnext")), markup + "\nnext");
}

}  // namespace
}  // namespace gusset::viewer
