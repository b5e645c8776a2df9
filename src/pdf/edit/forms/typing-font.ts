import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Obj, type Ref } from '../../objects/objects.ts';
import type { ObjectSink } from '../../typeset/embedded-font.ts';
import { descriptorOf, postScriptName, tagOf } from '../../typeset/font-descriptor.ts';
import { openFace, type FontShelf } from '../../typeset/font-shelf.ts';
import type { FontWish } from '../../typeset/font-wish.ts';
import { subsetFace } from '../../typeset/subsetter.ts';

/** Characters by their codes in WinAnsiEncoding (ISO 32000-2, annex D.2), which is Windows-1252. */
const winAnsi: readonly (number | null)[] = Array.from({ length: 0x100 - 0x20 }, (_, index) => {
  const character = new TextDecoder('windows-1252').decode(Uint8Array.of(index + 0x20)).codePointAt(0) ?? 0;
  return character < 0x20 || (character >= 0x7f && character < 0xa0) ? null : character;
});

/** Writes the font in which readers set typed text: a simple font (ISO 32000-2, 9.6.3) with all of WinAnsiEncoding. */
export function writeTypingFont(sink: ObjectSink, shelf: FontShelf, wish: FontWish): Ref {
  const own = shelf
    .candidates(wish)
    .find(({ face, coverage }) => coverage.has(0x41) && openFace(face).outlines === 'glyf');
  if (own === undefined) throw new Error('there is no TrueType font with Latin');
  const face = openFace(own.face);
  const glyphs = winAnsi.map((character) => (character === null ? 0 : face.glyphOf(character)));
  const characters = winAnsi.filter((character, index) => character !== null && glyphs[index] !== 0) as number[];
  const file = subsetFace(face, { glyphs, characters, retain: false });
  const base = new Name(`${tagOf(file)}+${postScriptName(own.face)}`);
  const add = (obj: Obj) => {
    const ref = sink.reserve();
    sink.set(ref, obj);
    return ref;
  };
  const widths = glyphs.map((glyph) => Math.round((face.advanceOf(glyph) * 1000) / face.unitsPerEm));
  const descriptor = descriptorOf(face, base, { italic: own.face.italic, symbolic: false }).set(
    'FontFile2',
    add(newFlateStream(new Dict([['Length1', file.length]]), file)),
  );
  return add(
    new Dict([
      ['Type', new Name('Font')],
      ['Subtype', new Name('TrueType')],
      ['BaseFont', base],
      ['FirstChar', 0x20],
      ['LastChar', 0xff],
      ['Widths', widths],
      ['Encoding', new Name('WinAnsiEncoding')],
      ['FontDescriptor', add(descriptor)],
    ]),
  );
}
