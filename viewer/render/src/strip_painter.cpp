#include "strip_painter.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "gl.hpp"
#include "gusset/base/parallel.hpp"
#include "strip_filler.hpp"

namespace gusset::viewer {
namespace {

// Corners are in pixels from the top left. The other attributes are the same for the whole strip: the texel
// of pixel column 0, the strip's row of texels, the row of its first layer, the number of its layers, its
// foot and its height.
constexpr const char* vertex_source = R"(
layout(location = 0) in vec2 corner;
layout(location = 1) in ivec4 texel;
layout(location = 2) in vec2 stretch;
uniform vec2 size;
flat out ivec4 first_texel;
flat out vec2 foot_and_height;
void main() {
  first_texel = texel;
  foot_and_height = vec2(stretch.x - size.y - 0.5, stretch.y);  // gl_FragCoord counts from the bottom
  gl_Position = vec4(corner.x / size.x * 2.0 - 1.0, 1.0 - corner.y / size.y * 2.0, 0.0, 1.0);
}
)";

// Fills a column from its foot. The top pixel is filled in part, so that slopes are smooth and everything
// that ran is visible. There is one program for each variant: without a graphics processor, a branch costs as
// much as both sides.
constexpr const char* fragment_source = R"(
uniform sampler2D texels;
uniform vec3 track;
flat in ivec4 first_texel;
flat in vec2 foot_and_height;
out vec4 colour;
void main() {
  vec4 texel = texelFetch(texels, ivec2(first_texel.x + int(gl_FragCoord.x), first_texel.y), 0);
  float filled = max(texel.a * foot_and_height.y, min(texel.a * 255.0, 0.5));
  float above_foot = foot_and_height.x + gl_FragCoord.y;
#ifdef FROM_TOP
  float below_top = foot_and_height.y - 1.0 - above_foot;
  ivec3 bits = ivec3(texel.rgb * 255.0 + 0.5) & 1;
  int hatching = bits.r + 2 * bits.g + 4 * bits.b;  // see picture::Hatching
  float x = floor(gl_FragCoord.x);
  float y = floor(gl_FragCoord.y);
  bool rises = mod(x - y, 8.0) < 2.0;
  bool falls = mod(x + y, 8.0) < 2.0;
  bool in_line = hatching == 0 ? rises : hatching == 1 ? falls : hatching == 2 ? mod(x, 6.0) < 2.0
               : hatching == 3 ? mod(y, 6.0) < 2.0 : rises || falls;
  colour = vec4(texel.rgb, clamp(filled - below_top, 0.0, 1.0) * (in_line ? 0.9 : 0.16));
#else
  float cover = clamp(filled - above_foot, 0.0, 1.0);
  float odd = step(0.5, fract(texel.b * 127.5 + 0.25));
  float opacity = max(cover, odd * 0.25);
  for (int layer = 0; layer < first_texel.w; ++layer) {
    vec4 part = texelFetch(texels, ivec2(first_texel.x + int(gl_FragCoord.x), first_texel.z + layer), 0);
    float height = max(part.a * foot_and_height.y, min(part.a * 255.0, 0.5));
    float share = clamp(height - above_foot, 0.0, 1.0) / max(opacity, 0.001);
    texel.rgb = mix(texel.rgb, part.rgb, min(share, 1.0));
  }
#ifdef OVER
  colour = vec4(texel.rgb, opacity);
#else
  colour = vec4(mix(track, texel.rgb, opacity), 1.0);
#endif
#endif
}
)";

constexpr std::array<const char*, 3> heads = {"#version 330 core\n", "#version 330 core\n#define OVER\n",
                                              "#version 330 core\n#define FROM_TOP\n"};

struct Vertex {
  float x;
  float y;
  GLint texel_column;
  GLint texel_row;
  GLint layer_row;
  GLint layers;
  float foot;
  float height;
};

Result<Done> compile(unsigned program, GLenum kind, const char* head, const char* source) {
  const GLuint shader = glCreateShader(kind);
  const std::array<const char*, 2> parts = {head, source};
  glShaderSource(shader, static_cast<GLsizei>(parts.size()), parts.data(), nullptr);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  std::array<char, 1024> log{};
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
  glAttachShader(program, shader);
  glDeleteShader(shader);
  if (ok == 0) return Error{"OpenGL", "a driver that compiles shaders of version 3.30", log.data()};
  return Done{};
}

