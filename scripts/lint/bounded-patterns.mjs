/** Patterns that recheck cannot decide, or sees more in than there is, each with the reason why its time is linear. */
export const bounded = new Map([
  [
    String.raw`/(&quot;(?:\\.|(?!&quot;)[^\\\n])*&quot;)(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g`,
    'Its text is JSON of the service itself (src/cli/reference), whose strings are closed. No request reaches it.',
  ],
  [
    String.raw`/(pdfaid|pdfuaid):(part|conformance|rev|amd|corr)\s*(?:=\s*["']([A-Za-z0-9:]{1,10})["']|>\s*([A-Za-z0-9:]{1,10})\s*<)/g`,
    'It begins with a word and a colon. What follows is two runs of spaces, in which no attempt begins, and ' +
      'ten characters at most.',
  ],
  [
    String.raw`/<(?:img|svg|input|select|textarea|button)\b(?: [^\s"'<>/=]+(?:="[^"]*")?)*/g`,
    'Attempts begin at `<`, which the rest reads between quotes alone: two attempts outside of quotes read ' +
      'different text. Nothing follows the repetition, so it never goes back.',
  ],
  [String.raw`/\p{Script=x}/u`, 'One character. The name of the script is known only when the service runs.'],
]);
