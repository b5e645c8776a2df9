import { printedStyle } from '../../file/writing/file-style.ts';
import { FileWriter } from '../../file/writing/file-writer.ts';
import { readPrinted } from '../printed.ts';
import { streamAt } from '../model/printed-objects.ts';
import { isElementAlone, standIn, trimmed } from '../stripped-copy.ts';
import type { JoinedFile, PackedFile } from './joined-file.ts';

/**
 * A joined file of which a skeleton (see `Skeleton`) is edited before it is finished: what that leaves out is written
 * as it comes.
 */
export interface EditableFile extends JoinedFile {
  /** Ends the joining: the skeleton, in the shape of a printed file. */
  end(root: number, catalog: string): Uint8Array;
  /**
   * Finishes the file with the skeleton as it was saved after editing, whose new objects have numbers from `next` on.
   */
  finish(edited: Uint8Array): Uint8Array;
  readonly next: number;
}

/** Collects the skeleton of a joined file. Streams, trees and structure elements go to `whole` at once. */
export function editableFile(whole: PackedFile): EditableFile {
  const skeleton: [number: number, text: string][] = [];
  const streams = new Set<number>();
  return {
    get next() {
      return whole.next;
    },
    reserve: (count) => whole.reserve(count),
    write(number, text, stream, { ofTrees } = { ofTrees: false }) {
      if (stream !== null) streams.add(number);
      if (stream !== null || ofTrees || isElementAlone(text)) whole.write(number, text, stream);
      else skeleton.push([number, text]);
    },
    end(root, catalog) {
      const out = new FileWriter({ style: printedStyle, next: whole.next }).begin('1.7');
      for (const [number, text] of skeleton.splice(0)) out.body(number, text);
      for (const number of streams) out.body(number, standIn);
      out.body(root, catalog);
      return out.end(`/Root ${root} 0 R`, 'table');
    },
    finish(edited) {
      const { objects, bytes, root, size } = readPrinted(edited);
      whole.reserve(Math.max(0, size - whole.next));
      let catalog = '';
      for (const { number, start, end, stream } of objects) {
        const body = trimmed(bytes.subarray(start, end));
        const head = stream ? streamAt(body) : body.length;
        if (number === root) catalog = body.toString('latin1');
        else if (!streams.has(number))
          whole.write(number, body.toString('latin1', 0, head), stream ? body.subarray(head) : null);
      }
      return whole.end(root, catalog);
    },
  };
}
