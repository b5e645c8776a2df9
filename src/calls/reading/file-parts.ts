import { filePartsOf } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import { sentenceOf } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError } from '../../problems.ts';
import type { GivenFile } from './received.ts';

/** Throws AppError `invalid-multipart` where a file is in a part that the tool does not take. */
export function refuseParts(files: readonly GivenFile[], tool: Tool): void {
  if (tool.namesParts === true) return;
  const allowed = filePartsOf(tool);
  const wrong = files.find(({ field }) => !allowed.includes(field));
  if (wrong) throw unknownPart(wrong.field, allowed);
}

/** The problem of a multipart body with a part of a name that is not taken. */
export function unknownPart(name: string, allowed: readonly string[]): AppError {
  const known = ['request', ...allowed];
  const shown = name.slice(0, 100);
  const message =
    `this route takes no part '${shown}'; its parts are ${known.map((part) => `\`${part}\``).join(', ')}` +
    didYouMean(shown, known);
  return new AppError('invalid-multipart', sentenceOf([{ pointer: '', message }]));
}
