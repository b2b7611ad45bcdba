#pragma once
#include <QFrame>
#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace gusset::viewer {

/// A bar at the top of the view that says one thing and offers what can be done about it; it stays until it
/// is answered or dismissed, and takes nothing away from the rest of the window.
class NoticeBar : public QFrame {
 public:
  enum class Kind { error, question, hint };
  struct Answer {
    QString text;
    QString id;  ///< the button's object name
    std::function<void()> run;
  };

  explicit NoticeBar(QWidget* parent = nullptr);
  /// Replaces what is said.
  void say(Kind kind, const QString& text, const std::vector<Answer>& answers = {});
  QString text() const;
  Kind kind() const { return kind_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void colour();

  Kind kind_ = Kind::hint;
  QLabel* words_;
  QHBoxLayout* answers_;
};

}  // namespace gusset::viewer
