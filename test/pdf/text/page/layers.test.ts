import { expect } from 'chai';
import { extractText } from '../../../../src/pdf/text/extract-text.ts';
import { smallPdf, textAt } from '../small-pdf.ts';

const draft = textAt(50, 200, 'Draft');
const layered = `/OC /M BDC ${draft} EMC`;

interface Layered {
  /** What /M is: object 100 is a group that is off, 101 one by the same name that is on. */
  readonly member?: string;
  readonly content?: string;
  /** Object 102. */
  readonly object?: string;
  /** The default configuration, and entries of the group that is off by it. */
  readonly configuration?: string;
  readonly group?: string;
  readonly entries?: string;
}

async function read({
  member = '100 0 R',
  content = layered,
  object = 'null',
  configuration = '/OFF [100 0 R]',
  group = '',
  entries = '',
}: Layered) {
  return extractText(
    smallPdf({
      pages: [
        {
          content: `${textAt(50, 300, 'Seen')} ${content}`,
          resources: `/Properties << /M ${member} >> /XObject << /X 102 0 R >>`,
          entries,
        },
      ],
      catalog: `/OCProperties << /OCGs [100 0 R 101 0 R] /D << ${configuration} >> >>`,
      objects: [`<< /Type /OCG /Name (Same) ${group} >>`, '<< /Type /OCG /Name (Same) >>', object],
    }),
    { granularity: 'block' },
  );
}

/** True where the text beside what is seen is left out and marked; every reading has to say one or the other. */
async function isOff(layers: Layered): Promise<boolean> {
  const { pages } = await read(layers);
  const [page] = pages;
  const found = page?.blocks?.find(({ text }) => text === 'Draft');
  expect(found?.hidden ?? 'seen').to.be.oneOf(['layer-off', 'seen']);
  expect(page?.text).to.equal(found?.hidden === undefined ? 'Seen\nDraft' : 'Seen');
  return found?.hidden === 'layer-off';
}

const member = (entries: string): Layered => ({ member: `<< /Type /OCMD ${entries} >>` });
const form = (content: string, entries = ''): string =>
  '<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /Font << /F1 3 0 R >> /Properties << /N ' +
  `100 0 R >> >> ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

describe('Text in a layer', () => {
  it('is hidden where the group is off, though another has its name', async () => {
    expect(await isOff({})).to.equal(true);
    expect(await isOff({ member: '101 0 R' })).to.equal(false);
    expect((await read({})).warnings).to.deep.equal([
      {
        code: 'hidden-layer-off',
        message: 'Text that is in a layer that is off is left out of page 1; `hidden: "include"` gives it.',
      },
    ]);
  });

  it('follows the policy of a membership dictionary over its groups', async () => {
    const both = '/OCGs [100 0 R 101 0 R]';
    expect(await isOff(member(both))).to.equal(false);
    expect(await isOff({ ...member(both), configuration: '/OFF [100 0 R 101 0 R]' })).to.equal(true);
    expect(await isOff(member(`${both} /P /AllOn`))).to.equal(true);
    expect(await isOff(member(`${both} /P /AnyOff`))).to.equal(false);
    expect(await isOff(member(`${both} /P /AllOff`))).to.equal(true);
    expect(await isOff(member('/OCGs 100 0 R'))).to.equal(true);
    expect(await isOff(member('/OCGs [null]'))).to.equal(false);
  });

  it('follows a visibility expression before the policy', async () => {
    expect(await isOff(member('/VE [/Not 101 0 R]'))).to.equal(true);
    expect(await isOff(member('/VE [/And 101 0 R 100 0 R]'))).to.equal(true);
    expect(await isOff(member('/VE [/Or 100 0 R [/Not 100 0 R]]'))).to.equal(false);
    expect(await isOff(member('/VE [/Or 101 0 R] /OCGs 100 0 R'))).to.equal(false);
    expect(await isOff(member('/VE 102 0 R'))).to.equal(false);
  });

  it('ends expressions that go round in a circle', async () => {
    expect(await isOff({ ...member('/VE 102 0 R'), object: '[/And 102 0 R 102 0 R 102 0 R]' })).to.equal(false);
    expect(await isOff({ ...member('/VE 102 0 R'), object: '[/Not 102 0 R]' })).to.be.a('boolean');
  });

  it('follows the base state, the intent, and the usage for viewing alone', async () => {
    expect(await isOff({ configuration: '/BaseState /OFF' })).to.equal(true);
    expect(await isOff({ configuration: '/BaseState /OFF /ON [100 0 R]' })).to.equal(false);
    expect(await isOff({ configuration: '/OFF [100 0 R] /Intent /Design' })).to.equal(false);
    const usage = (event: string): Layered => ({
      configuration: `/AS [<< /Event ${event} /Category [${event}] /OCGs [100 0 R] >>]`,
      group: '/Usage << /View << /ViewState /OFF >> /Print << /PrintState /OFF >> >>',
    });
    expect(await isOff(usage('/View'))).to.equal(true);
    expect(await isOff(usage('/Print'))).to.equal(false);
  });

  it('is hidden within other marked content, and by what is around or inside a form', async () => {
    expect(await isOff({ content: `/OC /M BDC /Span BMC ${draft} EMC EMC` })).to.equal(true);
    expect(await isOff({ content: '/OC /M BDC /X Do EMC', object: form(draft) })).to.equal(true);
    expect(
      await isOff({ member: '101 0 R', content: '/OC /M BDC /X Do EMC', object: form(`/OC /N BDC ${draft} EMC`) }),
    ).to.equal(true);
    expect(await isOff({ content: '/X Do', object: form(draft, '/OC 100 0 R') })).to.equal(true);
    expect(await isOff({ content: '/X Do', object: form(draft, '/OC 101 0 R') })).to.equal(false);
  });

  it('is hidden where it is an annotation of such a layer', async () => {
    const annotation = (layer: string): Layered => ({
      content: '',
      object: form(draft),
      entries: `/Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 400 400] /F 4 /AP << /N 102 0 R >> /OC ${layer} >>]`,
    });
    expect(await isOff(annotation('100 0 R'))).to.equal(true);
    expect(await isOff(annotation('101 0 R'))).to.equal(false);
  });

  it('is not covered by what is in a layer that is off', async () => {
    const image = (entries: string): string =>
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ' +
      `${entries} /Length 1 >>\nstream\nX\nendstream`;
    const over = 'q 100 0 0 40 40 190 cm /X Do Q';
    expect(await isOff({ content: `${draft} /OC /M BDC 0 g 45 195 80 20 re f EMC` })).to.equal(false);
    expect(await isOff({ content: `${draft} /OC /M BDC ${over} EMC`, object: image('') })).to.equal(false);
    expect(await isOff({ content: `${draft} ${over}`, object: image('/OC 100 0 R') })).to.equal(false);
  });
});
