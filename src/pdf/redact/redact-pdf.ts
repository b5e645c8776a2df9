import { AppError } from '../../problems.ts';
import { ContentBudget } from '../content/budget.ts';
import type { FontCache } from '../content/interpreter-options.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { openPdf } from '../file/open.ts';
import { Dict, Ref } from '../objects/objects.ts';
import type { Limits } from '../objects/limits.ts';
import type { PdfFile, PdfPage } from '../file/pdf-file.ts';
import { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { matchesAcross } from './survey/across-pages.ts';
import { remainingAnnotations } from './rewriting/annotations.ts';
import type { Look } from './survey/boxes.ts';
import { TextCleaner } from './rewriting/clean-text.ts';
import { decide, type PageDecision } from './survey/decide.ts';
import { sweepDocument } from './rewriting/document-parts.ts';
import { DocumentEdits } from './rewriting/document-edits.ts';
import { apart, editPage, type EditedPage } from './rewriting/edit-page.ts';
import { Labels, labelShelf } from './rewriting/labels.ts';
import { scanPage } from './survey/page-scan.ts';
import type { Residue } from './verification/residue.ts';
import type { Rule } from './survey/rules.ts';
import { signedFields } from './survey/signed-fields.ts';
import { clearElements } from './rewriting/structure.ts';
import { pruneFonts, pruneResources, survey, usedResources } from '../facts/survey.ts';
import { Sweep } from './verification/sweep.ts';
import { areaTarget, type Target } from '../facts/targets.ts';
import { type ShownBox } from '../geometry/shown-page.ts';
import { pageReport, type RedactedPage } from './page-report.ts';
import { claimedArchivePart } from '../xmp/reading/identification.ts';
import { residuesOf } from './verification/verify.ts';

export interface RedactOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** 1-based pages. */
  readonly areas: readonly { readonly page: number; readonly box: ShownBox; readonly pointer: string }[];
  /** Asked for once the number of pages is known. */
  readonly rules: (pages: number) => readonly Rule[];
  /** The colour of the boxes. */
  readonly fill: Look['fill'];
  /** Written on the boxes, where it fits. */
  readonly label?: string | undefined;
  /** Where fonts for the label are. */
  readonly fonts: readonly FontFolder[];
  readonly metadata: 'scrub' | 'keep';
  readonly attachments: 'remove' | 'keep';
  /** What follows removed text stays where it is to the last digit, which tells the width of what was there. */
  readonly exactSpacing: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
  /** Answers what would go, with its text, and no document. */
  readonly dryRun: boolean;
  readonly limits?: Partial<Limits> | undefined;
}

export interface RedactResult {
  /** Null for a dry run. */
  readonly pdf: Uint8Array | null;
  readonly pages: number;
  readonly report: PlainReport;
  /** Pages that something went from. */
  readonly redacted: readonly RedactedPage[];
  /** What was found on no page: in metadata, outline, fields and so on. */
  readonly elsewhere: readonly { readonly where: string; readonly source: string; readonly count: number }[];
}

/** Attempts: what another reader finds in the first is taken out in the next. */
const attempts = 3;

/**
 * Takes text, pictures and drawings out of a document for good (docs/spec/tools.md), writes it anew as one revision
 * without anything that is not used, and looks for what should be gone in what it wrote. Takes as long as the document
 * makes it: for worker threads.
 * @throws AppError `redaction-incomplete` with where, `signature-would-break`, `page-out-of-range`, `limit-exceeded`
 * and those of `openPdf`
 */
export async function redactPdf(options: RedactOptions): Promise<RedactResult> {
  let further: readonly FurtherTarget[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const made = await redactOnce(options, further);
    const residues = await residuesOf({
      bytes: made.bytes,
      password: options.password,
      rules: made.rules,
      targets: made.targets,
    });
    // Labels are text in the places that were looked at: they come when all is known to be gone.
    if (residues.length === 0)
      return result(
        options.label === undefined || options.dryRun ? made : await redactOnce(options, further, options.label),
        options,
      );
    const next = residues.flatMap(({ page, targets }) =>
      page === null ? [] : targets.map((target) => ({ page, target })),
    );
    if (attempt === attempts || next.length === 0) throw incomplete(residues);
    further = [...further, ...next];
  }
}

interface FurtherTarget {
  readonly page: number;
  readonly target: Target;
}

