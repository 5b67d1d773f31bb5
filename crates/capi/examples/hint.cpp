// Makes a Sudoku and prints a hint for its first step.
//
//     c++ hint.cpp $(pkg-config --cflags --libs gridwright) -o hint
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include "gridwright.h"

using Puzzle = std::unique_ptr<gw_puzzle, void (*)(gw_puzzle *)>;

static std::string taken(char *text, const gw_error &error) {
    if (!text) throw std::runtime_error(error.message);
    std::string copy(text);
    gw_free(text);
    return copy;
}

int main() {
    gw_error error;
    Puzzle puzzle(gw_generate(R"({"genre":"sudoku","seed":2026})", nullptr, &error), gw_puzzle_free);
    if (!puzzle) throw std::runtime_error(error.message);
    std::cout << taken(gw_write(puzzle.get(), "line", &error), error) << '\n'
              << taken(gw_hint(puzzle.get(), 4, nullptr, &error), error) << '\n';
}
