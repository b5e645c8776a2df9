import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { addPicture, calibratedRgb } from '../../images/picture-objects.ts';
import { readPicture, type Picture } from '../../images/picture.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict, Name, type Ref } from '../../objects/objects.ts';
import { writtenOperands } from '../../objects/serialize.ts';
import type { ObjectSink } from '../../typeset/embedded-font.ts';
import { openShelf, type FontShelf } from '../../typeset/font-shelf.ts';
import { wishOf } from '../../typeset/font-wish.ts';
import { Typesetter } from '../../typeset/typesetter.ts';
import { EmbeddedPages } from './embedded-pages.ts';
import type { MarkContent, MarkForm, MarkImage, MarkObject, MarkText } from './mark.ts';

/** Pixels along the longer side of a picture: 300 per inch across A4. */
const longestPixels = 3508;
const pointsPerPixel = 0.75;
const leading = 1.25;

interface FormParts {
  readonly width: number;
  readonly height: number;
  readonly resources: Dict;
  readonly group?: boolean;
}

/** Fonts and pictures of marks, loaded before anything is drawn. */
export interface MarkMaterials {
  readonly shelf: FontShelf;
  readonly pictures: ReadonlyMap<Uint8Array, Picture>;
  readonly listed: boolean;
  readonly calibrated: boolean;
}

interface MaterialOptions {
  readonly folders: readonly FontFolder[];
  readonly listed?: boolean;
  readonly calibrated?: boolean;
}

/**
 * Loads what marks are drawn with. With `listed` fonts list their glyphs, for PDF/A-1;
 * with `calibrated` the colours of printed sheets need no output intent.
 * @throws AppError `invalid-image`
 */
export async function markMaterials(
  contents: readonly MarkContent[],
  { folders, listed = false, calibrated = false }: MaterialOptions,
): Promise<MarkMaterials> {
  const texts = new Set(contents.flatMap((content) => ('text' in content ? [content.text] : [])));
  const images = new Map(contents.flatMap((content) => ('image' in content ? [[content.image, content.pointer]] : [])));
  const pictures = new Map<Uint8Array, Picture>();
  for (const [image, pointer] of images)
    pictures.set(
      image,
      await readPicture(image, {
        paper: null,
        longest: longestPixels,
        enlarge: false,
        name: 'image of the stamp',
        pointer,
      }),
    );
  return { shelf: await openShelf({ folders, texts: [...texts] }), pictures, listed, calibrated };
}

/** Makes the objects of marks in a document. `finish` writes the fonts, after the last one. */
export class MarkObjects {
  readonly #sink: ObjectSink;
  readonly #materials: MarkMaterials;
  readonly #typesetter: Typesetter;
  readonly #texts = new Map<string, MarkObject>();
  readonly #pictures = new Map<Uint8Array, MarkObject>();
  readonly #pages = new Map<Uint8Array, EmbeddedPages>();
  readonly #faded = new Map<string, MarkObject>();

  constructor(sink: ObjectSink, materials: MarkMaterials) {
    this.#sink = sink;
    this.#materials = materials;
    this.#typesetter = new Typesetter({ shelf: materials.shelf, sink, prefix: 'CM', listed: materials.listed });
  }

  /** The object of a content with this opacity. */
  objectOf(content: MarkContent, opacity: number): MarkObject {
    const object = this.#natural(content);
    return opacity >= 1 ? object : this.#fadedOf(object, opacity);
  }

  /** Writes the fonts, and answers the characters that no font has. */
  finish(): readonly string[] {
    this.#typesetter.write();
    return [...this.#typesetter.missing];
  }

  #natural(content: MarkContent): MarkObject {
    if ('text' in content) return this.#text(content);
    return 'image' in content ? this.#picture(content) : this.#page(content);
  }

  #page({ form, formPage, box }: MarkForm): MarkObject {
    const pages = this.#pages.get(form) ?? new EmbeddedPages(form, this.#sink, this.#materials.calibrated);
    this.#pages.set(form, pages);
    return pages.objectOf(formPage, box);
  }

  #text({ text, size, colour, bold = false }: MarkText): MarkObject {
    const key = JSON.stringify([text, size, colour, bold]);
    const object = this.#texts.get(key) ?? this.#set({ text, size, colour, bold });
    this.#texts.set(key, object);
    return object;
  }

  #set({ text, size, colour, bold = false }: MarkText): MarkObject {
    const wish = wishOf(bold ? 'Helvetica-Bold' : 'Helvetica');
    const lines = text.split(/\r\n|\r|\n/).map((line) => {
      const paragraph = this.#typesetter.paragraph(line, wish);
      return { line: paragraph.line(), rightToLeft: paragraph.rightToLeft };
    });
    const { ascent, descent } = this.#typesetter.metrics(wish);
    const width = Math.max(size / 10, ...lines.map(({ line }) => line.width * size));
    const height = (ascent - descent + (lines.length - 1) * leading) * size;
    const shown = lines.map(({ line, rightToLeft }, index) =>
      this.#typesetter.show(line, {
        x: rightToLeft ? width - line.width * size : 0,
        y: height - (ascent + index * leading) * size,
        size,
        continues: index < lines.length - 1,
      }),
    );
    const resources = new Dict([
      ['ColorSpace', new Dict([['RGB', calibratedRgb]])],
      ['Font', this.#typesetter.resources(lines.map(({ line }) => line))],
    ]);
    return this.#form(`/RGB cs ${writtenOperands(...colour)} sc\n${shown.join('\n')}`, { width, height, resources });
  }

  #picture({ image }: MarkImage): MarkObject {
    const known = this.#pictures.get(image);
    if (known !== undefined) return known;
    const picture = this.#materials.pictures.get(image);
    if (picture === undefined) throw new Error('The picture of a mark was not loaded.');
    const [width, height] = [picture.width * pointsPerPixel, picture.height * pointsPerPixel];
    const resources = new Dict([['XObject', new Dict([['Image', addPicture(this.#sink, picture)]])]]);
    const object = this.#form(`${writtenOperands(width, 0, 0, height, 0, 0)} cm /Image Do`, {
      width,
      height,
      resources,
    });
    this.#pictures.set(image, object);
    return object;
  }

  /** The object as a group, which is transparent as a whole (ISO 32000-2, 11.6.6). */
  #fadedOf({ ref, width, height }: MarkObject, opacity: number): MarkObject {
    const key = `${ref.num} ${opacity}`;
    const known = this.#faded.get(key);
    if (known !== undefined) return known;
    const state = new Dict([
      ['ca', opacity],
      ['CA', opacity],
    ]);
    const inner = new Dict([['XObject', new Dict([['Mark', ref]])]]);
    const whole = this.#form('/Mark Do', { width, height, resources: inner, group: true });
    const resources = new Dict([
      ['ExtGState', new Dict([['Faded', state]])],
      ['XObject', new Dict([['Mark', whole.ref]])],
    ]);
    const object = this.#form('/Faded gs /Mark Do', { width, height, resources });
    this.#faded.set(key, object);
    return object;
  }

  #form(content: string, { width, height, resources, group = false }: FormParts): MarkObject {
    const dict = new Dict([
      ['Type', new Name('XObject')],
      ['Subtype', new Name('Form')],
      ['BBox', [0, 0, width, height]],
      ['Resources', resources],
    ]);
    if (group) dict.set('Group', new Dict([['S', new Name('Transparency')]]));
    const ref: Ref = this.#sink.reserve();
    this.#sink.set(ref, newFlateStream(dict, Buffer.from(content, 'latin1')));
    return { ref, width, height };
  }
}
