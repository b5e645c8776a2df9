import type { JsonSchema } from '../../../input/input.ts';

const usual = { Length: [0, 14_400], Offset: [-14_400, 14_400] } as const;

/** The name of a length (a number of points, or a text with a unit) by its range; `null` for any other schema. */
export function lengthName({ anyOf }: JsonSchema): string | null {
  const [points, text, ...others] = (anyOf ?? []) as readonly JsonSchema[];
  if (points?.type !== 'number' || !String(text?.pattern).endsWith('(pt|px|in|mm|cm|pc)$') || others.length > 0)
    return null;
  const { minimum, exclusiveMinimum, maximum } = points as Readonly<Record<string, number>>;
  const found = Object.entries(usual).find(([, [low, high]]) => low === minimum && high === maximum);
  if (found) return found[0];
  const from = minimum === undefined ? `Above${exclusiveMinimum}` : `From${minimum}`;
  return `Length${from}To${maximum}`.replaceAll('.', 'Point').replaceAll('-', 'Minus');
}