function incomplete(residues: readonly Residue[]): AppError {
  const places = [
    ...new Set(
      residues.map(
        ({ where, by }) =>
          `${where} (found by ` +
          `${by === 'content' ? 'the content reader' : by === 'pdfium' ? 'PDFium' : 'the raw scan'})`,
      ),
    ),
  ];
  const told = `${places.slice(0, 3).join(', ')}${places.length > 3 ? ` and at ${places.length - 3} more places` : ''}`;
  return new AppError(
    'redaction-incomplete',
    `Something that was to go could still be found after redaction: ${told}. No document was made. Add an area ` +
      'that covers the place, or remove what holds it first.',
    {
      extra: {
        residue: residues.slice(0, 50).map(({ by, page, where, pointer, targets }) => ({
          foundBy: by,
          page,
          where,
          source: pointer,
          boxes: targets.length,
        })),
      },
    },
  );
}

interface Made {
  readonly bytes: Uint8Array;
  readonly rules: readonly Rule[];
  readonly targets: readonly (readonly Target[])[];
  readonly report: Report;
  readonly redacted: readonly RedactedPage[];
  readonly found: RedactResult['elsewhere'];
  readonly count: number;
}

function result({ bytes, report, redacted, found, count }: Made, { dryRun }: RedactOptions): RedactResult {
  const told = dryRun
    ? redacted
    : redacted.map((page) => ({ ...page, redactions: page.redactions.map(({ source, box }) => ({ source, box })) }));
  return { pdf: dryRun ? null : bytes, pages: count, report: report.toPlain(), redacted: told, elsewhere: found };
}

async function redactOnce(
  options: RedactOptions,
  further: readonly FurtherTarget[],
  label: string | null = null,
): Promise<Made> {
  const file = openPdf(options.bytes, {
    password: options.password,
    ...(options.limits && { limits: options.limits }),
  });
  const pages = file.pages();
  const report = new Report();
  refuseSigned(file, options, report);
  const rules = options.rules(pages.length);
  const areas = areasOf(options, pages);
  const changes = new Changes(file);
  const cleaner = new TextCleaner(rules);
  const look: Look = { fill: options.fill, cie: isWithoutIntent(file) };
  const edits = new DocumentEdits({
    changes,
    exact: options.exactSpacing,
    look,
    isClean: (text) => cleaner.isClean(text),
  });
  const labels =
    label === null ? null : new Labels(label, { changes, shelf: await labelShelf(label, options.fonts), look });
  const gone = new Set<number>();
  const editedFonts = new Set<Dict>();
  const owned = pageRefs(changes, pages);
  const done: DonePage[] = [];
  const scanning = { budget: new ContentBudget(), fonts: new Map() as FontCache };
  const across = matchesAcross(changes, pages, { rules, fonts: scanning.fonts });
  for (const [index, page] of pages.entries()) {
    const number = index + 1;
    const own = [...(areas[index] ?? []), ...further.filter((one) => one.page === number).map(({ target }) => target)];
    const scan = scanPage(changes, page, scanning);
    const decision = decide(scan, own, {
      rules: rules.filter((rule) => rule.pages?.has(number) ?? true),
      across: across.get(number) ?? [],
    });
    for (const { texts } of scan.frames)
      for (const entry of texts)
        if (
          entry.kind === 'show' &&
          entry.shown.font !== null &&
          entry.shown.glyphs.some((glyph) => decision.glyphs.has(glyph))
        )
          editedFonts.add(entry.shown.font.dict);
    const ref = owned[index] ?? new Ref(0);
    const edited = withLabels(await editPage(scan, decision, edits, page.ref?.num ?? 0), {
      labels,
      page,
      decision,
      changes,
    });
    const annotations = remainingAnnotations({
      changes,
      page,
      targets: decision.targets,
      keepFiles: options.attachments === 'keep',
      gone,
    });
    done.push({
      page: placePage(changes, ref, { page, edited, annotations: annotations.kept }),
      ref,
      told: pageReport(number, { page, decision, edited, annotations: annotations.removed }),
      targets: decision.targets,
    });
    for (const { whole, pointer } of edited.images)
      if (whole)
        report.warn(
          `An image on page ${number} was removed as a whole: its pixels can not be taken apart (${pointer}).`,
        );
    for (const { pointer, subtype } of annotations.removed)
      if (pointer === null)
        report.drop(1, `${subtype} annotations`, 'they hold or show a file that can not be looked into');
  }
  labels?.write();
  if (labels !== null && labels.missing.length > 0)
    report.warn(
      `No font has ${labels.missing
        .slice(0, 10)
        .map((character) => `'${character}'`)
        .join(', ')} of the label.`,
    );
  clearElements(changes, edits.touched, cleaner.isClean('Redacted') ? 'Redacted' : cleaner.replacement);
  const found = survey(
    changes,
    done.map(({ page }) => page),
  );
  pruneResources(changes, found);
  for (const { ref, page } of done) changes.dictAt(ref).set('Resources', usedResources(changes, page.resources, found));
  pruneFonts(changes, found, (font) => editedFonts.has(font));
  for (const [number, count] of found.unreadable)
    if (rules.length > 0)
      report.warn(
        `Page ${number} has ${count} characters that the document does not say the meaning of: no search finds ` +
          `them. Look at the page, and use \`areas\` where needed.`,
      );
  const contents = done
    .flatMap(({ page: { dict } }) => dict.get('Contents'))
    .flatMap((entry) => (entry instanceof Ref ? [entry.num] : []));
  const sweep = new Sweep({
    changes,
    cleaner,
    gone,
    replaced: edits.replaced,
    scanned: new Set([...found.scanned, ...contents]),
    pages: new Set(owned.map(({ num }) => num)),
    keepMetadata: options.metadata === 'keep',
    keepFiles: options.attachments === 'keep',
  });
  const trailer = sweepDocument(sweep, {
    changes,
    cleaner,
    pages: owned,
    keepMetadata: options.metadata === 'keep',
    keepFiles: options.attachments === 'keep',
  });
  for (const [what, count] of sweep.dropped) report.drop(1, what, 'they do not belong in a redacted document', count);
  const version = [file.version, '1.4'].sort().at(-1) ?? '1.7';
  const bytes = writePdf({
    objects: sweep.objects.filter(([, obj]) => obj !== null).sort(([one], [other]) => one - other),
    trailer,
    version,
    compress: version >= '1.5',
    encrypt: options.decrypt ? null : file.encryption,
  });
  return {
    bytes,
    rules,
    targets: done.map(({ targets }) => targets),
    report,
    redacted: done.flatMap(({ told }) => told ?? []),
    found: [...sweep.found.values()].map(({ where, pointer, count }) => ({ where, source: pointer, count })),
    count: pages.length,
  };
}

