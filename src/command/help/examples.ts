import type { ToolCommand } from '../tool-command.ts';

/** Examples of the commands, as they are typed after `colophon`. */
const known: Readonly<Record<string, readonly [string, string]>> = {
  html: ['html page.html -o page.pdf', 'html page.html --size A5 --margin 15mm --asset logo.png -o page.pdf'],
  render: ['render request.json -o report.pdf', 'render - --document.size A5 --json -o report.pdf < request.json'],
  'extract-text': ['extract-text report.pdf', 'extract-text report.pdf --pages 1-3 --structure --json'],
  merge: ['merge a.pdf b.pdf -o both.pdf', 'merge *.pdf --outline perDocument -o all.pdf'],
  split: ['split report.pdf --every 2 -o parts/', 'split report.pdf --ranges 1-3 --ranges 4- -o parts.zip'],
  sign: [
    'sign report.pdf --pkcs12 @signer.p12 --passphrase @passphrase.txt -o signed.pdf',
    'sign report.pdf --certificate @cert.pem --private-key @key.pem --reason Approved -o signed.pdf',
  ],
  'fill-form': ['fill-form form.pdf --fields \'{"name": "Ada"}\' -o filled.pdf', 'fill-form form.pdf --export fields'],
  redact: [
    'redact report.pdf --presets email --presets iban -o redacted.pdf',
    'redact report.pdf --text \'[{"literal": "Ada"}]\' --dry-run',
  ],
  compare: ['compare before.pdf after.pdf', 'compare before.pdf after.pdf --mode text -o changes.pdf'],
  optimize: ['optimize scan.pdf --level web -o small.pdf', 'optimize scan.pdf --linearize --json -o small.pdf'],
  'check-accessibility': [
    'check-accessibility report.pdf',
    'check-accessibility report.pdf --standard WCAG-2.2 -o findings.pdf',
  ],
  'compliance-check': ['compliance-check report.pdf', 'compliance-check report.pdf --standards PDF/A-2b'],
  'ai-certify': [
    'ai-certify report.pdf --request provenance.json -o certified.pdf',
    'ai-certify report.pdf --request provenance.json --level claim -o claimed.pdf',
  ],
  pipe: ['pipe steps.json -o offer.pdf', 'pipe steps.json annex.pdf terms.pdf -o offer.pdf'],
  'forensic-analyze': ['forensic-analyze report.pdf', 'forensic-analyze report.pdf --depth deep -o findings.pdf'],
};

const operands = {
  request: 'request.json',
  steps: 'steps.json',
  page: 'page.html',
  document: 'a.pdf',
  documents: 'a.pdf b.pdf',
} as const;
const outputs = {
  document: ' -o out.pdf',
  'document-or-images': ' -o out.pdf',
  images: ' -o pages/',
  documents: ' -o parts/',
  report: '',
  'text-report': '',
  'report-document': '',
} as const;

/** Two examples of a command. */
export function examplesOf({ name, takes, tool }: ToolCommand): readonly [string, string] {
  const first = `${name} ${operands[takes]}${outputs[tool.produces]}`;
  const second = takes === 'request' ? `${name} - --json < request.json` : `${first} --request options.json`;
  return known[name] ?? [first, second];
}
