#pragma once

#include <string>
#include <vector>

namespace thew::cli {

/// Python interpreters of this machine, best first: THEW_PYTHON, the active virtual environment, a
/// .venv in or above the working folder or the program's, then python3 and python of PATH.
std::vector<std::string> python_interpreters();

/// Runs an interpreter with `-c code` and returns what it printed (without the last newline), or ""
/// when it failed.
std::string ask_python(const std::string& interpreter, const std::string& code);

/// Runs a program with these arguments to its end, on our own terminal; returns its exit code, or
/// -1 if it did not start.
int run_program(const std::vector<std::string>& command);

/// Becomes that program; returns only where it cannot.
void become_program(const std::vector<std::string>& command);

/// The first interpreter that has the packages thew and mujoco. Throws UsageError, which says what
/// to install, where there is none.
std::string comparing_python();

}  // namespace thew::cli
