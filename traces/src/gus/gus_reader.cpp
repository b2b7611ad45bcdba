#include <optional>
#include <utility>

#include "file_text.hpp"
#include "gus_decoder.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/model/validate.hpp"

namespace gusset::traces {
namespace gus {

Result<Trace> read_bytes(const Source& source, const Sections& sections) {
  Result<Directory> directory = read_directory(source);
  if (!directory) return directory.error();
  Result<DecodedTrace> decoded = decode(source, *directory, sections);
  if (!decoded) return decoded.error();
  std::uint64_t dropped = 0;
  if (std::optional<Error> flaw = assemble(*decoded, std::move(decoded->recording), sections, source.name,
                                           Missing::is_error, dropped))
    return *std::move(flaw);
  if (std::optional<Error> flaw = index_accesses(*decoded, source.name)) return *std::move(flaw);
  if (Result<Done> valid = validate(decoded->trace, source.name, decoded->sizes); !valid)
    return valid.error();
  return std::move(decoded->trace);
}

}  // namespace gus

namespace {

using SharedTrace = std::shared_ptr<const Trace>;

Result<SharedTrace> share(Result<Trace> trace) {
  if (!trace) return trace.error();
  return SharedTrace(std::make_shared<const Trace>(std::move(trace).value()));
}

}  // namespace

Result<SharedTrace> read_gus(const std::filesystem::path& path, Sections sections) {
  const Result<FileText> file = FileText::open(path, ".gus file");
  if (!file) return file.error();
  return read_gus(file->bytes(), path.string(), sections);
}

Result<SharedTrace> read_gus(std::span<const std::byte> bytes, const std::string& name, Sections sections) {
  return share(gus::read_bytes({name, bytes}, sections));
}

Result<TableSizes> read_gus_sizes(const std::filesystem::path& path) {
  const Result<FileText> file = FileText::open(path, ".gus file");
  if (!file) return file.error();
  const Result<gus::Directory> directory = gus::read_directory({path.string(), file->bytes()});
  if (!directory) return directory.error();
  TableSizes sizes{directory->rows(gus::Section::tasks), directory->rows(gus::Section::handles), {}};
  for (std::uint32_t lane = 0; lane < directory->rows(gus::Section::lanes); ++lane)
    sizes.lane_spans.push_back(directory->rows(gus::Section::spans, lane));
  return sizes;
}

Result<SharedTrace> recover_gus(const std::filesystem::path& path) {
  const Result<FileText> file = FileText::open(path, ".gus file");
  if (!file) return file.error();
  return recover_gus(file->bytes(), path.string());
}

Result<SharedTrace> recover_gus(std::span<const std::byte> bytes, const std::string& name) {
  return share(gus::recover_bytes({name, bytes}));
}

}  // namespace gusset::traces
