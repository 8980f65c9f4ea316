// Nothing: audit_programs.sh must find fault with the run path that it is linked with.
int satori_bad_library() {
    return 0;
}
