import { greatest, least } from '../../objects/large-arrays.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { readSignatures, type PdfSignature } from '../../facts/signatures/signatures.ts';
import type { Box } from '../../text/extracted.ts';
import type { Budget } from '../depths.ts';
import { diffDocuments } from '../revisions/document-diff.ts';
import { fieldType } from '../field-of.ts';
import { finding, type Finding } from '../finding.ts';
import type { Revisions } from '../revisions/revisions.ts';
import { annotationBox, pagesOfAnnotations } from '../shown-rect.ts';
import type { Coverage } from './coverage.ts';
import type { ChangeAfter } from './change-after.ts';
import { exchangedButtons } from './button-looks.ts';
import { exchangedLooks } from './field-looks.ts';
import { judgeChanges, type JudgedChange } from './judge-changes.ts';
import { turnedWords } from './seen-text.ts';
import { compareLooks } from './signed-looks.ts';

interface Since {
  readonly changes: readonly ChangeAfter[];
  readonly findings: readonly Finding[];
  /** All of it was compared with what was signed. */
  readonly judged: boolean;
}

interface Examined {
  readonly file: PdfFile;
  readonly revisions: Revisions;
  readonly password: string | undefined;
  readonly budget: Budget;
}

/** Changes that are told for one signature, those first that are not allowed. */
const maxChanges = 500;
/** Findings of one kind that are told for one signature. */
const maxAlike = 5;
/** Pixels (50 an inch) from which on a picture differs. */
const fewestPixels = 12;

/** What was done after a signature: in the objects, in the look of pages, and in what of their text can be seen. */
export async function changesSince(
  { file, revisions, password, budget }: Examined,
  { field }: PdfSignature,
  { end }: Coverage,
): Promise<Since> {
  if (end === 0 || end >= file.bytes.length) return { changes: [], findings: [], judged: end > 0 };
  const signed = revisions.at(end) ?? revisions.repaired(end);
  if (signed === null)
    return {
      changes: [],
      judged: false,
      findings: [finding('changes-not-judged', { excerpt: `${field}: the version that was signed can not be opened` })],
    };
  const { differences, whole } = diffDocuments(signed, file);
  const judged = judgeChanges(differences, readSignatures(signed));
  const boxes = allowedBoxes(file, judged);
  const findings = [
    ...ofKinds(judged, field, boxes),
    ...exchangedLooks(file, judged),
    ...exchangedButtons(file, judged),
  ];
  if (!whole)
    findings.push(finding('changes-not-judged', { excerpt: `${field}: there is more to compare than is allowed` }));
  const pages = pagesToDraw(file, judged, budget.pictures);
  const [before, after] = [
    { bytes: signed.bytes, password },
    { bytes: file.bytes, password },
  ];
  if (pages.length > 0 && pages.every((page) => page <= signed.pages().length)) {
    findings.push(...(await looks()), ...(await texts()));
  }
  if (
    judged.length > 0 &&
    judged.every(({ allowed }) => allowed) &&
    findings.every(({ severity }) => severity !== 'critical' && severity !== 'high')
  )
    findings.push(finding('updated-after-signature', { excerpt: `${field}: ${summary(judged)}` }));
  const told = judged.toSorted((one, other) => Number(one.allowed) - Number(other.allowed)).slice(0, maxChanges);
  return {
    changes: told.map(({ permit, allowed, path, object, page, field: own }) => ({
      kind: permit,
      allowed,
      path,
      object,
      page,
      field: own,
    })),
    findings,
    judged: whole,
  };

  async function looks(): Promise<Finding[]> {
    const pairs = pages.map((page) => ({
      before: page,
      after: page,
      ignore: boxes.filter((each) => each.page === page).map(({ box }) => box),
    }));
    const differing = (await compareLooks(before, after, pairs)).filter(({ count }) => count >= fewestPixels);
    return differing.slice(0, maxAlike).map(({ page, box, share }) =>
      finding('signed-picture-differs', {
        page,
        box,
        excerpt: `${field}: ${(100 * share).toFixed(2)} % of the page`,
      }),
    );
  }

  async function texts(): Promise<Finding[]> {
    const words = await turnedWords(before, after, pages);
    const placed = words.map((word) => ({
      ...word,
      by: boxes.find((allowed) => allowed.page === word.page && holds(allowed.box, word.box)),
    }));
    // Of a field the text comes and goes as it is filled in.
    const others = placed.filter(({ by }) => by?.mayCover !== true);
    const idOf = ({ by }: (typeof placed)[number]) =>
      by?.kind === 'sign' ? 'signature-over-text' : 'signed-text-covered';
    return [...Map.groupBy(others, (word) => `${idOf(word)} ${word.page}`).values()].flatMap((own) => {
      const [first] = own;
      return first === undefined
        ? []
        : [
            finding(idOf(first), {
              page: first.page,
              box: union(own.map(({ box }) => box)),
              excerpt: `${field}: ${own.map(({ text }) => text).join(' ')}`,
            }),
          ];
    });
  }
}

