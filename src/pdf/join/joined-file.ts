import { dropUnsafeLinks } from '../link-actions.ts';
import { infoDictionary, type DocumentInfo } from '../info.ts';
import { xmpPacket } from '../xmp.ts';
import { OutputFile, objectsAStream } from '../output-file.ts';

/** Where the objects of a joined document go, one after the other. */
export interface JoinedFile {
  /** Gives out so many numbers, and answers the first. */
  reserve(count: number): number;
  /** Writes an object: a value as text, or the dictionary of a stream with what follows it, from the word `stream` on. */
  write(number: number, text: string, stream: Buffer | null): void;
  /** The file; `root` is the number of its catalog, which is given as text. */
  end(root: number, catalog: string): Uint8Array;
}

/** A file in the shape of a printed one: whoever works on it next knows that. */
export function plainFile(): JoinedFile {
  const out = new OutputFile('1.4', 1);
  const write = (number: number, text: string, stream: Buffer | null) => out.object(number, Buffer.from(`${text}\n`, 'latin1'), ...(stream === null ? [] : [stream]));
  return {
    reserve: (count) => (out.next += count) - count,
    write,
    end(root, catalog) {
      write(root, catalog, null);
      return out.end(`/Root ${root} 0 R`, false);
    },
  };
}

/** A finished file: what `repack` would make of the plain one, which then need not be. */
export function packedFile(info: DocumentInfo): JoinedFile {
  const out = new OutputFile('1.7', 1);
  const waiting: [number, string][] = [];
  const pack = () => out.objectStreams(dropUnsafeLinks(waiting.splice(0)));
  return {
    reserve: (count) => (out.next += count) - count,
    write(number, text, stream) {
      if (stream !== null) {
        out.object(number, Buffer.from(text, 'latin1'), stream);
        return;
      }
      waiting.push([number, text]);
      if (waiting.length === objectsAStream) pack();
    },
    end(root, catalog) {
      const [xmp, about] = [out.next++, out.next++];
      waiting.push([root, catalog.replace(/>>$/, `\n/Metadata ${xmp} 0 R>>`)], [about, infoDictionary(info)]);
      pack();
      out.metadata(xmp, xmpPacket(info, null));
      const id = out.identifier();
      return out.end(`/Root ${root} 0 R /Info ${about} 0 R /ID [<${id}> <${id}>]`, true);
    },
  };
}
