/**
 * Removes from the end of a text the characters that match `dropped`, a pattern of one character. It takes linear time.
 * `/x+$/` takes quadratic time, because it looks for the end of the text from every `x`.
 */
export function withoutEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  for (
    let start = previousPlace(text, end);
    end > 0 && dropped.test(text.slice(start, end));
    start = previousPlace(text, end)
  )
    end = start;
  return text.slice(0, end);
}

/** The place of the previous character, which may be a surrogate pair. */
function previousPlace(text: string, place: number): number {
  const code = text.charCodeAt(place - 1);
  const lead = text.charCodeAt(place - 2);
  return code >= 0xdc00 && code < 0xe000 && lead >= 0xd800 && lead < 0xdc00 ? place - 2 : place - 1;
}
