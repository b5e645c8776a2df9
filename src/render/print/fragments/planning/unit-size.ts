const lowerT = 0x74;
const slash = 0x2f;

/** A control that becomes a field takes a millisecond or two: a box with styles of its own, and a link. */
const controlTag = /<(?:input|select|textarea)\b/g;

/**
 * Estimates how much of Chromium's time and memory HTML takes. Cells of tables take the largest share, other elements
 * less, and text hardly any: a row of six cells and 215 characters has the size 250. With `forms`, controls become
 * fields.
 */
export function sizeOf(html: string, forms: boolean): number {
  let elements = 0;
  let ofTables = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1);
    if (next === lowerT) ofTables += 1;
    else if (next !== slash) elements += 1;
  }
  return html.length / 20 + 34 * ofTables + 8 * elements + (forms ? 120 * (html.match(controlTag)?.length ?? 0) : 0);
}
