/**
 * The id of an element that a fragment of an address leads to, or the destination that Chromium names so: both have
 * what is not ASCII escaped (RFC 3986, 2.1).
 */
export function idOfName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
