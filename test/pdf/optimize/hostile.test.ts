import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { defaultLimits } from '../../../src/pdf/objects/limits.ts';
import { fileOf, stream } from '../../editions/pro/tools/redact/channel-files.ts';
import { expectOutcomes, outcome } from './damaged.ts';

describe('Optimizing documents that are damaged', () => {
  for (const name of ['templates/form', 'templates/summary', 'operations/add_chart', 'operations/add_image']) {
    it(`makes a document or a problem of ${name} with bytes changed`, () =>
      expectOutcomes(readFileSync(new URL(`../../../docs/gallery/${name}.pdf`, import.meta.url))));
  }

  it('stops at streams that inflate without an end', async () => {
    const bomb = deflateSync(Buffer.alloc(defaultLimits.streamBytes + 1), { level: 1 });
    expect(
      await outcome(
        fileOf({
          content: '/A Do',
          resources: '/XObject<</A 6 0 R>>',
          objects: [stream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode', bomb)],
        }),
      ),
    ).to.equal('limit-exceeded');
  });
});
