import type { Mark } from '../../../content/visitor.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { StructureTree } from '../structure/structure-tree.ts';
import type { StructureNode } from '../structure/structure-node.ts';

export type Marking = 'none' | 'artifact' | 'tagged';

/** What is known of a mark: of itself (`node`), and of it with those around it. */
interface Known {
  readonly mark: Mark;
  readonly node: StructureNode | null;
  readonly marking: Marking;
  readonly isInArtifact: boolean;
  readonly nodeAround: StructureNode | null;
  readonly lang: string | null;
  /** By an ActualText of its own or of a mark around it, and by one of the nearest element and those around that. */
  readonly spelledByMarks: boolean;
  readonly spelledByElements: boolean;
}

/** What marked-content sequences say of the content in them (ISO 32000-2, 14.6, 14.7.5). */
export class Markings {
  readonly #file: PdfFile;
  readonly #structure: StructureTree;
  #key: number | null = null;
  /**
   * From the outermost mark to the one that was looked up last: sequences can be open within each other by the hundred
   * thousand.
   */
  #open: Known[] = [];
  /** Some element has an ActualText. */
  readonly #spells: boolean;

  constructor(file: PdfFile, structure: StructureTree) {
    this.#file = file;
    this.#structure = structure;
    this.#spells = structure.nodes.some(({ actualText }) => actualText !== null);
  }

  begin(page: PdfPage): void {
    this.#key = this.#file.number(page.dict.get('StructParents'));
    this.#open = [];
  }

  /** What a mark, or one around it, makes of content. */
  of(mark: Mark | null): Marking {
    return this.#known(mark)?.marking ?? 'none';
  }

  /** A mark is an artifact, or is in one, whatever elements have its content. */
  isInArtifact(mark: Mark | null): boolean {
    return this.#known(mark)?.isInArtifact ?? false;
  }

  /** The element that has the content of a mark itself. */
  nodeOf(mark: Mark): StructureNode | null {
    return this.#known(mark)?.node ?? null;
  }

  /** The element that has the content of a mark, or of one around it. */
  nodeAround(mark: Mark | null): StructureNode | null {
    return this.#known(mark)?.nodeAround ?? null;
  }

  /** Lang of a mark, or of the next around it that has one. */
  langOf(mark: Mark | null): string | null {
    return this.#known(mark)?.lang ?? null;
  }

  /** An ActualText of a marked-content sequence or of an element around it. */
  hasActualText(mark: Mark | null): boolean {
    const known = this.#known(mark);
    return known !== undefined && (known.spelledByMarks || known.spelledByElements);
  }

  /**
   * Content is run in order, so that a mark is the one looked up last, or was begun in it or in one around it: each is
   * worked out once.
   */
  #known(mark: Mark | null): Known | undefined {
    if (mark === null) return undefined;
    const open = this.#open;
    while (open.length > 0 && open.at(-1)?.mark !== mark && open.at(-1)?.mark !== mark.parent) open.pop();
    if (open.at(-1)?.mark === mark) return open.at(-1);
    const missing: Mark[] = [];
    for (let at: Mark | null = mark; at !== null && at !== open.at(-1)?.mark; at = at.parent) missing.push(at);
    for (const one of missing.reverse()) open.push(this.#learned(one, open.at(-1)));
    return open.at(-1);
  }

  #learned(mark: Mark, around: Known | undefined): Known {
    const node = this.#nodeOf(mark);
    const own = mark.properties === null ? null : this.#file.string(mark.properties.get('Lang'));
    return {
      mark,
      node,
      nodeAround: node ?? around?.nodeAround ?? null,
      marking: mark.tag === 'Artifact' ? 'artifact' : node === null ? (around?.marking ?? 'none') : 'tagged',
      isInArtifact: mark.tag === 'Artifact' || (around?.isInArtifact ?? false),
      lang: own?.text ?? around?.lang ?? null,
      spelledByMarks: mark.properties?.has('ActualText') === true || (around?.spelledByMarks ?? false),
      spelledByElements: node === null ? (around?.spelledByElements ?? false) : this.#isSpelled(node),
    };
  }

  #nodeOf({ mcid, frame }: Mark): StructureNode | null {
    if (mcid === null) return null;
    const key =
      frame.stream === null || frame.kind === 'page'
        ? this.#key
        : this.#file.number(frame.stream.dict.get('StructParents'));
    return this.#structure.ofContent(key, mcid);
  }

  #isSpelled(node: StructureNode): boolean {
    if (!this.#spells) return false;
    for (let at: StructureNode | null = node; at !== null; at = at.parent) if (at.actualText !== null) return true;
    return false;
  }
}
