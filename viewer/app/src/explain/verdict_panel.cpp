#include "gusset/viewer/app/explain/verdict_panel.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QToolTip>
#include <QUrl>

#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/explain/verdict.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int default_lines = 6;  // three sentences and the next commands to try
constexpr int verdict_margin = 6;

QString sentence_html(const traces::Finding& finding, std::size_t panel, std::size_t number) {
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

// Shortens the file in the command to its name: the folder would push the sentences apart.
QString short_command(const traces::Finding& finding, const LoadedTrace& loaded) {
  QString command = qt_text(finding.next);
  if (!loaded.path.empty()) {
    command.replace(qt_text(loaded.path.string()), qt_text(loaded.path.filename().string()));
  }
  return escaped_html(command);
}

// The command that looks closer. Empty if this window is what it would open.
QString next_html(const traces::Finding& finding, const LoadedTrace& loaded, std::size_t panel,
                  std::size_t number, const QString& muted) {
  if (finding.next.starts_with("gusset view ")) return {};
  return QString(" <span style=\"color:%1\">%2</span><code>%3</code>&nbsp;<a href=\"copy:%4:%5\">copy</a>")
      .arg(muted, traces::next_label, short_command(finding, loaded))
      .arg(panel)
      .arg(number);
}

}  // namespace

VerdictPanel::VerdictPanel(Session& session, Explanations& explanations, QWidget* parent)
    : QTextBrowser(parent), session_(session), explanations_(explanations) {
  setObjectName("verdict");
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  document()->setDocumentMargin(verdict_margin);
  connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) { follow(link); });
  reserve_height();
  connections_ = {session.document_changed.connect([this] { refresh(); }),
                  explanations.verdict_changed.connect([this] { refresh(); })};
  refresh();
}

void VerdictPanel::refresh() {
  const std::shared_ptr<const Document> shown = session_.document();
  const QString muted = muted_colour(palette()).name();
  QString html;
  for (std::size_t panel = 0; panel < shown->traces.size(); ++panel) {
    const LoadedTrace& loaded = shown->panel(panel);
    if (shown->traces.size() > 1) {
      html += QString("<p style=\"margin:2px 0\"><b>%1</b></p>")
                  .arg(escaped_html(loaded.origin_name() + " · " + panel_name(*shown, panel)));
    }
    const traces::Verdict* verdict = explanations_.verdict().get(panel);
    if (verdict == nullptr) {
      html += muted_line("Computing what costs time…", muted) + notes_html(loaded, muted);
      continue;
    }
    html += "<table cellspacing=\"0\" cellpadding=\"1\">";
    for (std::size_t i = 0; i < verdict->findings.size(); ++i) {
      const traces::Finding& finding = verdict->findings[i];
      html += QString("<tr><td style=\"color:%1\">%2.&nbsp;</td><td>%3%4</td></tr>")
                  .arg(muted, QString::number(i + 1), sentence_html(finding, panel, i),
                       next_html(finding, loaded, panel, i, muted));
    }
    html += "</table>" + notes_html(loaded, muted);
  }
  if (shown->empty()) html = muted_line("Open a trace to see what costs time.", muted);
  setHtml(html);
}

void VerdictPanel::follow(const QUrl& link) {
  const QStringList parts = link.toString().split(':');
  if (parts.size() < 3) return;
  const std::size_t panel = parts[1].toULongLong();
  const std::size_t number = parts[2].toULongLong();
  const traces::Verdict* verdict = explanations_.verdict().get(panel);
  if (verdict == nullptr || number >= verdict->findings.size()) return;
  const traces::Finding& finding = verdict->findings[number];
  if (parts[0] == "copy") {
    QGuiApplication::clipboard()->setText(qt_text(finding.next));
    QToolTip::showText(QCursor::pos(), "Copied", this);
  } else if (parts.size() == 4 && parts[3].toULongLong() < finding.targets.size()) {
    select_target(*session_.document(), panel, finding.targets[parts[3].toULongLong()], session_.selection());
  }
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
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) refresh();
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) reserve_height();
}

}  // namespace gusset::viewer
