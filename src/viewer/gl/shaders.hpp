#pragma once

namespace satori::viewer::gl {

// What the vertex shaders of boxes share.
inline constexpr const char* kBoxInputs = R"(#version 330 core
uniform mat4 clip;
uniform vec3 shift;   // from the places' origin to the camera's target
uniform vec3 eye;     // seen from the target; flat cameras: a direction
uniform bool flat_camera;
layout(location = 0) in vec3 center;
layout(location = 1) in vec3 half_extents;
layout(location = 2) in vec4 rotation;
layout(location = 3) in vec4 color;
layout(location = 4) in uint style;
layout(location = 5) in float radius;

vec3 turned(vec3 v) {
    return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) + rotation.w * v);
}
vec3 turned_back(vec3 v) {
    return v + 2.0 * cross(rotation.xyz, cross(rotation.xyz, v) - rotation.w * v);
}

// Whether a box is left out. As Camera::is_in_the_way() says.
bool in_the_way(vec3 middle, vec3 reach) {
    float longest = max(reach.x, max(reach.y, reach.z));
    vec3 target = turned_back(-middle), nearest = clamp(target, -reach, reach);
    vec3 place = middle + (nearest == target ? vec3(0.0) : turned(nearest));
    return (style & 16u) != 0u && !flat_camera && dot(place, eye) > 1e-4 * dot(eye, eye) && longest > 0.2 * length(eye);
}
)";

// What the fragment shaders of boxes share.
inline constexpr const char* kBoxPattern = R"(#version 330 core
uniform float dots;
out vec4 result;

// A pattern, as long as the face is large enough to show it.
vec3 striped(vec3 color, uint pattern, float pixels) {
    if (pattern == 0u) return color;
    float place = mod(gl_FragCoord.x + gl_FragCoord.y, 9.0 * dots) / dots;
    float stripe = smoothstep(0.0, 1.0, place) * (1.0 - smoothstep(2.0, 3.0, place));
    return mix(color, color * (pattern == 1u ? 0.66 : 0.93), stripe * clamp((pixels - 6.0) / 8.0, 0.0, 1.0));
}

// Darkens an edge, as long as the face is large enough to show it.
vec3 edged(vec3 color, float to_edge, float pixels) {
    float shown = clamp((pixels - 4.0) / 8.0, 0.0, 1.0);
    return mix(color, color * 0.45, shown * (1.0 - smoothstep(0.4 * dots, 1.4 * dots, to_edge)));
}
)";

// A box is three faces, those that look to the eye: 18 corners of triangles instead of 36. A rectangle may have a
// radius.
inline constexpr const char* kBoxVertex = R"(
uniform vec3 to_light;
out vec2 on_face;     // meters from the face's center
flat out vec2 face_half;
flat out float face_radius;
flat out vec4 face_color;
flat out uint face_pattern;

void main() {
    int axis = gl_VertexID / 6;
    int corner = int[6](0, 1, 3, 0, 3, 2)[gl_VertexID % 6];
    vec2 side = vec2(float(corner & 1), float(corner >> 1)) * 2.0 - 1.0;
    vec3 normal = vec3(0.0);
    normal[axis] = 1.0;
    vec3 middle = center + shift;
    vec3 to_eye = flat_camera ? eye : eye - middle;
    vec3 outward = turned(normal);
    if (dot(outward, to_eye) < 0.0) {
        normal = -normal;
        outward = -outward;
    }
    vec3 reach = half_extents + vec3(radius, radius, 0.0);
    vec3 local = normal * reach;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    local[u] = side.x * reach[u];
    local[v] = side.y * reach[v];
    face_half = vec2(reach[u], reach[v]);
    on_face = side * face_half;
    face_radius = radius;
    face_pattern = style & 15u;
    float light = flat_camera ? 1.0 : 0.64 + 0.4 * max(dot(outward, to_light), 0.0);
    face_color = vec4(color.rgb * light, color.a);
    gl_Position = clip * vec4(middle + turned(local), 1.0);
    if (in_the_way(middle, reach)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
)";

inline constexpr const char* kBoxFragment = R"(
in vec2 on_face;
flat in vec2 face_half;
flat in float face_radius;
flat in vec4 face_color;
flat in uint face_pattern;

void main() {
    vec2 per_pixel = max(fwidth(on_face), vec2(1e-30));
    vec2 to_edges = (face_half - abs(on_face)) / per_pixel;
    vec2 pixels = 2.0 * face_half / per_pixel;
    float to_edge = min(to_edges.x, to_edges.y), alpha = face_color.a;
    vec2 beyond = abs(on_face) - (face_half - face_radius);  // what the core reaches
    float meters = max(length(vec2(dFdx(on_face.x), dFdy(on_face.x))), 1e-30);  // per pixel
    if (face_radius > 0.0 && min(beyond.x, beyond.y) > 0.0) {
        to_edge = (face_radius - length(beyond)) / meters;
        alpha *= clamp(to_edge + 0.5, 0.0, 1.0);
    }
    float least = min(pixels.x, pixels.y);
    result = vec4(edged(striped(face_color.rgb, face_pattern, least), to_edge, least), alpha);
}
)";

