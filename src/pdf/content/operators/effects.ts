import type { Effect } from '../run.ts';
import { colorEffects } from './colors.ts';
import { imageEffects } from './images.ts';
import { markEffects } from './marks.ts';
import { pathEffects } from './paths.ts';
import { stateEffects } from './state.ts';
import { textEffects } from './text.ts';

/** Effects by operator (ISO 32000-2, annex A); other operators have none. */
export const effects: ReadonlyMap<string, Effect> = new Map(
  [stateEffects, pathEffects, colorEffects, textEffects, imageEffects, markEffects].flatMap((table) =>
    Object.entries(table),
  ),
);
