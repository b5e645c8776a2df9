import { expect } from 'chai';
import fc from 'fast-check';
import { bytesOf } from '../../../src/render/compose/assets.ts';
import { mistakesOf } from '../../support/rendering.ts';

describe('Bytes in base64', () => {
  it('are those that were encoded, in both alphabets, with and without padding and line breaks', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.constantFrom('base64', 'base64url'),
        (data, kind) => {
          const text = Buffer.from(data).toString(kind as 'base64');
          for (const written of [text, text.replace(/=/g, ''), text.replace(/.{20}/g, '$&\r\n')])
            expect(Buffer.from(bytesOf(written) ?? [])).to.deep.equal(Buffer.from(data));
        },
      ),
    );
  });

  it('are no plain text that somebody took for them, and nothing that is cut off within a byte', () => {
    for (const text of ['hello world', 'report.pdf', 'A', 'YWJjZ', 'YWJjZGV', '', '=', '====', 'ümlaut'])
      expect(bytesOf(text), text).to.equal(undefined);
    const [attached] = mistakesOf({
      operations: [
        { op: 'add_text', text: 'x' },
        { op: 'add_attachment', name: 'a.txt', data: 'hello world' },
      ],
    });
    expect(attached).to.deep.equal({ pointer: '/operations/1/data', message: '`data` must be base64 or a data URI' });
  });
});
