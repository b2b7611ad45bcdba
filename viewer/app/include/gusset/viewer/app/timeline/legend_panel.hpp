#pragma once
#include <QIcon>
#include <QTreeWidget>
#include <vector>

#include "gusset/viewer/model/document/appearance.hpp"
#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// The types of each trace with their colours, counts, busy times and shares, for the selected range or the
/// whole trace, and below them what hatching in the timeline means. A click hides or shows a type's tasks, a
/// double click hides all other types, and the context menu also finds them and changes the colour. Keys:
/// Space, Return, the menu key.
class LegendPanel : public QTreeWidget {
 public:
  LegendPanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);
  Signal<const SourceLocation&> source_requested;  ///< asks to open a type's source file
  /// Large enough for a few types, so that other panels do not squeeze them out of view.
  QSize minimumSizeHint() const override;

  /// Passes a condition in TaskQuery's syntax.
  Signal<const QString&> find_requested;

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  /// One kind of hatching in the timeline.
  struct Hatch {
    QString name;
    QIcon swatch;
    QString tooltip;
  };

  void refresh();
  std::vector<Hatch> hatching() const;
  void refresh_hatching();
  void add_hatching();
  void toggle(const std::string& name);
  void isolate(const std::string& name);
  void choose_colour(const std::string& name);
  void reset_colour(const std::string& name);
  void add_actions_of(const std::string& name, QMenu& menu);

  Session& session_;
  Explanations& explanations_;
  QStringList shown_hatching_;  // names
  Appearance before_click_;     // a double click undoes its first click, which toggled the type
  bool is_double_click_ = false;
  Connections connections_;
};

}  // namespace gusset::viewer
