import { expect } from 'chai';
import { StreamScanner } from '../../../../src/pdf/facts/structure/ahead/stream-scanner.ts';
import { notScanned } from '../../../../src/pdf/facts/structure/ahead/scanned-elements.ts';
import { PlainElements } from '../../../../src/pdf/facts/structure/plain-element.ts';
import type { PdfFile } from '../../../../src/pdf/file/pdf-file.ts';
import { ObjectStream } from '../../../../src/pdf/file/reading/object-stream.ts';
import { IndirectReader } from '../../../../src/pdf/objects/indirect.ts';
import { defaultLimits, Meter } from '../../../../src/pdf/objects/limits.ts';
import type { Obj } from '../../../../src/pdf/objects/objects.ts';
import type { Parser } from '../../../../src/pdf/objects/parser.ts';

/** What a walk of the tree takes of an element, and where the parser is afterwards. */
function seen(plain: PlainElements, parser: Parser) {
  const { type, page, attributes, isAlone, kids, kidCount } = plain.scanned;
  const rest = { type, page, isAlone, kids: [...kids.subarray(0, kidCount)], end: parser.lexer.position };
  return { ...rest, attributes, id: plain.id, others: plain.others() };
}

/** Expects that elements are the same read from records and from their objects. Returns the number of records. */
export function expectSameElements(file: PdfFile, name = ''): number {
  const [byRecord, byObject] = [new PlainElements(), new PlainElements()];
  const scanner = new StreamScanner();
  const attributes: (Obj | undefined)[] = [];
  let records = 0;
  for (const num of file.objectStreams()) {
    const stream = file.stream(file.get(num));
    const first = file.number(stream?.dict.get('First') ?? null);
    if (stream === null || first === null) continue;
    const meter = new Meter(defaultLimits, file.bytes.length);
    const open = () =>
      new ObjectStream({ num, first }, stream.decode(), new IndirectReader(Buffer.alloc(0), meter), meter);
    const scanned = scanner.scan(open());
    const objects = open();
    scanned.starts.forEach((at, index) => {
      if (at === notScanned) return;
      records += 1;
      const both = [byRecord, byObject].map((plain) =>
        objects.scan(objects.numbers[index]!, index, (parser) => {
          if (plain === byRecord) plain.take(scanned, at, parser, attributes);
          else expect(plain.read(parser), name).to.equal(true);
          return seen(plain, parser);
        }),
      );
      expect(both[0], name).to.deep.equal(both[1]);
    });
  }
  return records;
}
