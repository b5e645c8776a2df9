import { toPoints } from '../../../input/length.ts';
import type { Document } from '../../model/document.ts';
import { maxBleed, type Paper, type PrintersMark } from './paper-options.ts';

/** Marks by their words in CSS (CSS Paged Media 3, 7.3). */
const byWord: Readonly<Record<string, PrintersMark>> = { crop: 'crop', cross: 'registration' };
/** The bleed of pages with crop marks where a style sheet states none (7.2). */
const autoBleed = 6;

/** Takes over `bleed` and `marks` of the style sheets, where the request states neither. */
export function takeDeclaredPaper(document: Document): void {
  const { declaredMarks, paper, pages } = document;
  if (declaredMarks === null || paper !== null) return;
  const marks = (declaredMarks.marks ?? '').split(/\s+/).flatMap((word) => byWord[word] ?? []);
  const stated = declaredMarks.bleed === null ? undefined : toPoints(lengthOf(declaredMarks.bleed));
  const bleed = Math.min(Math.max(0, stated ?? (marks.includes('crop') ? autoBleed : 0)), maxBleed);
  if (bleed === 0 && marks.length === 0) return;
  document.paper = { bleed, marks } satisfies Paper;
  for (const [name, setup] of Object.entries(pages)) pages[name] = { ...setup, bleed };
}

/** CSS writes nothing without a unit. */
const lengthOf = (value: string): string | number => (value === '0' ? 0 : value);
