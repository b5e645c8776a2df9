/**
 * The id of an element that a fragment of an address leads to, or the id in the name that Chromium gives a destination:
 * in both, characters outside of ASCII are escaped (RFC 3986, 2.1).
 */
export function idOfName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
