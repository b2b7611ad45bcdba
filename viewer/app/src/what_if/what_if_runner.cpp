#include "gusset/viewer/app/what_if/what_if_runner.hpp"

#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"

namespace gusset::viewer {
namespace {

// How long a stale result may still take, in ms: long enough to show most results, so that the picture
// follows the slider, and short enough for the last result to come soon.
constexpr int patience_ms = 300;
const char* const read_slot = "what if";

}  // namespace

WhatIfRunner::WhatIfRunner(JobRunner::Post post, unsigned threads)
    : threads_(threads),
      program_(gusset_command()),
      requests_({[this](const WhatIfRequest& request) { start(request); }, [this] { child_.kill(); },
                 [this] { patience_.start(patience_ms); }}),
      jobs_(std::move(post), 1) {
  connections_ = {jobs_.busy_changed.connect([this] { busy_changed(); }),
                  jobs_.failed.connect([this](const std::string& message) { failed(message); }),
                  child_.ended.connect([this](const std::string& why) { ended(why); })};
  patience_.setSingleShot(true);
  QObject::connect(&patience_, &QTimer::timeout, [this] { requests_.timed_out(); });
}

void WhatIfRunner::submit(WhatIfRequest request) {
  if (program_.isEmpty()) {
    failed("gusset: expected the program beside gusset-viewer or in PATH, found none");
    return;
  }
  if (const Result<Done> made = child_.make_folder(); !made) {
    failed(made.error().message());
    return;
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
  output_ = child_.folder() / ("what-if-" + std::to_string(++runs_) + ".gus");
  child_.start(program_, replay_arguments(request.changed, request.base, request.trace, output_,
                                          statistics_of(output_)));
}

std::filesystem::path WhatIfRunner::statistics_of(const std::filesystem::path& output) const {
  return std::filesystem::path(output).replace_extension(".json");
}

void WhatIfRunner::ended(const std::string& why) {
  if (!requests_.running()) return;
  patience_.stop();
  const WhatIfRequest request = *requests_.running();
  const std::filesystem::path output = output_;
  const bool is_wanted = requests_.ended();
  if (is_wanted && why.empty()) {
    read(request, output);
  } else {
    remove(output);
    if (is_wanted) failed(why);
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
          answered({request,
                    {read->prediction, read->loaded->totals.busy_share, read->loaded->totals.makespan_ns},
                    read->loaded});
        }
      });
}

void WhatIfRunner::remove(const std::filesystem::path& path) const {
  if (!owns(path)) return;
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  std::filesystem::remove(statistics_of(path), ignored);
}

}  // namespace gusset::viewer
