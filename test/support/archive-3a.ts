import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claimedStandards, failuresOf, modelOf } from '../../src/pdf/conformance/check.ts';
import { newStream } from '../../src/pdf/new-stream.ts';
import { openPdf } from '../../src/pdf/open.ts';
import { Dict, Name, type Ref } from '../../src/pdf/raw/objects.ts';
import { updatePdf } from '../../src/pdf/update.ts';
import { Changes } from '../../src/pdf/update/changes.ts';

const tagged = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora', 'verapdf', 'PDF_UA-1', '7.1 General', '7.1-t01-pass-a.pdf');

/** A document with these metadata, made of `xmp` of what it had. */
export function withMetadata(pdf: Uint8Array, xmp: (before: string) => string): Buffer {
  const file = openPdf(pdf);
  const changes = new Changes(file);
  const before = file.stream(file.catalog.get('Metadata'))?.decode().toString('utf8') ?? '';
  changes.set(file.catalog.get('Metadata') as Ref, newStream(new Dict([['Type', new Name('Metadata')], ['Subtype', new Name('XML')]]), Buffer.from(xmp(before))));
  return updatePdf(changes).bytes;
}

/** A report of one page that claims PDF/A of this part and level, and PDF/UA-1. As PDF/A-3a it conforms to both. */
export function report(part = '3', level = 'A'): Buffer {
  const conformance = level === '' ? '' : `<pdfaid:conformance>${level}</pdfaid:conformance>`;
  return withMetadata(readFileSync(tagged), (xmp) => xmp.replace('</rdf:RDF>', `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part>${conformance}</rdf:Description></rdf:RDF>`));
}

/** What a document claims, and what it does not meet of that. */
export function broken(pdf: Uint8Array): [standard: string, failures: string[]][] {
  const model = modelOf(pdf);
  return claimedStandards(model).map((standard) => [standard.name, failuresOf(model, standard).map(({ clause, test, message }) => `${clause}-${test} ${message}`)]);
}
