import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { checkAccessibility } from '../../../src/pdf/conformance/accessibility/check-accessibility.ts';
import { checkCompliance } from '../../../src/pdf/conformance/compliance.ts';
import { conforming } from '../../support/conforming.ts';
import { everything, expectVerdicts, judged } from './judged.ts';

describe('Conformance of what is odd or broken', () => {
  it('gives a verdict on documents with bytes that are changed, cut off or missing', () => {
    const made = ['PDF/A-1a', 'PDF/A-3a', 'PDF/A-4', 'PDF/UA-1'].map((name) => ({
      name,
      read: () => conforming([name]),
    }));
    const printed = ['templates/form.pdf', 'operations/add_toc.pdf', 'operations/add_attachment.pdf'].map((name) => ({
      name,
      read: () => readFileSync(new URL(`../../../docs/gallery/${name}`, import.meta.url)),
    }));
    expectVerdicts([...made, ...printed], 100);
  });

  it('takes what has no %PDF- in its first 1,024 bytes for no PDF', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.concat([Buffer.alloc(1024, 32), Buffer.from('%PDF-1.7')]),
    ])
      expect(judged(bytes)).to.equal('invalid-pdf');
    expect(judged(Buffer.concat([Buffer.alloc(1000, 32), Buffer.from('%PDF-1.7\n')]))).to.equal(everything.length);
  });

  it('gives a verdict where the highest object number is no whole one', () => {
    const members = '1 0 2 9 50.5 18 <</A 1>> <</B 2>> <</C 3>>';
    const [first, stream] = [members.indexOf('<<'), members];
    const text =
      `%PDF-1.7\n3 0 obj\n<</Type/Catalog/Pages 4 0 R/StructTreeRoot 1 0 R>>\nendobj\n4 0 ` +
      `obj\n<</Type/Pages/Count 1/Kids[5 0 R]>>\nendobj\n5 0 obj\n<</Type/Page/Parent 4 0 R/MediaBox[0 0 9 ` +
      `9]>>\nendobj\n6 0 obj\n<</Type/ObjStm/N 3/First ${first}/Length ` +
      `${stream.length}>>\nstream\n${stream}\nendstream\nendobj\ntrailer\n<</Root 3 0 R>>\n`;
    expect(judged(Buffer.from(text))).to.equal(everything.length);
  });

  it('calls damage a failure', () => {
    const [result] = checkCompliance({
      bytes: Buffer.from('%PDF-1.7\nnothing of a document'),
      standards: ['PDF/A-2b'],
    }).results;
    expect(result).to.deep.include({ standard: 'PDF/A-2b', compliant: false, claimed: false });
    expect(result?.failures[0]).to.include({ clause: '6.1.4', test: 1 });
    const { machineChecksPassed, checks } = checkAccessibility({
      bytes: Buffer.from('%PDF-1.7\nnothing of a document'),
      standard: 'PDF/UA-1',
    });
    expect([machineChecksPassed, checks[0]?.status]).to.deep.equal([false, 'failed']);
  });
});
