import { readdir, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isAllocationFailure } from '../../allocation-failure.ts';
import { showsBoxes } from '../fonts/box-fonts.ts';
import { fontFaces, type FontFace } from '../fonts/font-file.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { readerOf } from '../fonts/read-font.ts';
import { cidsOf } from '../fonts/cff.ts';
import { Coverage } from './coverage.ts';
import { plainName, type FontKind, type FontWish } from './font-wish.ts';
import { OpenFile, type OpenFace } from './harfbuzz.ts';
import { familiesFor, flavoured, flavourOf } from './regional-forms.ts';
import { subsetFace } from './subsetter.ts';

/** A font on the shelf: what it is called and which characters it has. Opened when something is set in it. */
export interface ShelfFace {
  /** Path of its file; for a font of the document, a key that distinguishes it from others. */
  readonly path: string;
  /** One that a document brought is open already. */
  readonly document?: OpenFace;
  readonly index: number;
  readonly name: string;
  readonly families: readonly string[];
  readonly kind: FontKind;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Neither light, condensed nor of any other design that text is set in only on request. */
  readonly plain: boolean;
  /**
   * One of the fonts of a family with several regional forms of Chinese characters; its dots and dashes are as wide as
   * these.
   */
  readonly ideographic: boolean;
  /** Characters. */
  coverage(): Promise<Coverage>;
}

const endings = new Set(['.ttf', '.otf', '.ttc', '.otc']);
/** Bytes of a font file: the largest that are sold have 60 MB. */
const maxBytes = 128 * 1024 * 1024;

/** The content of a folder, read once in each thread. */
const read = new Map<string, Promise<readonly ShelfFace[]>>();

function facesIn({ path }: FontFolder): Promise<readonly ShelfFace[]> {
  const known = read.get(path);
  if (known !== undefined) return known;
  const faces = readFolder(path);
  read.set(path, faces);
  faces.catch(() => read.delete(path));
  return faces;
}

async function readFolder(path: string): Promise<readonly ShelfFace[]> {
  // a machine need not have fonts of its own
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter(({ name }) => endings.has(extname(name).toLowerCase()))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const found = await Promise.all(
    files.map(async (file) =>
      (await stat(file)).size > maxBytes
        ? []
        : (await fontFaces(readerOf(file)))
            .filter(({ postScriptName }) => !showsBoxes(postScriptName))
            .map((face) => shelfFace(file, face)),
    ),
  );
  return found.flat();
}

function shelfFace(path: string, face: FontFace): ShelfFace {
  const { families, style, postScriptName: name, index } = face;
  const called = `${families.join(' ')} ${style}`;
  let coverage: Promise<Coverage> | undefined;
  return {
    path,
    index,
    name,
    families,
    kind: /\bmono\b|courier|cousine|\bcode\b/i.test(called)
      ? 'mono'
      : /serif|tinos|times|naskh|nastaliq|mincho|song|batang/i.test(called) && !/sans/i.test(called)
        ? 'serif'
        : 'sans',
    bold: /bold|black|heavy/i.test(style),
    italic: /italic|oblique/i.test(style),
    plain:
      !/light|thin|medium|demi|semi|extra|black|heavy|condensed|narrow/i.test(called) && !/emoji|math/i.test(called),
    ideographic: families.some((one) => flavoured.test(one)),
    coverage: () => (coverage ??= face.characters().then((ranges) => new Coverage(ranges))),
  };
}

/** Open font files by path, in the order in which they were opened. A file may have 20 MB. */
const open = new Map<string, OpenFile>();
const maxOpen = 64 * 1024 * 1024;

/** Opens a font of the shelf; the same one again while it is open. */
export function openFace({ path, index, document }: Pick<ShelfFace, 'path' | 'index' | 'document'>): OpenFace {
  if (document !== undefined) return document;
  const known = open.get(path);
  if (known !== undefined) return known.face(index);
  const file = new OpenFile(readFileSync(path));
  let bytes = file.bytes.length;
  for (const [
    other,
    {
      bytes: { length },
    },
  ] of [...open].reverse()) {
    bytes += length;
    if (bytes > maxOpen) open.delete(other);
  }
  open.set(path, file);
  return file.face(index);
}

/** A face with its coverage read, at its place in the order in which faces are tried. */
export interface Candidate {
  readonly face: ShelfFace;
  readonly coverage: Coverage;
}

/** The fonts that texts are set in. Made for known texts, so that no more fonts are looked at than these need. */
export class FontShelf {
  /** BCP 47, or ''. */
  readonly language: string;
  readonly #faces: readonly Candidate[];
  readonly #orders = new Map<string, readonly Candidate[]>();