/** A PDF/A whose colours are all of CIE. */
function isWithoutIntent(file: PdfFile): boolean {
  const intents = file.array(file.catalog.get('OutputIntents')) ?? [];
  const xmp = file.stream(file.catalog.get('Metadata'));
  return intents.length === 0 && xmp !== null && claimedArchivePart(xmp.decode()) !== null;
}

interface Labelling {
  readonly labels: Labels | null;
  readonly page: PdfPage;
  readonly decision: PageDecision;
  readonly changes: Changes;
}

function withLabels(edited: EditedPage, { labels, page, decision, changes }: Labelling): EditedPage {
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

interface DonePage {
  readonly page: PdfPage;
  readonly ref: Ref;
  readonly told: RedactedPage | null;
  readonly targets: readonly Target[];
}

function refuseSigned(file: PdfFile, { breakSignatures }: RedactOptions, report: Report): void {
  const signed = signedFields(file);
  if (signed.length === 0) return;
  if (!breakSignatures)
    throw new AppError(
      'signature-would-break',
      `The document is signed (${signed
        .slice(0, 3)
        .map((name) => `'${name}'`)
        .join(', ')}${signed.length > 3 ? ', ...' : ''}), and redaction makes every signature invalid. ` +
        'Send `breakSignatures: true` to redact it without its signatures.',
    );
  report.signed(1);
  report.drop(1, 'signatures', 'the document is not the one that was signed', signed.length);
}

function areasOf({ areas }: RedactOptions, pages: readonly PdfPage[]): Target[][] {
  const targets = pages.map((): Target[] => []);
  for (const { page, box, pointer } of areas) {
    const own = pages[page - 1];
    if (own === undefined)
      throw new AppError('page-out-of-range', `Page ${page} is not there; the document has ${pages.length}.`, {
        errors: [{ pointer: `${pointer}/page`, message: `names page ${page} of ${pages.length}` }],
      });
    targets[page - 1]?.push(areaTarget(own, box, pointer));
  }
  return targets;
}

/** Each page as an object of its own: one that is twice in the tree becomes two. */
function pageRefs(changes: Changes, pages: readonly PdfPage[]): Ref[] {
  const taken = new Set<number>();
  return pages.map(({ ref, dict }) => {
    if (ref !== null && !taken.has(ref.num)) {
      taken.add(ref.num);
      return ref;
    }
    return changes.add(dict.copy());
  });
}

function placePage(
  changes: Changes,
  ref: Ref,
  {
    page,
    edited,
    annotations,
  }: { page: PdfPage; edited: EditedPage; annotations: ReturnType<typeof remainingAnnotations>['kept'] },
): PdfPage {
  const dict = changes.dictAt(ref);
  for (const [key, value] of page.inherited) dict.set(key, value);
  dict
    .set('Resources', edited.resources)
    .set('Contents', changes.add(newFlateStream(new Dict(), edited.content)))
    .set('Annots', annotations.length === 0 ? null : annotations);
  return { ...page, ref, dict, resources: edited.resources };
}
