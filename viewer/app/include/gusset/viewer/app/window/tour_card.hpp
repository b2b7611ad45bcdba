#pragma once
#include <QFrame>
#include <QTimer>
#include <functional>

#include "gusset/viewer/model/state/tour.hpp"

class QLabel;
class QPushButton;

namespace gusset::viewer {

/// The one-minute tour: a card with a short text beside the part of the window that it explains. A frame
/// marks that part. Return continues, Backspace goes back, Escape ends the tour; all other keys and the mouse
/// work as usual.
class TourCard : public QFrame {
 public:
  explicit TourCard(QWidget* window);
  ~TourCard() override;

  /// Returns the area of a part, in the window's coordinates.
  std::function<QRect(TourStep::Part)> part_rect;
  /// Runs the action with that id.
  std::function<void(const std::string& id)> run_action;

  void start();
  bool is_on() const { return on_; }
  std::size_t step() const { return place_.step(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_step();
  void place_card();
  bool is_part_moved_by(const QObject* resized) const;
  void forward();
  void leave();

  TourPosition place_;
  bool on_ = false;
  QLabel* title_;
  QLabel* text_;
  QLabel* count_;
  QPushButton* back_;
  QPushButton* next_;
  QWidget* frame_;
  QTimer soon_;  ///< delays placing the card
};

}  // namespace gusset::viewer
