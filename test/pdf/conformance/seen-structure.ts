import { expect } from 'chai';
import { walkObjects } from '../../../src/pdf/conformance/model/names.ts';
import { PlainElements, plainElementsOf } from '../../../src/pdf/conformance/model/structure/plain-elements.ts';
import { readStructureTree } from '../../../src/pdf/conformance/model/structure/structure-tree.ts';
import { type StructureNode } from '../../../src/pdf/conformance/model/structure/structure-node.ts';
import { readTables } from '../../../src/pdf/conformance/model/structure/table-grid.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import type { PdfFile } from '../../../src/pdf/file/pdf-file.ts';
import { AppError } from '../../../src/problems.ts';

/** Reads every element as an object. */
const none = (file: PdfFile) => new PlainElements(file, -1);

/** All that rules see of the structure of a file. */
function seen(file: PdfFile, elements: PlainElements) {
  const tree = readStructureTree(file, elements);
  const order = new Map(tree.nodes.map((node, index) => [node, index]));
  const told = (node: StructureNode) => {
    const { parent, meantParent, children, objects, ...rest } = node;
    return {
      ...rest,
      parent: parent && order.get(parent),
      meantParent: meantParent && order.get(meantParent),
      children: children.map((child) => order.get(child)),
      objects: objects.length,
    };
  };
  const keys = file.pages().map(({ dict }) => file.number(dict.get('StructParents')));
  return {
    nodes: tree.nodes.map(told),
    roles: tree.roles,
    top: tree.top.length,
    contents: keys.flatMap((key) =>
      Array.from({ length: 50 }, (_, mcid) => tree.ofContent(key, mcid)).map((node) => node && order.get(node)),
    ),
    tables: readTables(file, tree.root, tree.ofType('Table')).map(({ cells, widths, scoped, overlapping, beyond }) => ({
      widths,
      sizes: [scoped.length, overlapping.length, beyond.length],
      cells: cells.map((cell) => ({ ...cell, node: cell.node.place })),
    })),
    walked: (({ names, strayReferences, containers, specifications }) => ({
      names,
      strayReferences,
      containers,
      specifications: specifications.length,
    }))(walkObjects(file, file.numbers(), elements)),
  };
}

/**
 * Expects that rules see the same structure whether elements are read plainly or as objects, and answers how many were
 * read plainly.
 */
export function expectSameStructure(bytes: Buffer, name: string): number {
  try {
    const [one, other] = [openPdf(bytes), openPdf(bytes)];
    if (one.catalog.get('StructTreeRoot') === null) return 0;
    const elements = plainElementsOf(one, one.numbers());
    expect(seen(one, elements), name).to.deep.equal(seen(other, none(other)));
    return one.numbers().filter((num) => elements.at(num) !== null).length;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 0;
  }
}
