/* Every function of gridwright.h. */
#include <stdio.h>
#include <string.h>

#include "gridwright.h"

/* Prints the beginning of a text and releases it, or prints the error. */
static void show(const char *what, char *text, const gw_error *error) {
    if (text)
        printf("%s: %.60s\n", what, text);
    else
        printf("%s: %u:%u: %s\n", what, error->line, error->column, error->message);
    gw_free(text);
}

int main(void) {
    gw_error error;
    gw_puzzle *puzzle = gw_parse("7x7:b1f2iB2g1Bi2fBb", &error);
    if (!puzzle) return 1;
    printf("abi %u, version %s\n", gw_abi_version(), gw_version());
    show("status", gw_status(puzzle, NULL, &error), &error);
    show("solve", gw_solve(puzzle, NULL, &error), &error);
    show("solutions", gw_solutions(puzzle, 5, NULL, &error), &error);
    show("solutions", gw_solutions(puzzle, 0, NULL, &error), &error);
    show("count", gw_count(puzzle, NULL, &error), &error);
    show("common", gw_common(puzzle, NULL, &error), &error);
    show("check", gw_check(puzzle, true, NULL, &error), &error);
    show("hint", gw_hint(puzzle, 1, NULL, &error), &error);
    show("hint", gw_hint(puzzle, 5, NULL, &error), &error);
    show("explain", gw_explain(puzzle, NULL, &error), &error);
    show("rate", gw_rate(puzzle, NULL, &error), &error);
    show("write", gw_write(puzzle, "puzzlink", &error), &error);
    show("write", gw_write(puzzle, "lists", &error), &error);
    show("svg", gw_svg(puzzle, &error), &error);
    gw_puzzle_free(puzzle);

    puzzle = gw_generate("{\"genre\":\"suguru\",\"rows\":4,\"cols\":4,\"seed\":3}", NULL, &error);
    show("made", gw_status(puzzle, NULL, &error), &error);
    gw_puzzle_free(puzzle);
    if (!gw_generate("{\"genre\":\"suguru\",\n\"rows\":x}", NULL, &error)) show("spec", NULL, &error);

    /* What is wrong with a text has its place. */
    if (!gw_parse("gridwright lightup\n..1\n..!\n", &error)) show("refused", NULL, &error);
    if (!gw_parse("a\n\xC3", &error)) show("refused", NULL, &error);
    if (!gw_parse(NULL, &error)) show("refused", NULL, &error);
    if (!gw_parse_as("1 1 0\nb\n", "nonsense", NULL, &error)) show("refused", NULL, &error);
    if (!gw_parse("", NULL)) printf("refused without an error\n");
    show("no puzzle", gw_count(NULL, NULL, &error), &error);
    puzzle = gw_parse_as("1 1 0\nb\n", "save", "lightup", &error);
    show("as a save", gw_count(puzzle, NULL, &error), &error);
    gw_puzzle_free(puzzle);

    /* A count of more digits than any number of C holds, and one that is stopped. */
    puzzle = gw_parse("16x16:zzzzzzzzzv", &error);
    if (!puzzle) show("large", NULL, &error);
    gw_cancel *cancel = gw_cancel_new();
    gw_cancel_stop(cancel);
    if (gw_count(puzzle, cancel, &error)) return 1;
    error.message[strcspn(error.message, ":")] = '\0';
    show("stopped", NULL, &error);
    gw_cancel_free(cancel);
    cancel = gw_cancel_after(0);
    if (gw_count(puzzle, cancel, &error)) return 1;
    error.message[strcspn(error.message, ":")] = '\0';
    show("late", NULL, &error);
    gw_cancel_free(cancel);
    gw_puzzle_free(puzzle);

    if (!gw_ask(NULL, NULL)) printf("no question\n");
    char *answer = gw_ask("{\"ask\":\"count\",\"puzzle\":\"4x4:q\"}", NULL);
    printf("%s\n", answer);
    gw_free(answer);
    gw_free(NULL);
    gw_puzzle_free(NULL);
    gw_cancel_free(NULL);
    gw_cancel_stop(NULL);
    return 0;
}
//= abi 0, version 0.1.0
//= status: {"schema":1,"genre":"lightup","status":"unique","solution":[
//= solve: {"schema":1,"genre":"lightup","status":"unique","solution":[
//= solutions: {"schema":1,"genre":"lightup","solutions":[["*.1*...",".*2..
//= solutions: 0:0: 'limit' must be at least 1 and at most 1000000
//= count: 1
//= common: {"schema":1,"genre":"lightup","status":"known","board":["*.1
//= check: {"schema":1,"genre":"lightup","status":"right-so-far","prove
//= hint: {"schema":1,"genre":"lightup","status":"step","stage":1,"kin
//= hint: 0:0: a hint has the stages 1 to 4, not '5'
//= explain: {"schema":1,"genre":"lightup","first":[],"steps":[{"depth":"
//= rate: {"schema":1,"genre":"lightup","status":"unique","difficulty"
//= write: https://puzz.link/p?akari/7/7/hbjcm.ck1.ocj.h
//= write: 0:0: Light Up cannot be written as lists
//= svg: <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300
//= made: {"schema":1,"genre":"suguru","status":"unique","solution":[[
//= spec: 2:8: not JSON: expected value
//= refused: 3:3: expected '.' blank, '*' bulb, '-' mark, 'w' wall or 0 to 4, found '!'
//= refused: 2:1: the text is not UTF-8
//= refused: 0:0: the text is NULL
//= refused: 0:0: unknown format 'nonsense' (known: native, json, puzzlink, pzprv3, tatham, save, level, asp, lists, line, grid, penpa)
//= refused without an error
//= no puzzle: 0:0: the puzzle is NULL
//= as a save: 1
//= stopped: 0:0: interrupted
//= late: 0:0: timed out
//= no question
//= {"schema":1,"status":"error","error":{"message":"239 cells are missing","line":1,"column":6}}
