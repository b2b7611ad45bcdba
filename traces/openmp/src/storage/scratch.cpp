#include "scratch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "conversion_failure.hpp"

namespace gusset::ompt {
namespace {

[[noreturn]] void fail(const std::filesystem::path& folder, int error_number) {
  throw ConversionFailure({folder.empty() ? "." : folder.string(),
                           "space for temporary data of the conversion",
                           "\"" + std::generic_category().message(error_number) + "\""});
}

/// Reads or writes a whole page. `transfer(done)` moves the bytes after the first `done`.
template <class Transfer>
void transfer_page(const std::filesystem::path& folder, Transfer transfer) {
  for (std::size_t done = 0; done < Scratch::page_bytes;) {
    const ssize_t moved = transfer(done);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) fail(folder, moved < 0 ? errno : EIO);
    done += static_cast<std::size_t>(moved);
  }
}

}  // namespace

Scratch::Scratch(std::filesystem::path folder, std::size_t most_pages)
    : folder_(std::move(folder)), most_pages_(std::max(most_pages, least_pages)) {
  frames_.reserve(most_pages_);
  free_frames_.reserve(most_pages_);  // so that `forget` needs no memory
}

Scratch::~Scratch() {
  if (file_ >= 0) ::close(file_);
}

void Scratch::Pages::grow() {
  pages_.emplace_back();
  scratch_.put(*this, pages_.size() - 1, scratch_.free_frame());
}

void Scratch::Pages::drop(std::size_t page) {
  Page& dropped = pages_[page];
  if (dropped.bytes != nullptr) {
    scratch_.frames_[dropped.frame].owner = nullptr;
    scratch_.free_frames_.push_back(dropped.frame);
  }
  if (dropped.place != nowhere) scratch_.free_places_.push_back(dropped.place);
  dropped = {};
  dropped.is_dropped = true;
}

void Scratch::put(Pages& pages, std::size_t page, std::size_t frame) {
  frames_[frame].owner = &pages;
  frames_[frame].page = page;
  pages.pages_[page].bytes = frames_[frame].bytes.get();
  pages.pages_[page].frame = static_cast<std::uint32_t>(frame);
  pages.pages_[page].is_changed = false;
}

void Scratch::load(Pages& pages, std::size_t page) {
  const std::size_t frame = free_frame();
  std::byte* const bytes = frames_[frame].bytes.get();
  const std::uint64_t place = pages.pages_[page].place;
  transfer_page(folder_, [&](std::size_t done) {
    return ::pread(file_, bytes + done, page_bytes - done, static_cast<off_t>(place + done));
  });
  put(pages, page, frame);
}

void Scratch::forget(const Pages& pages) {
  for (std::size_t frame = 0; frame < frames_.size(); ++frame) {
    if (frames_[frame].owner != &pages) continue;
    frames_[frame].owner = nullptr;
    free_frames_.push_back(frame);
  }
}

std::size_t Scratch::free_frame() {
  if (!free_frames_.empty()) {
    const std::size_t frame = free_frames_.back();
    free_frames_.pop_back();
    return frame;
  }
  if (frames_.size() < most_pages_) {
    try {
      frames_.push_back({std::make_unique_for_overwrite<std::byte[]>(page_bytes), nullptr, 0});
      return frames_.size() - 1;
    } catch (const std::bad_alloc&) {
      shrink();
    }
  }
  return evict();
}

/// Memory has run out. Leaves a quarter of it to the rest of the conversion, which cannot do with less.
void Scratch::shrink() {
  most_pages_ = frames_.size() - frames_.size() / 4;
  if (most_pages_ < least_pages) throw std::bad_alloc();
  while (frames_.size() > most_pages_) {
    Frame& frame = frames_.back();
    Pages::Page& page = frame.owner->pages_[frame.page];
    if (page.is_changed) write_out(page);
    page.bytes = nullptr;
    frames_.pop_back();
  }
  hand_ = 0;
}

/// Finds a page that was not used since the last visit (the clock algorithm). All frames have pages.
std::size_t Scratch::evict() {
  for (;;) {
    const std::size_t candidate = std::exchange(hand_, (hand_ + 1) % frames_.size());
    Frame& frame = frames_[candidate];
    Pages::Page& page = frame.owner->pages_[frame.page];
    if (std::exchange(page.is_used, false)) continue;
    if (page.is_changed) write_out(page);
    page.bytes = nullptr;
    frame.owner = nullptr;
    return candidate;
  }
}

void Scratch::write_out(Pages::Page& page) {
  if (file_ < 0) create_file();
  if (page.place == Pages::nowhere && !free_places_.empty()) {
    page.place = free_places_.back();
    free_places_.pop_back();
  } else if (page.place == Pages::nowhere) {
    page.place = std::exchange(file_bytes_, file_bytes_ + page_bytes);
  }
  transfer_page(folder_, [&](std::size_t done) {
    return ::pwrite(file_, page.bytes + done, page_bytes - done, static_cast<off_t>(page.place + done));
  });
}

void Scratch::create_file() {
  const std::filesystem::path folder = folder_.empty() ? "." : folder_;
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ >= 0) return;
  std::string name = (folder / ".gusset-XXXXXX").string();  // some file systems have no nameless files
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) fail(folder_, errno);
  ::unlink(name.c_str());
}

}  // namespace gusset::ompt
