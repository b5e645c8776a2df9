import type { Changes } from '../../file/changes.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, type Ref } from '../../objects/objects.ts';
import type { PageDecision } from '../survey/decide.ts';
import type { remainingAnnotations } from './annotations.ts';
import { apart, type EditedPage } from './edit-page.ts';
import type { Labels } from './labels.ts';

/** The page objects. A page that occurs twice in the page tree becomes two objects. */
export function pageRefs(changes: Changes, pages: readonly PdfPage[]): Ref[] {
  const taken = new Set<number>();
  return pages.map(({ ref, dict }) => {
    if (ref !== null && !taken.has(ref.num)) {
      taken.add(ref.num);
      return ref;
    }
    return changes.add(dict.copy());
  });
}

interface PageParts {
  readonly page: PdfPage;
  readonly edited: EditedPage;
  /** Annotations that stay. */
  readonly annotations: ReturnType<typeof remainingAnnotations>['remaining'];
}

/** Stores a redacted page with its inherited entries, and answers the stored page. */
export function placePage(changes: Changes, ref: Ref, { page, edited, annotations }: PageParts): PdfPage {
  const dict = changes.dictAt(ref);
  for (const [key, value] of page.inherited) dict.set(key, value);
  dict
    .set('Resources', edited.resources)
    .set('Contents', changes.add(newFlateStream(new Dict(), edited.content)))
    .set('Annots', annotations.length === 0 ? null : annotations);
  return { ...page, ref, dict, resources: edited.resources };
}

interface Labelling {
  readonly labels: Labels | null;
  readonly page: PdfPage;
  readonly decision: PageDecision;
  readonly changes: Changes;
}

/** The page with labels on its boxes; unchanged without labels, or where no box has room for one. */
export function withLabels(edited: EditedPage, { labels, page, decision, changes }: Labelling): EditedPage {
  const content = labels?.content(page, decision.targets) ?? Buffer.alloc(0);
  if (labels === null || content.length === 0) return edited;
  const fonts = (changes.dict(edited.resources.get('Font')) ?? new Dict()).copy();
  for (const [name, font] of labels.fonts()) fonts.set(name, font);
  return {
    ...edited,
    content: Buffer.concat([apart(edited.content), content]),
    resources: edited.resources.copy().set('Font', fonts),
  };
}
