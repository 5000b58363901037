// verdict: not run    has the compiler wait for somebody to type
#include </dev/stdin>
#include </dev/tty>
