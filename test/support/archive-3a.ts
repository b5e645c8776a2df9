import { claimedStandards, failuresOf, modelOf } from '../../src/pdf/conformance/check.ts';
import { newStream } from '../../src/pdf/objects/new-stream.ts';
import { openPdf } from '../../src/pdf/file/open.ts';
import { Dict, Name, type Ref } from '../../src/pdf/objects/objects.ts';
import { updatePdf } from '../../src/pdf/file/writing/update.ts';
import { Changes } from '../../src/pdf/file/changes.ts';
import { conforming } from './conforming.ts';

/** A document with these metadata, made of `xmp` of what it had. */
export function withMetadata(pdf: Uint8Array, xmp: (before: string) => string): Buffer {
  const file = openPdf(pdf);
  const changes = new Changes(file);
  const before = file.stream(file.catalog.get('Metadata'))?.decode().toString('utf8') ?? '';
  changes.set(
    file.catalog.get('Metadata') as Ref,
    newStream(
      new Dict([
        ['Type', new Name('Metadata')],
        ['Subtype', new Name('XML')],
      ]),
      Buffer.from(xmp(before)),
    ),
  );
  return updatePdf(changes).bytes;
}

/** A report of one page that claims PDF/A of this part and level, and PDF/UA-1. As PDF/A-3a it conforms to both. */
export function report(part = '3', level = 'A'): Buffer {
  const conformance = level === '' ? '' : `<pdfaid:conformance>${level}</pdfaid:conformance>`;
  return withMetadata(conforming(['PDF/A-3a', 'PDF/UA-1']), (xmp) =>
    xmp.replace(
      '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
      `<pdfaid:part>${part}</pdfaid:part>${conformance}`,
    ),
  );
}

/** The standards that a document claims, each with the requirements that it does not meet. */
export function broken(pdf: Uint8Array): [standard: string, failures: string[]][] {
  const model = modelOf(pdf);
  return claimedStandards(model).map((standard) => [
    standard.name,
    failuresOf(model, standard).map(({ clause, test, message }) => `${clause}-${test} ${message}`),
  ]);
}
