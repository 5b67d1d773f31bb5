/* Answers the questions of a file, one a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gridwright.h"

int main(int argc, char **argv) {
    static char question[1 << 20];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file || gw_abi_version() != GW_ABI_VERSION) return 1;
    while (fgets(question, sizeof question, file)) {
        question[strcspn(question, "\n")] = '\0';
        char *answer = gw_ask(question, NULL);
        puts(answer);
        gw_free(answer);
    }
    fclose(file);
    return 0;
}
