#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "file_text.hpp"
#include "gus_decoder.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/span_source.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces::gus {
namespace {

/// Type numbers in as few bytes as possible.
class TypeColumn {
 public:
  TypeColumn(std::uint64_t tasks, std::size_t types) {
    if (types <= std::numeric_limits<std::uint8_t>::max()) {
      numbers_ = std::vector<std::uint8_t>();
    } else if (types <= std::numeric_limits<std::uint16_t>::max()) {
      numbers_ = std::vector<std::uint16_t>();
    }
    std::visit([tasks](auto& numbers) { numbers.reserve(tasks); }, numbers_);
  }
  void add(const std::vector<TypeId>& types) {
    std::visit(
        [&](auto& numbers) {
          using Number = typename std::remove_reference_t<decltype(numbers)>::value_type;
          for (const TypeId type : types) numbers.push_back(static_cast<Number>(type.value()));
        },
        numbers_);
  }
  TypeId operator[](TaskId task) const {
    return std::visit([task](const auto& numbers) { return TypeId(numbers[task.value()]); }, numbers_);
  }

 private:
  std::variant<std::vector<std::uint32_t>, std::vector<std::uint16_t>, std::vector<std::uint8_t>> numbers_;
};

class GusSpans final : public SpanSource {
 public:
  GusSpans(FileText file, std::string name, Directory directory, DecodedTrace decoded, TypeColumn types)
      : file_(std::move(file)),
        name_(std::move(name)),
        directory_(std::move(directory)),
        decoded_(std::move(decoded)),
        types_(std::move(types)) {
    frame_ = decoded_.trace;
    frame_.recorded = decoded_.in_file;
    chunks_of_.resize(frame_.lanes.size());
    for (std::size_t i = 0; i < directory_.chunks().size(); ++i) {
      const ChunkInfo& info = directory_.chunks()[i].info;
      if (Section{info.section} == Section::spans) chunks_of_[info.group].push_back(i);
    }
  }

  const Trace& frame() const override { return frame_; }
  std::uint64_t tasks() const override { return decoded_.sizes.tasks; }
  TypeId type(TaskId task) const override { return types_[task]; }

  Result<const SpanColumns*> spans(LaneId lane) override {
    if (lane == lane_) return &columns();
    if (!lane_.is_none()) columns() = {};
    lane_ = lane;
    const Source source{name_, file_.bytes()};
    for (const std::size_t i : chunks_of_[lane.value()]) {
      if (auto flaw = decode_chunk(source, directory_.chunks()[i], decoded_)) return *std::move(flaw);
    }
    if (auto valid = validate_lane(columns(), lane, name_, decoded_.sizes); !valid) return valid.error();
    return &columns();
  }

 private:
  SpanColumns& columns() { return decoded_.trace.lanes[lane_.value()].spans; }

  FileText file_;
  std::string name_;
  Directory directory_;
  DecodedTrace decoded_;  ///< the trace without its large tables, plus the spans of one lane
  Trace frame_;
  std::vector<std::vector<std::size_t>> chunks_of_;  ///< one entry per lane
  TypeColumn types_;
  LaneId lane_;  ///< the lane whose spans are in memory
};

/// Reads the types of tasks chunk by chunk, so that only one chunk is in memory at full width. Refuses types
/// that the trace does not have.
Result<TypeColumn> read_types(const Source& source, const Directory& directory, const DecodedTrace& decoded) {
  TypeColumn types(decoded.sizes.tasks, decoded.trace.types.size());
  DecodedTrace rows;
  rows.trace.types = decoded.trace.types;
  rows.trace.recorded = decoded.in_file;
  rows.trace.recorded.accesses = rows.trace.recorded.dependencies = rows.trace.recorded.messages = false;
  for (const DirectoryEntry& entry : directory.chunks()) {
    if (Section{entry.info.section} != Section::tasks) continue;
    rows.trace.tasks = {};
    if (auto flaw = decode_chunk(source, entry, rows)) return *std::move(flaw);
    for (std::size_t i = 0; i < rows.trace.tasks.size(); ++i) {
      const TypeId type = rows.trace.tasks.type[i];
      if (!type.is_none() && type.value() < decoded.trace.types.size()) continue;
      return Error{source.name + ": task " + std::to_string(entry.info.first_row + i),
                   "a type below " + std::to_string(decoded.trace.types.size()),
                   type.is_none() ? "none" : std::to_string(type.value())};
    }
    types.add(rows.trace.tasks.type);
  }
  return types;
}

bool is_recording(const Directory& directory) {
  return directory.rows(Section::recorded_tasks) + directory.rows(Section::recorded_pauses) > 0;
}

}  // namespace
}  // namespace gusset::traces::gus

namespace gusset::traces {

Result<std::unique_ptr<SpanSource>> open_gus_spans(const std::filesystem::path& path) {
  Result<FileText> file = FileText::open(path, ".gus file");
  if (!file) return file.error();
  const gus::Source source{path.string(), file->bytes()};
  Result<gus::Directory> directory = gus::read_directory(source);
  if (!directory) return directory.error();
  if (gus::is_recording(*directory)) {
    auto trace = read_gus(source.bytes, source.name);
    if (!trace) return trace.error();
    return std::unique_ptr<SpanSource>(std::make_unique<TraceSpans>(std::move(trace).value()));
  }
  Sections sections = Sections::none();
  sections.handles = sections.messages = true;
  Result<gus::DecodedTrace> decoded = gus::decode(source, *directory, sections);
  if (!decoded) return decoded.error();
  if (auto valid = validate(decoded->trace, source.name, decoded->sizes); !valid) return valid.error();
  Result<gus::TypeColumn> types = gus::read_types(source, *directory, *decoded);
  if (!types) return types.error();
  return std::unique_ptr<SpanSource>(
      std::make_unique<gus::GusSpans>(std::move(file).value(), source.name, std::move(directory).value(),
                                      std::move(decoded).value(), std::move(types).value()));
}

}  // namespace gusset::traces
