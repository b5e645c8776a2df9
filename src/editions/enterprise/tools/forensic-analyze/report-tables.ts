import type { ForensicReport } from '../../../../pdf/forensic/examine.ts';
import { escape } from '../../../../render/html/html.ts';

const maxRows = 40;

type Row = readonly string[];

/** A table whose cells are HTML. A `long` table has words that must be broken. */
function table(head: Row, rows: readonly Row[], kind: 'short' | 'long' = 'short'): string {
  const more = rows.length > maxRows ? `<p class="note">${rows.length - maxRows} more are in the JSON report.</p>` : '';
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  return `<table class="${kind}"><thead><tr>${heads}</tr></thead><tbody>${rows
    .slice(0, maxRows)
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>${more}`;
}

const coverages = {
  'whole-file': 'the whole file',
  'whole-revision': 'an earlier version',
  partial: 'less than its version',
  none: 'nothing',
} as const;
const kinds = {
  fill: 'filled in',
  sign: 'signed',
  annotate: 'annotated',
  credential: 'Content Credentials',
  validate: 'validation data',
  describe: 'metadata',
  tag: 'structure',
  content: 'content',
} as const;

/** HTML table of the signatures: coverage, integrity, and later changes of each. */
export function signatureTable(signatures: ForensicReport['signatures']): string {
  return table(
    ['Field', 'Signed by', 'Covers', 'Integrity', 'Afterwards'],
    signatures.map(
      ({ field, kind, signer, signedAt, coverage, integrity, changesAfter, changesJudged, permissions }) => [
        `<b>${escape(field)}</b><br>${kind}${permissions === null ? '' : ` (level ${permissions})`}`,
        `${escape(signer?.name ?? 'not known')}${issuedBy(signer)}<br>${escape(signedAt ?? 'no time')}`,
        `${coverages[coverage.kind]}${coverage.revision === null ? '' : `, version ${coverage.revision}`}`,
        `<span class="${integrity === 'intact' ? 'yes' : integrity === 'altered' ? 'no' : ''}">${integrity}</span>`,
        (changesJudged && changesAfter.length === 0 ? 'nothing' : afterwards(changesAfter)) +
          (changesJudged ? '' : `${changesAfter.length === 0 ? '' : '<br>'}<span class="no">not judged</span>`),
      ],
    ),
  );
}

function issuedBy(signer: ForensicReport['signatures'][number]['signer']): string {
  if (signer === null) return '';
  const by = signer.selfSigned
    ? 'itself'
    : [
        ...signer.chain.map(({ name }) => name),
        ...(signer.chainComplete ? [] : [signer.chain.length === 0 ? `${signer.issuer} (not in it)` : '…']),
      ].join(', ');
  return `<br><small>issued by ${escape(by)}</small>`;
}

function afterwards(changes: ForensicReport['signatures'][number]['changesAfter']): string {
  return [
    ...Map.groupBy(
      changes,
      ({ kind, allowed }) =>
        `<span class="${allowed ? 'yes' : 'no'}">${kinds[kind]}</span>${allowed ? '' : ' (not allowed)'}`,
    ),
  ]
    .map(([what, some]) => `${what}${some.length > 1 ? ` ×${some.length}` : ''}`)
    .join('<br>');
}

/** HTML table of the versions of the document, with the objects and pages that each changed. */
export function versionTable(revisions: ForensicReport['revisions']): string {
  return table(
    ['Version', 'Length', 'Objects', 'Pages', 'Signed by'],
    revisions.map(({ number, bytes, chained, objectCount, objects, pages, signedBy }) => [
      `${number}${chained ? '' : ' <span class="no">left out</span>'}`,
      bytes.toLocaleString('en'),
      number === 1
        ? 'as first saved'
        : `${objectCount} ` +
          ('changed' +
            (objectCount === 0
              ? ''
              : `: ${escape([...new Set(objects.map(({ kind }) => kind))].slice(0, 6).join(', '))}`)),
      pages
        .slice(0, 12)
        .map(
          ({ page, change, difference }) =>
            `${page} ${change}${difference === null ? '' : ` (${percent(difference)})`}`,
        )
        .join('<br>'),
      escape(signedBy.join(', ')),
    ]),
  );
}

const percent = (share: number): string =>
  share > 0 && share < 0.001 ? 'under 0.1 %' : `${(100 * share).toFixed(1)} %`;

/** HTML table of the removed content that can be recovered. Excerpts are cut after 300 characters. */
export function recoverableTable(items: ForensicReport['recoverable']): string {
  return table(
    ['What', 'Where', 'Text'],
    items.map(({ kind, revision, page, object, excerpt }) => [
      kind,
      [
        ...(revision === null ? [] : [`version ${revision}`]),
        ...(page === null ? [] : [`page ${page}`]),
        ...(object === null ? [] : [`object ${object}`]),
      ].join(', '),
      escape(excerpt.slice(0, 300)),
    ]),
    'long',
  );
}

/** HTML table that compares the Info dictionary with the XMP, followed by the file identifiers. */
export function metadataTable({ info, xmp, ids, version }: ForensicReport['metadata']): string {
  const keys = [...new Set([...Object.keys(info), ...Object.keys(xmp)])];
  const rows: Row[] = keys.map((key) => [
    escape(key),
    escape(info[key]?.slice(0, 300) ?? ''),
    escape(xmp[key]?.slice(0, 300) ?? ''),
  ]);
  return table(
    ['', 'Information dictionary', 'XMP'],
    [
      ...rows,
      ['Identifier', escape(ids.first ?? 'none'), escape(ids.second ?? '')],
      ['Version of PDF', escape(version), ''],
    ],
    'long',
  );
}
