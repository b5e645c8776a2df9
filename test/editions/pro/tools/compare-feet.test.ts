import { expect } from 'chai';
import { keys, pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

describe('compare marks a changed total in a repeated table foot', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  async function table(total: string, tagged: boolean): Promise<string> {
    const rows = Array.from(
      { length: 70 },
      (_, index) => `<tr><td>Item ${index}</td><td>${index * 3}.00</td></tr>`,
    ).join('');
    const html =
      '<table style="width: ' +
      (`100%"><thead><tr><th>Item</th><th>Price</th></tr></thead><tfoot><tr><td>Total</td><td>${total}</td></tr>` +
        `</tfoot><tbody>${rows}</tbody></table><p>Thank `) +
      'you</p>';
    return pdfOf(await service.render({ operations: [{ op: 'add_html', html }], output: { tagged } })).toString(
      'base64',
    );
  }

  for (const tagged of [true, false]) {
    it(`on every page, in ${tagged ? 'a tagged' : 'an untagged'} document`, async () => {
      const documents = await Promise.all(
        ['14,850.00', '14,950.00'].map(async (total) => ({ data: await table(total, tagged) })),
      );
      const answer = await service.request('POST', '/api/v1/compare', {
        key: keys.pro,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ documents }),
      });
      expect(answer.status).to.equal(200);
      const { pages } = answer.json();
      expect(pages.length).to.be.greaterThan(1);
      for (const { changes } of pages)
        expect(
          changes.map(
            ({ kind, before, after }: { kind: string; before: { text: string }; after: { text: string } }) => [
              kind,
              before.text,
              after.text,
            ],
          ),
        ).to.deep.equal([['changed', '14,850.00', '14,950.00']]);
    });
  }
});
