import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import { buffer } from 'node:stream/consumers';
import { fileNames } from '../../calls/result/file-names.ts';
import { PieceReader } from '../../calls/result/piece-reader.ts';
import type { ImagesResult } from '../../editions/edition.ts';
import { AppError } from '../../problems.ts';
import type { Files } from '../root/files.ts';

/** Bytes of images that one message may contain. */
const maxMessageBytes = 20 * 1024 * 1024;

/** Where the images of a call go beside its answer. */
interface Saving {
  /** The file of one image, the folder of several; `null` = they are not saved. */
  readonly saveTo: string | null;
  readonly files: Files | null;
}

/** The images as facts for programs, and as content that models see. */
export interface ImageAnswer {
  readonly facts: readonly Readonly<Record<string, unknown>>[];
  readonly content: CallToolResult['content'];
}

/**
 * The images of a result: saved as files, or as content of the message. Nothing of them is left afterwards. Throws
 * AppError `limit-exceeded` where a message cannot contain them.
 */
export async function imageAnswer(result: ImagesResult, { saveTo, files }: Saving): Promise<ImageAnswer> {
  try {
    const save =
      saveTo !== null && files !== null ? (path: string, bytes: Uint8Array) => files.save(path, bytes) : null;
    if (save === null) checkSize(result);
    const names = await fileNames(result.images.map(({ filename }) => filename));
    const pieces = new PieceReader(result.content.read());
    const facts: Readonly<Record<string, unknown>>[] = [];
    const content: ContentBlock[] = [];
    for (const [index, image] of result.images.entries()) {
      const bytes = await buffer(pieces.next(image.bytes));
      const { page, width, height, sha256 } = image;
      const shown = { page, width, height, bytes: image.bytes, sha256 };
      const named = { ...shown, filename: names[index] ?? '', contentType: result.contentType };
      const path = result.images.length === 1 ? (saveTo ?? '') : `${saveTo ?? ''}/${named.filename}`;
      if (save !== null) facts.push({ ...named, path: await save(path, bytes) });
      else {
        facts.push(named);
        content.push({ type: 'image', data: bytes.toString('base64'), mimeType: result.contentType });
      }
    }
    return { facts, content };
  } finally {
    await result.content.close();
  }
}

function checkSize({ images }: ImagesResult): void {
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  if (bytes > maxMessageBytes)
    throw new AppError(
      'limit-exceeded',
      `The images have ${bytes} bytes together, and a message may contain ${maxMessageBytes}. Choose fewer \`pages\`, ` +
        'a smaller `dpi`, or `jpeg` as the `format`.',
    );
}
