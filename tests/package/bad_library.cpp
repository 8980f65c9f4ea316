// A library with one trivial function: audit_programs.sh must report the run path that the library is linked with.
int satori_bad_library() {
    return 0;
}
