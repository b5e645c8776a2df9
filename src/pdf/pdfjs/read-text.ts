import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What pdf.js makes of a document. */
export interface PdfjsReading {
  readonly pages: number;
  /** Of the wanted pages, in the order of their content; `null` of the others. */
  readonly texts: readonly (string | null)[];
}

interface TextRequest {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  /** For each of the first pages, whether its text is read. */
  readonly wanted: readonly boolean[];
}

const maxCharacters = 200_000;

/**
 * Pages and text as pdf.js reads them, or the reason why it cannot. Runs on the calling thread; nothing of the document
 * is run or fetched (no worker, no fonts of the system).
 */
export async function readWithPdfjs({
  bytes,
  password,
  wanted,
}: TextRequest): Promise<PdfjsReading | { readonly refused: string }> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    enableXfa: false,
  });
  try {
    const document = await task.promise;
    const texts: (string | null)[] = [];
    for (const [index, isWanted] of wanted.slice(0, document.numPages).entries())
      texts.push(isWanted ? await pageText(await document.getPage(index + 1)) : null);
    return { pages: document.numPages, texts };
  } catch (error) {
    return { refused: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : 'unknown' };
  } finally {
    await task.destroy();
  }
}

async function pageText(page: { getTextContent(): Promise<{ items: readonly object[] }> }): Promise<string> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items)
    if ('str' in item && typeof item.str === 'string' && text.length < maxCharacters)
      text += `${item.str}${'hasEOL' in item && item.hasEOL === true ? '\n' : ''}`;
  return text;
}
