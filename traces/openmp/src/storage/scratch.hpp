#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <type_traits>
#include <vector>

namespace gusset::ompt {

/// Memory for arrays that may be larger than memory. Keeps a limited number of pages and moves the others to
/// a nameless file, which vanishes with the process. Small arrays never touch the disk. If memory runs out
/// earlier, the limit shrinks to what there is. Throws ConversionFailure if the disk is full or fails, and
/// std::bad_alloc if there is not even memory for a few pages. Not thread-safe.
class Scratch {
 public:
  static constexpr std::size_t page_bytes = std::size_t{1} << 16;
  static constexpr std::size_t usual_pages = 2048;  ///< 128 MiB
  static constexpr std::size_t least_pages = 4;

  /// The file is created in `folder` when it is first needed.
  explicit Scratch(std::filesystem::path folder, std::size_t most_pages = usual_pages);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// The pages of one array.
  class Pages {
   public:
    explicit Pages(Scratch& scratch) : scratch_(scratch) {}
    ~Pages() { scratch_.forget(*this); }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;

    /// The bytes of a page. Valid until another page is needed, of this array or another one.
    std::byte* to_read(std::size_t page) {
      Page& wanted = pages_[page];
      if (wanted.bytes == nullptr) [[unlikely]]
        scratch_.load(*this, page);
      wanted.is_used = true;
      return wanted.bytes;
    }
    std::byte* to_write(std::size_t page) {
      std::byte* const bytes = to_read(page);
      pages_[page].is_changed = true;
      return bytes;
    }
    /// Appends a page of unspecified content.
    void grow();
    /// Frees the memory of a page that is not needed any more, and its place on the disk.
    void drop(std::size_t page);
    bool is_dropped(std::size_t page) const { return pages_[page].is_dropped; }

   private:
    friend class Scratch;
    static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
    struct Page {
      std::byte* bytes = nullptr;     ///< null if the page is not in memory
      std::uint64_t place = nowhere;  ///< place in the file
      std::uint32_t frame = 0;        ///< index of the frame that has the bytes
      bool is_used = false;           ///< since the last search for a page to evict
      bool is_changed = false;        ///< since it was read from the file
      bool is_dropped = false;
    };
    Scratch& scratch_;
    std::vector<Page> pages_;
  };

 private:
  struct Frame {
    std::unique_ptr<std::byte[]> bytes;
    Pages* owner = nullptr;  ///< null if the frame is free
    std::size_t page = 0;
  };

  void load(Pages& pages, std::size_t page);
  void forget(const Pages& pages);
  void put(Pages& pages, std::size_t page, std::size_t frame);
  std::size_t free_frame();
  void shrink();
  std::size_t evict();
  void write_out(Pages::Page& page);
  void create_file();

  std::filesystem::path folder_;
  std::size_t most_pages_;
  std::vector<Frame> frames_;
  std::vector<std::size_t> free_frames_;
  std::vector<std::uint64_t> free_places_;
  std::size_t hand_ = 0;  ///< the next frame to consider for eviction
  int file_ = -1;
  std::uint64_t file_bytes_ = 0;
};

/// A growing array of plain rows in a Scratch.
template <class Row>
class ScratchArray {
 public:
  static_assert(std::is_trivially_copyable_v<Row> && sizeof(Row) <= Scratch::page_bytes);

  explicit ScratchArray(Scratch& scratch) : pages_(scratch) {}

  std::uint64_t size() const { return size_; }

  Row get(std::uint64_t row) {
    Row result;
    std::memcpy(&result, pages_.to_read(row / rows_per_page) + row % rows_per_page * sizeof(Row),
                sizeof result);
    return result;
  }
  /// For a change in place. Valid until the next access to any array of the same Scratch.
  Row& edit(std::uint64_t row) {
    return *reinterpret_cast<Row*>(pages_.to_write(row / rows_per_page) + row % rows_per_page * sizeof(Row));
  }
  void set(std::uint64_t row, const Row& value) {
    std::memcpy(pages_.to_write(row / rows_per_page) + row % rows_per_page * sizeof(Row), &value,
                sizeof value);
  }
  /// Rows of one page are dropped together, once none of them is needed any more.
  static std::uint64_t page_of(std::uint64_t row) { return row / rows_per_page; }
  static constexpr std::uint64_t rows_per_page = Scratch::page_bytes / sizeof(Row);
  void drop_page(std::uint64_t page) { pages_.drop(page); }
  bool is_dropped(std::uint64_t row) const { return pages_.is_dropped(row / rows_per_page); }

  /// Returns the index of the new row.
  std::uint64_t push_back(const Row& value) {
    if (size_ % rows_per_page == 0) pages_.grow();
    set(size_, value);
    return size_++;
  }

 private:
  Scratch::Pages pages_;
  std::uint64_t size_ = 0;
};

}  // namespace gusset::ompt
