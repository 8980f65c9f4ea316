#include <memory>

#include "cli/commands.hpp"
#include "cli/contact_run.hpp"
#include "cli/help.hpp"
#include "cli/scene_command.hpp"
#include "scenes/contacts_file.hpp"

namespace satori::cli {

namespace {

constexpr const char* kFooter =
    "CONTACTS has a row for each point, sorted by (a, b, point): boxes a < b by their rows in the scene, point 0 to 3 "
    "of the pair's manifold, px,py,pz in the world, unit normal nx,ny,nz from a to b, separation in meters (negative "
    "where the boxes overlap), feature_id (see satori/manifold.hpp, for 2D satori/rect_manifold.hpp). In 2D a pair has "
    "at most 2 points, and pz and nz are 0. In a .npy the columns are fields of a structured array.\n"
    "\n"
    "The hash is XXH64, seed 0, of 44 bytes for each point in that order, little-endian: a, b, point (uint32), offset "
    "of the point from a's center, normal (3 float32 each), separation (float32), feature_id (uint32); -0 counts as "
    "+0.";

}  // namespace

void add_contacts_command(CLI::App& program) {
    const auto options = std::make_shared<SceneCommand>();
    options->run.stage = Stage::contacts;
    CLI::App* command = program.add_subcommand("contacts", "Find the contacts of a scene");
    add_scene_options(*command, *options, "CONTACTS", "Contacts to write, .csv or .npy");
    add_speculative_distance_option(*command, options->run.contacts);
    set_footer(*command, kFooter,
               {"satori make pile --count 1e4 -o pile.npy", "satori contacts pile.npy -o contacts.csv",
                "satori contacts pile.npy -o contacts.npy --speculative-distance 0.01"});
    command->callback([options] {
        check_contact_options(options->run.contacts);
        run_scene_command<ContactRun, scenes::ContactsWriter>(*options);
    });
}

}  // namespace satori::cli
