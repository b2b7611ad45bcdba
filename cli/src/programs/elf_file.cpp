#include "elf_file.hpp"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <memory>

namespace gusset::cli {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

void read_interpreter(Elf* elf, const GElf_Phdr& part, ElfFile& file) {
  std::size_t size = 0;
  const char* const bytes = elf_rawfile(elf, &size);
  if (bytes == nullptr || part.p_offset > size || part.p_filesz > size - part.p_offset) return;
  const std::string text(bytes + part.p_offset, part.p_filesz);
  file.interpreter = text.substr(0, text.find('\0'));
}

void read_symbols(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ElfFile& file) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
  for (int i = 0; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, i, &symbol) == nullptr) return;
    const char* const name = elf_strptr(elf, header.sh_link, symbol.st_name);
    const auto binding = GELF_ST_BIND(symbol.st_info);
    if (name == nullptr || *name == '\0' || binding == STB_LOCAL) continue;
    if (symbol.st_shndx != SHN_UNDEF) {
      file.exports.insert(name);
    } else if (binding != STB_WEAK) {
      file.imports.insert(name);
    }
  }
}

}  // namespace

std::optional<ElfFile> read_elf(const std::filesystem::path& path) {
  if (elf_version(EV_CURRENT) == EV_NONE) return std::nullopt;
  const Descriptor descriptor(path);
  if (descriptor.number() < 0) return std::nullopt;
  const std::unique_ptr<Elf, decltype(&elf_end)> elf(elf_begin(descriptor.number(), ELF_C_READ_MMAP, nullptr),
                                                     &elf_end);
  std::size_t parts = 0;
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF || elf_getphdrnum(elf.get(), &parts) != 0)
    return std::nullopt;
  ElfFile file;
  for (std::size_t i = 0; i < parts; ++i) {
    GElf_Phdr part;
    if (gelf_getphdr(elf.get(), static_cast<int>(i), &part) == nullptr) return std::nullopt;
    if (part.p_type == PT_INTERP) read_interpreter(elf.get(), part, file);
    // Position-independent static programs have a dynamic section too, but no interpreter.
    if (part.p_type == PT_DYNAMIC) file.is_dynamic = true;
  }
  for (Elf_Scn* section = elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = elf_nextscn(elf.get(), section)) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) return std::nullopt;
    if (header.sh_type == SHT_DYNSYM) read_symbols(elf.get(), section, header, file);
  }
  return file;
}

}  // namespace gusset::cli
