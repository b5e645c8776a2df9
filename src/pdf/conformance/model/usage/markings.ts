import type { Mark } from '../../../content/visitor.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { StructureTree } from '../structure/structure-tree.ts';
import type { StructureNode } from '../structure/structure-node.ts';

/** How content is marked: not at all, as an artifact, or as content of an element. */
export type Marking = 'none' | 'artifact' | 'tagged';

/** Properties of a mark: its own element (`node`), and those inherited from the marks around it. */
interface Known {
  readonly mark: Mark;
  readonly node: StructureNode | null;
  readonly marking: Marking;
  readonly isInArtifact: boolean;
  readonly nodeAround: StructureNode | null;
  readonly lang: string | null;
  /** Whether ActualText replaces it: of its own or a mark around it, and of its element or one around that. */
  readonly spelledByMarks: boolean;
  readonly spelledByElements: boolean;
}

/** Evaluates marked-content sequences (ISO 32000-2, 14.6, 14.7.5). */
export class Markings {
  readonly #file: PdfFile;
  readonly #structure: StructureTree;
  #key: number | null = null;
  /** From the outermost mark to the last requested one: sequences may nest by the hundred thousand. */
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

  /** The marking of content in a mark. */
  of(mark: Mark | null): Marking {
    return this.#known(mark)?.marking ?? 'none';
  }

  /** True for a mark that is or is in an artifact, whatever its element is. */
  isInArtifact(mark: Mark | null): boolean {
    return this.#known(mark)?.isInArtifact ?? false;
  }

  /** The element of a mark itself. */
  nodeOf(mark: Mark): StructureNode | null {
    return this.#known(mark)?.node ?? null;
  }

  /** The element of a mark, or of the nearest one around it. */
  nodeAround(mark: Mark | null): StructureNode | null {
    return this.#known(mark)?.nodeAround ?? null;
  }

  /** Lang of a mark, or of the nearest one around it. */
  langOf(mark: Mark | null): string | null {
    return this.#known(mark)?.lang ?? null;
  }

  /** Whether a sequence or an element around it has an ActualText. */
  hasActualText(mark: Mark | null): boolean {
    const known = this.#known(mark);
    return known !== undefined && (known.spelledByMarks || known.spelledByElements);
  }

  /**
   * Content is run in order, so that a mark is the last requested one, or began within it or within a mark around it.
   * Each is evaluated once.
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
