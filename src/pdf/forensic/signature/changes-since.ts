import type { Examined } from '../examined.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { readSignatures, type PdfSignature } from '../../facts/signatures/signatures.ts';
import { diffDocuments } from '../revisions/document-diff.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { allowedBoxes, type AllowedBox } from './allowed-boxes.ts';
import type { Coverage } from './coverage.ts';
import type { ChangeAfter } from './change-after.ts';
import { exchangedButtons } from './button-looks.ts';
import { exchangedLooks } from './field-looks.ts';
import { judgeChanges, type JudgedChange } from './judge-changes.ts';
import { maxAlike, visibleChanges } from './visible-changes.ts';

interface Since {
  readonly changes: readonly ChangeAfter[];
  readonly findings: readonly Finding[];
  /** The comparison with the signed version is complete. */
  readonly judged: boolean;
}

/** Changes that are reported for one signature. */
const maxChanges = 500;

/** Changes after a signature: of objects, of the look of pages, and of their visible text. */
export async function changesSince(
  { file, revisions, password, budget }: Pick<Examined, 'file' | 'revisions' | 'password' | 'budget'>,
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
  if (pages.length > 0 && pages.every((page) => page <= signed.pages().length))
    findings.push(...(await visibleChanges({ field, signed, current: file, password, pages, boxes })));
  if (
    judged.length > 0 &&
    judged.every(({ allowed }) => allowed) &&
    findings.every(({ severity }) => severity !== 'critical' && severity !== 'high')
  )
    findings.push(finding('updated-after-signature', { excerpt: `${field}: ${summary(judged)}` }));
  return { changes: reportedChanges(judged), findings, judged: whole };
}

/** Changes that are not allowed come first. */
function reportedChanges(judged: readonly JudgedChange[]): ChangeAfter[] {
  return judged
    .toSorted((one, other) => Number(one.allowed) - Number(other.allowed))
    .slice(0, maxChanges)
    .map(({ permit, allowed, path, object, page, field }) => ({ kind: permit, allowed, path, object, page, field }));
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

/** Pages to draw: the changed ones first, then the others, because content may change without a changed object. */
function pagesToDraw(file: PdfFile, judged: readonly JudgedChange[], maxPages: number): number[] {
  const touched = judged.flatMap(({ page }) => page ?? []);
  const others = file.pages().map((_, index) => index + 1);
  return [...new Set([...touched, ...others])].filter((page) => page <= others.length).slice(0, maxPages);
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
