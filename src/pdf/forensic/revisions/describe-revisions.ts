import type { Examined } from '../examined.ts';
import { readSignatures } from '../../facts/signatures/signatures.ts';
import { finding, type Finding } from '../findings/finding.ts';
import { changedObjects, type ObjectChange } from './object-changes.ts';
import { changedPages, type PageChange } from './page-changes.ts';
import type { Revision, Revisions } from './revisions.ts';
import { compareLooks } from '../signature/signed-looks.ts';

/** A version of the file, and its changes to the previous one (docs/spec/tools.md). */
export interface DescribedRevision {
  /** From 1, the oldest. */
  readonly number: number;
  /** Length of the file up to this version, in bytes. */
  readonly bytes: number;
  /** The chain of the newest cross-reference includes it. */
  readonly chained: boolean;
  /** Names of the signature fields that cover the file up to this version. */
  readonly signedBy: readonly string[];
  /** Changed objects: their number, and the first five hundred. */
  readonly objectCount: number;
  readonly objects: readonly ObjectChange[];
  /**
   * `difference` is the share of pixels of the page that differ from the previous version; null where pictures were not
   * compared.
   */
  readonly pages: readonly (Pick<PageChange, 'page' | 'change'> & { readonly difference: number | null })[];
}

const maxReported = 1000;
const maxObjects = 500;
const maxPages = 500;

/** Describes the versions of a file, and finds changes between consecutive ones. */
export async function describeRevisions(
  examined: Pick<Examined, 'file' | 'revisions' | 'password' | 'budget'>,
): Promise<{ readonly revisions: readonly DescribedRevision[]; readonly findings: readonly Finding[] }> {
  const {
    revisions: { list, compared },
    budget,
  } = examined;
  const ends = new Map(
    readSignatures(examined.file).map(({ field, byteRange }) => [field, (byteRange?.[2] ?? 0) + (byteRange?.[3] ?? 0)]),
  );
  const described: DescribedRevision[] = [];
  let pictures = budget.pictures;
  for (const revision of list.slice(-maxReported)) {
    const before = list[revision.number - 2];
    const looked = compared.includes(revision) && before !== undefined && compared.includes(before);
    const changes = !looked ? nothing : await changesOf(examined, [before, revision], pictures);
    pictures -= changes.pages.filter(({ difference }) => difference !== null).length;
    const signedBy = [...ends].filter(([, end]) => end > revision.start && end <= revision.end).map(([field]) => field);
    described.push({ number: revision.number, bytes: revision.end, chained: revision.chained, signedBy, ...changes });
  }
  return { revisions: described, findings: findingsOf(described, examined.revisions) };
}

type Changes = Pick<DescribedRevision, 'objectCount' | 'objects' | 'pages'>;
const nothing: Changes = { objectCount: 0, objects: [], pages: [] };

async function changesOf(
  { revisions, password }: Pick<Examined, 'file' | 'revisions' | 'password' | 'budget'>,
  [before, after]: readonly [Revision, Revision],
  pictures: number,
): Promise<Changes> {
  const [older, newer] = [revisions.at(before.end), revisions.at(after.end)];
  if (older === null || newer === null) return nothing;
  const objects = changedObjects(older, newer);
  const pages = changedPages(older, newer, objects);
  const pairs = pages
    .flatMap(({ page, before: old, change }) =>
      change === 'changed' && old !== null ? [{ before: old, after: page, ignore: [] }] : [],
    )
    .slice(0, Math.max(0, pictures));
  const looks = await compareLooks({ bytes: older.bytes, password }, { bytes: newer.bytes, password }, pairs);
  const shares = new Map(looks.map(({ page, share }) => [page, share]));
  return {
    objectCount: objects.length,
    objects: objects.slice(0, maxObjects),
    pages: pages.slice(0, maxPages).map(({ page, change }) => ({
      page,
      change,
      difference: change === 'changed' ? (shares.get(page) ?? null) : null,
    })),
  };
}

/** A larger share is more than differences of anti-aliasing. */
const visible = 0.0005;

function findingsOf(described: readonly DescribedRevision[], { list, compared }: Revisions): Finding[] {
  const changed = described.flatMap(({ number, pages }) =>
    pages
      .filter(({ difference, change }) => (difference ?? 0) > visible || change !== 'changed')
      .map((page) => ({ number, ...page })),
  );
  return [
    ...(described.length > 1 ? [finding('revisions', { excerpt: `${list.length} versions` })] : []),
    ...described
      .filter(({ chained }) => !chained)
      .map(({ number, bytes }) => finding('revision-orphaned', { excerpt: `version ${number}, up to byte ${bytes}` })),
    ...changed.slice(0, 10).map(({ number, page, change, difference }) =>
      finding('revision-pages-changed', {
        page,
        excerpt:
          `version ${number}: ` +
          (change === 'changed'
            ? `${(100 * (difference ?? 0)).toFixed(1)} % of the page differ`
            : `the page was ${change}`),
      }),
    ),
    ...(list.length > compared.length
      ? [finding('many-revisions', { excerpt: `${compared.length} of ${list.length} versions` })]
      : []),
  ];
}
