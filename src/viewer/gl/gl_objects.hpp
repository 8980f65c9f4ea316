#pragma once

#include <cstdint>
#include <vector>

#include <epoxy/gl.h>

namespace satori::viewer::gl {

/// A vertex and a fragment shader, linked. CliError (failed) with the compiler's words.
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

/// A buffer that is filled anew, and the vertex array that reads from it: one item per instance.
class InstanceArray {
public:
    /// `stride`: bytes of an item.
    explicit InstanceArray(GLsizei stride);
    InstanceArray(const InstanceArray&) = delete;
    InstanceArray& operator=(const InstanceArray&) = delete;
    ~InstanceArray();

    /// Floats, or bytes as 0 to 1, or whole numbers of 32 bits.
    void add_floats(GLuint location, GLint count, GLsizei offset) const;
    void add_color(GLuint location, GLsizei offset) const;
    void add_integer(GLuint location, GLsizei offset) const;

    void fill(const void* items, GLsizei count);
    /// `vertex_count` corners of triangles for each item.
    void draw(GLsizei vertex_count) const;

private:
    void enable(GLuint location) const;

    GLsizei stride_;
    GLsizei count_ = 0;
    GLuint vertex_array_ = 0, buffer_ = 0;
};

/// A picture in memory of the GPU with several samples per pixel, and a copy with one to read from.
class Canvas {
public:
    Canvas() = default;
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;
    ~Canvas() { release(); }

    /// Makes it the target of drawing, anew where the size is another. With so many samples, if the GPU has them.
    void begin(int width, int height, int samples);
    /// Makes one sample of them; that is the target now.
    void resolve();
    /// Copies it to the window.
    void show() const;
    /// Rows of red, green, blue from the top.
    std::vector<std::uint8_t> pixels() const;

private:
    void release();

    int width_ = 0, height_ = 0, samples_ = 0;
    GLuint framebuffers_[2] = {0, 0}, renderbuffers_[3] = {0, 0, 0};
};

}  // namespace satori::viewer::gl
