import type { Tab } from '../tab.ts';
import { untraced } from './untraced.ts';

/**
 * The most characters of HTML in one command. A command with a large document would block the event loop, and with it
 * every other request.
 */
const maxInOne = 1_000_000;
const pieceCharacters = 500_000;

/** Writes the document into the warm page. It has loaded after the next `load` event (`Tab.loaded`). */
export async function writeDocument({ session, frameId }: Tab, html: string): Promise<void> {
  if (html.length <= maxInOne) {
    await untraced(() => session.send('Page.setDocumentContent', { frameId, html }));
    return;
  }
  const {
    result: { objectId = '' },
  } = await session.send('Runtime.evaluate', { expression: 'document.open()' });
  const call = (functionDeclaration: string, ...values: string[]) =>
    session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration,
      arguments: values.map((value) => ({ value })),
    });
  for (const piece of piecesOf(html)) await call('function (piece) { this.write(piece); }', piece);
  await call('function () { this.close(); }');
}

/** A piece must not end inside a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = Math.min(from + pieceCharacters, text.length);
    const to = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}
