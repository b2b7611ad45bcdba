#include "task_stream.hpp"

#include <cassert>
#include <utility>

#include "gusset/core/version_sequence.hpp"

namespace gusset::simulator {

std::uint32_t TaskStream::add_handle(std::string name, StreamHandle handle) {
  const auto number = static_cast<std::uint32_t>(handles_.size());
  if (handle.whole != none) {
    StreamHandle& whole = handles_[handle.whole];
    if (whole.part_count == 0) whole.first_part = number;
    assert(whole.first_part + whole.part_count == number && "the parts of a handle are contiguous");
    ++whole.part_count;
  }
  handles_.push_back(handle);
  names_.push_back(std::move(name));
  return number;
}

std::uint32_t TaskStream::add_event(std::string name, NodeId node) {
  StreamHandle event;
  event.owner = node;
  event.is_event = true;
  return add_handle(std::move(name), event);
}

std::uint32_t TaskStream::add_message(std::string name, std::uint64_t size_bytes, NodeId from, NodeId to,
                                      std::uint32_t after) {
  const std::uint32_t event = add_event(std::move(name), from);
  StreamHandle& handle = handles_[event];
  handle.size_bytes = size_bytes;
  handle.message = forgotten_transfers_ + static_cast<std::uint32_t>(transfers_.size());
  handle.first_version = after == none ? 0 : 1;
  transfers_.push_back({event, 1, from, to, 0, none, after, none, none});
  return event;
}

std::uint32_t TaskStream::add_cost(const StreamCost& cost) {
  costs_.push_back(cost);
  return static_cast<std::uint32_t>(costs_.size() - 1);
}

std::uint32_t TaskStream::append(StreamTask task, std::span<const StreamAccess> accesses) {
  const std::uint32_t number = append_task(task, accesses);
  program_tasks_.push_back(number);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const StreamAccess& access = accesses[i];
    if (handles_[access.handle].owner == task.node) continue;
    std::uint32_t& transfer = accesses_[tasks_[number].first_access + i].transfer;
    transfer = handles_[access.handle].message;
    if (transfer == none) {
      const std::size_t transfers = transfers_.size();
      transfer = transfer_to(task.node, access);
      if (broadcast_.is_on && relay(transfer, access))
        accesses_[tasks_[number].first_access + i].begins_relay = transfers_.size() > transfers;
    } else {
      add_listener(transfer);
    }
  }
  return number;
}

std::uint32_t TaskStream::append_child(std::uint32_t parent, StreamTask task,
                                       std::span<const StreamAccess> accesses) {
  task.parent = parent;
  task.node = tasks_[parent].node;
  task.level = static_cast<std::uint16_t>(tasks_[parent].level + 1);
  const std::uint32_t number = append_task(task, accesses);
  for (const StreamAccess& access : accesses) {
    StreamHandle& handle = handles_[access.handle];
    handle.has_child_access = !handle.is_event;
  }
  StreamTask& splitting = tasks_[parent];
  if (splitting.child_count == 0) splitting.first_child = number;
  assert(splitting.first_child + splitting.child_count == number && "the children of a task are contiguous");
  ++splitting.child_count;
  return number;
}

void TaskStream::begin_batch(std::uint32_t first_instance) {
  batches_.push_back({first_instance, program_tasks_.size(), program_tasks_.size()});
}

void TaskStream::end_batch() {
  Batch& batch = batches_.back();
  batch.end = program_tasks_.size();
  if (batch.begin == batch.end) {
    batches_.pop_back();
  } else {
    batch_numbers_.emplace(batch.first_instance, batches_.size() - 1);
  }
}

const TaskStream::Batch* TaskStream::batch_of(std::uint32_t task) const {
  if (!tasks_[task].is_everywhere) return nullptr;
  const auto found = batch_numbers_.find(task - tasks_[task].node.value());
  return found == batch_numbers_.end() ? nullptr : &batches_[found->second];
}

std::uint32_t TaskStream::append_task(StreamTask& task, std::span<const StreamAccess> accesses) {
  task.first_access = accesses_.size();
  task.access_count = static_cast<std::uint32_t>(accesses.size());
  for (const StreamAccess& access : accesses) {
    accesses_.push_back(access);
    accesses_.back().is_event = handles_[access.handle].is_event;
    task.takes_locks |= access.takes_lock();
  }
  has_data_affinity_ |= task.affinity.kind == Affinity::Kind::data;
  tasks_.push_back(task);
  return static_cast<std::uint32_t>(tasks_.size() - 1);
}

void TaskStream::forget() {
  forgotten_transfers_ += static_cast<std::uint32_t>(transfers_.size());
  tasks_.clear();
  program_tasks_.clear();
  accesses_.clear();
  transfers_.clear();
}

// Only the newest requested version's transfer gets more readers; a newer version starts another transfer. An
// older version, which was reserved, gets a transfer of its own.
std::uint32_t TaskStream::transfer_to(NodeId node, const StreamAccess& access) {
  if (access.handle >= latest_.size()) latest_.resize(handles_.size());
  const auto [latest, is_new] = latest_[access.handle].find_or_add(node);
  if (!is_new && latest.version == access.version && deduplicates_) {
    add_listener(latest.transfer);
    return latest.transfer;
  }
  const bool is_newest = is_new || has_reached(access.version, latest.version);
  const std::uint32_t transfer = add_transfer(node, access, is_new || !is_newest ? none : latest.transfer);
  if (is_newest) latest = {access.version, transfer};
  return transfer;
}

void TaskStream::add_listener(std::uint32_t transfer) {
  if (transfer >= forgotten_transfers_) ++transfers_[transfer - forgotten_transfers_].listeners;
}

/// Lets another node send the transfer if the tree says so. Returns whether one does.
bool TaskStream::relay(std::uint32_t number, const StreamAccess& access) {
  if (number < forgotten_transfers_) return false;  // its route was decided when it began
  Transfer& transfer = transfers_[number - forgotten_transfers_];
  const VersionReaders::Way way = readers_[access.handle].add(
      broadcast_, handles_[access.handle].size_bytes, access.version, transfer.to, access.is_reserved);
  if (way.from.is_none()) return false;
  const auto latest_to = [&](NodeId node) { return latest_[access.handle].find_or_add(node).first.transfer; };
  transfer.from = way.from;
  transfer.relay = latest_to(way.from);
  transfer.root = latest_to(way.first);
  return true;
}

std::uint32_t TaskStream::add_transfer(NodeId node, const StreamAccess& access, std::uint32_t older) {
  transfers_.push_back(
      {access.handle, access.version, handles_[access.handle].owner, node, 1, older, none, none, none});
  return forgotten_transfers_ + static_cast<std::uint32_t>(transfers_.size() - 1);
}

}  // namespace gusset::simulator
