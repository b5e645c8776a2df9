import { hasInfo, versionOf, type Claim } from '../../xmp/claim.ts';
import { conformJoined } from '../conform/conform-print.ts';
import type { Body } from '../model/body.ts';
import { dropOwnLinks, dropUnsafeLinks } from '../link-actions.ts';
import { infoDictionary, type DocumentInfo } from '../../xmp/info.ts';
import { xmpPacket } from '../../xmp/xmp.ts';
import { printedStyle } from '../../file/writing/file-style.ts';
import { FileWriter } from '../../file/writing/file-writer.ts';
import { writeMetadata } from '../write-metadata.ts';

/** Where the objects of a joined document go, one after the other. */
export interface JoinedFile {
  /** Gives out so many numbers, and answers the first. */
  reserve(count: number): number;
  /**
   * Writes an object: a value as text, or the dictionary of a stream with what follows it, from the word `stream` on.
   */
  write(number: number, text: string, stream: Buffer | null, more?: ObjectKind): void;
  /** The file; `root` is the number of its catalog, which is given as text. */
  end(root: number, catalog: string): Uint8Array;
}

/** What is known of an object beside its text. */
export interface ObjectKind {
  /** It belongs to the parent tree or to the tree of ids of the structure (ISO 32000-2, 14.7). */
  readonly ofTrees: boolean;
}

/** A packed file that goes on where another left off. */
export interface PackedFile extends JoinedFile {
  /** The first number that no object has. */
  readonly next: number;
}

/** A file in the shape of a printed one, which the next step relies on. */
export function plainFile(): JoinedFile {
  const out = new FileWriter({ style: printedStyle, next: 1, copies: true }).begin('1.4');
  const write = (number: number, text: string, stream: Buffer | null) => {
    const [[, safe] = [number, text]] = stream === null ? dropUnsafeLinks([[number, text]]) : [];
    out.body(number, `${safe}\n`, ...(stream === null ? [] : [stream]));
  };
  return {
    reserve: (count) => (out.next += count) - count,
    write,
    end(root, catalog) {
      write(root, catalog, null);
      return out.end(`/Root ${root} 0 R`, 'table');
    },
  };
}

/**
 * The treatment of links to another part of the print, by the address of the print: the last file of a document drops
 * those that are left.
 */
export type OwnLinks = 'keep' | 'drop';

/**
 * A finished file, as `repack` would make of the plain one, which is then not written. For a standard, all objects wait
 * to be mended together.
 */
export function packedFile(info: DocumentInfo, claim: Claim | null, ownLinks: OwnLinks = 'drop'): PackedFile {
  const out = new FileWriter({ style: printedStyle, next: 1, copies: true }).begin(versionOf(claim));
  const waiting: Body[] = [];
  const safe = (bodies: readonly Body[]) =>
    ownLinks === 'drop' ? dropOwnLinks(dropUnsafeLinks(bodies)) : dropUnsafeLinks(bodies);
  const conformed = (root: number, loose: readonly Body[]): readonly Body[] => {
    if (claim === null) return loose;
    const { bodies, added, next } = conformJoined(root, loose, claim, out.next);
    out.next = next;
    for (const { number, entries, content } of added) out.flateStream(number, entries, content);
    return bodies;
  };
  return {
    get next() {
      return out.next;
    },
    reserve: (count) => (out.next += count) - count,
    write(number, text, stream) {
      if (stream !== null) {
        out.body(number, text, stream);
        return;
      }
      waiting.push([number, text]);
      if (claim === null && waiting.length === printedStyle.maxObjectsPerStream)
        out.objectStreams(safe(waiting.splice(0)));
    },
    end(root, catalog) {
      const [xmp, about] = [out.next++, out.next++];
      waiting.push([root, catalog.replace(/>>$/, `\n/Metadata ${xmp} 0 R>>`)]);
      if (hasInfo(claim)) waiting.push([about, infoDictionary(info)]);
      out.objectStreams(conformed(root, safe(waiting)));
      writeMetadata(out, xmp, xmpPacket(info, claim));
      const id = out.digest().toString('hex');
      return out.end(`/Root ${root} 0 R${hasInfo(claim) ? ` /Info ${about} 0 R` : ''} /ID [<${id}> <${id}>]`, 'stream');
    },
  };
}

/** What follows the dictionary of a stream with that content, as it is stored. */
export const streamOf = (stored: Uint8Array) =>
  Buffer.concat([Buffer.from('stream\n'), stored, Buffer.from('\nendstream')]);
