import { expect } from 'chai';
import { times } from '../support/effort.ts';
import { barsOf, movingDocuments, movingRequest } from '../support/moving.ts';
import { textOf } from '../support/pdf.ts';
import { pdfOf, startService, type OwnService } from '../support/service.ts';

/** How often each document is printed. */
const prints = times(3, 5);

describe('The clock of a page that is printed again and again', () => {
  let service: OwnService;
  before(async () => {
    service = await startService({ SERVICE_WORKER_COUNT: '1' });
  });
  after(() => service.stop());

  for (const [name, moving] of Object.entries(movingDocuments)) {
    it(`brings ${name} to the final state, with the same bytes each time`, async () => {
      const body = movingRequest(moving);
      const first = pdfOf(await service.render(body));
      if (moving.text) expect(await textOf(first)).to.match(moving.text);
      if (moving.bars)
        for (const [index, height] of (await barsOf(first)).entries())
          expect(height).to.be.closeTo(moving.bars[index] ?? -1, 0.03);
      if (moving.bars) expect(await barsOf(first)).to.have.length(moving.bars.length);
      for (let count = 1; count < prints; count += 1)
        expect(pdfOf(await service.render(body)).equals(first)).to.equal(true);
    }).timeout(times(60_000, 600_000));
  }

  it('runs a timer without delay before the load each time, whatever else is printed', async () => {
    const html =
      '<p id="t">nothing</p><script>setTimeout(() => addEventListener("load", () => { t.textContent = "loaded" ' +
      '}))</script>';
    const late = { operations: [{ op: 'add_html', html }], output: { deterministic: true } };
    const texts = await Promise.all(
      [0, 1, 2].map(async () => {
        const own: string[] = [];
        for (let count = 0; count < times(5, 30); count += 1)
          own.push((await textOf(pdfOf(await service.render(late)))).trim());
        return own;
      }),
    );
    expect(new Set(texts.flat())).to.deep.equal(new Set(['loaded']));
  }).timeout(times(60_000, 300_000));
});
