import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString, type PDFObject } from 'pdf-lib';

/** An entry of the name tree EmbeddedFiles (ISO 32000-2, 7.7.4). */
export interface EmbeddedFile {
  readonly key: PDFString | PDFHexString;
  /** A file specification, or a reference to one. */
  readonly specification: PDFObject;
  /** Names that are in use: that in the tree, and the file name. */
  readonly names: readonly string[];
}

/** All entries of a name tree (ISO 32000-2, 7.9.6), whatever the shape of its nodes. */
export function readEmbeddedFiles(root: PDFDict | undefined): EmbeddedFile[] {
  const found: EmbeddedFile[] = [];
  const seen = new Set<PDFDict>();
  const open = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const leaves = node.lookupMaybe(PDFName.of('Names'), PDFArray);
    for (let index = 0; leaves && index + 1 < leaves.size(); index += 2) found.push(...entryOf(leaves, index));
    const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray);
    for (let index = 0; kids && index < kids.size(); index += 1)
      open.push(...[kids.lookupMaybe(index, PDFDict)].filter((kid) => kid !== undefined));
  }
  return found;
}

function entryOf(leaves: PDFArray, index: number): EmbeddedFile[] {
  const key = leaves.lookup(index);
  if (!isText(key)) return [];
  const dict = leaves.lookup(index + 1);
  const saved = dict instanceof PDFDict ? (dict.lookup(PDFName.of('UF')) ?? dict.lookup(PDFName.of('F'))) : undefined;
  return [
    {
      key,
      specification: leaves.get(index + 1),
      names: [key.decodeText(), ...(isText(saved) ? [saved.decodeText()] : [])],
    },
  ];
}

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;
