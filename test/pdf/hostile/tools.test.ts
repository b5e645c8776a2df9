import { expect } from 'chai';
import { redact } from '../../../src/editions/pro/tools/redact.ts';
import { bearer } from '../../support/http.ts';
import { buildTools, type ToolService } from '../../support/tools.ts';
import { bombs } from './bombs.ts';

describe('A hostile PDF is answered within the time of a request', () => {
  let service: ToolService;
  before(async () => {
    service = await buildTools(redact);
  });
  after(() => service.stop());

  const text = [{ literal: 'word' }, { literal: 'Hello' }];

  const redacted: readonly (readonly [bomb: string, count: number])[] = [
    ['annotations', 150_000], ['direct annotations', 150_000], ['bfchar list', 200_000], ['Differences', 200_000],
    ['wide structure tree', 150_000], ['W array', 500_000], ['W ranges', 300_000], ['CIDToGIDMap', 8_000_000],
  ];
  for (const [bomb, count] of redacted) {
    it(`by redact: ${bomb}, ${count} times`, async () => {
      const pdf = bombs[bomb]!.make(count);
      const answer = await service.send('redact', [pdf], { text }, { authorization: bearer('pro') });
      expect(answer.status, await answer.clone().text()).to.equal(200);
    });
  }
});
