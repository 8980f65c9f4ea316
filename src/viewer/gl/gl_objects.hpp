#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include <epoxy/gl.h>

namespace satori::viewer::gl {

/// A linked vertex shader and fragment shader. CliError (failed), with the compiler's message.
class Program {
public:
    /// The parts of a shader are joined to one source.
    using Source = std::initializer_list<const char*>;
    Program(Source vertex, Source fragment);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    void use() const { glUseProgram(name_); }
    GLint uniform(const char* name) const { return glGetUniformLocation(name_, name); }

private:
    GLuint name_ = 0;
};

/// An input of a vertex shader: where an item has its value.
struct Attribute {
    enum class Kind : std::uint8_t { floats, color, integer };  ///< a color: four bytes, as 0 to 1

    Kind kind;
    std::size_t offset;  ///< bytes
    GLint count = 1;     ///< of floats
};

/// A mesh for ItemArray::set_mesh(): its corners, and three of their numbers for each triangle.
struct MeshData {
    std::size_t corner_size;  ///< bytes
    std::initializer_list<Attribute> attributes;
    const void* corners;
    std::size_t corner_count;
    std::span<const std::uint16_t> triangles;
};

/// Items in GPU memory, each an instance for a vertex shader. One draw call takes all items.
class ItemArray {
public:
    /// The attributes have the locations 0, 1, 2 and so on.
    ItemArray(std::size_t item_size, std::initializer_list<Attribute> attributes);
    ItemArray(const ItemArray&) = delete;
    ItemArray& operator=(const ItemArray&) = delete;
    ~ItemArray();

    void fill(const void* items, std::size_t count);
    /// Draws `corners_per_item` corners of triangles for each item; gl_VertexID counts them.
    void draw(GLsizei corners_per_item) const;
    /// Copies a mesh to the GPU. The attributes of its corners have the locations after those of the items.
    void set_mesh(const MeshData& mesh);
    /// Draws the mesh for each item.
    void draw_mesh() const;

private:
    std::size_t item_size_;
    GLsizei count_ = 0, mesh_size_ = 0;
    GLuint attribute_count_;  // of an item
    GLuint vertex_array_ = 0, buffer_ = 0, corners_ = 0, triangles_ = 0;
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
    std::size_t drawn_ = 0;  // the framebuffer that is drawn to: the one with several samples, or the copy itself
    GLuint framebuffers_[2] = {0, 0}, renderbuffers_[3] = {0, 0, 0};
};

}  // namespace satori::viewer::gl
