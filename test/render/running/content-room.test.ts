import { expect } from 'chai';
import { infoOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const text = { op: 'add_text', text: 'BODY' };
const tall = '<p style="margin:0;height:80mm">tall</p>';
const html = (size: string) => ({
  op: 'add_html',
  html: `<!doctype html><title>t</title><style>@page{size:${size}}</style><p>BODY`,
});

describe('A header or footer that is too tall for its page', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const refusal = async (operations: readonly object[], document: object) => {
    const answer = await service.render({ operations, document });
    const { errors = [] } = answer.json();
    return [answer.status, ...errors.map(({ pointer }: { pointer: string }) => pointer)];
  };

  it('is 400 at its height, wherever that stands', async () => {
    const operations = [{ op: 'set_header', text: 'H', height: '130mm' }, text];
    expect(await refusal(operations, { size: 'A6' })).to.deep.equal([400, '/operations/0/height']);
    expect(await refusal([text], { footer: { text: 'F', height: '400mm' } })).to.deep.equal([
      400,
      '/document/footer/height',
    ]);
    const both = { header: { text: 'H', height: '150mm' }, footer: { text: 'F', height: '145mm' } };
    expect(await refusal([text], both)).to.deep.equal([400, '/document/header/height', '/document/footer/height']);
  });

  it('is 400 where only a later page is too low for it, and on the first page alone', async () => {
    const header = { text: 'H', height: '120mm' };
    const later = [text, { op: 'add_page', size: 'A6', orientation: 'landscape' }, text];
    expect(await refusal(later, { header })).to.deep.equal([400, '/document/header/height']);
    const first = { text: 'H', height: '285mm', on: 'first' };
    expect(await refusal([text], { header: first })).to.deep.equal([400, '/document/header/height']);
  });

  it('is 400 beside a complete document whose own page is too low, and not beside one that is tall enough', async () => {
    const header = { text: 'HEAD', height: '300mm' };
    expect(await refusal([html('A5')], { header })).to.deep.equal([400, '/document/header/height']);
    const pdf = pdfOf(await service.render({ operations: [html('A3')], document: { header } }));
    expect((await infoOf(pdf))['Page size']).to.contain('A3');
    expect(await textOf(pdf))
      .to.contain('HEAD')
      .and.contain('BODY');
  });

  it('is 422 where its height was measured', async () => {
    const document = { header: { html: tall }, margin: { bottom: '206mm' } };
    expect(await refusal([text], document)).to.deep.equal([422, '/document/header']);
  });

  it('may be of any height on a single page, which grows', async () => {
    const document = { singlePage: true, header: { text: 'HEAD', height: '300mm' } };
    const pdf = pdfOf(await service.render({ operations: [text], document }));
    expect((await infoOf(pdf))['Page size']).to.match(/^595\.\d+ x (?:9|1\d)\d\d/);
  });
});
