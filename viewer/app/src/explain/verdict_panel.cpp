#include "gusset/viewer/app/explain/verdict_panel.hpp"

#include <QClipboard>
#include <QCursor>
#include <QEvent>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QUrl>
#include <algorithm>

#include "gusset/traces/picture/canvas/rating_colour.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/report_html.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int default_lines = 6;  // three findings of two lines
constexpr int verdict_margin = 6;
constexpr int headline_width = 190;  // at least
constexpr int headline_margin = 10;
constexpr double figure_size = 2.2;  // relative to the usual text

// A link to the source line that a type's name mentions; empty if it mentions none.
QString source_html(const traces::Trace& trace, const traces::FindingTarget& target) {
  if (target.kind != traces::FindingTarget::Kind::type) return {};
  const auto place = source_location(trace.types[target.type.value()]);
  if (!place) return {};
  return QString("<a href=\"%1\" title=\"Open %2\" style=\"text-decoration:none\">↗</a>")
      .arg(source_link(*place), escaped_html(place_text(*place)));
}

QString sentence_html(const traces::Trace& trace, const traces::Finding& finding, std::size_t panel,
                      std::size_t number) {
  QString html;
  for (const VerdictPiece& piece : verdict_pieces(finding)) {
    // Backquotes mark names on a terminal; here bold does.
    QString text = escaped_html(piece.text);
    static const QRegularExpression quoted("`([^`]*)`");
    text.replace(quoted, "<b>\\1</b>");
    html +=
        piece.target
            ? QString("<a href=\"show:%1:%2:%3\">%4</a>").arg(panel).arg(number).arg(*piece.target).arg(text)
            : text;
    if (piece.target) html += source_html(trace, finding.targets[*piece.target]);
  }
  return html;
}

QString muted_line(const QString& text, const QString& muted) {
  return QString("<p style=\"margin:2px 0; color:%1\">%2</p>").arg(muted, text);
}

QString notes_html(const LoadedTrace& loaded, const QString& muted) {
  QString html;
  for (const std::string& note : verdict_notes(loaded))
    html += muted_line("Note: " + escaped_html(note), muted);
  return html;
}

// The "⋯" that offers a closer look. Empty if the command would only open this viewer.
QString next_html(const traces::Finding& finding, std::size_t panel, std::size_t number) {
  if (finding.next.empty() || finding.next.starts_with("gusset view ")) return {};
  return QString("&nbsp;<a href=\"more:%1:%2\" style=\"text-decoration:none\"><b>⋯</b></a>")
      .arg(panel)
      .arg(number);
}

QString findings_html(const traces::Trace& trace, const traces::Verdict& verdict, std::size_t panel,
                      const QString& muted) {
  QString html = "<table cellspacing=\"0\" cellpadding=\"1\">";
  for (std::size_t i = 0; i < verdict.findings.size(); ++i) {
    const traces::Finding& finding = verdict.findings[i];
    html += QString("<tr><td style=\"color:%1\">%2.&nbsp;</td><td>%3%4</td></tr>")
                .arg(muted, QString::number(i + 1), sentence_html(trace, finding, panel, i),
                     next_html(finding, panel, i));
  }
  return html + "</table>";
}

}  // namespace

VerdictPanel::VerdictPanel(Session& session, Explanations& explanations, QWidget* parent)
    : QFrame(parent), session_(session), explanations_(explanations) {
  tabs_ = named(new QTabBar(this), "verdict tabs");
  tabs_->setDocumentMode(true);
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->hide();
  headline_ = named(new QWidget(this), "headline");
  badge_ = named(new QLabel(headline_), "verdict badge");
  figure_ = named(new QLabel(headline_), "verdict figure");
  cause_ = plain_text_label("verdict cause");
  auto* column = new QVBoxLayout(headline_);
  column->setContentsMargins(headline_margin, verdict_margin, 4, verdict_margin);
  column->setSpacing(2);
  column->addWidget(badge_, 0, Qt::AlignLeft);
  column->addWidget(figure_);
  column->addWidget(cause_);
  column->addStretch();
  findings_ = named(new QTextBrowser(this), "verdict");
  findings_->setOpenLinks(false);
  findings_->setFrameShape(QFrame::NoFrame);
  findings_->document()->setDocumentMargin(verdict_margin);
  findings_->setMinimumHeight(1);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(headline_);
  row->addWidget(findings_, 1);
  QVBoxLayout* whole = tight_column(this, 0);
  whole->addWidget(tabs_);
  whole->addLayout(row, 1);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  connect(findings_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link); });
  connect(tabs_, &QTabBar::currentChanged, this, [this] { refresh(); });
  reserve_height();
  connections_ = {session.document_changed.connect([this] {
                    name_tabs();
                    show_trace(panel());
                    refresh();
                  }),
                  session.selection().changed.connect([this](const SelectionState& state) {
                    if (state.task()) show_trace(state.task()->panel);
                  }),
                  explanations.verdict_changed.connect([this] { refresh(); })};
  refresh();
}

std::size_t VerdictPanel::panel() const {
  return static_cast<std::size_t>(std::max(0, tabs_->currentIndex()));
}

