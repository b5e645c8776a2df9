/**
 * Removes groups of fewer than `least` pixels that touch, also at corners, from a mask (one byte for each pixel, rows
 * of `width`): noise of a renderer.
 */
export function dropSpecks(mask: Uint8Array, width: number, least: number): void {
  const seen = new Uint8Array(mask.length);
  for (let start = mask.indexOf(1); start >= 0; start = mask.indexOf(1, start + 1)) {
    if (seen[start] === 1) continue;
    const group = groupAt(mask, width, start, seen);
    if (group.length < least) for (const at of group) mask[at] = 0;
  }
}

/** Indexes of the pixels that are connected with one. */
function groupAt(mask: Uint8Array, width: number, start: number, seen: Uint8Array): number[] {
  const group = [start];
  seen[start] = 1;
  // The group grows during the loop.
  for (const at of group) {
    const column = at % width;
    for (const row of [at - width, at, at + width]) {
      for (let across = column === 0 ? 0 : -1; across <= (column === width - 1 ? 0 : 1); across += 1) {
        const neighbour = row + across;
        if (mask[neighbour] !== 1 || seen[neighbour] === 1) continue;
        seen[neighbour] = 1;
        group.push(neighbour);
      }
    }
  }
  return group;
}
