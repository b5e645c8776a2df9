import type { FontFolder } from '../../../../pdf/fonts/installed-fonts.ts';
import type { RedactOptions, RedactResult } from '../../../../pdf/redact/redact-options.ts';
import { redactPdf } from '../../../../pdf/redact/redact-pdf.ts';
import { ruleOf, type Rule } from '../../../../pdf/redact/survey/rules.ts';
import { points } from '../../../../input/length.ts';
import { pageSelector } from '../../../wanted-pages.ts';
import type { Redact } from './redact-input.ts';

/** A redaction as plain data, which is sent to a thread: patterns and page ranges are still text. */
export interface RedactJob extends Omit<Redact, 'document' | 'fill'> {
  readonly bytes: Uint8Array;
  readonly fill: RedactOptions['fill'];
  readonly fonts: readonly FontFolder[];
}

/** Redacts a document. Lengths of areas become points, texts and presets become rules. */
export function runRedact({ areas, text, presets, strict, spacing, ...job }: RedactJob): Promise<RedactResult> {
  return redactPdf({
    ...job,
    exactSpacing: spacing === 'exact',
    areas: areas.map(({ page, box }, index) => ({
      page,
      pointer: `/areas/${index}`,
      box: { x: points(box.x), y: points(box.y), width: points(box.width), height: points(box.height) },
    })),
    rules: (count) => rulesOf({ text, presets, strict }, count),
  });
}

function rulesOf({ text, presets, strict }: Pick<RedactJob, 'text' | 'presets' | 'strict'>, count: number): Rule[] {
  const wanted = pageSelector();
  const texts = text.map(({ literal, pattern = '', caseSensitive, wholeWord, pages }, index) => {
    const pointer = `/text/${index}`;
    const only = pages === undefined ? null : new Set(wanted(pages, `${pointer}/pages`)(count));
    const how = { caseSensitive, wholeWord };
    return ruleOf(
      literal === undefined ? { kind: 'pattern', pattern, ...how } : { kind: 'literal', literal, ...how },
      pointer,
      only,
    );
  });
  return [
    ...texts,
    ...presets.map((preset, index) => ruleOf({ kind: 'preset', preset, strict }, `/presets/${index}`, null)),
  ];
}
