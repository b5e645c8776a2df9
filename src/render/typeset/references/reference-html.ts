import { attribute, escape } from '../../html/html.ts';
import { nearName } from '../../../near-names.ts';
import type { Document } from '../../model/document.ts';
import type { Step } from '../../model/types/step.ts';
import { placeOf } from '../../plan/made.ts';
import { markOf, mayRefer, partsOf, shown, type Shown } from './reference.ts';

/** The operation that has a text, in its document. */
export interface TextOwner {
  readonly document: Pick<Document, 'references' | 'warnings'>;
  readonly step: Step;
}

/** A reference as its operation composes it. */
export interface NewReference {
  readonly id: string;
  readonly show: Shown;
  /** The reference as the request has it. */
  readonly source: string;
  /** True inside a link, where no other link can be. */
  readonly isLinked?: boolean;
}

/** The HTML of a reference: a link to its target, with a mark in place of what it shows. */
export function referenceHtml(
  { document: { references }, step }: TextOwner,
  { id, show, source, isLinked = false }: NewReference,
): string {
  const mark = markOf(references.length);
  references.push({ id, show, source, pointer: step.pointer });
  return isLinked ? mark : `<a class="colophon-reference"${attribute('href', `#${id}`)}>${mark}</a>`;
}

/** The HTML of a text of the request, with its references. */
export function textHtml(text: string, owner: TextOwner, isLinked = false): string {
  if (!mayRefer(text)) return escape(text);
  return partsOf(text)
    .map((part) => {
      if (typeof part === 'string') return escape(part);
      if (!('unknown' in part)) return referenceHtml(owner, { ...part, isLinked });
      const near = nearName(part.unknown, shown, 3);
      owner.document.warnings.push({
        code: 'placeholder-unknown',
        message:
          `A text has \`${part.source.slice(0, 200)}\`, which is printed unchanged: a reference shows ` +
          `${shown.map((one) => `\`${one}\``).join(', ')}.${near === null ? '' : ` Is \`${near}\` meant?`}`,
        pointer: placeOf({ step: owner.step, pointer: owner.step.pointer }, part.source),
      });
      return escape(part.source);
    })
    .join('');
}
