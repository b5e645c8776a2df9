import type { Print } from '../../../browser/pool.ts';
import type { PrintJob } from '../../../browser/print-job.ts';
import type { ServedFile, Supply } from '../../../browser/network/supply.ts';
import { withWholeWords } from '../../../pdf/printed/hyphens/whole-words.ts';
import { divisionsOf } from './divisions.ts';

const property = /hyphens/i;
/** Style sheets and scripts that may be at addresses of other hosts. */
const linked = /<(?:link|script)\b|@import/i;
const host = /\bhttps?:\/\/[\w.-]+(?::\d+)?/gi;
const types = /^text\/css\b|javascript/;

/** Prints as `print` does, and hyphenates texts with `hyphens: auto` (CSS Text 4, 6.3). */
export const hyphenating =
  (print: Print): Print =>
  async (job, supply) => {
    if (!mayHyphenate(job, supply)) return print(job, supply);
    const drawn: string[] = [];
    const used = { isHyphenated: false };
    const found = (characters: readonly string[]): void => {
      used.isHyphenated = true;
      drawn.push(...characters.map(characterOf));
    };
    const pdf = await print({ ...withPlainTexts(job), hyphens: { divide: divisionsOf, found } }, supply);
    return used.isHyphenated && job.looks === undefined ? withWholeWords(pdf, drawn) : pdf;
  };

/** True where the document, one of its files, or what it loads may say `hyphens`. */
function mayHyphenate({ source }: PrintJob, { files, egress }: Supply): boolean {
  if ('url' in source || property.test(source.html)) return true;
  const isSaidIn = ({ contentType, data }: ServedFile) =>
    types.test(contentType) && property.test(Buffer.from(data).toString('latin1'));
  if ([...files.values()].some(isSaidIn)) return true;
  return linked.test(source.html) && (source.html.match(host) ?? []).some((address) => egress.allows(`${address}/`));
}

/** A computed value of `hyphenate-character`: `auto`, or a string in quotation marks. */
const characterOf = (value: string): string => value.replace(/^"|"$|\\(?=["\\])/g, '');

const plain = (text: string): string => text.replaceAll('\u00AD', '');

/** The job, with listeners that receive texts of the page without soft hyphens. */
function withPlainTexts(job: PrintJob): PrintJob {
  const { forms, measure, strings } = job;
  return {
    ...job,
    forms: forms && {
      ...forms,
      found: (controls) => forms.found(controls.map((control) => ({ ...control, label: plain(control.label) }))),
    },
    strings: strings && {
      ...strings,
      found: (noted) => strings.found(noted.map((one) => ({ ...one, value: plain(one.value) }))),
    },
    measure: measure && {
      ...measure,
      found: (measured) =>
        measure.found({
          ...measured,
          families: measured.families.map((family) => ({ ...family, text: plain(family.text) })),
          characters: plain(measured.characters),
          overflows: measured.overflows?.map((each) => ({ ...each, text: plain(each.text) })) ?? null,
        }),
    },
  };
}
