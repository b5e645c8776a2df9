import { AppError } from '../../problems.ts';
import { openPdf } from '../file/open.ts';
import { append } from '../objects/large-arrays.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { examineActive } from './active/examine-active.ts';
import { examineAttachments, type LookInto } from './active/examine-attachments.ts';
import { compareReaders } from './compare-readers.ts';
import { budgets, type Budget, type Depth } from './depths.ts';
import type { Examined } from './examined.ts';
import { finding, type Finding } from './findings/finding.ts';
import { categories, type Category } from './findings/severity.ts';
import { examineHidden } from './hidden/examine-hidden.ts';
import { examineMetadata, type MetadataReport } from './metadata/examine-metadata.ts';
import { rawScan, type RawScan } from './revisions/raw-scan.ts';
import { recover, type Recoverable } from './revisions/recoverable.ts';
import { describeRevisions, type DescribedRevision } from './revisions/describe-revisions.ts';
import { Revisions } from './revisions/revisions.ts';
import { examineSignatures, type ExaminedSignature } from './signature/examine-signatures.ts';
import { examineStructure } from './structure/examine-structure.ts';
import { bySeverity, judge, type Verdict } from './findings/verdict.ts';

/** A request to examine a document. */
export interface ForensicOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** All unless given. */
  readonly checks?: readonly Category[] | undefined;
  /** `standard` unless given. */
  readonly depth?: Depth | undefined;
  /** The time that dates are compared with. */
  readonly now: Date;
}

/** The result of an analysis (docs/spec/tools.md). */
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

/**
 * Examines a document and trusts nothing that it states about itself. Takes long for large documents: for worker
 * threads.
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
  return new Examination(file, { password, checks, now, budget }).report();
}

interface ExaminationOptions {
  readonly password: string | undefined;
  readonly checks: readonly Category[];
  readonly now: Date;
  readonly budget: Budget;
}

/** Runs the checks one after the other. A check that meets a limit or damage becomes a finding; the others go on. */
class Examination implements Examined {
  readonly file: PdfFile;
  readonly scan: RawScan;
  readonly revisions: Revisions;
  readonly password: string | undefined;
  readonly budget: Budget;
  readonly #checks: readonly Category[];
  readonly #now: Date;
  readonly #findings: Finding[] = [];

  constructor(file: PdfFile, { password, checks, now, budget }: ExaminationOptions) {
    this.file = file;
    this.scan = rawScan(file.bytes);
    this.revisions = new Revisions(file, this.scan, { password, maxVersions: budget.revisions });
    this.password = password;
    this.budget = budget;
    this.#checks = checks;
    this.#now = now;
  }

  async report(): Promise<ForensicReport> {
    const revisions = await this.#revisions();
    const signatures = await this.#signatures();
    await this.#content();
    const metadata = await this.#metadata(signatures);
    const recoverable = await this.#recoverable();
    if (this.#wants('parser-difference') && this.budget.otherReaders)
      await this.#check('other readers', () => compareReaders(this.file, this.password));
    const findings = bySeverity(
      this.#findings.filter(({ category, id }) => this.#checks.includes(category) || id === 'not-read-whole'),
    );
    return { ...judge(findings), revisions, signatures, findings, metadata, recoverable };
  }

  #wants(...some: readonly Category[]): boolean {
    return some.some((category) => this.#checks.includes(category));
  }

  #revisions(): Promise<readonly DescribedRevision[]> {
    return this.#attempt<readonly DescribedRevision[]>({ name: 'versions', fallback: [] }, async () => {
      const { revisions, findings } = await describeRevisions(this);
      append(this.#findings, findings);
      return revisions;
    });
  }

  #signatures(): Promise<readonly ExaminedSignature[]> {
    const check = { name: 'signatures', fallback: [], id: 'changes-not-judged' } as const;
    return this.#attempt<readonly ExaminedSignature[]>(check, async () => {
      const { signatures, findings } = await examineSignatures(this);
      append(this.#findings, findings);
      return signatures;
    });
  }

  async #content(): Promise<void> {
    const { file, password, budget } = this;
    if (this.#wants('structure')) await this.#check('structure', () => examineStructure(this));
    if (this.#wants('active-content')) await this.#check('actions', () => examineActive(file));
    if (this.#wants('embedded-file'))
      await this.#check('attachments', () => examineAttachments(file, nestedLook(budget, this.#checks, this.#now)));
    if (this.#wants('hidden-content', 'failed-redaction') && budget.textPages > 0)
      await this.#check('hidden text', () => examineHidden({ file, password, pages: budget.textPages }));
  }

  #metadata(signatures: readonly ExaminedSignature[]): Promise<MetadataReport> {
    return this.#attempt({ name: 'metadata', fallback: nothingStated(this.file) }, () => {
      const { report, findings } = examineMetadata({
        file: this.file,
        revisions: this.revisions,
        now: this.#now,
        signedAt: signatures.flatMap(({ signedAt }) => signedAt ?? []),
      });
      append(this.#findings, findings);
      return report;
    });
  }

  async #recoverable(): Promise<readonly Recoverable[]> {
    if (!this.#wants('recoverable')) return [];
    return this.#attempt<readonly Recoverable[]>({ name: 'earlier text', fallback: [] }, async () => {
      const { items, findings } = await recover(this);
      append(this.#findings, findings);
      return items;
    });
  }

  /** A check whose only result is findings. */
  async #check(name: string, run: () => readonly Finding[] | Promise<readonly Finding[]>): Promise<void> {
    await this.#attempt({ name, fallback: null }, async () => {
      append(this.#findings, await run());
      return null;
    });
  }

  async #attempt<T>({ name, fallback, id = 'not-read-whole' }: Check<T>, run: () => T | Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#findings.push(finding(id, { excerpt: `${name}: ${error.message}` }));
      return fallback;
    }
  }
}

interface Check<T> {
  /** Words for the finding. */
  readonly name: string;
  /** The answer of a check that failed. */
  readonly fallback: T;
  /** The finding of a check that failed; `not-read-whole` unless given. */
  readonly id?: 'not-read-whole' | 'changes-not-judged';
}

function nothingStated(file: PdfFile): MetadataReport {
  return { info: {}, xmp: {}, ids: { first: null, second: null }, producers: [], version: file.version };
}

/** Examines PDFs within PDFs with the quick budget, down to the nesting that the depth allows. */
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
