// A game that predicts over a network. Each frame it keeps its state and moves on. Then the inputs of eight frames ago
// come in, so it goes back and simulates these frames again. Here the inputs are those that it had predicted: the state
// must be the same. Prints how long each part takes; ends with 1 when a state differs.
//     rollback [FRAMES [BOXES]]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "rigid_bodies/engine.hpp"
#include "rigid_bodies/scene_tools.hpp"

namespace {

using namespace rigid_bodies;

constexpr int kBack = 8, kSettling = 60;  // frames
constexpr std::uint32_t kPlayers = 8;
constexpr double kFrameMs = 1000.0 / 60;

/// Returns the horizontal velocity that a player wants in a frame. It changes every 20 frames.
Vector input(int frame, std::uint32_t player) {
    Random random(static_cast<std::uint64_t>(frame / 20) * kPlayers + player);
    const double x = random.between(-6, 6), y = random.between(-6, 6);
    return {x, y, 0};
}

/// A ground, the players in a row, and towers of five crates all around. Player i is body i + 1.
Scene town(int boxes) {
    Scene scene;
    scene.bodies.push_back(ground());
    const auto add = [&](double x, double y, double z) {
        BodyDef cube;
        cube.position = {x, y, z};
        scene.bodies.push_back(cube);
    };
    for (std::uint32_t player = 0; player < kPlayers; ++player) add(4 * (player - 0.5 * kPlayers) + 2, 2, 0.5);
    const int towers = boxes / 5 + (boxes % 5 != 0 ? 1 : 0);
    const int side = static_cast<int>(std::ceil(std::sqrt(towers))), middle = side / 2;
    for (int i = 0; i < boxes; ++i) {
        const int tower = i / 5;
        add(4 * (tower % side - middle), 4 * (tower / side - middle), 0.5 + i % 5);
    }
    return scene;
}

class Game {
public:
    explicit Game(const Scene& scene) : engine_(make_engine(scene)) {}

    /// Keeps the state for the next kBack frames.
    void keep() { kept_[frame_ % kBack].copy_from(engine_); }
    void simulate() {
        for (std::uint32_t player = 0; player < kPlayers; ++player) {
            Vector velocity = input(frame_, player);
            velocity.z = engine_.bodies()[player + 1].velocity.z;
            engine_.set_velocity(player + 1, velocity);
        }
        engine_.step();
        ++frame_;
    }
    void go_back() {
        frame_ -= kBack;
        engine_.copy_from(kept_[frame_ % kBack]);
    }
    Engine& engine() { return engine_; }

private:
    Engine engine_, kept_[kBack];
    int frame_ = 0;
};

template <class F>
double milliseconds(F&& f) {
    const auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

struct Times {
    std::vector<double> keep, back, again, whole;
};

/// Simulates a frame, goes back, and forward again. Returns whether the state is the same.
bool run_frame(Game& game, Times& times) {
    double kept = 0, simulated = 0;
    const auto forward = [&] {
        times.keep.push_back(milliseconds([&] { game.keep(); }));
        kept += times.keep.back();
        simulated += milliseconds([&] { game.simulate(); });
    };
    forward();
    const std::uint64_t predicted = game.engine().world().state_hash();
    const double first = simulated, back = milliseconds([&] { game.go_back(); });
    for (int i = 0; i < kBack; ++i) forward();
    times.back.push_back(back);
    times.again.push_back(simulated - first);
    times.whole.push_back(kept + simulated + back);
    return game.engine().world().state_hash() == predicted;
}

void print(const char* what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    std::printf("%-40s %8.3f %8.3f\n", what, times.front(), times[times.size() / 2]);
}

bool run(int frames, int boxes) {
    Game game(town(boxes));
    for (int i = 0; i < kSettling; ++i) {
        game.keep();
        game.simulate();
    }
    Times times;
    int same = 0;
    for (int i = 0; i < frames; ++i) same += run_frame(game, times) ? 1 : 0;

    int awake = 0;
    for (const Body& body : game.engine().bodies()) awake += body.moves() ? 1 : 0;
    std::printf("%d boxes, %u players, %zu contacts; %d bodies are awake at the end; one thread\n", boxes, kPlayers,
                game.engine().contacts().size(), awake);
    std::printf("%-40s %8s %8s\n", "milliseconds", "minimum", "median");
    print("keep a frame", times.keep);
    print("go 8 frames back", times.back);
    print("simulate 8 frames again", times.again);
    print("all: keep and simulate 9, go back once", times.whole);
    const auto fits = std::count_if(times.whole.begin(), times.whole.end(), [](double ms) { return ms <= kFrameMs; });
    std::printf("%d of %d fit in a frame of %.1f ms\n", static_cast<int>(fits), frames, kFrameMs);
    std::printf("%d of %d times the state is the same as before\n", same, frames);
    return same == frames;
}

}  // namespace

int main(int argc, char** argv) {
    const int frames = argc > 1 ? std::atoi(argv[1]) : 120, boxes = argc > 2 ? std::atoi(argv[2]) : 5000;
    if (frames < 1 || boxes < 1) {
        std::fputs("rollback [FRAMES [BOXES]]\n", stderr);
        return 2;
    }
    try {
        return run(frames, boxes) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "rollback: %s\n", error.what());
        return 1;
    }
}
