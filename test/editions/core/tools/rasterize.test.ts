import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { smallPdf, textAt } from '../../../pdf/text/small-pdf.ts';
import { decoded, likenessToPoppler, unzipped } from '../../../support/page-images.ts';
import { sharedService } from '../../../support/shared.ts';
import type { Answered, Json, Service } from '../../../support/service.ts';

const gallery = (name: string) => readFile(new URL(`../../../../docs/gallery/${name}.pdf`, import.meta.url));
const three = Buffer.from(examplePdf('One', 'Two', 'Three'), 'base64');
const [white, red] = [
  [255, 255, 255, 255],
  [255, 0, 0, 255],
];

/** A page of 400 by 400 points with a red square at the top left, as it stands in the file. */
const square = (entries = '') => smallPdf({ pages: [{ content: '1 0 0 rg 0 300 100 100 re f', entries }] });

describe('rasterize', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  function send(pdf: Uint8Array, options: object = {}, headers: Record<string, string> = {}): Promise<Answered> {
    const body = new FormData();
    body.append('document', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
    body.set('request', JSON.stringify(options));
    return service.request('POST', '/api/v1/rasterize', { body, headers });
  }

  async function imageOf(pdf: Uint8Array, options: object = {}, accept = '*/*') {
    const answer = await send(pdf, options, { accept });
    if (answer.status !== 200) throw new Error(answer.body.toString());
    return decoded(answer.body);
  }

  describe('the answer', () => {
    it('is a PNG of 144 dpi for one page, with the facts about it in its headers', async () => {
      const { status, headers, body } = await send(three, { pages: '2' });
      const { width, height, format } = await decoded(body);
      expect([status, width, height, format]).to.deep.equal([200, 600, 400, 'png']);
      expect(headers.get('content-type')).to.equal('image/png');
      expect(headers.get('content-disposition')).to.equal('attachment; filename="report-2.png"');
      expect(headers.get('content-length')).to.equal(String(body.length));
      expect(headers.get('document-pages')).to.equal('3');
      expect(headers.get('content-digest')).to.equal(`sha-256=:${createHash('sha256').update(body).digest('base64')}:`);
    });

    it('is an archive of several pages in the order of the request, the same every time', async () => {
      const [one, other] = [await send(three, { pages: '3,1,3' }), await send(three, { pages: '3,1,3' })];
      expect(one.headers.get('content-type')).to.equal('application/zip');
      expect(one.headers.get('content-disposition')).to.equal('attachment; filename="report.zip"');
      expect(one.body.equals(other.body)).to.equal(true);
      const files = unzipped(one.body);
      expect([...files.keys()]).to.deep.equal(['report-3.png', 'report-1.png', 'report-3-2.png']);
      expect(files.get('report-3.png')).to.deep.equal(files.get('report-3-2.png'));
      const [single] = [(await send(three, { pages: '1' })).body];
      expect(files.get('report-1.png')).to.deep.equal(single);
    });

    it('has both in JSON, with the images as base64', async () => {
      const answer = await send(three, { pages: '1-2', dpi: 36 }, { accept: 'application/json' });
      const { images, report } = answer.json();
      expect(answer.headers.get('content-length')).to.equal(String(answer.body.length));
      expect(report).to.deep.equal({ warnings: [] });
      expect(
        images.map(({ page, width, height, filename, contentType }: Json) => [
          page,
          width,
          height,
          filename,
          contentType,
        ]),
      ).to.deep.equal([
        [1, 150, 100, 'report-1.png', 'image/png'],
        [2, 150, 100, 'report-2.png', 'image/png'],
      ]);
      for (const { data, bytes, sha256, page } of images) {
        const image = Buffer.from(data, 'base64');
        expect(image.length).to.equal(bytes);
        expect(createHash('sha256').update(image).digest('hex')).to.equal(sha256);
        expect(image).to.deep.equal((await send(three, { pages: String(page), dpi: 36 })).body);
      }
    });

    it('has the type that `Accept` ranks highest, else that of `format`', async () => {
      const typeOf = async (options: object, accept: string) =>
        (await imageOf(three, { pages: '1', ...options }, accept)).format;
      expect(await typeOf({}, 'image/jpeg')).to.equal('jpeg');
      expect(await typeOf({}, 'image/jpeg;q=0.5, image/webp')).to.equal('webp');
      expect(await typeOf({}, 'image/*')).to.equal('png');
      expect(await typeOf({ format: 'webp' }, '*/*')).to.equal('webp');
      expect(await typeOf({ format: 'webp' }, 'image/*;q=0.8, text/html')).to.equal('webp');
      expect(await typeOf({ format: 'webp' }, 'image/jpeg')).to.equal('jpeg');
      const zip = await send(three, {}, { accept: 'image/webp, image/png;q=0.4' });
      expect(
        await Promise.all([...unzipped(zip.body).values()].map(async (file) => (await decoded(file)).format)),
      ).to.deep.equal(['webp', 'webp', 'webp']);
      const json = (await send(three, {}, { accept: 'application/json, image/jpeg;q=0.1' })).json();
      expect(json.images[0].contentType).to.equal('image/jpeg');
      const alone = await send(three, { pages: '1', format: 'webp' }, { accept: 'application/zip' });
      expect([...unzipped(alone.body).keys()]).to.deep.equal(['report-1.webp']);
      expect((await send(three, {}, { accept: 'application/pdf' })).status).to.equal(406);
    });

    it('is the same again for a retry with the same Idempotency-Key', async () => {
      for (const pages of ['1', '1-3']) {
        const headers = { 'idempotency-key': `pages ${pages}` };
        const body = JSON.stringify({ document: { data: three.toString('base64') }, pages });
        const once = () =>
          service.request('POST', '/api/v1/rasterize', {
            body,
            headers: { ...headers, 'content-type': 'application/json' },
          });
        const [first, again] = [await once(), await once()];
        expect(again.headers.get('idempotency-replayed')).to.equal('true');
        expect(again.headers.get('content-type')).to.equal(first.headers.get('content-type'));
        expect(again.body).to.deep.equal(first.body);
        expect(first.body.length).to.be.greaterThan(500);
      }
    });
  });

  describe('an image', () => {
    it('has the resolution, or fits into the sides, of the request', async () => {
      const page = smallPdf({ pages: [{ content: '', entries: '/MediaBox [0 0 200 100]' }] });
      const sizeOf = async (options: object) => {
        const { width, height } = await imageOf(page, options);
        return [width, height];
      };
      expect(await sizeOf({ dpi: 72 })).to.deep.equal([200, 100]);
      expect(await sizeOf({ dpi: 100 })).to.deep.equal([278, 139]);
      expect(await sizeOf({ width: 501 })).to.deep.equal([501, 251]);
      expect(await sizeOf({ height: 33 })).to.deep.equal([66, 33]);
      expect(await sizeOf({ width: 300, height: 300 })).to.deep.equal([300, 150]);
      expect(await sizeOf({ width: 300, height: 100 })).to.deep.equal([200, 100]);
    });

    it('is the page as shown: the crop box, rotated', async () => {
      const image = await imageOf(square('/CropBox [0 200 200 400] /Rotate 90'), { dpi: 72 });
      expect([image.width, image.height]).to.deep.equal([200, 200]);
      expect([image.at(150, 50), image.at(50, 50), image.at(150, 150)]).to.deep.equal([red, white, white]);
    });

    it('stands on white, on another colour, or on nothing', async () => {
      const beside = async (options: object, accept = 'image/png') =>
        (await imageOf(square(), options, accept)).at(300, 300);
      expect(await beside({})).to.deep.equal(white);
      expect(await beside({ background: '#123' })).to.deep.equal([17, 34, 51, 255]);
      expect(await beside({ transparent: true })).to.deep.equal([0, 0, 0, 0]);
      expect((await beside({ transparent: true }, 'image/webp'))[3]).to.equal(0);
      const through = smallPdf({
        pages: [{ content: '/G gs 1 0 0 rg 0 0 400 400 re f', resources: '/ExtGState << /G << /ca 0.5 >> >>' }],
      });
      const [r, g, b, alpha] = (await imageOf(through, { transparent: true })).at(100, 100);
      expect([r, g, b]).to.deep.equal([255, 0, 0]);
      expect(alpha).to.be.closeTo(128, 1);
    });

    it('shows annotations and form fields, or not', async () => {
      const form = (color: string) =>
        `<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 22 >>\nstream\n${color} rg 0 0 10 10 re f\nendstream`;
      const pdf = smallPdf({
        catalog: '/AcroForm << /Fields [101 0 R] >>',
        pages: [{ content: '', entries: '/Annots [100 0 R 101 0 R]' }],
        objects: [
          '<< /Type /Annot /Subtype /Stamp /Rect [0 0 200 400] /F 4 /AP << /N 102 0 R >> >>',
          '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /Rect [200 0 400 400] /F 4 /AP << /N 103 0 R >> >>',
          form('0 0 1'),
          form('0 1 0'),
        ],
      });
      const [blue, green] = [
        [0, 0, 255, 255],
        [0, 255, 0, 255],
      ];
      const look = async (options: object) => {
        const image = await imageOf(pdf, options);
        return [image.at(200, 400), image.at(600, 400)];
      };
      expect(await look({})).to.deep.equal([blue, green]);
      expect(await look({ forms: false })).to.deep.equal([blue, white]);
      expect(await look({ annotations: false })).to.deep.equal([white, green]);
      expect(await look({ annotations: false, forms: false })).to.deep.equal([white, white]);
    });

    it('is smaller where the quality is', async () => {
      const page = await gallery('documents/book');
      const sizeOf = async (quality: number, accept: string) =>
        (await send(page, { pages: '1', quality }, { accept })).body.length;
      for (const type of ['image/jpeg', 'image/webp'])
        expect(await sizeOf(20, type)).to.be.below((await sizeOf(95, type)) * 0.7);
    });

    it('has no seam where a large page is drawn in bands', async () => {
      const diagonal = smallPdf({ pages: [{ content: '0 0 m 400 0 l 400 400 l f' }] });
      const image = await imageOf(diagonal, { width: 4400 });
      const blackFrom = (y: number) => {
        let x = 0;
        while (x < image.width && (image.data[(y * image.width + x) * 4] ?? 0) > 127) x += 1;
        return x;
      };
      for (let y = 0; y < 4400; y += 1) expect(blackFrom(y), `row ${y}`).to.be.closeTo(4400 - y, 2);
    });

    it('covers its last row and column where the page does', async () => {
      const full = smallPdf({ pages: [{ content: '1 0 0 rg 0 0 400 400 re f' }] });
      for (const options of [{ dpi: 72 }, { dpi: 144 }, { transparent: true }]) {
        const image = await imageOf(full, options);
        const [x, y] = [image.width - 1, image.height - 1];
        expect([image.at(0, 0), image.at(x, 0), image.at(0, y), image.at(x, y)]).to.deep.equal([red, red, red, red]);
      }
    });

    for (const [name, page] of [
      ['documents/book', 2],
      ['documents/invoice', 1],
      ['features/charts', 1],
      ['features/form-fields', 1],
      ['templates/contract', 1],
      ['operations/add_watermark', 1],
    ] as const)
      it(`looks like that of poppler: ${name}, page ${page}, upright, rotated and cropped`, async () => {
        const original = await gallery(name);
        const turned = await PDFDocument.load(original, { updateMetadata: false });
        const shown = turned.getPage(page - 1);
        const likeness = async (pdf: Uint8Array) =>
          likenessToPoppler(pdf, page, (await send(pdf, { pages: String(page) })).body, 144);
        expect(await likeness(original)).to.be.greaterThan(0.98);
        shown.setRotation({ type: 'degrees', angle: 90 } as never);
        expect(await likeness(await turned.save())).to.be.greaterThan(0.98);
        shown.setCropBox(50, 60, Math.round(shown.getWidth() / 2), Math.round(shown.getHeight() / 2));
        expect(await likeness(await turned.save())).to.be.greaterThan(0.94); // dense small text on its side
      });
  });

  describe('limits', () => {
    const accepted = (answer: Answered): { pointer: string; value: number } => {
      const [{ pointer, message }] = answer.json().errors;
      return { pointer, value: Number(/at most ([\d.]+)$/.exec(message)?.[1]) };
    };

    it('refuse an image of too many pixels, with the number that is accepted', async () => {
      const poster = smallPdf({ pages: [{ content: textAt(10, 10, 'Poster'), entries: '/MediaBox [0 0 3000 2000]' }] });
      for (const [name, given] of [
        ['dpi', 600],
        ['width', 20_000],
        ['height', 999_999],
      ] as const) {
        const refused = await send(poster, { [name]: given });
        expect([refused.status, refused.json().type]).to.deep.equal([
          422,
          'https://colophon.dev/problems/limit-exceeded',
        ]);
        const { pointer, value } = accepted(refused);
        expect(pointer).to.equal(`/${name}`);
        expect(refused.json().detail).to.contain(`\`${name}\` ${value}`);
        expect((await send(poster, { [name]: value + 1 })).status).to.equal(422);
      }
      const { value } = accepted(await send(poster, { dpi: 600 }));
      const { width, height } = await imageOf(poster, { dpi: value });
      expect(width * height).to.be.within(38_000_000, 40_000_000);
    }).timeout(120_000);

    it('name a width where no resolution is low enough', async () => {
      const huge = smallPdf({ pages: [{ content: '', entries: '/MediaBox [0 0 900000 900000]' }] });
      const refused = await send(huge, {});
      const { pointer, value } = accepted(refused);
      expect([refused.status, pointer]).to.deep.equal([422, '/width']);
      expect(value).to.be.within(6000, 6330);
      expect((await send(huge, { width: 100 })).status).to.equal(200);
    });

    it('hold for all images of a request together', async () => {
      const many = smallPdf({ pages: Array.from({ length: 400 }, () => ({ content: '' })) });
      const refused = await send(many, { dpi: 700 });
      const { pointer, value } = accepted(refused);
      expect([refused.status, pointer]).to.deep.equal([422, '/dpi']);
      expect(Math.ceil((400 * value) / 72) ** 2 * 400).to.be.within(3_900_000_000, 4_000_000_000);
      expect(refused.json().detail).to.contain('400 pages');
    });

    it('leave thousands of small pages', async () => {
      const many = smallPdf({ pages: Array.from({ length: 2000 }, () => ({ content: '0 g 0 0 200 200 re f' })) });
      const { status, body } = await send(many, { dpi: 9 });
      expect([status, unzipped(body).size]).to.deep.equal([200, 2000]);
      expect([...unzipped(body).keys()].at(-1)).to.equal('report-2000.png');
    });
  });

  describe('mistakes', () => {
    const slugOf = (answer: Answered) => [answer.status, String(answer.json().type).split('/').at(-1)];

    it('of the request are 400, each with its pointer', async () => {
      for (const [options, ...pointers] of [
        [{ dpi: 0 }, '/dpi'],
        [{ dpi: 72, width: 100 }, '/dpi'],
        [{ width: 0, height: 1.5 }, '/width', '/height'],
        [{ pages: '3-1' }, '/pages'],
        [{ format: 'gif' }, '/format'],
        [{ format: 'png', quality: 80 }, '/quality'],
        [{ format: 'jpeg', transparent: true }, '/transparent'],
        [{ background: 'white', transparent: true }, '/background'],
        [{ background: 'sky' }, '/background'],
        [{ quality: 101, forms: 'no', annotations: 1 }, '/quality', '/forms', '/annotations'],
        [{ resolution: 72 }, '/resolution'],
      ] as const) {
        const answer = await send(three, options);
        expect(answer.status, JSON.stringify(options)).to.equal(400);
        expect(answer.json().errors.map(({ pointer }: Json) => pointer)).to.have.members(pointers);
      }
      const opaque = await send(three, { transparent: true }, { accept: 'image/jpeg' });
      expect(slugOf(opaque)).to.deep.equal([400, 'invalid-request']);
      expect(opaque.json().errors[0].pointer).to.equal('/transparent');
    });

    it('of the document are 422', async () => {
      expect(slugOf(await send(three, { pages: '4' }))).to.deep.equal([422, 'page-out-of-range']);
      expect(slugOf(await send(Buffer.from('no PDF')))).to.deep.equal([422, 'invalid-pdf']);
      expect(slugOf(await send(new Uint8Array(0)))).to.deep.equal([422, 'invalid-pdf']);
      const cut = await send(three.subarray(0, three.length - 200));
      expect([200, 422]).to.contain(cut.status);
    });

    it('of passwords are 422, and the right one opens', async () => {
      const secret = await PDFDocument.load(three);
      secret.encrypt({ userPassword: 'open', ownerPassword: 'own' });
      const pdf = await secret.save();
      expect(slugOf(await send(pdf))).to.deep.equal([422, 'encrypted-pdf']);
      expect(slugOf(await send(pdf, { password: 'wrong' }))).to.deep.equal([422, 'wrong-password']);
      expect(await imageOf(pdf, { password: 'open', pages: '1' })).to.deep.include({ width: 600, height: 400 });
    });

    it('of boxes do not matter: a box of no size is a Letter, as viewers have it', async () => {
      const { width, height } = await imageOf(smallPdf({ pages: [{ content: '', entries: '/MediaBox [0 0 0 0]' }] }));
      expect([width, height]).to.deep.equal([1224, 1584]);
    });
  });

  describe('as a job', () => {
    async function job(input: object): Promise<string> {
      const body = JSON.stringify({
        tool: 'rasterize',
        input: { document: { data: three.toString('base64') }, ...input },
      });
      const headers = { 'content-type': 'application/json' };
      const submitted = (await service.request('POST', '/api/v1/jobs', { body, headers })).json();
      for (;;) {
        const { status, problem } = (await service.request('GET', `/api/v1/jobs/${submitted.id}`)).json();
        if (status === 'failed') throw new Error(JSON.stringify(problem));
        if (status === 'succeeded') return `/api/v1/jobs/${submitted.id}/result`;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }

    it('has the result of the synchronous call, in each of its representations', async () => {
      for (const options of [
        { pages: '2', format: 'webp' },
        { dpi: 36, format: 'jpeg' },
      ]) {
        const result = await job(options);
        const body = JSON.stringify({ document: { data: three.toString('base64') }, ...options });
        for (const accept of ['*/*', 'application/json', 'application/zip']) {
          const stored = await service.request('GET', result, { headers: { accept } });
          const direct = await service.request('POST', '/api/v1/rasterize', {
            body,
            headers: { accept, 'content-type': 'application/json' },
          });
          for (const name of ['content-type', 'content-disposition', 'content-digest', 'document-pages'])
            expect(stored.headers.get(name), name).to.equal(direct.headers.get(name));
          expect(stored.body.equals(direct.body)).to.equal(true);
        }
        expect((await service.request('GET', result, { headers: { accept: 'image/png' } })).status).to.equal(406);
      }
    });

    it('refuses a wrong request when it is submitted', async () => {
      const body = JSON.stringify({ tool: 'rasterize', input: { document: { data: 'JVBERg==' }, dpi: -1 } });
      const headers = { 'content-type': 'application/json' };
      expect((await service.request('POST', '/api/v1/jobs', { body, headers })).status).to.equal(400);
    });
  });

  it('leaves no file open, whether the client reads, leaves or made a mistake', async () => {
    const open = async () => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
      );
      return links.filter((link) => /colophon-\d+-[0-9a-f]{16} \(deleted\)/.test(link)).length;
    };
    const pdf = await gallery('documents/book');
    await Promise.all([
      send(pdf, { dpi: 36 }),
      send(pdf, { dpi: 36 }, { accept: 'application/json', 'idempotency-key': 'open files' }),
      send(pdf, { pages: '900' }),
      send(pdf, { pages: '1' }, { accept: 'image/webp' }),
    ]);
    for (const delayMs of [50, 300, 1000]) {
      const gone = new AbortController();
      const body = JSON.stringify({ document: { data: pdf.toString('base64') }, dpi: 200 });
      const headers = { 'content-type': 'application/json' };
      const sent = service.request('POST', '/api/v1/rasterize', { body, headers, signal: gone.signal });
      setTimeout(() => gone.abort(), delayMs);
      await sent.catch(() => undefined);
    }
    while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('of a render is its first page, or the pages of the request', async () => {
    const request = {
      document: { size: 'A5' },
      operations: ['One', 'Two', 'Three'].flatMap((text, index) => [
        ...(index > 0 ? [{ op: 'add_page_break' }] : []),
        { op: 'add_heading', level: 1, text },
      ]),
    };
    const first = await service.render(request, { headers: { accept: 'image/webp' } });
    expect(first.headers.get('content-disposition')).to.equal('attachment; filename="document-1.webp"');
    expect(first.headers.get('document-pages')).to.equal('3');
    expect(await decoded(first.body)).to.deep.include({ format: 'webp', width: 840, height: 1191 });
    const pdf = await service.render(request, { headers: { accept: 'image/png;q=0.5, */*' } });
    expect(pdf.headers.get('content-type')).to.equal('application/pdf');
    const png = await service.render(request, { headers: { accept: 'image/png' } });
    expect(await likenessToPoppler(pdf.body, 1, png.body, 144)).to.be.greaterThan(0.98);
    const pages = await service.render(
      { ...request, output: { pages: '2-3', filename: 'plan.pdf', encryption: { userPassword: 'x' } } },
      { headers: { accept: 'image/jpeg, image/png;q=0.9' } },
    );
    expect(pages.headers.get('content-type')).to.equal('application/zip');
    expect([...unzipped(pages.body).keys()]).to.deep.equal(['plan-1.jpg', 'plan-2.jpg']);
  });
});
