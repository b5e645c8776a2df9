/** When to use a tool, and with what input, for a model that chooses among tools. */
export const guides: Readonly<Record<string, string>> = {
  render:
    'Use this to make a new PDF: a letter, an invoice, a report, a form, or HTML or Markdown as a PDF. `operations` are ' +
    'the parts of the document in order, each with its `op`. For an invoice, a quote, a letter and the like use one ' +
    '`add_template`; its data are described by the prompt or the resource of that template.',
  'extract-text': 'Use this to read a PDF: it returns the text of the pages, in the order in which people read it.',
  merge:
    'Use this to join several PDFs, or some of their pages, into one. The order of `documents` is that of the result.',
  split:
    'Use this to divide a PDF into several, by ranges of pages, bookmarks, texts or sizes. Exactly one of the ways of ' +
    'dividing is given. The result is a list of documents.',
  arrange:
    'Use this to reorder, turn, crop, resize, insert or remove pages of PDFs, and to set bookmarks, metadata, attachments ' +
    'or encryption. `steps` are applied in order, each with its `do`.',
  rasterize:
    'Use this to see pages of a PDF as pictures. Choose few `pages`, and a `dpi` of 72 to 100 to look at them.',
  sign:
    'Use this to sign a PDF with a certificate and its key, which come with the call. Do not ask a person to paste a ' +
    'private key into a conversation for it.',
  'fill-form':
    'Use this to fill in the fields of a PDF form. Call it with `export: "fields"` first: it returns the names, types ' +
    'and options of the fields, and changes nothing.',
  'check-accessibility': 'Use this to find out whether a PDF is accessible, and what is wrong where it is not.',
  redact:
    'Use this to remove texts or areas from a PDF for good, such as names or account numbers. Call it with ' +
    '`dryRun: true` first to see what it would remove.',
  compare:
    'Use this to find out what differs between two versions of a PDF. Exactly two documents, the older one first.',
  optimize: 'Use this to make a PDF smaller.',
  'ai-certify':
    'Use this to record in a signed PDF how it was made, with or without artificial intelligence. It usually needs the ' +
    'approval of a human.',
  'compliance-check':
    'Use this to find out whether a PDF conforms to PDF/A or PDF/UA, as archives and authorities demand.',
  'forensic-analyze':
    'Use this to find out whether a PDF was tampered with: earlier versions, signatures, hidden or active content.',
  pipe:
    'Use this to run several tools one after the other without fetching the documents in between: a step names the ' +
    'document of an earlier one by `{"step": n}`, from 0.',
};
