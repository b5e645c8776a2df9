import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { withDocument } from '../../../src/pdf/pdfium/document.ts';
import { extractText } from '../../../src/pdf/text/extract-text.ts';
import { handmade } from '../copy-inputs.ts';
import { endless } from './endless.ts';

describe('The PDF engine', () => {
  it(
    'gives back the memory that a document made it take, and is not held on to by an error ' + 'that went through it',
    () => {
      const seen = JSON.parse(
        execFileSync(process.execPath, [join(import.meta.dirname, 'engine-memory.ts')]).toString(),
      ) as Record<string, unknown>;
      expect(seen).to.deep.include({ problem: 'limit-exceeded', error: 'later' });
      for (const megabytes of ['afterDocument', 'size', 'afterError'])
        expect(seen[megabytes], megabytes).to.be.below(256);
    },
  );

  it('leaves nothing in the global scope', async () => {
    const names = new Set(Object.getOwnPropertyNames(globalThis));
    await extractText(endless()).catch(() => null);
    await withDocument(
      {
        bytes: handmade({
          1: '<</Type/Catalog/Pages 3 0 R>>',
          3: '<</Type/Pages/Kids[4 0 R]/Count 1>>',
          4: '<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>',
        }),
      },
      () => null,
    );
    expect(
      Object.getOwnPropertyNames(globalThis).filter((name) => !names.has(name) || name === 'registerRestoreOldStyle'),
    ).to.deep.equal([]);
  });
});
