#include "viewer/gl/gl_objects.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "cli/cli_error.hpp"

namespace satori::viewer::gl {

namespace {

[[noreturn]] void fail(const std::string& message) {
    throw cli::CliError(cli::ExitCode::failed, message);
}

void attach_shader(GLuint program, GLenum kind, Program::Source source) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, static_cast<GLsizei>(source.size()), source.begin(), nullptr);
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

// Adds inputs of the vertex shader that come from the buffer that is bound.
void add_attributes(GLuint location, std::size_t item_size, std::initializer_list<Attribute> attributes) {
    const auto stride = static_cast<GLsizei>(item_size);
    for (const Attribute& attribute : attributes) {
        const void* const place = reinterpret_cast<const void*>(attribute.offset);  // as OpenGL takes it
        glEnableVertexAttribArray(location);
        switch (attribute.kind) {
            case Attribute::Kind::floats:
                glVertexAttribPointer(location, attribute.count, GL_FLOAT, GL_FALSE, stride, place);
                break;
            case Attribute::Kind::color:
                glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, place);
                break;
            case Attribute::Kind::integer:
                glVertexAttribIPointer(location, 1, GL_UNSIGNED_INT, stride, place);
                break;
        }
        ++location;
    }
}

}  // namespace

Program::Program(Source vertex, Source fragment) : name_(glCreateProgram()) {
    attach_shader(name_, GL_VERTEX_SHADER, vertex);
    attach_shader(name_, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(name_);
    GLint linked = 0;
    glGetProgramiv(name_, GL_LINK_STATUS, &linked);
    if (linked == 0) fail("the OpenGL driver cannot link a shader");
}

Program::~Program() {
    glDeleteProgram(name_);
}

ItemArray::ItemArray(std::size_t item_size, std::initializer_list<Attribute> attributes)
    : item_size_(item_size), attribute_count_(static_cast<GLuint>(attributes.size())) {
    glGenVertexArrays(1, &vertex_array_);
    glGenBuffers(1, &buffer_);
    glBindVertexArray(vertex_array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    add_attributes(0, item_size, attributes);
    for (GLuint location = 0; location < attribute_count_; ++location) glVertexAttribDivisor(location, 1);
}

ItemArray::~ItemArray() {
    const GLuint buffers[] = {buffer_, corners_, triangles_};  // 0 is no buffer
    glDeleteBuffers(3, buffers);
    glDeleteVertexArrays(1, &vertex_array_);
}

void ItemArray::set_mesh(const MeshData& mesh) {
    glBindVertexArray(vertex_array_);
    if (corners_ == 0) {
        glGenBuffers(1, &corners_);
        glGenBuffers(1, &triangles_);
        glBindBuffer(GL_ARRAY_BUFFER, corners_);
        add_attributes(attribute_count_, mesh.corner_size, mesh.attributes);
    }
    mesh_size_ = static_cast<GLsizei>(mesh.triangles.size());
    glBindBuffer(GL_ARRAY_BUFFER, corners_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.corner_size * mesh.corner_count), mesh.corners,
                 GL_STATIC_DRAW);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, triangles_);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(mesh.triangles.size_bytes()), mesh.triangles.data(),
                 GL_STATIC_DRAW);
}

void ItemArray::fill(const void* items, std::size_t count) {
    count_ = static_cast<GLsizei>(count);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(item_size_ * count), items, GL_STREAM_DRAW);
}

void ItemArray::draw(GLsizei corners_per_item) const {
    if (count_ == 0) return;
    glBindVertexArray(vertex_array_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, corners_per_item, count_);
}

void ItemArray::draw_mesh() const {
    if (count_ == 0) return;
    glBindVertexArray(vertex_array_);
    glDrawElementsInstanced(GL_TRIANGLES, mesh_size_, GL_UNSIGNED_SHORT, nullptr, count_);
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
        drawn_ = taken == 0 ? 1 : 0;
        if (taken != 0) attach(0, 0, taken, GL_RGBA8, GL_COLOR_ATTACHMENT0);
        attach(drawn_, 1, taken, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            fail(fmt::format("the OpenGL driver has no room for a picture of {}x{}", width, height));
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[drawn_]);
}

void Canvas::resolve() {
    if (drawn_ == 1) return;
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