  constructor(faces: readonly Candidate[], language: string) {
    this.language = language;
    this.#faces = faces;
  }

  /** All faces, those that suit the wish and the text best first; of equals the order of the folders. */
  candidates(wish: FontWish, text = ''): readonly Candidate[] {
    const flavour = flavourOf(text, this.language);
    const key = JSON.stringify([wish, flavour]);
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const asked = {
      wish,
      names: wish.names.map(plainName),
      flavour: familiesFor(flavour),
    };
    const ranked = this.#faces.map((candidate) => ({ candidate, rank: rankOf(candidate.face, asked) }));
    const order = ranked.sort((a, b) => a.rank - b.rank).map(({ candidate }) => candidate);
    this.#orders.set(key, order);
    return order;
  }
}

/** Lower is better: what is named, then the flavour of Chinese characters, the style, the kind. */
function rankOf(
  face: ShelfFace,
  { wish, names, flavour }: { wish: FontWish; names: readonly string[]; flavour: RegExp },
): number {
  const exact = names.indexOf(plainName(face.name));
  const family = names.findIndex((name) => face.families.some((own) => plainName(own) === name));
  const named = exact >= 0 ? exact : family >= 0 ? family + 0.5 : names.length + 1;
  const style = (face.bold === wish.bold ? 0 : 4) + (face.italic === wish.italic ? 0 : 2) + (face.plain ? 0 : 8);
  const foreign = face.ideographic && !face.families.some((name) => flavour.test(name)) ? 16 : 0;
  return named * 1000 + (exact >= 0 ? 0 : foreign + style * 2 + (face.kind === wish.kind ? 0 : 3));
}

/** Where fonts come from, and the texts that they are for. */
export interface ShelfOptions {
  /** In the order in which they are searched. */
  readonly folders: readonly FontFolder[];
  /** All that will be set. */
  readonly texts: readonly string[];
  /** BCP 47, where it is known. */
  readonly language?: string | undefined;
  /** Fonts of the document itself, which are tried first where they are named. */
  readonly own?: readonly OwnFont[];
}

/** A font that a document brought: TrueType or OpenType. */
export interface OwnFont {
  /** PostScript name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** No faces for a file that is no font, or does not map characters to glyphs. */
function ownCandidates(fonts: readonly OwnFont[], texts: readonly string[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (const [number, { name, bytes }] of fonts.entries()) {
    const face = new OpenFile(bytes).face(0);
    const characters = face.characters();
    if (!isSound(face, texts) || face.unitsPerEm === 0 || face.outlines === 'none' || characters.length === 0) continue;
    const coverage = new Coverage(characters.map((character) => [character, character]));
    const called = {
      families: [name],
      style: name,
      postScriptName: name,
      index: 0,
      characters: () => Promise.resolve([]),
    };
    candidates.push({
      face: {
        ...shelfFace(`font ${number} of the document`, called),
        document: face,
        coverage: () => Promise.resolve(coverage),
      },
      coverage,
    });
  }
  return candidates;
}

/** Whether a font from outside can be embedded with what these texts need of it. */
function isSound(face: OpenFace, texts: readonly string[]): boolean {
  const characters = new Set(texts.join(''));
  const cff = face.outlines === 'cff' ? face.table('CFF ') : null;
  try {
    if (cff !== null) cidsOf(cff);
    subsetFace(face, {
      glyphs: Array.from(characters, (character) => face.glyphOf(character.codePointAt(0) ?? 0)),
      retain: true,
    });
    return true;
  } catch (error) {
    if (isAllocationFailure(error)) throw error;
    return false;
  }
}

/** Finds the fonts for these texts: a folder is looked into only where those before it lack a character. */
export async function openShelf({ folders, texts, language = '', own = [] }: ShelfOptions): Promise<FontShelf> {
  const wanted = new Set(
    Array.from(new Set(texts.join('')), (character) => character.codePointAt(0) ?? 0).filter((point) => point > 0x20),
  );
  const candidates: Candidate[] = ownCandidates(own, texts);
  for (const folder of folders) {
    const faces = await facesIn(folder);
    const covered = await Promise.all(faces.map(async (face) => ({ face, coverage: await face.coverage() })));
    candidates.push(...covered);
    for (const point of wanted) if (covered.some(({ coverage }) => coverage.has(point))) wanted.delete(point);
    if (wanted.size === 0 && folder.source !== 'operator') break;
  }
  return new FontShelf(candidates, language);
}
