/** The shell script that becomes bubblewrap, or starts it again when the machine changed under its hands. */

/**
 * Its words: the file of the notes, the call's mark, the empty file, sockets to hide (a line each), bubblewrap's words. It
 * opens the notes as descriptor 8, keeps the command's standard error as 9, and hears no SIGTERM, which is for the command.
 *
 * Bubblewrap gives up when a place that it is to hide has just gone. Secrets stay where they are, but sockets come and go,
 * so they are looked for at the last moment and handed over by descriptor 7; and when nothing was noted, the command has
 * not begun, and the sandbox is built anew.
 */
export const prelude = `trap '' TERM
notes=$1 mark=$2 empty=$3 sockets=$4
shift 4
exec 8>>"$notes" 9>&2
[ -n "$sockets" ] || exec "$@" 7</dev/null
IFS='
'
set -f
look() { for socket in $sockets; do [ -S "$socket" ] && printf '%s\\0' --ro-bind "$empty" "$socket"; done > "$notes.$mark"; }
for turn in 1 2 3 4 5; do
  look
  "$@" 7<"$notes.$mark" 2>/dev/null
  code=$?
  [ "$code" = 1 ] && ! grep -q "^$mark" "$notes" || exit "$code"
done
look
exec "$@" 7<"$notes.$mark"`;