void VerdictPanel::name_tabs() {
  const std::shared_ptr<const Document> shown = session_.document();
  const QSignalBlocker quiet(tabs_);
  while (tabs_->count() > static_cast<int>(shown->traces.size())) tabs_->removeTab(tabs_->count() - 1);
  for (std::size_t panel = 0; panel < shown->traces.size(); ++panel) {
    const int tab = static_cast<int>(panel);
    const QString text = qt_text(shown->panel(panel).origin_name() + " · " + panel_name(*shown, panel));
    if (tab == tabs_->count()) tabs_->addTab(text);
    tabs_->setTabText(tab, QString(text).replace('&', "&&"));
  }
  tabs_->setVisible(tabs_->count() > 1);
}

void VerdictPanel::show_trace(std::size_t panel) {
  const std::shared_ptr<const Document> shown = session_.document();
  if (panel >= shown->traces.size()) return;
  const bool has_run = !shown->panel(panel).is_graph_only();
  tabs_->setCurrentIndex(static_cast<int>(has_run ? panel : newest_schedule(*shown).value_or(panel)));
}

void VerdictPanel::refresh() {
  const std::shared_ptr<const Document> shown = session_.document();
  const QString muted = muted_colour(palette()).name();
  if (shown->empty()) {
    show_headline(std::nullopt);
    findings_->setHtml(muted_line("Open a trace to see what costs time.", muted));
    return;
  }
  const traces::Verdict* verdict = explanations_.verdict().get(panel());
  show_headline(explanations_.headline(panel()));
  findings_->setHtml((verdict == nullptr
                          ? muted_line("Computing what costs time…", muted)
                          : findings_html(*shown->panel(panel()).trace, *verdict, panel(), muted)) +
                     notes_html(shown->panel(panel()), muted));
}

void VerdictPanel::show_headline(const std::optional<traces::Headline>& shown) {
  headline_->setVisible(shown.has_value());
  if (!shown) return;
  const traces::Headline& headline = *shown;
  badge_->setText(qt_text(headline.search.empty() ? traces::rating_text(headline.rating) : headline.search));
  badge_->setToolTip(qt_text(headline.reason));
  badge_->setStyleSheet(
      QString("background:%1; color:white; border-radius:8px; padding:1px 8px; font-weight:bold")
          .arg(qt_text(traces::hex_text(picture::rating_colour(headline.rating)))));
  badge_->ensurePolished();  // otherwise its size hint ignores the style
  QFont large = font();
  large.setPointSizeF(large.pointSizeF() * figure_size);
  large.setBold(true);
  figure_->setFont(large);
  const int needed = std::max(QFontMetrics(large).horizontalAdvance("≥ 100.0 %"), badge_->sizeHint().width());
  headline_->setFixedWidth(std::max(headline_width, needed + 2 * headline_margin));
  figure_->setText(qt_text(headline.figure));
  cause_->setText(qt_text(headline.cause));
}

void VerdictPanel::follow(const QUrl& link) {
  if (const std::optional<SourceLocation> place = source_of_link(link)) return source_requested(*place);
  const QStringList parts = link.toString().split(':');
  if (parts.size() < 3) return;
  const std::size_t panel = parts[1].toULongLong();
  const std::size_t number = parts[2].toULongLong();
  const traces::Verdict* verdict = explanations_.verdict().get(panel);
  if (verdict == nullptr || number >= verdict->findings.size()) return;
  const traces::Finding& finding = verdict->findings[number];
  if (parts[0] == "more") {
    offer_next(finding, panel);
  } else if (parts.size() == 4 && parts[3].toULongLong() < finding.targets.size()) {
    select_target(*session_.document(), panel, finding.targets[parts[3].toULongLong()], session_.selection());
  }
}

void VerdictPanel::offer_next(const traces::Finding& finding, std::size_t panel) {
  auto* menu = named(new QMenu(this), "next command");
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (const std::optional<NextPanel> next = next_panel(finding.next)) {
    QAction* show = named(menu->addAction(qt_text(menu_text(*next)).replace('&', "&&")), "show next panel");
    connect(show, &QAction::triggered, this, [this, next, panel] { panel_requested(panel, *next); });
  }
  const QString command = qt_text(finding.next);
  QAction* copy = named(menu->addAction("&Copy the command: " + QString(command).replace('&', "&&")),
                        "copy next command");
  connect(copy, &QAction::triggered, this, [command] { QGuiApplication::clipboard()->setText(command); });
  menu->popup(QCursor::pos());
}

QSize VerdictPanel::sizeHint() const {
  const int line = fontMetrics().lineSpacing() + 2;  // 2 for the table's padding
  return {600, default_lines * line + 2 * verdict_margin};
}

void VerdictPanel::reserve_height() {
  // The height is the same for any text; only the user makes the panel higher.
  setMinimumHeight(sizeHint().height());
}

void VerdictPanel::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (findings_ == nullptr) return;
  if (event->type() == QEvent::PaletteChange) refresh();
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    reserve_height();
    refresh();
  }
}

}  // namespace gusset::viewer
