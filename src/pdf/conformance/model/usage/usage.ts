import type { ContentFont } from '../../../content/fonts/content-font.ts';
import type { Dict, Stream } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import { ColourUses } from './colour-uses.ts';
import type { Lexemes } from './lexemes.ts';
import { ResourceUses } from './resource-uses.ts';
import type { StructureNode } from '../structure/structure-node.ts';
import { TransparencyUses } from './transparency-uses.ts';

/** An object that content uses, and the place of its first use. */
export interface Used {
  readonly place: ObjectLocation;
  readonly dict: Dict;
}

/** An image that content paints. */
export interface UsedImage extends Used {
  readonly inline: boolean;
  readonly stream: Stream | null;
  /** Resources of the content that paints it. */
  readonly resources: Dict;
}

/** A form XObject that content runs. */
export interface UsedForm extends Used {
  readonly stream: Stream;
  /** Number of known uses: content is run once a page. */
  times: number;
  /** It has marked content with an MCID. */
  tagged: boolean;
}

/** A code of a font that content shows. */
export interface UsedCode {
  readonly place: ObjectLocation;
  /** Shown in a rendering mode other than 3. */
  visible: boolean;
  /** Shown outside any ActualText. */
  bare: boolean;
}

/** A font that content shows text in, with the shown codes. */
export interface UsedFont extends Used {
  readonly font: ContentFont;
  readonly codes: Map<number, UsedCode>;
}

/** A piece of content, and how it is marked. */
export interface MarkedPiece {
  readonly place: ObjectLocation;
  readonly what: string;
}

/** A marked-content sequence with a property list. */
export interface MarkedSequence {
  readonly place: ObjectLocation;
  readonly tag: string;
  readonly properties: Dict;
  readonly node: StructureNode | null;
  /** The language of the nearest sequence around it. */
  readonly lang: string | null;
}

/** Objects that the content of pages and of annotation appearances uses. */
export class Usage {
  readonly unknownOperators: { place: ObjectLocation; operator: string }[] = [];
  readonly resources = new ResourceUses();
  readonly states = new Map<Dict, Used>();
  readonly images = new Map<Dict, UsedImage>();
  readonly forms = new Map<Dict, UsedForm>();
  readonly fonts = new Map<Dict, UsedFont>();
  readonly intents: { place: ObjectLocation; name: string }[] = [];
  readonly lexemes: (Lexemes & { readonly place: ObjectLocation })[] = [];
  readonly inlineImages: UsedImage[] = [];
  readonly saveDepths: { place: ObjectLocation; depth: number }[] = [];
  readonly colours: ColourUses;
  readonly transparency: TransparencyUses;
  readonly unmarked: MarkedPiece[] = [];
  readonly artifactsInContent: MarkedPiece[] = [];
  readonly contentInArtifacts: MarkedPiece[] = [];
  readonly sequences: MarkedSequence[] = [];
  /** Text without a language of its own, of a parent, or of the document. */
  readonly languageless: MarkedPiece[] = [];

  constructor(file: PdfFile) {
    this.colours = new ColourUses(file);
    this.transparency = new TransparencyUses(file);
  }
}
