#pragma once
#include <QTableWidget>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

/// The marks in order of time, with notes that can be edited. A click goes to a mark; Delete removes it.
class MarksPanel : public QTableWidget {
 public:
  MarksPanel(Session& session, TimelineView& view, QWidget* parent = nullptr);
  /// Puts the cursor into the note of the mark at `time_ns`.
  void write_note_at(std::int64_t time_ns);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void refresh();

  Session& session_;
  TimelineView& view_;
  Connections connections_;
};

}  // namespace gusset::viewer
