import type { ContentFont } from '../../../content/fonts/content-font.ts';
import type { Dict, Stream } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';
import type { Place } from '../../place.ts';
import { ColourUses } from './colour-uses.ts';
import type { Lexemes } from './lexemes.ts';
import { ResourceUses } from './resource-uses.ts';
import type { StructureNode } from '../structure/structure-node.ts';
import { TransparencyUses } from './transparency-uses.ts';

/** An object that content uses, where it is first used. */
export interface Used {
  readonly place: Place;
  readonly dict: Dict;
}

export interface UsedImage extends Used {
  readonly inline: boolean;
  readonly stream: Stream | null;
  /** Resources of the content that paints it. */
  readonly resources: Dict;
}

export interface UsedForm extends Used {
  readonly stream: Stream;
  /** How often it is drawn, as far as it is known: its content is looked at once a page. */
  times: number;
  /** It holds marked content with an MCID. */
  tagged: boolean;
}

/** A code of a font that content shows. */
export interface UsedCode {
  readonly place: Place;
  /** Shown in another rendering mode than 3 somewhere. */
  visible: boolean;
  /** Shown somewhere without an ActualText around it that could stand for it. */
  bare: boolean;
}

export interface UsedFont extends Used {
  readonly font: ContentFont;
  readonly codes: Map<number, UsedCode>;
}

/** A piece of content by what marks it. */
export interface MarkedPiece {
  readonly place: Place;
  readonly what: string;
}

/** A marked-content sequence with a property list. */
export interface MarkedSequence {
  readonly place: Place;
  readonly tag: string;
  readonly properties: Dict;
  readonly node: StructureNode | null;
  /** Within another one that says its language. */
  readonly lang: string | null;
}

/** What the content of the pages and of the appearances of annotations uses. */
export class Usage {
  readonly unknownOperators: { place: Place; operator: string }[] = [];
  readonly resources = new ResourceUses();
  readonly states = new Map<Dict, Used>();
  readonly images = new Map<Dict, UsedImage>();
  readonly forms = new Map<Dict, UsedForm>();
  readonly fonts = new Map<Dict, UsedFont>();
  readonly intents: { place: Place; name: string }[] = [];
  readonly lexemes: (Lexemes & { readonly place: Place })[] = [];
  readonly inlineImages: UsedImage[] = [];
  readonly deepestSaves: { place: Place; depth: number }[] = [];
  readonly colours: ColourUses;
  readonly transparency: TransparencyUses;
  readonly unmarked: MarkedPiece[] = [];
  readonly artifactsInContent: MarkedPiece[] = [];
  readonly contentInArtifacts: MarkedPiece[] = [];
  readonly sequences: MarkedSequence[] = [];
  /** Text without a language of its own, around it, or of the document. */
  readonly languageless: MarkedPiece[] = [];

  constructor(file: PdfFile) {
    this.colours = new ColourUses(file);
    this.transparency = new TransparencyUses(file);
  }
}
