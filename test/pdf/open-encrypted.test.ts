import { expect } from 'chai';
import { PDFDocument, type SecurityOptions } from 'pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf } from '../../src/pdf/file/open.ts';
import { newEncryption } from '../../src/pdf/crypt/new-encryption.ts';
import { Dict, Ref } from '../../src/pdf/objects/objects.ts';
import type { PdfFile } from '../../src/pdf/file/pdf-file.ts';
import { writePdf, type WriteOptions } from '../../src/pdf/file/writing/write.ts';
import { contentOf, hello, open, problemOf, smallPdf } from './raw/small-pdf.ts';

type Algorithm = NonNullable<SecurityOptions['algorithm']>;

const algorithms: readonly Algorithm[] = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256'];

/** A document that another library encrypted: the judge of what we read. */
async function encrypted(algorithm: Algorithm, useObjectStreams: boolean, userPassword = 'user'): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle('Geheim');
  document.addPage([200, 100]).drawText('Hello');
  document.encrypt({ algorithm, userPassword, ownerPassword: 'owner', allowWeakCryptography: true });
  return document.save({ useObjectStreams });
}

function titleOf(file: PdfFile): string | undefined {
  return file.string(file.dict(file.trailer.get('Info'))?.get('Title') ?? null)?.text;
}

/** The title that pdf.js finds: the judge of what we write. */
async function titleElsewhere(bytes: Uint8Array, password: string): Promise<unknown> {
  const task = getDocument({ data: Uint8Array.from(bytes), password, verbosity: 0 });
  const { info } = await (await task.promise).getMetadata();
  await task.destroy();
  return 'Title' in info ? info.Title : null;
}

/** pdf-lib writes a page's content as an array of streams. */
function drawn(file: PdfFile): string {
  const contents = file.resolve(file.pages()[0]?.dict.get('Contents') ?? null);
  return (
    file
      .stream(Array.isArray(contents) ? (contents[0] ?? null) : contents)
      ?.decode()
      .toString('latin1') ?? ''
  );
}

function written(file: PdfFile, options: Partial<WriteOptions> = {}): Uint8Array {
  const objects = file.numbers().map((num) => [num, file.get(num)] as const);
  const used = objects.filter(([num]) => num !== (file.trailer.get('Encrypt') as Ref | null)?.num);
  const trailer = new Dict([
    ['Root', file.trailer.get('Root')],
    ['Info', file.trailer.get('Info')],
  ]);
  return writePdf({ objects: used, trailer, version: file.version, compress: false, ...options });
}

