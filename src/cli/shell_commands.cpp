#include <map>
#include <memory>
#include <string>

#include "cli/commands.hpp"
#include "cli/completion.hpp"
#include "cli/help.hpp"
#include "cli/manual.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"

namespace satori::cli {

namespace {

using Script = std::string (*)(const CLI::App&);

}  // namespace

void add_shell_commands(CLI::App& program) {
    const auto script = std::make_shared<Script>(nullptr);
    CLI::App* command =
        program.add_subcommand("completion", "Print the script with which a shell completes this command");
    add_choice<Script>(*command, "SHELL", *script,
                       {{"bash", bash_completion}, {"fish", fish_completion}, {"zsh", zsh_completion}},
                       "bash, fish or zsh")
        ->required();
    set_footer(
        *command, "cmake --install puts these scripts where the shells look for them.",
        {"source <(satori completion bash)    # completes in this shell only", "satori completion fish > satori.fish"});
    command->callback([&program, script] { print(stdout, (*script)(program)); });

    CLI::App* const manual = program.add_subcommand("manual", "Print the manual page, in troff")->group("");
    set_footer(*manual, "The build writes it to shell/satori.1 in its folder, and cmake --install to where man looks.",
               {"satori manual > satori.1", "man ./satori.1"});
    manual->callback([&program] { print(stdout, manual_page(program)); });
}

}  // namespace satori::cli
