import { expect } from 'chai';
import { compare } from '../../../src/editions/pro/tools/compare.ts';
import { forensicAnalyze } from '../../../src/editions/enterprise/tools/forensic-analyze.ts';
import { redact } from '../../../src/editions/pro/tools/redact.ts';
import { bearer, problemOf } from '../../support/http.ts';
import { startTools, type ToolService } from '../../support/tools.ts';
import { bombFile, packed } from './bomb-file.ts';
import { bombs } from './bombs.ts';

describe('A hostile PDF is answered within the time of a request', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(redact, compare, forensicAnalyze);
  });
  after(() => service.stop());

  const text = [{ literal: 'word' }, { literal: 'Hello' }];

  const redacted: readonly (readonly [bomb: string, count: number])[] = [
    ['annotations', 150_000],
    ['direct annotations', 150_000],
    ['bfchar list', 200_000],
    ['Differences', 200_000],
    ['wide structure tree', 150_000],
    ['W array', 500_000],
    ['W ranges', 300_000],
    ['CIDToGIDMap', 8_000_000],
  ];
  for (const [bomb, count] of redacted) {
    it(`by redact: ${bomb}, ${count} times`, async () => {
      const pdf = bombs[bomb]!.make(count);
      const answer = await service.send('redact', [pdf], { text }, { authorization: bearer('pro') });
      expect(answer.status, await answer.clone().text()).to.equal(200);
    });
  }

  it('by forensic-analyze: a hundred thousand graphics states saved within each other', async () => {
    const answer = await service.send(
      'forensic-analyze',
      [bombs['saved states']!.make(100_000)],
      {},
      { authorization: bearer('ent') },
    );
    expect(answer.status, await answer.clone().text()).to.equal(200);
  });

  const compared = (pdf: Buffer) =>
    service.send('compare', [pdf, pdf], { mode: 'visual' }, { authorization: bearer('pro') });

  it('by compare: patterns that paint with each other', async () => {
    for (const count of [1, 2, 200]) {
      const answer = await compared(bombs['pattern loops']!.make(count));
      expect(await problemOf(answer), `${count} patterns`).to.include({ slug: 'limit-exceeded', status: 422 });
    }
  });

  it('by compare: a pattern in a pattern is compared as any other page', async () => {
    const cell = '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9';
    const outer = packed('/Pattern cs /P scn 0 0 5 5 re f', `${cell}/Resources<</Pattern<</P 11 0 R>>>>`);
    const inner = packed('1 0 0 rg 0 0 2 2 re f', `${cell}/Resources<<>>`);
    const pdf = bombFile({
      resources: '/Pattern<</P 10 0 R>>',
      content: '/Pattern cs /P scn 0 0 99 99 re f',
      objects: [outer, inner],
    });
    expect((await compared(pdf)).status).to.equal(200);
  });
});
