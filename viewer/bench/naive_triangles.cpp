#define GL_GLEXT_PROTOTYPES 1
#include "naive_triangles.hpp"

#include <GL/glcorearb.h>

#include <stdexcept>
#include <vector>

namespace gusset::bench {
namespace {

constexpr const char* vertex_source = R"(#version 330 core
layout(location = 0) in vec4 task;  // begin and duration in ns, row, type
uniform vec3 view;                  // begin in ns, columns per ns, rows
uniform float width;
flat out float type;
void main() {
  float x = (task.x - view.x + (gl_VertexID == 2 ? task.y : 0.0)) * view.y;
  float y = task.z + (gl_VertexID == 1 ? 0.1 : 0.9);
  gl_Position = vec4(x / width * 2.0 - 1.0, 1.0 - y / view.z * 2.0, 0.0, 1.0);
  type = task.w;
})";

constexpr const char* fragment_source = R"(#version 330 core
flat in float type;
out vec4 colour;
void main() { colour = vec4(0.2 + 0.1 * type, 0.4, 0.8 - 0.1 * type, 1.0); })";

void attach(unsigned program, unsigned kind, const char* source) {
  const unsigned shader = glCreateShader(kind);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  glAttachShader(program, shader);
  glDeleteShader(shader);
}

}  // namespace

NaiveTriangles::NaiveTriangles(const traces::Trace& trace) : rows_(trace.lanes.size()) {
  std::vector<float> instances;
  for (std::size_t row = 0; row < trace.lanes.size(); ++row) {
    const traces::SpanColumns& spans = trace.lanes[row].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      instances.push_back(static_cast<float>(spans.begin_ns[i]));
      instances.push_back(static_cast<float>(spans.end_ns[i] - spans.begin_ns[i]));
      instances.push_back(static_cast<float>(row));
      instances.push_back(static_cast<float>(trace.tasks.type[spans.task[i].value()].value()));
    }
    tasks_ += spans.size();
  }
  program_ = glCreateProgram();
  attach(program_, GL_VERTEX_SHADER, vertex_source);
  attach(program_, GL_FRAGMENT_SHADER, fragment_source);
  glLinkProgram(program_);
  int linked = 0;
  glGetProgramiv(program_, GL_LINK_STATUS, &linked);
  if (linked == 0)
    throw std::runtime_error("OpenGL: expected the naive triangles' shaders to link, found an error");
  glGenVertexArrays(1, &vertices_);
  glBindVertexArray(vertices_);
  glGenBuffers(1, &buffer_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size() * sizeof(float)), instances.data(),
               GL_STATIC_DRAW);
  glEnableVertexAttribArray(0);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  glVertexAttribDivisor(0, 1);
  glBindVertexArray(0);
}

NaiveTriangles::~NaiveTriangles() {
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &vertices_);
  glDeleteProgram(program_);
}

void NaiveTriangles::draw(unsigned framebuffer, int width, int height, double begin_ns,
                          double ns_per_pixel) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  glClearColor(1.0F, 1.0F, 1.0F, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  glUseProgram(program_);
  glUniform3f(glGetUniformLocation(program_, "view"), static_cast<float>(begin_ns),
              static_cast<float>(1.0 / ns_per_pixel), static_cast<float>(rows_));
  glUniform1f(glGetUniformLocation(program_, "width"), static_cast<float>(width));
  glBindVertexArray(vertices_);
  glDrawArraysInstanced(GL_TRIANGLES, 0, 3, static_cast<GLsizei>(tasks_));
  glBindVertexArray(0);
  glUseProgram(0);
}

}  // namespace gusset::bench
