import { warningCodes } from '../../render/finish/diagnostics/warning-codes.ts';

/** docs/warnings.md, with one heading for each code. */
export function warningsPage(): string {
  const sections = Object.entries(warningCodes).map(
    ([code, { means, mend, failOn }]) =>
      `## ${code}\n\n${means}\n\n*What to do.* ${mend}\n\n*To refuse it:* \`"failOn": ["${failOn ?? code}"]\` ` +
      `answers 422 [\`${code}\`](problems.md#${code}).`,
  );
  return [intro, ...sections].join('\n\n') + '\n';
}

const intro = `<!-- Written by \`npm run openapi\` from src/render/finish/diagnostics/warning-codes.ts. -->
# Warnings

A warning reports that a document was rendered, but perhaps not as intended. Warnings are in \`report.warnings\`
of the JSON answer (\`Accept: application/json\`),
in the result of a job, and in the plan that \`dryRun\` answers, as far as they can be known without printing:

\`\`\`json
{ "code": "font-missing",
  "message": "The font 'Corporate Sans' is not available; 'Inter' is used instead (for “Quarterly report”). ...",
  "pointer": "/operations/0/html" }
\`\`\`

\`code\` never changes, \`message\` is for people, and \`pointer\` is the place in the request where that is known.
\`output.failOn\` turns warnings into a 422: it takes the code of
any warning, or \`resource\`, \`console\`, \`font\` and \`glyph\`. A PDF answer counts its warnings in
\`Document-Warnings\`; \`font-missing\`, \`glyph-missing\` and \`overflow\` count where \`failOn\` names one of them.
Fonts and boxes are checked only where the answer can report it: an answer that is the PDF alone spends no time on
them, unless \`failOn\` names them.

Tools for documents have warnings as well. Their \`code\` is one of the table, or the name of the tool (\`arrange\`, \`merge\`, \`split\`,
\`sign\`, \`fill-form\`, \`redact\`, \`optimize\`, and \`certify\` of \`ai-certify\`); the message says what to do. \`failOn\` is for renders alone.

| code | tool | meaning |
|---|---|---|
| \`hidden-invisible\`, \`hidden-off-page\`, \`hidden-clipped\`, \`hidden-covered\`, \`hidden-layer-off\` | \`extract-text\` | text that no reader sees is left out |
| \`scan\` | \`extract-text\` | the only text of a page is the recognised text of a scan |
| \`page-broken\` | \`extract-text\` | a page could not be read |
| \`signature-covers-text\` | \`sign\` | the visible signature covers text |
| \`provenance-dropped\` | \`optimize\` | a statement about the origin of the document was lost |

Beside the warnings \`report.fonts\` lists the fonts that the pages are set in, the most used first. Pages of
\`add_pdf\` have fonts of their own and are not counted.

\`\`\`json
{ "name": "Inter-SemiBold", "family": "Inter", "style": "SemiBold", "source": "bundled", "share": 0.12,
  "pages": "1-3,7" }
\`\`\`

\`name\` is the PostScript name, \`source\` is \`request\`, \`operator\` (\`SERVICE_FONTS_DIR\`), \`bundled\` or
\`system\`, \`share\` its part of all characters from 0 to 1, and \`pages\` a page range.`;
