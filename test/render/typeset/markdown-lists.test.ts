import { expect } from 'chai';
import { structureOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const diagram = '```mermaid\ngraph TD; A-->B & C\n```';

describe('Lists of Markdown', () => {
  let service: Service;

  before(async () => {
    service = await sharedService();
  });

  const markdown = async (text: string, document: object = {}): Promise<Buffer> =>
    pdfOf(await service.render({ document, operations: [{ op: 'add_markdown', markdown: text }] }));

  for (const style of ['house', 'none'])
    it(`have a box for each task, empty or ticked, as the label of the item (${style})`, async () => {
      const pdf = await markdown(
        '- [ ] Write the **report**\n- [x] Задача выполнена\n- [X] Εργασία\n- [y] no task\n- [x](https://example.com) link\n\n1. [ ] First',
        { style },
      );
      const lines = (await textOf(pdf)).split('\n').map((line) => line.replace(/\s+/g, ''));
      expect(lines).to.include.members(['☐Writethereport', '☑Задачавыполнена', '☑Εργασία', '☐First']);
      expect(lines.filter((line) => /\[y\]notask|^[^☐☑]*xlink/.test(line))).to.have.length(2);
      const structure = (await structureOf(pdf)).replace(/\s+/g, ' ');
      expect(structure).to.match(/LI \(block\) Lbl \(block\) "☑ ?" (?:LBody \(block\) )?NonStruct "/);
    });

  it('have terms with their definitions', async () => {
    const pdf = await markdown('Harbour\n: A place for ships\n: A shelter\n\nΛιμάνι\n\n: Τόπος για πλοία');
    const text = (await textOf(pdf)).replace(/\s+/g, ' ');
    expect(text).to.contain('Harbour A place for ships A shelter Λιμάνι Τόπος για πλοία').and.not.to.contain(': A');
  });

  it('print HTML as text, and say so; code and comparisons are no HTML', async () => {
    const codesOf = async (source: string) => {
      const { body } = await service.render(
        { operations: [{ op: 'add_markdown', markdown: source }] },
        { headers: { accept: 'application/json' } },
      );
      const { report } = JSON.parse(body.toString('utf8')) as { report: { warnings: { code: string }[] } };
      return report.warnings.map(({ code }) => code);
    };
    for (const source of ['<p align="center">\n  Hello\n</p>', 'Press <kbd>F1</kbd>', 'One<br/>two', '- <!-- x -->'])
      expect(await codesOf(source), source).to.deep.equal(['html-as-text']);
    expect(await textOf(await markdown('Press <kbd>F1</kbd>'))).to.contain('<kbd>F1</kbd>');
    for (const source of ['`<br>`', '```html\n<p>x</p>\n```', 'a <b and c> d', '<https://example.com>', '1 < 2 > 0'])
      expect(await codesOf(source), source).to.deep.equal([]);
  });

  it('leave a mermaid fence as code, with a warning unless a script of the document may draw it', async () => {
    const report = async (operations: readonly object[]) => {
      const { body } = await service.render({ operations }, { headers: { accept: 'application/json' } });
      const { report: found } = JSON.parse(body.toString('utf8')) as {
        report: { warnings: { code: string; pointer: string }[] };
      };
      return found.warnings.map(({ code, pointer }) => [code, pointer]);
    };
    const fence = { op: 'add_markdown', markdown: diagram };
    expect(await textOf(await markdown(diagram))).to.contain('graph TD; A-->B & C');
    expect(await report([fence])).to.deep.equal([['diagram-as-code', '/operations/0/markdown']]);
    const script = '<script>document.querySelector(".mermaid").textContent = "Drawn"</script>';
    const drawn = [fence, { op: 'add_html', html: script }];
    expect(await report(drawn)).to.deep.equal([]);
    expect(await textOf(pdfOf(await service.render({ operations: drawn })))).to.contain('Drawn');
  });
});
