import { AppError } from '../../problems.ts';
import { openPdf } from '../file/open.ts';
import { append } from '../objects/large-arrays.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { examineActive } from './active/examine-active.ts';
import { examineAttachments, type LookInto } from './active/examine-attachments.ts';
import { compareReaders } from './compare-readers.ts';
import { budgets, type Budget, type Depth } from './depths.ts';
import { finding, type Finding } from './finding.ts';
import { categories, type Category } from './severity.ts';
import { examineHidden } from './hidden/examine-hidden.ts';
import { examineMetadata, type MetadataReport } from './metadata/examine-metadata.ts';
import { rawScan, type RawScan } from './revisions/raw-scan.ts';
import { recover, type Recoverable } from './revisions/recoverable.ts';
import { describeRevisions, type DescribedRevision } from './revisions/describe-revisions.ts';
import { Revisions } from './revisions/revisions.ts';
import { examineSignatures, type ExaminedSignature } from './signature/examine-signatures.ts';
import { examineStructure } from './structure/examine-structure.ts';
import { bySeverity, judge, type Verdict } from './verdict.ts';

export interface ForensicOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** All unless given. */
  readonly checks?: readonly Category[] | undefined;
  /** `standard` unless given. */
  readonly depth?: Depth | undefined;
  /** What dates are compared with. */
  readonly now: Date;
}

/** What an analysis comes to (docs/spec/tools.md). */
export interface ForensicReport {
  readonly verdict: Verdict;
  /** 0 to 100. */
  readonly risk: number;
  readonly revisions: readonly DescribedRevision[];
  readonly signatures: readonly ExaminedSignature[];
  readonly findings: readonly Finding[];
  readonly metadata: MetadataReport;
  readonly recoverable: readonly Recoverable[];
}

interface Examined {
  readonly file: PdfFile;
  readonly scan: RawScan;
  readonly revisions: Revisions;
  readonly password: string | undefined;
  readonly budget: Budget;
}

/**
 * Examines a document as somebody would who trusts nothing that it says of itself. Takes as long as the document makes
 * it, so it runs on a thread.
 * @throws AppError `invalid-pdf`, `encrypted-pdf`, `wrong-password`, `too-many-pages`, `limit-exceeded`
 */
export async function examine({
  bytes,
  password,
  checks = categories,
  depth = 'standard',
  now,
}: ForensicOptions): Promise<ForensicReport> {
  return examineWithin({ bytes, password, checks, now }, budgets[depth]);
}

async function examineWithin(
  { bytes, password, checks = categories, now }: ForensicOptions,
  budget: Budget,
): Promise<ForensicReport> {
  const file = openPdf(bytes, { password });
  const scan = rawScan(file.bytes);
  const examined: Examined = {
    file,
    scan,
    revisions: new Revisions(file, scan, { password, most: budget.revisions }),
    password,
    budget,
  };
  const findings: Finding[] = [];
  const wants = (...some: readonly Category[]) => some.some((category) => checks.includes(category));

  const revisions = await attempt(findings, { what: 'versions', otherwise: [] }, async () => {
    const described = await describeRevisions(examined);
    append(findings, described.findings);
    return described.revisions;
  });
  const signatures = await attempt(
    findings,
    { what: 'signatures', otherwise: [], id: 'changes-not-judged' },
    async () => {
      const { signatures: own, findings: found } = await examineSignatures(examined);
      append(findings, found);
      return own;
    },
  );
  if (wants('structure'))
    await attempt(findings, { what: 'structure', otherwise: null }, () => append(findings, examineStructure(examined)));
  if (wants('active-content'))
    await attempt(findings, { what: 'actions', otherwise: null }, () => append(findings, examineActive(file)));
  if (wants('embedded-file'))
    await attempt(findings, { what: 'attachments', otherwise: null }, async () =>
      append(findings, await examineAttachments(file, nestedLook(budget, checks, now))),
    );
  if (wants('hidden-content', 'failed-redaction') && budget.textPages > 0)
    await attempt(findings, { what: 'hidden text', otherwise: null }, async () =>
      append(findings, await examineHidden({ file, password, pages: budget.textPages })),
    );
  const metadata = await attempt(findings, { what: 'metadata', otherwise: nothingStated(file) }, () => {
    const { report, findings: found } = examineMetadata({
      file,
      revisions: examined.revisions,
      now,
      signedAt: signatures.flatMap(({ signedAt }) => signedAt ?? []),
    });
    append(findings, found);
    return report;
  });
  const recoverable = wants('recoverable')
    ? await attempt(findings, { what: 'earlier text', otherwise: [] }, async () => {
        const { items, findings: found } = await recover(examined);
        append(findings, found);
        return items;
      })
    : [];
  if (wants('parser-difference') && budget.otherReaders)
    await attempt(findings, { what: 'other readers', otherwise: null }, async () =>
      append(findings, await compareReaders(file, password)),
    );

  const told = bySeverity(findings.filter(({ category, id }) => checks.includes(category) || id === 'not-read-whole'));
  return { ...judge(told), revisions, signatures, findings: told, metadata, recoverable };
}

interface Part<T> {
  readonly what: string;
  /** What it comes to where it is given up. */
  readonly otherwise: T;
  /** How that is told. */
  readonly id?: 'not-read-whole' | 'changes-not-judged';
}

/** A part that meets a limit, or damage past reading, is told of; the others go on. */
async function attempt<T>(
  findings: Finding[],
  { what, otherwise, id = 'not-read-whole' }: Part<T>,
  part: () => T | Promise<T>,
): Promise<T> {
  try {
    return await part();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    findings.push(finding(id, { excerpt: `${what}: ${error.message}` }));
    return otherwise;
  }
}

function nothingStated(file: PdfFile): MetadataReport {
  return { info: {}, xmp: {}, ids: { first: null, second: null }, producers: [], version: file.version };
}

/** PDFs within PDFs are looked at quickly, and those within them as long as the depth lasts. */
function nestedLook(budget: Budget, checks: readonly Category[], now: Date): LookInto | null {
  if (budget.nesting === 0) return null;
  return async (bytes) => {
    try {
      return await examineWithin(
        { bytes, checks, now },
        { ...budgets.quick, textPages: 5, nesting: budget.nesting - 1 },
      );
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
}
