/**
 * A text without the characters at its end that match `dropped`, a pattern of one character. `/x+$/` does the same in
 * quadratic time: it looks for the end of the text from every `x` in it.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  for (let start = before(text, end); end > 0 && dropped.test(text.slice(start, end)); start = before(text, end))
    end = start;
  return text.slice(0, end);
}

/** Where the character before a place begins, which may be a pair of surrogates. */
function before(text: string, place: number): number {
  const code = text.charCodeAt(place - 1);
  const lead = text.charCodeAt(place - 2);
  return code >= 0xdc00 && code < 0xe000 && lead >= 0xd800 && lead < 0xdc00 ? place - 2 : place - 1;
}
