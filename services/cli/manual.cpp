#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "services/cli/render.h"
#include "services/cli/verbs.h"
#include "services/cli/words.h"
#include "services/common/records.h"
#include "services/common/text.h"

/// Manual pages, made of what the verbs say of themselves: one for the program and one for each verb, in the language
/// of man(7).
namespace assay::cli {
namespace {

/// The text as it is, for roff.
std::string roff(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  if (out.starts_with('.')) out.insert(0, "\\&");
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// Paragraphs have an empty line between them; lines that begin with a space stay lines of their own.
std::string paragraphs(const std::string& text, const char* between = ".PP\n") {
  std::string out;
  bool verbatim = false;
  for (const std::string& line : lines_of(text)) {
    const bool indented = line.starts_with(' ');
    if (indented != verbatim) out += indented ? ".nf\n" : ".fi\n";
    verbatim = indented;
    out += line.empty() ? between : roff(line) + "\n";
  }
  return out + (verbatim ? ".fi\n" : "");
}

std::string heading(const std::string& name) {
  std::string title = name;
  std::replace(title.begin(), title.end(), ' ', '-');
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return ".TH " + roff(title) + " 1 \"\" \"assay " + roff(assay_version()) + "\" \"Assay\"\n";
}

std::string synopsis(const CLI::App& verb) {
  std::string line = bold(full_name_of(verb)) + " [" + italic("OPTIONS") + "]";
  for (const OptionWords& option : options_of(verb))
    if (option.positional)
      line += std::string(" ") + (option.required ? "" : "[") + italic(option.name) + (option.repeats ? "..." : "") +
              (option.required ? "" : "]");
  if (!verbs_of(verb).empty()) line += " " + italic("VERB");
  return line + "\n";
}

std::string options(const CLI::App& verb) {
  std::string out;
  for (const OptionWords& option : options_of(verb)) {
    std::string names = option.positional ? italic(option.name) : bold(option.name);
    for (const std::string& other : option.others) names += ", " + bold(other);
    if (!option.positional && !option.value.empty()) names += italic(value_of(option));
    out += ".TP\n" + names + "\n" + paragraphs(option.description + notes_on(option), ".IP\n");
  }
  return out;
}

constexpr std::string_view kExit = "Exit code:";

std::string description(const CLI::App& verb) {
  const std::string text = verb.get_description();
  return paragraphs(text.substr(0, text.find("\n\n" + std::string(kExit))));
}

/// ".SH EXIT STATUS" of a verb, or nothing.
std::string exit_status(const CLI::App& verb, const char* section) {
  const std::string text = verb.get_description();
  const std::size_t at = text.find(kExit);
  if (at == std::string::npos) return "";
  std::string what = text.substr(at + kExit.size());
  what.erase(0, what.find_first_not_of(' '));
  return std::string(section) + paragraphs(what);
}

std::string page_of_verb(const CLI::App& verb) {
  const std::string name = full_name_of(verb);
  std::string dashed = name;
  std::replace(dashed.begin(), dashed.end(), ' ', '-');
  std::string out = heading(name) + ".SH NAME\n" + roff(dashed) + " \\- " + roff(summary_of(verb)) +
                    "\n.SH SYNOPSIS\n" + synopsis(verb) + ".SH DESCRIPTION\n" + description(verb) + ".SH OPTIONS\n" +
                    options(verb);
  const auto below = verbs_of(verb);
  if (!below.empty()) out += ".SH VERBS\n";
  for (const CLI::App* each : below)
    out += ".SS " + roff(full_name_of(*each)) + "\n" + synopsis(*each) + ".PP\n" + description(*each) + options(*each) +
           exit_status(*each, ".PP\nExit status: ");
  return out + exit_status(verb, ".SH EXIT STATUS\n") + ".SH SEE ALSO\n.BR assay (1)\n";
}

std::string page_of_program(const CLI::App& app) {
  std::string out = heading("assay") +
                    ".SH NAME\nassay \\- hunts miscompilations in LLVM\\(aqs optimizer\n.SH SYNOPSIS\n" +
                    bold("assay") + " " + italic("VERB") + " [" + italic("OPTIONS") + "]\n.SH DESCRIPTION\n" +
                    description(app) + ".PP\nEach verb has a page of its own.\n.SH VERBS\n";
  for (const CLI::App* verb : verbs_of(app))
    out += ".TP\n.BR assay\\-" + roff(verb->get_name()) + " (1)\n" + roff(summary_of(*verb)) + ".\n";
  return out + ".SH OPTIONS\n" + options(app) + ".SH FILES\n.TP\n" + italic("assay.db") +
         "\nThe database of a verb without \\-\\-db, in the current folder.\n" +
         ".SH SEE ALSO\n.BR opt (1)\n.PP\nThe documentation, with recipes for operating and extending Assay, is "
         "installed as Markdown in\n" +
         italic("share/doc/assay") + ".\n";
}

Status write_pages(const CLI::App& app, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) return Error{folder + ": " + failure.message()};
  const auto write = [&](const std::string& name, const std::string& page) -> Status {
    const std::string path = folder + "/" + name + ".1";
    std::ofstream file(path);
    file << page;
    if (!file.flush()) return Error{path + ": can't be written"};
    return std::nullopt;
  };
  if (Status bad = write("assay", page_of_program(app))) return bad;
  for (const CLI::App* verb : verbs_of(app))
    if (Status bad = write("assay-" + verb->get_name(), page_of_verb(*verb))) return bad;
  return std::nullopt;
}

int print_page(const CLI::App& app, const std::string& name) {
  if (name.empty()) return std::fputs(page_of_program(app).c_str(), stdout), int{kSuccess};
  for (const CLI::App* verb : verbs_of(app))
    if (verb->get_name() == name) return std::fputs(page_of_verb(*verb).c_str(), stdout), int{kSuccess};
  return refuse("man: " + complaint_about(app, {name}, ""));
}

}  // namespace

void add_man(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("man");
  auto name = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  verb->description(
      "Prints the manual page of assay, or of one of its verbs. To read it: assay man hunt | man -l -\n\nExit code: 0, "
      "or 2 for no "
      "such verb or a folder that can't be written.");
  verb->add_option("verb", *name, "the verb (assay itself)");
  verb->add_option("-o,--output", *folder, "folder that all pages are written to instead");
  verb->callback([&app, name, folder, &action] {
    action = [&app, name, folder] {
      if (folder->empty()) return print_page(app, *name);
      const Status bad = write_pages(app, *folder);
      return bad ? refuse(bad->message) : int{kSuccess};
    };
  });
}

}  // namespace assay::cli