// A box with a radius is a mesh: see MeshCorner.
inline constexpr const char* kRoundedVertex = R"(
uniform float focal;  // pixels per meter at a depth of 1
layout(location = 6) in vec3 side;
layout(location = 7) in vec3 normal;
out vec3 outward;
out vec3 to_eye;
flat out vec4 solid_color;
flat out uint solid_pattern;
flat out float solid_pixels;  // the least size

void main() {
    vec3 middle = center + shift;
    vec3 place = middle + turned(side * half_extents + radius * normal);
    outward = turned(normal);
    to_eye = eye - place;
    solid_color = color;
    solid_pattern = style & 15u;
    gl_Position = clip * vec4(place, 1.0);
    vec3 reach = half_extents + radius;
    solid_pixels = 2.0 * min(reach.x, min(reach.y, reach.z)) * focal / max(length(eye - middle), 1e-30);
    if (in_the_way(middle, reach)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
)";

inline constexpr const char* kRoundedFragment = R"(
uniform vec3 to_light;
in vec3 outward;
in vec3 to_eye;
flat in vec4 solid_color;
flat in uint solid_pattern;
flat in float solid_pixels;

void main() {
    vec3 normal = normalize(outward);
    vec3 color = solid_color.rgb * (0.64 + 0.4 * max(dot(normal, to_light), 0.0));
    // The outline of a sphere is where this is 0. It grows with the root of the distance in pixels.
    float facing = dot(normal, normalize(to_eye));
    float to_outline = 0.5 * facing / max(fwidth(facing), 1e-30);
    result = vec4(edged(striped(color, solid_pattern, solid_pixels), to_outline, solid_pixels), solid_color.a);
}
)";

inline constexpr const char* kTriangleVertex = R"(#version 330 core
uniform mat4 clip;
uniform vec3 shift;
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
layout(location = 2) in vec3 c;
layout(location = 3) in vec4 color;
flat out vec4 triangle_color;

void main() {
    triangle_color = color;
    gl_Position = clip * vec4((gl_VertexID == 0 ? a : gl_VertexID == 1 ? b : c) + shift, 1.0);
}
)";

inline constexpr const char* kTriangleFragment = R"(#version 330 core
flat in vec4 triangle_color;
out vec4 result;

void main() {
    result = triangle_color;
}
)";

// A line is a rectangle on the screen, as long and wide as the line and its round ends.
inline constexpr const char* kLineVertex = R"(#version 330 core
uniform mat4 clip;
uniform vec3 shift;
uniform vec2 size;      // of the picture, pixels
uniform float dots;
uniform float focal;    // pixels per meter at a depth of 1
uniform float nearer;   // part of the depth by which lines lie before faces
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 color;
layout(location = 3) in vec3 widths;  // width and dash, dots; widest, meters
out vec2 place;         // pixels along and across, from the line's beginning
flat out float line_length;
flat out vec4 line_color;
flat out vec2 line_width_and_dash;

void main() {
    vec4 a = clip * vec4(from + shift, 1.0), b = clip * vec4(to + shift, 1.0);
    // What is behind the eye is cut off.
    float least = 1e-4 * max(abs(a.w), abs(b.w));
    if (a.w < least && b.w < least) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
    if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
    vec2 a_pixel = 0.5 * size * a.xy / a.w, b_pixel = 0.5 * size * b.xy / b.w;
    line_length = length(b_pixel - a_pixel);
    vec2 along = line_length > 1e-3 ? (b_pixel - a_pixel) / line_length : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    line_width_and_dash = widths.xy * dots;
    if (widths.z > 0.0) line_width_and_dash.x = min(line_width_and_dash.x, widths.z * focal / a.w);
    line_color = color;
    line_color.a *= min(line_width_and_dash.x, 1.0);  // thinner than a pixel: fainter
    float reach = 0.5 * line_width_and_dash.x + 1.0;
    int corner = int[6](0, 1, 3, 0, 3, 2)[gl_VertexID];
    bool at_end = (corner & 1) != 0;
    float sign_across = (corner >> 1) != 0 ? 1.0 : -1.0;
    place = vec2(at_end ? line_length + reach : -reach, sign_across * reach);
    vec4 end = at_end ? b : a;
    vec2 pixel = a_pixel + place.x * along + place.y * across;
    gl_Position = vec4(2.0 * pixel / size * end.w, end.z - nearer * end.w, end.w);
}
)";

inline constexpr const char* kLineFragment = R"(#version 330 core
in vec2 place;
flat in float line_length;
flat in vec4 line_color;
flat in vec2 line_width_and_dash;
out vec4 result;

void main() {
    float dash = line_width_and_dash.y;
    if (dash > 0.0 && mod(place.x, 2.0 * dash) > dash) discard;
    float beyond = max(max(-place.x, place.x - line_length), 0.0);
    float away = length(vec2(beyond, place.y)) - 0.5 * line_width_and_dash.x;
    result = vec4(line_color.rgb, line_color.a * clamp(0.5 - away, 0.0, 1.0));
    if (result.a <= 0.0) discard;
}
)";

}  // namespace satori::viewer::gl
