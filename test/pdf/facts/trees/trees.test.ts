import { expect } from 'chai';
import { formFields } from '../../../../src/pdf/facts/signatures/fields.ts';
import { readSignatures } from '../../../../src/pdf/facts/signatures/signatures.ts';
import { fieldsAbove, inheritedEntry } from '../../../../src/pdf/facts/trees/field-tree.ts';
import { outlineItems } from '../../../../src/pdf/facts/trees/outline-items.ts';
import { numberTree, readNameTree, readNumberTree } from '../../../../src/pdf/facts/trees/read-trees.ts';
import { treeNodes } from '../../../../src/pdf/facts/trees/tree-nodes.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { Resolver } from '../../../../src/pdf/file/reading/resolver.ts';
import { Dict, PdfString, Ref, type Obj } from '../../../../src/pdf/objects/objects.ts';
import { pagePdf } from '../../../editions/pro/tools/sign-service.ts';

class Objects extends Resolver {
  readonly #objects: readonly Obj[];

  constructor(...objects: Obj[]) {
    super();
    this.#objects = objects;
  }

  get({ num }: Ref): Obj {
    return this.#objects[num] ?? null;
  }
}

const dict = (entries: Record<string, Obj>) => new Dict(Object.entries(entries));
const text = (value: string) => new PdfString(Buffer.from(value));

describe('A tree of nodes with Kids', () => {
  it('is read a parent before its kids, in the order of the file', () => {
    const file = new Objects(
      dict({ N: 0, Kids: [new Ref(1), dict({ N: 3 })] }),
      dict({ N: 1, Kids: [new Ref(2)] }),
      dict({ N: 2 }),
    );
    const nodes = [...treeNodes(file, [new Ref(0), null, new Ref(9)])];
    expect(nodes.map(({ dict: own, level, ref }) => [own.get('N'), level, ref?.num])).to.deep.equal([
      [0, 1, 0],
      [1, 2, 1],
      [2, 3, 2],
      [3, 2, undefined],
    ]);
    expect(nodes[2]?.parent).to.equal(nodes[1]);
  });

  it('has each node once where it runs in circles', () => {
    const file = new Objects(
      dict({ Kids: [new Ref(1), new Ref(1), new Ref(2)] }),
      dict({ Kids: [new Ref(0), new Ref(2)] }),
      new Ref(1),
    );
    expect([...treeNodes(file, [new Ref(0)])]).to.have.length(2);
  });

  it('ends at a thousand levels', () => {
    const file = new Objects(...Array.from({ length: 3000 }, (_, at) => dict({ Kids: [new Ref(at + 1)] })));
    expect([...treeNodes(file, [new Ref(0)])]).to.have.length(1000);
  });
});

describe('A name tree or number tree', () => {
  it('has the first entry of each key, in leaves and in nodes above them', () => {
    const file = new Objects(
      dict({ Names: [text('a'), 1, new Ref(2), 2, 7, 3], Kids: [new Ref(1)] }),
      dict({ Names: [text('a'), 4, text('c'), 5, text('without a value')] }),
      text('b'),
    );
    const names = readNameTree(file, new Ref(0));
    expect(names.map(([name, value]) => [name.text, value])).to.deep.equal([
      ['a', 1],
      ['b', 2],
      ['c', 5],
    ]);
  });

  it('has whole numbers for keys, and is read in their order', () => {
    const file = new Objects(
      dict({ Kids: [dict({ Nums: [5, 50, 2.5, 25, text('x'), 0] }), dict({ Nums: [1, 10, 5, 51] })] }),
    );
    expect(readNumberTree(file, new Ref(0))).to.deep.equal([
      [1, 10],
      [5, 50],
    ]);
    expect(numberTree(file, new Ref(0)).get(5)).to.equal(50);
  });
});

describe('An outline', () => {
  it('is read an item before those below it, each once', () => {
    const file = new Objects(
      dict({ First: new Ref(1) }),
      dict({ N: 1, First: new Ref(2), Next: new Ref(3) }),
      dict({ N: 2, Next: new Ref(1) }),
      dict({ N: 3, First: new Ref(0), Next: new Ref(3) }),
    );
    const items = [...outlineItems(file, new Ref(0))].map(({ dict: own, level }) => [own.get('N'), level]);
    expect(items).to.deep.equal([
      [1, 1],
      [2, 2],
      [3, 1],
      [null, 2],
    ]);
  });

  it('is read without recursion', () => {
    const file = new Objects(...Array.from({ length: 50_000 }, (_, at) => dict({ First: new Ref(at + 1) })), dict({}));
    expect([...outlineItems(file, new Ref(0))].at(-1)?.level).to.equal(50_000);
  });
});

describe('The fields of a form', () => {
  it('inherit from those above them, up to where these run in circles', () => {
    const file = new Objects(
      dict({ Parent: new Ref(1) }),
      dict({ Parent: new Ref(2), FT: 1 }),
      dict({ Parent: new Ref(0), FT: 2, Ff: 3 }),
    );
    const field = file.dict(new Ref(0)) ?? new Dict();
    expect([...fieldsAbove(file, field)]).to.have.length(3);
    expect(['FT', 'Ff', 'V'].map((key) => inheritedEntry(file, field, key))).to.deep.equal([1, 3, null]);
  });

  it('are found below one without a name, with their signatures', () => {
    const signature = '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>';
    const pdf = pagePdf({
      catalog: '/AcroForm<</Fields[5 0 R]>>',
      page: '/Annots[7 0 R]',
      objects: [
        '<</T(group)/Kids[6 0 R]>>',
        '<</Parent 5 0 R/FT/Sig/Kids[7 0 R]>>',
        `<</T(sign)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/P 3 0 R/Parent 6 0 R/V ${signature}>>`,
      ],
    });
    const file = openPdf(pdf);
    expect(formFields(file).map(({ name, kind, group }) => [name, kind, group])).to.deep.equal([
      ['group', null, true],
      ['group', 'Sig', true],
      ['group.sign', 'Sig', false],
    ]);
    expect(readSignatures(file).map(({ field }) => field)).to.deep.equal(['group.sign']);
  });
});
