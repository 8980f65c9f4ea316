#include "viewer/gl/gl_objects.hpp"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>

#include <fmt/format.h>

#include "cli/cli_error.hpp"
#include "viewer/gl/shaders.hpp"

namespace satori::viewer::gl {

namespace {

[[noreturn]] void fail(const std::string& message) {
    throw cli::CliError(cli::ExitCode::failed, message);
}

void attach_shader(GLuint program, GLenum kind, std::initializer_list<const char*> sources) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, static_cast<GLsizei>(sources.size()), sources.begin(), nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);  // the deletion takes effect with the program's
    GLint compiled = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled != 0) return;
    char log[1024] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    fail(fmt::format("the OpenGL driver refuses a shader: {}", log));
}

constexpr std::size_t kTexelSize = 16;

}  // namespace

Program::Program(const char* vertex_source, const char* fragment_source) : name_(glCreateProgram()) {
    attach_shader(name_, GL_VERTEX_SHADER, {kUnpacked, vertex_source});
    attach_shader(name_, GL_FRAGMENT_SHADER, {fragment_source});
    glLinkProgram(name_);
    GLint linked = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &linked);
    if (linked == 0) fail("the OpenGL driver cannot link a shader");
}

Program::~Program() {
    glDeleteProgram(name_);
}

ItemArray::ItemArray(std::size_t item_size) : item_size_(item_size) {
    glGenVertexArrays(1, &vertex_array_);
    glGenBuffers(1, &buffer_);
    glGenTextures(1, &texture_);
}

ItemArray::~ItemArray() {
    glDeleteTextures(1, &texture_);
    glDeleteBuffers(1, &buffer_);
    glDeleteVertexArrays(1, &vertex_array_);
}

void ItemArray::fill(const void* items, std::size_t count) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    const std::size_t fitting = kTexelSize * static_cast<std::size_t>(most) / item_size_;
    if (count > fitting) fail(fmt::format("the OpenGL driver holds at most {} boxes or lines", fitting));
    count_ = static_cast<GLsizei>(count);
    if (count == 0) return;
    glBindBuffer(GL_TEXTURE_BUFFER, buffer_);
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(item_size_ * count), items, GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, texture_);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, buffer_);
}

void ItemArray::draw(GLsizei corners_per_item) const {
    if (count_ == 0) return;
    glBindVertexArray(vertex_array_);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_BUFFER, texture_);
    glDrawArrays(GL_TRIANGLES, 0, corners_per_item * count_);
}

void Canvas::release() {
    if (framebuffers_[0] == 0) return;
    glDeleteFramebuffers(2, framebuffers_);
    glDeleteRenderbuffers(3, renderbuffers_);
}

void Canvas::begin(int width, int height, int samples) {
    if (width != width_ || height != height_ || samples != samples_) {
        release();
        width_ = width;
        height_ = height;
        samples_ = samples;
        GLint most = 1;
        glGetIntegerv(GL_MAX_SAMPLES, &most);
        const GLsizei taken = std::min(samples, most) > 1 ? std::min(samples, most) : 0;
        glGenFramebuffers(2, framebuffers_);
        glGenRenderbuffers(3, renderbuffers_);
        const auto attach = [&](std::size_t framebuffer, std::size_t k, GLsizei count, GLenum format, GLenum place) {
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[framebuffer]);
            glBindRenderbuffer(GL_RENDERBUFFER, renderbuffers_[k]);
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, count, format, width, height);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, renderbuffers_[k]);
        };
        attach(1, 2, 0, GL_RGBA8, GL_COLOR_ATTACHMENT0);
        attach(0, 0, taken, GL_RGBA8, GL_COLOR_ATTACHMENT0);
        attach(0, 1, taken, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            fail(fmt::format("the OpenGL driver has no room for a picture of {}x{}", width, height));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[0]);
}

void Canvas::resolve() {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[0]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers_[1]);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[1]);
}

void Canvas::show() const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[1]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

std::vector<std::uint8_t> Canvas::pixels() const {
    const std::size_t row = 3 * static_cast<std::size_t>(width_);
    std::vector<std::uint8_t> from_below(row * static_cast<std::size_t>(height_)), result;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers_[1]);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, from_below.data());
    result.reserve(from_below.size());
    for (auto end = from_below.end(); end != from_below.begin(); end -= static_cast<std::ptrdiff_t>(row))
        result.insert(result.end(), end - static_cast<std::ptrdiff_t>(row), end);
    return result;
}

}  // namespace satori::viewer::gl
