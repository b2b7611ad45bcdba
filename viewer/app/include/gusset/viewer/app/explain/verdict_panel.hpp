#pragma once
#include <QFrame>
#include <QLabel>
#include <QTabBar>
#include <QTextBrowser>

#include "gusset/viewer/model/document/source_location.hpp"
#include "gusset/viewer/model/explain/explanations.hpp"
#include "gusset/viewer/model/explain/next_panel.hpp"

namespace gusset::viewer {

/// Shows the verdict of `gusset report` on the open traces, one at a time: a badge, one large figure with its
/// cause, and the findings. The badge rates the run, or says what a search for a better schedule has shown.
/// Links in a finding select what it mentions; its "⋯" offers the panel or command to try next, and "↗" after
/// a type that names a source line asks for its file. Several traces have a tab each; the selected task's
/// comes to the front. Reserves the height that most traces need, so that nothing below moves when the
/// sentences arrive; longer text scrolls.
class VerdictPanel : public QFrame {
 public:
  VerdictPanel(Session& session, Explanations& explanations, QWidget* parent = nullptr);

  Signal<const SourceLocation&> source_requested;  ///< asks to open a source file
  /// Asks to show a panel about an open trace, given by its number.
  Signal<std::size_t, const NextPanel&> panel_requested;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 24}; }

  const QTextBrowser& findings() const { return *findings_; }
  QTextBrowser& findings() { return *findings_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void name_tabs();
  /// Shows the verdict on that trace; on a graph that has not run, that on its newest schedule.
  void show_trace(std::size_t panel);
  void refresh();
  void show_headline(const std::optional<traces::Headline>& shown);
  void follow(const QUrl& link);
  void offer_next(const traces::Finding& finding, std::size_t panel);
  void reserve_height();
  std::size_t panel() const;

  Session& session_;
  Explanations& explanations_;
  QTabBar* tabs_ = nullptr;
  QWidget* headline_ = nullptr;
  QLabel* badge_ = nullptr;
  QLabel* figure_ = nullptr;
  QLabel* cause_ = nullptr;
  QTextBrowser* findings_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
