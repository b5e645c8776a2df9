import type { AccessibilityReport } from '../../../../pdf/conformance/accessibility/check-accessibility.ts';
import type { HumanCheck } from '../../../../pdf/conformance/accessibility/accessibility-check.ts';
import { escape } from '../../../../render/html/html.ts';
import type { OwnHtml } from '../../../../render/compose/render-html.ts';
import type { FailedCheck, Numbered } from './numbered.ts';

const css = `
  .tiles { display: flex; gap: 8pt; margin: 10pt 0 14pt; }
  .tiles p { flex: 1; margin: 0; padding: 8pt 10pt; border: .5pt solid #d4d9e1; border-top-width: 3pt;
  border-radius: 3pt; line-height: 1.3; }
  .tiles b { display: block; font-size: 20pt; }
  .tiles .bad { border-top-color: #b3261e; } .tiles .good { border-top-color: #1d6640; } .tiles .ask {
  border-top-color: #96410c; }
  .statement { padding: 8pt 10pt; background: #f4f6f8; border-radius: 3pt; }
  table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 8.5pt; line-height: 1.35; margin: 0 0 12pt; }
  th, td { text-align: left; vertical-align: top; padding: 3pt 5pt; border-bottom: .5pt solid #d4d9e1; }
  thead th { border-bottom: 1pt solid #1b1f27; }
  h2 + p { break-after: avoid; }
  h3 { margin: 12pt 0 3pt; font-size: 10.5pt; } h3 small { font-weight: 400; color: #59616f; }
  .mark { display: inline-block; min-width: 12pt; padding: 0 2pt; background: #b3261e; color: #fff; font-weight: 600;
  text-align: center; border-radius: 1.5pt; }
  code { font-size: .92em; overflow-wrap: anywhere; }
  .narrow { width: 34pt; white-space: nowrap; } .code { width: 84pt; } .where { width: 110pt; }
`;

/** The number of rows of one table and of places of one question, for human readers. The JSON has all of them. */
const maxRows = 40;
const maxPlaces = 8;

/**
 * The report as a page for people: failed checks with their places and remedies first, then the questions that a person
 * has to answer.
 */
export function reportHtml(
  { standard, summary, humanChecks }: AccessibilityReport,
  failed: readonly FailedCheck[],
  name: string,
): OwnHtml {
  const title = 'Accessibility check';
  const tile = (kind: string, count: number, label: string) => `<p class="${kind}"><b>${count}</b>${label}</p>`;
  const html = [
    `<h1>${title}</h1><p>${escape(name)} against ${escape(standard)}</p>`,
    '<div ' +
      ('class="tiles">' +
        (tile(summary.failed > 0 ? 'bad' : 'good', summary.failed, 'checks failed') +
          `${tile('good', summary.passed, 'checks passed')}${tile('ask', summary.needsHuman, 'need a person')}</div>`)),
    `<p class="statement">${escape(summary.statement)}</p>`,
    '<h2>What failed</h2>',
    failed.length === 0
      ? '<p>No machine check failed.</p>'
      : '<p>Numbers are those of the frames on the pages of the document, which follow this ' +
        `report.</p>${failed.map(failure).join('')}`,
    '<h2>What a person has to judge</h2>',
    humanChecks.length === 0
      ? '<p>Nothing that this standard leaves to people was found in the document.</p>'
      : questions(humanChecks),
  ].join('');
  return { title, lang: 'en', html, css };
}

function failure({ id, clause, matterhorn, places }: FailedCheck): string {
  const known = new Set([id, matterhorn, clause]);
  const about = [...known]
    .filter((one) => one !== null && one !== id)
    .map((one) => (one === clause ? `clause ${one}` : `Matterhorn ${one}`));
  const rows = places.slice(0, maxRows).map(row).join('');
  const more =
    places.length > maxRows
      ? `<tr><td></td><td></td><td colspan="3">${places.length - maxRows} more places: the JSON report has the ` +
        'first hundred.</td></tr>'
      : '';
  return (
    `<h3>${escape(id)} <small>${escape(about.join(', '))}</small></h3><table><thead><tr><th class="narrow" ` +
    'scope="col">Mark</th><th class="narrow" scope="col">Page</th><th scope="col">What is wrong</th><th ' +
    `scope="col">Requirement</th><th scope="col">How it is mended</th></tr></thead><tbody>${rows}${more}</tbody></table>`
  );
}

/** A text with its \`names\` as code. */
const marked = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function row({ number, page, message, requirement, fix }: Numbered): string {
  const mark = number === null ? '–' : `<span class="mark">${number}</span>`;
  return `<tr><td>${mark}</td><td>${page ?? 'all'}</td>${[message, requirement, fix].map((text) => `<td>${marked(text)}</td>`).join('')}</tr>`;
}

function questions(checks: readonly HumanCheck[]): string {
  const rows = checks
    .map(
      ({ id, question, look, places }) =>
        `<tr><td>${escape(id)}</td><td>${escape(question)}</td><td>${escape(look)}</td><td>` +
        `${escape(where(places))}</td></tr>`,
    )
    .join('');
  return (
    '<p>A machine cannot decide these. Each is a mistake if its statement is ' +
    'true.</p><table><thead><tr><th class="code" scope="col">Check</th><th scope="col">It would be wrong ' +
    'that</th><th scope="col">Look at</th><th class="where" ' +
    `scope="col">Where</th></tr></thead><tbody>${rows}</tbody></table>`
  );
}

function where(places: HumanCheck['places']): string {
  const pages = [...new Set(places.flatMap(({ page }) => page ?? []))];
  if (pages.length === 0) return 'the whole document';
  const named = pages.slice(0, maxPlaces).join(', ');
  return `${pages.length === 1 ? 'page' : 'pages'} ${named}${pages.length > maxPlaces ? ' …' : ''}`;
}