describe('an encrypted PDF', () => {
  for (const algorithm of algorithms) {
    it(`opens with either password: ${algorithm}`, async () => {
      for (const packed of [false, true]) {
        const bytes = await encrypted(algorithm, packed);
        for (const password of ['user', 'owner']) {
          const file = openPdf(bytes, { password });
          // pdf-lib encrypts strings only with the object stream they are in.
          if (packed) expect(titleOf(file)).to.equal('Geheim');
          expect(drawn(file)).to.contain('Tf');
          expect(file.encryption?.as).to.equal(password);
        }
        expect(problemOf(() => openPdf(bytes)).slug).to.equal('encrypted-pdf');
        expect(problemOf(() => openPdf(bytes, { password: 'wrong' })).slug).to.equal('wrong-password');
      }
    });

    it(`comes out as it went in: ${algorithm}`, async () => {
      const file = openPdf(await encrypted(algorithm, true), { password: 'user' });
      for (const compress of [false, true]) {
        const again = written(file, { compress, encrypt: file.encryption });
        expect(Buffer.from(again).includes('Geheim')).to.equal(false);
        for (const password of ['user', 'owner']) expect(titleOf(openPdf(again, { password }))).to.equal('Geheim');
        expect(drawn(openPdf(again, { password: 'user' }))).to.equal(drawn(file));
        expect(await titleElsewhere(again, 'user')).to.equal('Geheim');
        expect(problemOf(() => openPdf(again)).slug).to.equal('encrypted-pdf');
      }
    });
  }

  it('opens without a password where the empty one does, even when a wrong one is sent', async () => {
    const bytes = await encrypted('AES-256', true, '');
    expect(titleOf(openPdf(bytes))).to.equal('Geheim');
    expect(titleOf(openPdf(bytes, { password: 'needless' }))).to.equal('Geheim');
  });

  it('opens when its table is lost', async () => {
    const bytes = Buffer.from(await encrypted('AES-128', true));
    const file = openPdf(bytes.subarray(0, bytes.lastIndexOf('startxref')), { password: 'user' });
    expect([titleOf(file), file.repaired]).to.deep.equal(['Geheim', 'startxref is missing']);
  });

  it('can be written plain', async () => {
    const file = openPdf(await encrypted('AES-256', true), { password: 'user' });
    const plain = written(file);
    expect(titleOf(openPdf(plain))).to.equal('Geheim');
    expect((await PDFDocument.load(plain)).isEncrypted).to.equal(false);
  });

  it('of our own making opens elsewhere, with passwords beyond ASCII', async () => {
    const encrypt = newEncryption({ userPassword: 'pässwörd', ownerPassword: 'Ω', permissions: ['print'] });
    const bytes = written(open(smallPdf([...hello, '<</Title(Geheim)>>'], '/Info 6 0 R').text), {
      compress: true,
      encrypt,
    });
    expect(await titleElsewhere(bytes, 'pässwörd')).to.equal('Geheim');
    const file = openPdf(bytes, { password: 'Ω' });
    expect(contentOf(file)).to.contain('(Hello)');
    expect(file.encryption?.as).to.equal('owner');
    expect((file.encryption?.permissions ?? 0) & 0b111111000100).to.equal(0b000011000100);
    expect(Buffer.from(bytes).includes('Hello')).to.equal(false);
  });

  it('leaves the contents of signatures, the metadata where that is asked for, and Identity streams plain', () => {
    const objects = [
      '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R/Sig 5 0 R/Plain 6 0 R>>',
      '<</Type/Pages/Kids[3 0 R]>>',
      '<</Type/Page>>',
      '<</Type/Metadata/Subtype/XML/Length 5>>stream\n<xmp>\nendstream',
      '<</ByteRange[0 1 2 3]/Contents<ABCD>/Reason(because)>>',
      '<</Length 5/Filter[/Crypt]/DecodeParms[<</Name/Identity>>]>>stream\nplain\nendstream',
    ];
    const bytes = written(open(smallPdf(objects).text), {
      encrypt: newEncryption({ userPassword: 'u', encryptMetadata: false }),
    });
    const text = Buffer.from(bytes).toString('latin1');
    expect(text)
      .to.contain('<xmp>')
      .and.to.contain('/Contents<ABCD>')
      .and.to.contain('plain')
      .and.not.to.contain('because');
    const file = openPdf(bytes, { password: 'u' });
    expect([4, 6].map((num) => file.stream(new Ref(num))?.decode().toString())).to.deep.equal(['<xmp>', 'plain']);
    expect(file.string(file.dict(new Ref(5))?.get('Reason') ?? null)?.text).to.equal('because');
  });

  it('for certificates, or in a way that is not known, is refused with a reason', () => {
    const refused = (encrypt: string) => problemOf(() => open(smallPdf(undefined, `/Encrypt<<${encrypt}>>`).text));
    expect(refused('/Filter/Adobe.PubSec/V 4'))
      .to.include({ slug: 'encrypted-pdf' })
      .and.to.have.property('message')
      .that.contains('certificates');
    expect(refused('/Filter/Standard/V 9/R 9').message).to.contain('version 9, revision 9');
    expect(refused('/Filter/Standard/V 2/R 3/O(short)').slug).to.equal('invalid-pdf');
  });
});
