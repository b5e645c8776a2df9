import { exhibits } from './exhibits.ts';

const added = (asset: string, pages: string, furniture: boolean) => ({ op: 'add_pdf', asset, pages, furniture });

/** The body of a render that lays headers, footers and a watermark over pages of PDFs. */
export const furnitureRequest: Readonly<Record<string, unknown>> = {
  document: {
    size: 'A5',
    margin: '18mm',
    title: 'Over pages of others',
    lang: 'en',
    assets: Object.fromEntries(exhibits.map(({ name, pdf }) => [name, pdf])),
  },
  operations: [
    { op: 'set_header', left: '{title}', right: '{section}' },
    {
      op: 'set_footer',
      html:
        "<div style='display:flex;justify-content:space-between;border-top:1pt solid #14507a;padding-top:4pt'>" +
        '<b>{bates}</b><span>Page {page} of {pages}</span></div>',
    },
    { op: 'set_bates', prefix: 'WW-', digits: 4 },
    { op: 'add_watermark', text: 'COPY', opacity: 0.14 },
    { op: 'add_heading', text: 'Annexes' },
    {
      op: 'add_text',
      text:
        'Three documents of others follow: a drawing that is turned, a report that is cropped, and a letter that ' +
        'was scanned upside down. The last page has nothing of this document, and counts all the same.',
    },
    added('survey', '1', true),
    added('laboratory', '1', true),
    added('letter', '1', true),
    added('laboratory', '2', false),
  ],
};
