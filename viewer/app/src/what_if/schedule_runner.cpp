#include "gusset/viewer/app/what_if/schedule_runner.hpp"

#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"

namespace gusset::viewer {
namespace {

const char* const schedule_slot = "found schedule";

void remove_file(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

}  // namespace

ScheduleRunner::ScheduleRunner(JobRunner::Post post, unsigned threads)
    : threads_(threads), program_(gusset_command()), jobs_(std::move(post), 1) {
  child_.takes_line = [this](const std::string& line) {
    const auto progress = parse_schedule_progress(line);
    if (progress && request_) progressed(*progress);
    return progress.has_value();
  };
  connections_ = {jobs_.busy_changed.connect([this] { busy_changed(); }),
                  jobs_.failed.connect([this](const std::string& message) { failed(message); }),
                  child_.ended.connect([this](const std::string& why) { ended(why); })};
}

ScheduleRunner::~ScheduleRunner() {
  child_.kill();  // a program that is asked to end would finish its comparison first
}

void ScheduleRunner::start(ScheduleRequest request) {
  cancel();
  if (program_.isEmpty()) {
    failed("gusset: expected the program beside gusset-viewer or in PATH, found none");
    return;
  }
  if (const Result<Done> made = child_.make_folder(); !made) {
    failed(made.error().message());
    return;
  }
  request_ = std::move(request);
  is_stopping_ = false;
  const std::string name = "schedule-" + std::to_string(++runs_);
  files_ = {child_.folder() / (name + ".json"), child_.folder() / (name + ".gus")};
  answer_ = child_.folder() / (name + ".answer.json");
  std::vector<std::string> arguments =
      schedule_arguments(request_->search, *request_->trace, request_->file, files_);
  arguments.insert(arguments.end(), {"--json", "--progress"});
  child_.start(program_, arguments, {}, answer_);
  busy_changed();
}

void ScheduleRunner::stop() {
  is_stopping_ = true;
  child_.terminate();
}

void ScheduleRunner::cancel() {
  request_.reset();
  child_.kill();
  jobs_.cancel(schedule_slot);
  busy_changed();
}

void ScheduleRunner::ended(const std::string& why) {
  if (!request_) {
    remove(files_);
    remove_file(answer_);
  } else if (why.empty()) {
    read();
  } else {
    remove(files_);
    remove_file(answer_);
    failed(is_stopping_ && child_.was_killed() ? "Stopped before a schedule was found" : why);
  }
  busy_changed();
}

void ScheduleRunner::read() {
  jobs_.start(
      schedule_slot,
      [request = *request_, files = files_, answer = answer_,
       threads = threads_](const JobRunner::Cancelled&) -> Result<Answer> {
        const auto text = read_text(answer);
        remove_file(answer);
        if (!text) return text.error();
        auto found = parse_found_schedule(*text, answer.string());
        if (!found) return found.error();
        Answer result{request, std::move(found).value(), {}, nullptr};
        if (!has_schedule_files(*request.trace)) return result;
        auto loaded = load_trace(files.trace, threads, request.appearance);
        if (!loaded) return loaded.error();
        result.files = files;
        result.loaded = retitled(*loaded.value(), found_schedule_title(request.search));
        return result;
      },
      [this](const Result<Answer>& read) {
        if (!read) {
          failed(read.error().message());
        } else {
          answered(*read);
        }
      });
}

void ScheduleRunner::remove(const ScheduleFiles& files) const {
  for (const std::filesystem::path& file : {files.schedule, files.trace}) {
    if (owns(file)) remove_file(file);
  }
}

}  // namespace gusset::viewer
