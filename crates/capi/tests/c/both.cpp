// gridwright.h from C++, on several threads with one handle.
#include <memory>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "gridwright.h"

int main() {
    std::unique_ptr<gw_puzzle, void (*)(gw_puzzle *)> puzzle(gw_parse("5x5:y", nullptr), gw_puzzle_free);
    std::vector<std::string> counts(4);
    std::vector<std::thread> threads;
    for (std::string &count : counts)
        threads.emplace_back([&] {
            std::unique_ptr<char, void (*)(char *)> text(gw_count(puzzle.get(), nullptr, nullptr), gw_free);
            count = text.get();
        });
    for (std::thread &thread : threads) thread.join();
    for (const std::string &count : counts) std::printf("%s\n", count.c_str());
}
//= 120
//= 120
//= 120
//= 120
