#pragma once

#include <cstdint>
#include <vector>

#include <epoxy/gl.h>

namespace satori::viewer::gl {

/// A linked vertex shader and fragment shader. CliError (failed), with the compiler's message.
class Program {
public:
    Program(const char* vertex_source, const char* fragment_source);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    void use() const { glUseProgram(name_); }
    GLint uniform(const char* name) const { return glGetUniformLocation(name_, name); }

private:
    GLuint name_ = 0;
};

/// A buffer that can be refilled, and the vertex array that reads it: one item per instance.
class InstanceArray {
public:
    /// `stride` is the bytes of an item.
    explicit InstanceArray(GLsizei stride);
    InstanceArray(const InstanceArray&) = delete;
    InstanceArray& operator=(const InstanceArray&) = delete;
    ~InstanceArray();

    /// Add an attribute: floats, a color (bytes as 0 to 1), or a 32-bit integer.
    void add_floats(GLuint location, GLint count, GLsizei offset) const;
    void add_color(GLuint location, GLsizei offset) const;
    void add_integer(GLuint location, GLsizei offset) const;

    void fill(const void* items, GLsizei count);
    /// Draws `vertex_count` corners of triangles for each item.
    void draw(GLsizei vertex_count) const;

private:
    void enable(GLuint location) const;

    GLsizei stride_;
    GLsizei count_ = 0;
    GLuint vertex_array_ = 0, buffer_ = 0;
};

/// A picture in GPU memory with several samples per pixel, and a copy with one sample, from which pixels are read.
class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    ~Canvas() { release(); }

    /// Makes the canvas the target of drawing, and allocates it again when a size has changed. It has `samples`
    /// samples, or the GPU's most.
    void begin(int width, int height, int samples);
    /// Resolves the samples to one. The copy with one sample becomes the target.
    void resolve();
    /// Copies the picture to the window.
    void show() const;
    /// Returns rows of red, green and blue, from the top.
    std::vector<std::uint8_t> pixels() const;

private:
    void release();

    int width_ = 0, height_ = 0, samples_ = 0;
    GLuint framebuffers_[2] = {0, 0}, renderbuffers_[3] = {0, 0, 0};
};

}  // namespace satori::viewer::gl