interface AllowedBox {
  readonly page: number;
  readonly box: Box;
  readonly kind: JudgedChange['permit'];
  /**
   * What it shows takes the place of what was there: not so of notes, of buttons, and of signatures that bring a place
   * of their own.
   */
  readonly mayCover: boolean;
}

/** Where fields were filled in, signatures put and annotations made, as they may be. */
function allowedBoxes(file: PdfFile, judged: readonly JudgedChange[]): AllowedBox[] {
  const pages = pagesOfAnnotations(file);
  const all = file.pages();
  return judged.flatMap(({ allowed, annotation, permit, turned }) => {
    const widgets =
      annotation === null
        ? []
        : [annotation, ...(file.array(annotation.get('Kids')) ?? []).flatMap((kid) => file.dict(kid) ?? [])];
    return widgets.flatMap((widget) => {
      const number = pages.get(widget);
      const page = number === undefined ? undefined : all[number - 1];
      const box = !allowed || page === undefined ? null : annotationBox(file, page, widget);
      return box === null || number === undefined
        ? []
        : [
            {
              page: number,
              box,
              kind: permit,
              mayCover: permit !== 'annotate' && !turned && fieldType(file, widget) !== 'Btn',
            },
          ];
    });
  });
}

function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x - 1 && y >= outer.y - 1 && x <= outer.x + outer.width + 1 && y <= outer.y + outer.height + 1;
}

function union(boxes: readonly Box[]): Box | null {
  const [x, y] = [least(boxes.map((box) => box.x)), least(boxes.map((box) => box.y))];
  const [right, bottom] = [
    greatest(boxes.map((box) => box.x + box.width)),
    greatest(boxes.map((box) => box.y + box.height)),
  ];
  return boxes.length === 0 ? null : { x, y, width: right - x, height: bottom - y };
}

function ofKinds(judged: readonly JudgedChange[], field: string, boxes: readonly AllowedBox[]): Finding[] {
  const groups = Map.groupBy(judged, ({ finding: id }) => id);
  return [...groups].flatMap(([id, changes]) =>
    id === null
      ? []
      : changes.slice(0, maxAlike).map(({ path, object, page, field: own }) => {
          const box = boxes.find((each) => each.page === page)?.box ?? null;
          return finding(id, {
            object,
            page,
            box: id === 'annotation-after-signature' ? box : null,
            excerpt:
              `${field}: ` +
              (path +
                (own === null || own === '' ? '' : ` (field '${own}')`) +
                (changes.length > maxAlike ? `, and ${changes.length - maxAlike} more` : '')),
          });
        }),
  );
}

/** Those that were touched first: of the others the first ones, for content can be exchanged where no object tells. */
function pagesToDraw(file: PdfFile, judged: readonly JudgedChange[], most: number): number[] {
  const touched = judged.flatMap(({ page }) => page ?? []);
  const others = file.pages().map((_, index) => index + 1);
  return [...new Set([...touched, ...others])].filter((page) => page <= others.length).slice(0, most);
}

const words: Readonly<Record<JudgedChange['permit'], string>> = {
  fill: 'filled in',
  sign: 'signed',
  annotate: 'annotated',
  credential: 'Content Credentials',
  validate: 'validation data',
  describe: 'metadata',
  tag: 'structure',
  content: 'content',
};

function summary(judged: readonly JudgedChange[]): string {
  return [...new Set(judged.map(({ permit }) => words[permit]))].join(', ');
}
