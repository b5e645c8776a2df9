import { expect } from 'chai';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainElements } from '../../../src/pdf/conformance/model/structure/plain-elements.ts';
import { Lexer } from '../../../src/pdf/objects/lexer.ts';
import { Dict, Ref, type Name, type Obj } from '../../../src/pdf/objects/objects.ts';
import { Parser } from '../../../src/pdf/objects/parser.ts';
import type { PdfFile } from '../../../src/pdf/file/pdf-file.ts';
import { expectSameStructure } from './seen-structure.ts';
import { times } from '../../support/effort.ts';

/** The element that a text is, read plainly and as an object. */
function bothWays(text: string) {
  const bytes = Buffer.from(text, 'latin1');
  const parser = () => new Parser(new Lexer(bytes), { depth: 100, references: true });
  const file = {
    repaired: null,
    scan: (_num: number, read: (one: Parser) => unknown) => read(parser()),
  } as unknown as PdfFile;
  return { plain: new PlainElements(file, 9).at(1), object: parser().object() };
}

const numOf = (obj: Obj) => (obj instanceof Ref ? obj.num : 0);
const kidsOf = (kids: Obj): readonly Obj[] => (Array.isArray(kids) ? kids : kids === null ? [] : [kids]);

const space = fc.constantFrom(' ', '\n', '\r\n', '  ');
const value = fc.constantFrom(
  '1',
  '12',
  '0',
  '-3',
  '2.5',
  '7 0 R',
  '8 0 R',
  '0 0 R',
  '7  0 R',
  '7 1 R',
  '7 0 R8',
  'null',
  'true',
  '/TD',
  '/StructElem',
  '/H1',
  '/A#20b',
  '/\xe9',
  '(x)',
  '<41>',
  '[1 2]',
  '[ 5 7 0 R ]',
  '[5 97 0 R 6 0 R]',
  '[7 0 R8 0 R]',
  '[1 0 R',
  '[<</Type/MCR/MCID 1>>]',
  '[]',
  '<</O/Table/RowSpan 2>>',
  '[<</O /Table /Headers [(a)]>> <</O /Layout>>]',
  '<</O/Table/S/x>>',
  '[<</P 3 0 R>>]',
  '[/Separation /x]',
);
const key = fc.constantFrom('/Type', '/S', '/P', '/Pg', '/K', '/A', '/ID', '/Alt', '/C', '/NS', '/EF');
const usual = fc.shuffledSubarray(
  ['/Type/StructElem', '/S/TD', '/P 3 0 R', '/Pg 4 0 R', '/K[5 7 0 R 6]', '/A<</O/Table/ColSpan 2>>'],
  { minLength: 3 },
);
const odd = fc.tuple(key, space, value).map((parts) => parts.join(''));
const entries = fc
  .tuple(usual, fc.oneof(fc.constant([]), fc.array(odd, { maxLength: 3 })), fc.boolean())
  .map(([some, more, first]) => (first ? [...more, ...some] : [...some, ...more]));
const element = fc
  .tuple(entries, space, fc.constantFrom('>>', '>>', ' >>', '', '] >>'))
  .map(([written, between, close]) => `<<${written.join(between)}${close}`);

describe('Plain elements of the structure', () => {
  it('are seen by rules as if they were read as objects, in every document of the gallery', () => {
    const gallery = join(import.meta.dirname, '../../../docs');
    const names = globSync('**/*.pdf', { cwd: gallery }).sort();
    const plain = names.reduce((sum, name) => sum + expectSameStructure(readFileSync(join(gallery, name)), name), 0);
    expect(plain).to.be.above(500);
  });

  it('say what the object says, however it is written, and say nothing where more is in it', () => {
    let plainly = 0;
    fc.assert(
      fc.property(element, (text) => {
        const { plain, object } = bothWays(text);
        if (plain === null) return;
        plainly += 1;
        expect(object, text).to.be.instanceOf(Dict);
        const dict = object as Dict;
        expect(
          dict.keys().filter((name) => !['Type', 'S', 'P', 'Pg', 'K', 'A'].includes(name)),
          text,
        ).to.deep.equal([]);
        const kids = kidsOf(dict.get('K'));
        expect(plain, text).to.deep.equal({
          type: (dict.get('S') as Name).value,
          parent: numOf(dict.get('P')),
          page: numOf(dict.get('Pg')),
          attributes: dict.get('A'),
          content: kids.filter((kid) => typeof kid === 'number').length,
          kids: kids.filter((kid) => kid instanceof Ref).map(numOf),
        });
        expect(
          kids.every((kid) => typeof kid === 'number' || (kid instanceof Ref && kid.gen === 0)),
          text,
        ).to.equal(true);
      }),
      { numRuns: times(2000, 5000) },
    );
    expect(plainly).to.be.above(100);
  });
});