const void* offset(std::size_t bytes) {
  return reinterpret_cast<const void*>(bytes);
}

bool is_opaque(const StripGroup& group) {
  return !group.over && !group.from_top;
}

// The part of a strip that is inside its group's clip and the picture.
struct ShownStrip {
  const Strip* strip;
  Box part;
  std::size_t first_pixel = 0;  // in the group's pixels

  std::size_t width() const { return static_cast<std::size_t>(part.width); }
  std::size_t size() const { return width() * static_cast<std::size_t>(part.height); }
};

std::vector<ShownStrip> shown_strips(const StripGroup& group, const Picture& picture) {
  std::vector<ShownStrip> shown;
  std::size_t pixels = 0;
  for (const Strip& strip : group.strips) {
    const int left = std::max({strip.left, group.clip.left, 0});
    const int right = std::min({strip.left + strip.width, group.clip.right(), picture.width});
    const int top = std::max({strip.stretch.top, group.clip.top, 0});
    const int bottom = std::min({strip.stretch.bottom(), group.clip.bottom(), picture.height});
    if (left >= right || top >= bottom) continue;
    shown.push_back({&strip, {left, top, right - left, bottom - top}, pixels});
    pixels += shown.back().size();
  }
  return shown;
}

void fill(const ShownStrip& shown, const Picture& picture, std::span<std::uint32_t> pixels) {
  const Strip& strip = *shown.strip;
  const auto skipped = static_cast<std::size_t>(shown.part.left - strip.left);
  const auto texels_from = [&](std::size_t texel) {
    return std::span(picture.texels).subspan(texel + skipped, shown.width());
  };
  std::vector<std::span<const Rgba>> layers;
  for (std::size_t layer = 0; layer < strip.layers; ++layer)
    layers.push_back(texels_from(strip.first_layer + layer * picture.texel_columns));
  const int foot = strip.stretch.bottom();
  StripFiller(picture.track)
      .fill(texels_from(strip.first_texel), layers, strip.stretch.height, foot - shown.part.bottom(),
            foot - shown.part.top, pixels);
}

}  // namespace

StripPainter::~StripPainter() {
  if (programs_[0].id == 0) return;
  for (const ShaderProgram& program : programs_) glDeleteProgram(program.id);
  glDeleteTextures(1, &texture_);
  glDeleteBuffers(1, &vertex_buffer_);
  glDeleteVertexArrays(1, &vertex_array_);
}

Result<Done> StripPainter::initialise() {
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    ShaderProgram& program = programs_[i];
    program.id = glCreateProgram();
    for (const auto& [kind, source] : {std::pair(GLenum{GL_VERTEX_SHADER}, vertex_source),
                                       std::pair(GLenum{GL_FRAGMENT_SHADER}, fragment_source)}) {
      const Result<Done> compiled = compile(program.id, kind, heads[i], source);
      if (!compiled) return compiled;
    }
    glLinkProgram(program.id);
    GLint ok = 0;
    glGetProgramiv(program.id, GL_LINK_STATUS, &ok);
    if (ok == 0) return Error{"OpenGL", "a driver that links shaders of version 3.30", "one that does not"};
    program.size_location = glGetUniformLocation(program.id, "size");
    program.track_location = glGetUniformLocation(program.id, "track");
  }

  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);

  glGenVertexArrays(1, &vertex_array_);
  glGenBuffers(1, &vertex_buffer_);
  glBindVertexArray(vertex_array_);
  glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_);
  for (GLuint i = 0; i < 3; ++i) glEnableVertexAttribArray(i);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), offset(offsetof(Vertex, x)));
  glVertexAttribIPointer(1, 4, GL_INT, sizeof(Vertex), offset(offsetof(Vertex, texel_column)));
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, sizeof(Vertex), offset(offsetof(Vertex, foot)));
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return Done{};
}

