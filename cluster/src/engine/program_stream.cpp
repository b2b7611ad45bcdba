#include "engine/program_stream.hpp"

namespace gusset::cluster {

std::optional<ProgramStream::Event> ProgramStream::event(std::uint64_t index) const {
  if (index >= events_ || events_ - index > remembered) return std::nullopt;
  return (*events_log_)[index % remembered];
}

void ProgramStream::add_wait(EventKind kind, std::uint32_t handle, std::uint32_t version) {
  current_ = {hash_, tasks_, handle, NodeId(), TaskTypeId(), kind};
  mix(~(std::uint64_t{handle} << 32 | version));
  add_event();
}

void ProgramStream::add_messages(TaskTypeId name) {
  current_ = {hash_, tasks_, no_handle, NodeId(), name, EventKind::messages};
  mix(hash_of(name) ^ static_cast<std::uint64_t>(EventKind::messages));
  add_event();
}

std::uint64_t ProgramStream::add_type(TaskTypeId type) {
  while (type_hashes_.size() <= type.value()) {
    std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
    for (const char letter : TaskType::name_of(TaskTypeId(type_hashes_.size())))
      hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    type_hashes_.push_back(hash);
  }
  return type_hashes_[type.value()];
}

}  // namespace gusset::cluster
