import type { Examined } from '../examined.ts';
import type { ChangeAfter } from './change-after.ts';
import { append } from '../../objects/large-arrays.ts';
import { readSignatures, type PdfSignature } from '../../facts/signatures/signatures.ts';
import { utcDate } from '../../objects/date.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { unlistedObjects, unusedPages } from '../revisions/listed-objects.ts';
import { changesSince } from './changes-since.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { borrowedSignatures, hollowFields, removedSignatures } from './fields-without.ts';
import { integrityOf, type Integrity } from './integrity.ts';
import { twiceKeyed } from '../structure/twice-keyed.ts';
import { signerFindings, signerOf, type Signer } from './signer.ts';

/** The report of a signature (docs/spec/tools.md). */
export interface ExaminedSignature {
  readonly field: string;
  readonly kind: 'approval' | 'certification' | 'timestamp';
  readonly subFilter: string | null;
  /** The time that the signature states, RFC 3339. */
  readonly signedAt: string | null;
  readonly signer: Signer | null;
  /** DocMDP level of a certification: 1 allows no changes, 2 filling in and signing, 3 also annotating. */
  readonly permissions: number | null;
  readonly coverage: { readonly kind: Coverage['kind']; readonly bytes: number; readonly revision: number | null };
  readonly integrity: Integrity['state'];
  readonly changesAfter: readonly ChangeAfter[];
  /** All later changes were compared, so that an empty list means that there are none. */
  readonly changesJudged: boolean;
}

/** Reports of signatures, and findings about them. */
export interface SignatureExamination {
  readonly signatures: readonly ExaminedSignature[];
  readonly findings: readonly Finding[];
}

/** Examines the signatures of a file: their coverage, their integrity, and the changes after each. */
export async function examineSignatures(examined: Examined): Promise<SignatureExamination> {
  const { file } = examined;
  const all = readSignatures(file).sort((one, other) => endOf(one) - endOf(other));
  const found = all.slice(0, examined.budget.signatures);
  const findings: Finding[] = [
    ...hollowFields(file, all),
    ...removedSignatures(examined, all),
    ...borrowedSignatures(file),
  ];
  if (all.length > found.length)
    findings.push(
      finding('changes-not-judged', {
        excerpt: `${all.length} signatures, of which the first ${found.length} were looked at`,
      }),
    );
  if (file.dict(file.catalog.get('Perms'))?.has('UR3') === true) findings.push(finding('usage-rights'));
  const signatures: ExaminedSignature[] = [];
  let covered = 0;
  let drawn = false;
  for (const signature of found) {
    // Differences that the picture of the oldest version shows would repeat in the others.
    const { report, own, end } = await examineOne(
      drawn ? { ...examined, budget: { ...examined.budget, pictures: 0 } } : examined,
      signature,
    );
    drawn ||= report.changesAfter.length > 0;
    signatures.push(report);
    append(findings, own);
    covered = Math.max(covered, end);
  }
  return { signatures, findings: [...findings, ...aroundSignatures(examined, covered)] };
}

/** The end of the signed range; signatures are sorted by it. */
const endOf = ({ byteRange }: PdfSignature): number => (byteRange?.[2] ?? 0) + (byteRange?.[3] ?? 0);

async function examineOne(
  examined: Examined,
  signature: PdfSignature,
): Promise<{ report: ExaminedSignature; own: Finding[]; end: number }> {
  const { file, revisions } = examined;
  const coverage = coverageOf(file.bytes, signature, revisions.list);
  const { state, certificate, certificates, problem } = integrityOf(file.bytes, signature, coverage);
  const signedAt = utcDate(file.string(signature.dict.get('M'))?.text ?? '');
  const facts =
    certificate === null
      ? []
      : signerFindings(certificate, certificates, signedAt === null ? null : new Date(signedAt));
  const findingOf = (some: { readonly id: Finding['id']; readonly excerpt: string } | null) =>
    some === null ? [] : [finding(some.id, { excerpt: `${signature.field}: ${some.excerpt}` })];
  const later = await changesSince(examined, signature, coverage);
  const report: ExaminedSignature = {
    field: signature.field,
    subFilter: signature.subFilter,
    signedAt,
    kind:
      signature.subFilter === 'ETSI.RFC3161' ? 'timestamp' : signature.docMdp === null ? 'approval' : 'certification',
    signer: certificate === null ? null : signerOf(certificate, certificates),
    permissions: signature.docMdp,
    coverage: {
      kind: coverage.kind,
      bytes: coverage.end,
      revision: revisions.list.find(({ end }) => end === coverage.end)?.number ?? null,
    },
    integrity: state,
    changesAfter: later.changes,
    changesJudged: later.judged,
  };
  return {
    report,
    own: [...findingOf(coverage.problem), ...findingOf(problem), ...facts.flatMap(findingOf), ...later.findings],
    end: coverage.end,
  };
}

/**
 * Finds data around signed bytes that is part of no version: objects that only repair finds, and unused pages among
 * them.
 */
function aroundSignatures({ file, scan, revisions }: Examined, covered: number): Finding[] {
  if (covered === 0) return [];
  const loose =
    file.sections.length === 0
      ? scan.objects.filter(({ offset }) => offset >= covered)
      : unlistedObjects(file, scan).filter(({ offset }) => offset >= covered);
  const twice = twiceKeyed(file, scan).filter(({ offset }) => offset >= covered);
  const pages = unusedPages(scan, revisions).filter(({ offset }) => offset < covered);
  return [
    ...loose.slice(0, 10).map(({ num, offset }) =>
      finding('unlisted-after-signature', {
        object: num,
        excerpt: `object ${num} at byte ${offset}, after the ${covered} that are signed`,
      }),
    ),
    ...twice
      .slice(0, 10)
      .map(({ object, key }) => finding('ambiguous-after-signature', { object, excerpt: `/${key}` })),
    ...pages
      .slice(0, 10)
      .map(({ object }) =>
        finding('signed-objects-unused', { object, excerpt: `object ${object} is a page that no version shows` }),
      ),
  ];
}
