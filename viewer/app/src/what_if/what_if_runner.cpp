#include "gusset/viewer/app/what_if/what_if_runner.hpp"

#include <stdexcept>
#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"

namespace gusset::viewer {
namespace {

// How long a stale result may still take, in ms: long enough to show most results, so that the picture
// follows the slider, and short enough for the last result to come soon.
constexpr int patience_ms = 300;
constexpr int time_to_end_ms = 2000;
constexpr int max_message_bytes = 400;
const char* const read_slot = "what if";

// Returns the last line of a program's output; `gusset` reports errors in one line.
std::string last_line(const QByteArray& text) {
  const QList<QByteArray> lines = text.trimmed().split('\n');
  return lines.back().left(max_message_bytes).toStdString();
}

}  // namespace

WhatIfRunner::WhatIfRunner(JobRunner::Post post, unsigned threads)
    : threads_(threads),
      program_(gusset_command()),
      requests_({[this](const WhatIfRequest& request) { start(request); }, [this] { child_.kill(); },
                 [this] { patience_.start(patience_ms); }}),
      jobs_(std::move(post), 1) {
  connections_ = {jobs_.busy_changed.connect([this] { busy_changed(); }),
                  jobs_.failed.connect([this](const std::string& message) { failed(message); })};
  patience_.setSingleShot(true);
  QObject::connect(&patience_, &QTimer::timeout, [this] { requests_.timed_out(); });
  child_.setStandardOutputFile(QProcess::nullDevice());
  child_.setStandardInputFile(QProcess::nullDevice());
  QObject::connect(&child_, &QProcess::finished, [this] { ended(); });
  QObject::connect(&child_, &QProcess::errorOccurred, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) ended();  // other errors also emit `finished`
  });
}

WhatIfRunner::~WhatIfRunner() {
  QObject::disconnect(&child_, nullptr, nullptr, nullptr);
  child_.kill();
  child_.waitForFinished(time_to_end_ms);
}

void WhatIfRunner::submit(WhatIfRequest request) {
  if (program_.isEmpty()) {
    failed("gusset: expected the program beside gusset-viewer or in PATH, found none");
    return;
  }
  if (!folder_) {
    auto made = ScratchFolder::make();
    if (!made) {
      failed(made.error().message());
      return;
    }
    folder_.emplace(std::move(made).value());
  }
  requests_.request(std::move(request));
  busy_changed();
}

void WhatIfRunner::cancel() {
  requests_.cancel();
  jobs_.cancel(read_slot);
  busy_changed();
}

void WhatIfRunner::start(const WhatIfRequest& request) {
  output_ = folder_->path() / ("what-if-" + std::to_string(++runs_) + ".gus");
  QStringList arguments;
  for (const std::string& argument :
       replay_arguments(request.changed, request.base, request.trace, output_, statistics_of(output_)))
    arguments << QString::fromLocal8Bit(argument.c_str());
  // Deferred, because this may run inside a signal of the process that just ended.
  QTimer::singleShot(0, &child_,
                     [this, arguments] { child_.start(program_, arguments, QIODevice::ReadOnly); });
}

std::filesystem::path WhatIfRunner::statistics_of(const std::filesystem::path& output) const {
  return std::filesystem::path(output).replace_extension(".json");
}

void WhatIfRunner::ended() {
  if (!requests_.running()) return;
  patience_.stop();
  const WhatIfRequest request = *requests_.running();
  const std::filesystem::path output = output_;
  const bool started = child_.error() != QProcess::FailedToStart;
  const bool succeeded = started && child_.exitStatus() == QProcess::NormalExit && child_.exitCode() == 0;
  const std::string message = started ? last_line(child_.readAllStandardError()) : std::string();
  const std::string end =
      !started ? child_.errorString().toStdString()
      : child_.exitStatus() != QProcess::NormalExit
          ? "gusset replay: expected a normal exit, found a crash"
          : "gusset replay: expected exit status 0, found " + std::to_string(child_.exitCode());
  const bool is_wanted = requests_.ended();
  if (is_wanted && succeeded) {
    read(request, output);
  } else {
    remove(output);
    if (is_wanted) failed(message.empty() ? end : message);
  }
  busy_changed();
}

void WhatIfRunner::read(const WhatIfRequest& request, const std::filesystem::path& output) {
  struct Read {
    std::shared_ptr<const LoadedTrace> loaded;
    Prediction prediction;
  };
  if (jobs_.busy(read_slot)) remove(read_);  // that result is no longer wanted
  read_ = output;
  const std::filesystem::path statistics = statistics_of(output);
  jobs_.start(
      read_slot,
      [output, statistics, threads = threads_, appearance = request.appearance,
       title = what_if_title(request.changed, request.base)](const JobRunner::Cancelled&) -> Result<Read> {
        auto loaded = load_trace(output, threads, appearance);
        if (!loaded) return loaded.error();
        const auto text = read_text(statistics);
        if (!text) return text.error();
        auto prediction = parse_prediction(*text, statistics.string());
        if (!prediction) return prediction.error();
        return Read{retitled(*loaded.value(), title), std::move(prediction).value()};
      },
      [this, request](const Result<Read>& read) {
        if (!read) {
          failed(read.error().message());
        } else {
          answered({request, {read->prediction, read->loaded->totals.busy_share}, read->loaded});
        }
      });
}

bool WhatIfRunner::owns(const std::filesystem::path& path) const {
  return folder_ && path.parent_path() == folder_->path();
}

void WhatIfRunner::remove(const std::filesystem::path& path) const {
  if (!owns(path)) return;
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(statistics_of(path), ignored);
}

}  // namespace gusset::viewer
