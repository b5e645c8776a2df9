import { expect } from 'chai';
import { type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Text on which a reader that goes back over what it has read would stay for minutes or years. */
const assets: Record<string, string> = {
  'sixty comments and a letter': `${'<!---->'.repeat(60)}x`,
  'sixty comments with spaces between, and a letter': `${'<!-- --> '.repeat(60)}x`,
  'a thousand doctypes that do not end': '<!DOCTYPE ['.repeat(1000),
  'a declaration and ten thousand spaces': `<?xml ?>${' '.repeat(9_900)}x`,
};

describe('A file of a few hundred bytes that is hard to read', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  for (const [name, text] of Object.entries(assets)) {
    it(`(${name}) is an asset like any other`, async () => {
      const request = {
        document: { assets: { 'a.bin': base64(text) } },
        operations: [{ op: 'add_html', html: '<p>Hello</p>' }],
      };
      const [answer, alive] = await Promise.all([
        service.render(request),
        service.request('GET', '/healthz', { key: null }),
      ]);
      expect([answer.status, alive.status]).to.deep.equal([200, 200]);
    });
  }

  const backslashes = '\\'.repeat(50_000);
  const markup: Record<string, string> = {
    'fifty thousand starts of a tag': '<S'.repeat(50_000),
    'comments in comments': '<!--'.repeat(25_000),
    'style elements without end': '<style>'.repeat(14_000),
    'a string of CSS without end': `<p style='font:"${backslashes}'>x</p><style>a{font:"${backslashes}</style>`,
  };
  for (const [name, html] of Object.entries(markup)) {
    it(`(${name}) is printed, alone and as a complete document`, async () => {
      for (const text of [html, `<!DOCTYPE html><html><head><title>x</title></head><body>${html}</body></html>`]) {
        const answer = await service.render({
          operations: [
            { op: 'add_html', html: `<p>Hello</p>${text}` },
            { op: 'add_html', html: text },
            { op: 'add_text', text: 'end' },
          ],
        });
        expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.be.oneOf([200, 422]);
      }
    });
  }

  it('is a template of comments without end, which is refused', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_template', source: '{{!--'.repeat(20_000), data: {} }],
    });
    expect([answer.status, answer.json().type]).to.deep.equal([422, 'https://colophon.dev/problems/template-error']);
  });

  it('is no picture, and refused as one', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_image', data: base64(assets['sixty comments and a letter'] ?? ''), alt: '' }],
    });
    expect(answer.status).to.equal(422);
    expect(answer.json().type).to.match(/invalid-image$/);
  });

  it('is a cell of 300,000 digits and a letter, which is no number', async () => {
    const columns = [{ header: 'Amount', key: 'amount', format: 'number' }];
    const answer = await service.render({
      operations: [{ op: 'add_table', columns, rows: [{ amount: `${'1'.repeat(300_000)}x` }] }],
      dryRun: true,
    });
    expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.equal(200);
  });
});
