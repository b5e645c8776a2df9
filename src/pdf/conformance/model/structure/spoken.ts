/** Whether a name has characters beyond ASCII. */
export function hasHigh(name: string): boolean {
  for (let at = 0; at < name.length; at += 1) if (name.charCodeAt(at) > 127) return true;
  return false;
}
