import { expect } from 'chai';
import { document, documented, transcript } from './transcript.ts';

describe('The transcript of docs/mcp.md', () => {
  it('is what a server answers (COLOPHON_WRITE=1 writes it)', async () => {
    const text = await transcript();
    if (process.env.COLOPHON_WRITE === '1') document(text);
    expect(documented()).to.equal(text);
  });
});
