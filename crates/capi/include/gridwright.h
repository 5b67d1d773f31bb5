/* Gridwright for C and C++: solve, count, check, explain, rate, make, draw and convert grid puzzles.
 *
 * Texts are UTF-8 and end with NUL. Texts that the library returns are yours: release them with gw_free. Views are
 * JSON documents, described by schema.json. All functions may be called from any thread; a handle may be used by
 * several threads at once, as long as none of them releases it. Nothing is global.
 *
 * Where a function takes a gw_error, it may be NULL. On failure the function returns NULL and fills it in.
 * Where a function takes a gw_cancel, NULL means: work until the answer is known. */
#ifndef GRIDWRIGHT_H
#define GRIDWRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows when a function changes or goes away, and so does the number in the
 * name of the shared library. A program may compare it with gw_abi_version() when it starts. */
#define GW_ABI_VERSION 0

uint32_t gw_abi_version(void);
/* The version of Gridwright: "0.1.0". Not to be released. */
const char *gw_version(void);

/* A puzzle with what is entered on it. */
typedef struct gw_puzzle gw_puzzle;

/* What went wrong, and where: lines and columns count from 1, and 0 means that there is no place. A message
 * that is too long is cut short. */
typedef struct gw_error {
    uint32_t line;
    uint32_t column;
    char message[504];
} gw_error;

/* Stops calls that were given it. */
typedef struct gw_cancel gw_cancel;

gw_cancel *gw_cancel_new(void);
/* One that also stops calls when this much time has passed from now on. */
gw_cancel *gw_cancel_after(uint64_t milliseconds);
/* Stops the calls, from any thread or from a signal handler, for good. */
void gw_cancel_stop(const gw_cancel *cancel);
/* Releases the handle. Calls that run with it go on, and can no longer be stopped by it. */
void gw_cancel_free(gw_cancel *cancel);

void gw_free(char *text);

/* Any question, as JSON: {"ask":"count","puzzle":"4x4:p"}. The answer is JSON as well; errors have "status":"error"
 * with message, line and column. NULL only if the question is NULL. docs/ask.md has the questions. */
char *gw_ask(const char *question, const gw_cancel *cancel);

/* Reads a puzzle in any format. */
gw_puzzle *gw_parse(const char *text, gw_error *error);
/* The same where the text does not say enough: format, genre or both, NULL for what is to be detected. */
gw_puzzle *gw_parse_as(const char *text, const char *format, const char *genre, gw_error *error);
/* Makes a puzzle: {"genre":"lightup","rows":10,"cols":10,"seed":7}, and all that the question "generate" takes. */
gw_puzzle *gw_generate(const char *spec, const gw_cancel *cancel, gw_error *error);
void gw_puzzle_free(gw_puzzle *puzzle);

/* The answers as views. gw_solve gives the first solution in reading order, gw_solutions at most this many. */
char *gw_status(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
char *gw_solve(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
char *gw_solutions(const gw_puzzle *puzzle, size_t most, const gw_cancel *cancel, gw_error *error);
char *gw_common(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
char *gw_rate(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
char *gw_explain(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
/* Whether the entries break a rule; deep also proves whether they can still be completed. */
char *gw_check(const gw_puzzle *puzzle, bool deep, const gw_cancel *cancel, gw_error *error);
/* The next step from the entries, told up to stage 1 to 4. */
char *gw_hint(const gw_puzzle *puzzle, unsigned stage, const gw_cancel *cancel, gw_error *error);

/* How many solutions there are, in digits however many that takes. If it is stopped, that is an error. */
char *gw_count(const gw_puzzle *puzzle, const gw_cancel *cancel, gw_error *error);
/* The puzzle with its entries in another format, and as a picture. */
char *gw_write(const gw_puzzle *puzzle, const char *format, gw_error *error);
char *gw_svg(const gw_puzzle *puzzle, gw_error *error);

#ifdef __cplusplus
}
#endif

#endif
