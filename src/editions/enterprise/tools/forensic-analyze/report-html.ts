import type { EvidencePicture } from '../../../../pdf/forensic/evidence-pictures.ts';
import type { ForensicReport } from '../../../../pdf/forensic/examine.ts';
import { type Finding } from '../../../../pdf/forensic/findings/finding.ts';
import { severities } from '../../../../pdf/forensic/findings/severity.ts';
import type { Verdict } from '../../../../pdf/forensic/findings/verdict.ts';
import { escape } from '../../../../render/html/html.ts';
import type { OwnHtml } from '../../../../render/compose/render-html.ts';
import { reportCss } from './report-css.ts';
import { metadataTable, recoverableTable, signatureTable, versionTable } from './report-tables.ts';

/** The content of the report: findings, pictures, and the identity of the examined document. */
export interface ForensicDocument {
  readonly report: ForensicReport;
  readonly pictures: readonly EvidencePicture[];
  readonly name: string;
  /** The size of the document in bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly examined: Date;
}

const statements: Readonly<Record<Verdict, string>> = {
  clean: 'Nothing was found but what clean documents have, too.',
  notable: 'There is something that is worth a look, and may well be meant.',
  suspicious: 'There is something that may deceive readers or put them in danger, or a secret that is none.',
  tampered: 'What a signature of the document promises does not hold.',
};

/** The number of shown kinds of findings, and of places and pictures of one kind. The JSON has all of them. */
const [maxShown, maxPlaces, maxShots] = [60, 12, 4];

/**
 * The report in the form of an examiner: the verdict, the findings by severity with pictures, then the versions, the
 * signatures and the other facts.
 */
export function reportHtml({ report, pictures, name, size, sha256, examined }: ForensicDocument): OwnHtml {
  const { findings, revisions, signatures, metadata, recoverable } = report;
  const notable = findings.filter(({ severity }) => severity !== 'info');
  const rest = findings.filter(({ severity }) => severity === 'info');
  const html = [
    head(
      pictures.find(({ finding }) => finding === null),
      { name, size, sha256, examined },
    ),
    '<div class="verdict ' +
      `${report.verdict}"><b>${capital(report.verdict)}</b><p>${statements[report.verdict]}</p><div ` +
      `class="risk">Risk<strong>${report.risk}</strong>of 100</div></div>`,
    `<div class="counts">${[...severities]
      .reverse()
      .map(
        (severity) =>
          '<p ' +
          `class="${severity}"><b>${findings.filter((each) => each.severity === severity).length}</b>${severity}</p>`,
      )
      .join('')}</div>`,
    '<h2>Findings</h2>',
    notable.length === 0
      ? '<p>Nothing unusual.</p>'
      : [...Map.groupBy(notable, ({ id }) => id).values()]
          .slice(0, maxShown)
          .map((alike) =>
            card(
              alike,
              pictures.filter(({ finding }) => finding !== null && alike.some((each) => each === findings[finding])),
            ),
          )
          .join(''),
    rest.length === 0
      ? ''
      : `<h2>For the record</h2><table><tbody>${rest
          .slice(0, maxShown)
          .map(
            ({ title, evidence }) =>
              '<tr><td ' +
              (`class="n">${escape(title)}</td><td>` +
                `${escape(evidence.excerpt ?? (evidence.page === null ? '' : `page ${evidence.page}`))}</td></tr>`),
          )
          .join('')}</tbody></table>`,
    signatures.length === 0 ? '' : `<h2>Signatures</h2>${signatureTable(signatures)}`,
    `<h2>Versions</h2>${versionTable(revisions)}`,
    recoverable.length === 0 ? '' : `<h2>Recoverable content</h2>${recoverableTable(recoverable)}`,
    `<h2>Metadata</h2>${metadataTable(metadata)}`,
    '<h2>How to read this</h2><p class="note">The file was read byte by byte, by its cross-references and by ' +
      'other programs, and the results were compared. Signatures were verified against the bytes that they ' +
      'cover; trust in the signers was not checked. The verdict is that of the gravest finding: critical is ' +
      'tampered, high is suspicious, medium is notable. An empty report does not prove that there is nothing ' +
      'to find.</p>',
  ].join('');
  return { title: 'Forensic report', lang: 'en', html, css: reportCss };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function head(
  page: EvidencePicture | undefined,
  { name, size, sha256, examined }: Omit<ForensicDocument, 'report' | 'pictures'>,
): string {
  const facts = [
    ['File', name],
    ['Size', `${size.toLocaleString('en')} bytes`],
    ['SHA-256', sha256],
    ['Examined', `${examined.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ];
  const shown =
    page === undefined
      ? ''
      : `<figure><img class="page" alt="The first page of the document." src="${uri(page)}" ` +
        `style="${fitted(page, 92, 118)}"></figure>`;
  return (
    `<div class="head"><div><p class="kicker">Forensic report</p><h1>${escape(name)}</h1><dl ` +
    ('class="facts">' +
      (facts
        .map(
          ([term = '', value = '']) =>
            `<dt>${term}</dt><dd>` + (term === 'SHA-256' ? `<code>${value}</code>` : escape(value)) + '</dd>',
        )
        .join('') +
        '</dl>') +
      `</div>${shown}</div>`)
  );
}

/** Findings of one kind: their meaning once, and then each place. */
function card(alike: readonly Finding[], pictures: readonly EvidencePicture[]): string {
  const [first] = alike;
  if (first === undefined) return '';
  const { severity, category, title, meaning } = first;
  const about = [category.replaceAll('-', ' '), ...(alike.length > 1 ? [`${alike.length} places`] : [])].join(' · ');
  const places = alike
    .slice(0, maxPlaces)
    .map(({ evidence }) => place(evidence))
    .filter((line) => line !== '')
    .join('');
  const more =
    alike.length > maxPlaces
      ? `<p class="note">${alike.length - maxPlaces} more places are in the JSON report.</p>`
      : '';
  const shown = pictures.slice(0, maxShots);
  const shots = shown
    .map(
      (picture) =>
        `<figure><img alt="${escape(picture.caption)}: ${escape(title)}." src="${uri(picture)}" ` +
        (`style="${fitted(picture, shown.length > 1 ? 222 : 440, 130)}"><figcaption>` +
          `${escape(picture.caption)}</figcaption></figure>`),
    )
    .join('');
  return (
    `<section class="finding ${severity}"><h3><span class="chip ` +
    `${severity}">${severity}</span>${escape(title)}</h3><p class="about">${escape(about)}</p><p ` +
    (`class="meaning">${escape(meaning)}</p>` +
      (`${places === '' ? '' : `<ul>${places}</ul>`}${more}` +
        (shots === '' ? '' : `<div class="shots">${shots}</div>`) +
        '</section>'))
  );
}

function place({ page, object, excerpt }: Finding['evidence']): string {
  const where = [...(page === null ? [] : [`page ${page}`]), ...(object === null ? [] : [`object ${object}`])].join(
    ', ',
  );
  if (where === '' && excerpt === null) return '';
  return `<li>${where === '' ? '' : `<span>${where}</span>`}${excerpt === null ? '' : escape(excerpt)}</li>`;
}

const uri = ({ png }: EvidencePicture): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** The size of a picture: its size on the page, or smaller if there is less room. */
function fitted({ width, height }: EvidencePicture, widest: number, highest: number): string {
  const scale = Math.min(1, widest / width, highest / height);
  return `width:${(width * scale).toFixed(1)}pt;height:${(height * scale).toFixed(1)}pt`;
}
