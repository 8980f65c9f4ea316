#include "cli/manual.hpp"

#include <sstream>

#include <fmt/format.h>

#include <satori/version.hpp>

#include "cli/option_table.hpp"

namespace satori::cli {

namespace {

constexpr const char* kEnd = R"(.SH EXIT STATUS
.TP
.B 0
Done; also for \-\-help.
.TP
.B 1
The work failed: a file that cannot be read or written, no memory, an instruction set that this CPU does not have.
.TP
.B 2
Wrong usage: an unknown option, a frame that does not exist.
.TP
.B 3
The scene is invalid. The message names row, column and reason.
.SH ENVIRONMENT
.TP
.B SATORI_ISA
The instruction set where \-\-isa does not name one.
.TP
.B NO_COLOR
If it is not empty, output has no colors unless \-\-color is always.
)";

/// Returns text in which no character has a meaning for troff.
std::string plain(const std::string& text) {
    std::string result;
    bool begins_line = true;
    for (const char c : text) {
        if (begins_line && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
        begins_line = c == '\n';
    }
    return result;
}

std::string bold(const std::string& text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string option_item(const CLI::Option& option) {
    std::string names;
    for (const std::string& name : spellings(option)) names += (names.empty() ? "" : ", ") + bold(name);
    const std::string value = value_name(option);
    return fmt::format(".TP\n{}{}\n{}\n", names, value.empty() ? "" : " \\fI" + plain(value) + "\\fR",
                       plain(option.get_description()));
}

/// Paragraphs stay, lines that are indented stay as they are.
std::string footer_text(const std::string& footer) {
    std::istringstream lines(footer);
    std::string text = footer.empty() ? "" : ".PP\n";
    bool is_block = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' ') != is_block) {
            is_block = !is_block;
            text += is_block ? ".nf\n" : ".fi\n";
        }
        text += line.empty() ? ".PP\n" : plain(line) + "\n";
    }
    return text + (is_block ? ".fi\n" : "");
}

}  // namespace

std::string manual_page(const CLI::App& program) {
    const std::string& name = program.get_name();
    std::string text =
        fmt::format(".TH {} 1 \"\" \"satori {}.{}.{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}\n",
                    name, SATORI_VERSION_MAJOR, SATORI_VERSION_MINOR, SATORI_VERSION_PATCH, name,
                    plain(program.get_description()), plain(usage(program)));
    text += ".SH OPTIONS\n";
    for (const CLI::Option* option : shown_options(program)) text += option_item(*option);
    text += footer_text(program.get_footer()) + ".SH COMMANDS\n";
    for (const CLI::App* command : shown_commands(program)) {
        text += fmt::format(".SS {}\n{}\n", plain(usage(*command)), plain(command->get_description()) + ".");
        for (const CLI::Option* option : positionals(*command))
            text += fmt::format(".TP\n\\fI{}\\fR\n{}\n", option->get_name(true), plain(option->get_description()));
        for (const CLI::Option* option : shown_options(*command)) text += option_item(*option);
        text += footer_text(command->get_footer());
    }
    return text + kEnd;
}

}  // namespace satori::cli
