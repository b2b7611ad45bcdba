#include "gusset/traces/exchange/merge_ranks.hpp"

#include <optional>
#include <utility>

#include "gus/file_text.hpp"
#include "merge_parts.hpp"

namespace gusset::traces {

Result<MergedRanks> merge_ranks(std::span<const std::filesystem::path> parts,
                                const std::filesystem::path& output) {
  std::vector<FileText> files;
  std::vector<gus::Source> sources;
  for (const std::filesystem::path& part : parts) {
    Result<FileText> file = FileText::open(part, ".gus file");
    if (!file) return file.error();
    sources.push_back({part.string(), file->bytes()});
    files.push_back(std::move(*file));
  }
  std::optional<RecordingFile> written;
  return merge::merge_parts(
      sources, [&output](const RecordingHead& head) { return RecordingFile::create_whole(output, head); },
      written);
}

}  // namespace gusset::traces
