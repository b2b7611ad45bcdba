#pragma once
#include <QFrame>
#include <string>

#include "gusset/viewer/model/state/session.hpp"

class QComboBox;
class QSpinBox;

namespace gusset::viewer {

/// Stands in the middle of the empty timeline of a task graph that has not run, and offers to play the graph:
/// to simulate it on some workers.
class GraphCard : public QFrame {
 public:
  GraphCard(Session& session, QWidget* parent);

  /// The user wants a schedule on that many workers, by that policy.
  Signal<unsigned, const std::string&> play_requested;
  /// The user wants to edit the graph, and later such schedules.
  Signal<unsigned, const std::string&> edit_requested;
  void set_machine(unsigned workers, const std::string& policy);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void place();

  Session& session_;
  QSpinBox* workers_ = nullptr;
  QComboBox* policy_ = nullptr;
  Connection connection_;
};

}  // namespace gusset::viewer