void StripPainter::upload(const Picture& picture) {
  const auto width = static_cast<GLsizei>(picture.texel_columns);
  const auto height = static_cast<GLsizei>(picture.texels.size() / picture.texel_columns);
  glBindTexture(GL_TEXTURE_2D, texture_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  if (width != texture_width_ || height != texture_height_) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 picture.texels.data());
    texture_width_ = width;
    texture_height_ = height;
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, picture.texels.data());
  }
}

void StripPainter::use(const ShaderProgram& program, const Picture& picture) {
  glUseProgram(program.id);
  glUniform2f(program.size_location, static_cast<float>(picture.width), static_cast<float>(picture.height));
  const auto channel = [&](int shift) { return static_cast<float>(picture.track >> shift & 255U) / 255.0F; };
  glUniform3f(program.track_location, channel(0), channel(8), channel(16));
}

void StripPainter::fill_buffer(const Picture& picture) {
  std::vector<Vertex> vertices;
  for (const StripGroup& group : picture.strips) {
    for (const Strip& strip : group.strips) {
      const auto column = static_cast<GLint>(strip.first_texel % picture.texel_columns) - strip.left;
      const auto row = static_cast<GLint>(strip.first_texel / picture.texel_columns);
      const auto layer_row = static_cast<GLint>(strip.first_layer / picture.texel_columns);
      const auto layers = static_cast<GLint>(strip.layers);
      const auto left = static_cast<float>(strip.left);
      const auto right = static_cast<float>(strip.left + strip.width);
      const auto top = static_cast<float>(strip.stretch.top);
      const auto foot = static_cast<float>(strip.stretch.bottom());
      const auto height = static_cast<float>(strip.stretch.height);
      for (const auto& [x, y] : {std::pair(left, top), std::pair(right, top), std::pair(right, foot),
                                 std::pair(left, top), std::pair(right, foot), std::pair(left, foot)}) {
        vertices.push_back({x, y, column, row, layer_row, layers, foot, height});
      }
    }
  }
  glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(Vertex)), vertices.data(),
               GL_STREAM_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

// Fills the strips' pixels on several threads. Only this thread may call OpenGL.
void StripPainter::write(const StripGroup& group, const Picture& picture, const RenderTarget& target) {
  const std::vector<ShownStrip> shown = shown_strips(group, picture);
  if (shown.empty()) return;
  const std::size_t size = shown.back().first_pixel + shown.back().size();
  if (pixels_.size() < size) pixels_.resize(size);
  const auto pixels_of = [&](const ShownStrip& strip) {
    return std::span(pixels_).subspan(strip.first_pixel, strip.size());
  };
  parallel_for(shown.size(), size, [&](std::size_t i) { fill(shown[i], picture, pixels_of(shown[i])); });
  for (const ShownStrip& strip : shown) target.write(pixels_of(strip), strip.part);
}

void StripPainter::draw(const Picture& picture, const RenderTarget& target, Columns columns) {
  if (picture.texels.empty() || picture.texel_columns == 0) return;
  const auto is_written = [&](const StripGroup& group) {
    return columns == Columns::by_processor && is_opaque(group);
  };
  if (!std::all_of(picture.strips.begin(), picture.strips.end(), is_written)) {
    upload(picture);
    fill_buffer(picture);
  }
  glBindVertexArray(vertex_array_);
  glEnable(GL_SCISSOR_TEST);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
  GLint first = 0;
  for (const StripGroup& group : picture.strips) {
    const auto count = static_cast<GLsizei>(group.strips.size() * 6);
    const GLint start = std::exchange(first, first + count);
    if (is_written(group)) {
      write(group, picture, target);
      continue;
    }
    glBindTexture(GL_TEXTURE_2D, texture_);
    glScissor(group.clip.left, picture.height - group.clip.bottom(), std::max(0, group.clip.width),
              std::max(0, group.clip.height));
    use(group.from_top ? programs_[2] : group.over ? programs_[1] : programs_[0], picture);
    if (!is_opaque(group)) glEnable(GL_BLEND);
    if (count > 0) glDrawArrays(GL_TRIANGLES, start, count);
    glDisable(GL_BLEND);
  }
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glUseProgram(0);
}

}  // namespace gusset::viewer
