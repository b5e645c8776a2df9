import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDocument, PDFName } from 'pdf-lib';
import { createEgress } from '../../../../src/browser/network/egress.ts';
import { boxesOf, formOf, formTags } from '../../../support/forms.ts';
import { checkSyntax, infoOf, structureOf, textOf, wordsOf } from '../../../support/pdf.ts';
import { pdfOf, type Service, startService } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const everyControl = `<form><p><label>Name <input name="n" value="Ada Lovelace" required maxlength="30"></label>
<label for="m">Mail</label> <input type="email" id="m" name="mail"></p>
<p><label><input type="checkbox" name="c" checked value="yes"> Yes</label> <label><input type="checkbox" name="d"
value="nö"> No</label>
<label><input type="radio" name="r" value="1"> One</label> <label><input type="radio" name="r" value="2" checked>
Two</label></p>
<p><label>Country <select name="s"><option value="es">Spain<option value="fr" selected>France</select></label>
<select name="l" multiple title="Several"><option selected>a<option>b<option selected>c</select></p>
<p><textarea name="t" rows="3" aria-label="Remarks">Line one\nline two</textarea> <input type="password" name="pw"
value="secret"> <input type="date" name="when" value="2026-11-21"> <input type="number" name="num" value="42"
readonly> <input name="off" disabled value="off"></p></form>`;

describe('HTML forms', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const html = (source: string, fields: object = {}) => ({ op: 'add_html', html: source, ...fields });
  const render = async (operations: object[], output: object = {}, document: object = {}) =>
    pdfOf(await service.render({ operations, output: { forms: true, ...output }, document }));
  const namesOf = async (pdf: Uint8Array) => (await formOf(pdf)).getFields().map((field) => field.getName());

  it('become fields of their kinds, with values, options and flags', async () => {
    const pdf = await render([html(everyControl)]);
    const form = await formOf(pdf);
    const name = form.getTextField('n');
    expect([name.getText(), name.isRequired(), name.getMaxLength()]).to.deep.equal(['Ada Lovelace', true, 30]);
    expect([form.getCheckBox('c').isChecked(), form.getCheckBox('d').isChecked()]).to.deep.equal([true, false]);
    expect([form.getRadioGroup('r').getOptions(), form.getRadioGroup('r').getSelected()]).to.deep.equal([
      ['1', '2'],
      '2',
    ]);
    expect([form.getDropdown('s').getOptions(), form.getDropdown('s').getSelected()]).to.deep.equal([
      ['Spain', 'France'],
      ['fr'],
    ]);
    expect([form.getOptionList('l').getSelected(), form.getOptionList('l').isMultiselect()]).to.deep.equal([
      ['a', 'c'],
      true,
    ]);
    expect([form.getTextField('t').getText(), form.getTextField('t').isMultiline()]).to.deep.equal([
      'Line one\nline two',
      true,
    ]);
    expect(form.getTextField('when').getText()).to.equal('2026-11-21');
    expect([
      form.getTextField('num').isReadOnly(),
      form.getTextField('off').isReadOnly(),
      name.isReadOnly(),
    ]).to.deep.equal([true, true, false]);
    await checkSyntax(pdf);
  });

  it('keep no password in the file', async () => {
    const pdf = await render([html(everyControl)], { compress: false });
    expect((await formOf(pdf)).getTextField('pw').isPassword()).to.equal(true);
    expect((await formOf(pdf)).getTextField('pw').getText()).to.equal(undefined);
    expect(pdf.includes('secret') || pdf.includes(Buffer.from('secret', 'utf16le').swap16().toString('hex'))).to.equal(
      false,
    );
  });

  it('stay pictures of what they show, unless they are asked for', async () => {
    const pdf = await render([html(everyControl)], { forms: false });
    expect(await infoOf(pdf)).to.include({ Form: 'none' });
    expect(await textOf(pdf)).to.contain('Ada Lovelace');
  });

  it('show each value once, where it was', async () => {
    const operations = [html(everyControl), { op: 'add_text', text: 'AFTER' }];
    const [fields, pictures] = [await render(operations), await render(operations, { forms: false })];
    const text = await textOf(fields);
    for (const value of ['Ada Lovelace', 'Line one', 'line two', 'France', '42'])
      expect(text.split(value), value).to.have.length(2);
    const placeOf = async (pdf: Uint8Array, word: string) => (await wordsOf(pdf, 1)).find((one) => one.text === word)!;
    for (const word of ['Name', 'Mail', 'Yes', 'Two', 'Country', 'AFTER']) {
      const [now, then] = [await placeOf(fields, word), await placeOf(pictures, word)];
      expect([now.x, now.y].map(Math.round), word).to.deep.equal([then.x, then.y].map(Math.round));
    }
    const [ada, before] = [await placeOf(fields, 'Lovelace'), await placeOf(pictures, 'Lovelace')];
    expect(Math.abs(ada.y - before.y)).to.be.below(3);
  });

  it('are tagged where they stand, and named after their labels', async () => {
    const pdf = await render([html(everyControl)]);
    expect(await formTags(pdf)).to.deep.equal({ widgets: 13, tagged: 13 });
    expect(await structureOf(pdf)).to.match(/"Name "\s+Form\s+Object/);
    const tooltips = Object.fromEntries(
      (await formOf(pdf)).getFields().map((field) => [field.getName(), tooltipOf(field.acroField.dict)]),
    );
    expect(tooltips).to.include({ n: 'Name', mail: 'Mail', c: 'Yes', l: 'Several', t: 'Remarks', num: 'num' });
  });

  it('are gone through in the order of their tab indexes, where they have some', async () => {
    const orderOf = async (source: string) => {
      const pdf = await render([html(source)]);
      const page = (await PDFDocument.load(pdf)).getPage(0);
      return [page.node.get(PDFName.of('Tabs'))?.toString(), ...(await boxesOf(pdf)).map(({ name }) => name)];
    };
    expect(await orderOf('<input name="a"><input name="b">')).to.deep.equal(['/S', 'a', 'b']);
    expect(
      await orderOf(
        '<input name="a"><input name="b" tabindex="2"><input name="c" tabindex="-1"><textarea name="d" ' +
          'tabindex="1"></textarea><input name="e">',
      ),
    ).to.deep.equal(['/W', 'd', 'b', 'a', 'e', 'c']);
  });

  it('are as wide as the paper makes them', async () => {
    const source =
      '<div style="display:flex"><input name="a" style="flex:1;box-sizing:border-box"><input name="b" ' +
      'style="flex:2;box-sizing:border-box"></div><input name="half" ' +
      'style="width:50%;box-sizing:border-box"><div style="width:300px"><input name="inner" ' +
      'style="width:100%"></div>';
    const boxes = Object.fromEntries(
      (await boxesOf(await render([html(source)], {}, { size: 'A5', margin: 36 }))).map((box) => [box.name, box.width]),
    );
    expect(boxes.half).to.be.closeTo((419.5 - 72) / 2, 4);
    expect(boxes.inner).to.be.closeTo(225, 5);
    expect(boxes.a! + boxes.b!).to.be.closeTo(419.5 - 72, 6);
    expect(boxes.b).to.be.above(boxes.a!);
  });

  it('stay in the track of a grid, and in the row of a flex box', async () => {
    const input = '<input name=a style="width:100%;box-sizing:border-box">';
    for (const display of ['display:grid;grid-template-columns:30mm 1fr', 'display:flex']) {
      const [box] = await boxesOf(
        await render([html(`<div style="${display};width:100mm"><span style="flex:0 0 30mm">A</span>${input}</div>`)]),
      );
      const points = 72 / 25.4;
      expect(box!.width, display).to.be.within(69 * points, 71 * points);
    }
  });

  it('leave the rules for what stands beside them alone', async () => {
    const css = 'input:checked + b::after { content: "CHECKED" } input[name="x"] { width: 300px }';
    const pdf = await render([
      html('<p><input type="checkbox" name="c" checked><b>Box </b></p><input name="x">', { css }),
    ]);
    expect(await textOf(pdf)).to.contain('CHECKED');
    expect((await boxesOf(pdf)).find(({ name }) => name === 'x')!.width).to.be.closeTo(226, 4);
  });

  it('are not what nobody sees, and no buttons', async () => {
    const source =
      '<input name="a"><input type="hidden" name="h"><input name="none" style="display:none"><input ' +
      'name="hidden" style="visibility:hidden"><input type="checkbox" name="zero" style="opacity:0"><input ' +
      'type="submit" value="Send"><button name="b">Go</button><input type="range" name="range"><input ' +
      'type="file" name="file">';
    const pdf = await render([html(source)]);
    expect(await namesOf(pdf)).to.deep.equal(['a']);
    expect(await textOf(pdf))
      .to.contain('Send')
      .and.to.contain('Go');
  });

  it('of one name are fields of their own, radio buttons of two forms two groups', async () => {
    const answer = await service.render(
      {
        operations: [
          html(
            '<form><input name="q[]"><input name="q[]"><input type="radio" name="r" value="1"><input ' +
              'type="radio" name="r" value="2"></form><form><input type="radio" name="r" value="3"></form><input>',
          ),
        ],
        output: { forms: true },
      },
      { headers: { accept: 'application/json' } },
    );
    const { document, report } = answer.json();
    expect(await namesOf(Buffer.from(document.data, 'base64'))).to.deep.equal(['q[]', 'q[]#2', 'r', 'r#2', 'field']);
    expect(report.warnings.map(({ code }: { code: string }) => code)).to.deep.equal(['field-renamed', 'field-renamed']);
  });

  it('that scripts made are fields too', async () => {
    const pdf = await render([
      html(
        '<div id="form"></div><script>document.getElementById("form").innerHTML = "<label>Made <input ' +
          'name=made></label>"; document.querySelector("input").value = "by script"; document.querySelectorAll = ' +
          '() => [];</script>',
      ),
    ]);
    expect((await formOf(pdf)).getTextField('made').getText()).to.equal('by script');
    expect(await textOf(pdf)).to.contain('by script');
  });

  it('spread over pages, beside fields of operations and a table of contents', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => `<p>Row ${index} <input name="f${index}" value="v${index}"></p>`,
    ).join('');
    const pdf = await render([
      { op: 'add_toc' },
      { op: 'add_heading', text: 'One' },
      html(rows),
      { op: 'add_form_field', kind: 'text', name: 'last' },
    ]);
    const boxes = await boxesOf(pdf);
    expect(boxes).to.have.length(121);
    expect(new Set(boxes.map(({ page }) => page)).size).to.be.above(2);
    for (const { y, height } of boxes) expect(y > 30 && y + height < 812).to.equal(true);
    await checkSyntax(pdf);
  });

  it('that a page break would cut are one widget', async () => {
    const pdf = await render([
      html(
        '<p>Long</p><div style="height:200mm"></div><textarea name="t" ' +
          'style="height:120mm;display:block"></textarea><textarea name="huge" ' +
          'style="height:500mm;display:block"></textarea>',
      ),
    ]);
    expect((await boxesOf(pdf)).map(({ name, page }) => [name, page])).to.deep.equal([
      ['t', 1],
      ['huge', 2],
    ]);
    expect(await formTags(pdf)).to.deep.equal({ widgets: 2, tagged: 2 });
  });

  it('go with one page, scale, encryption, chosen pages and two runs of the same', async () => {
    const scaled = await render(
      [html('<input name="a" style="width:200px;border:0;padding:0">')],
      { deterministic: true },
      { singlePage: true, scale: 0.5 },
    );
    expect((await boxesOf(scaled))[0]!.width).to.be.closeTo(75, 1);
    expect(
      scaled.equals(
        await render(
          [html('<input name="a" style="width:200px;border:0;padding:0">')],
          { deterministic: true },
          { singlePage: true, scale: 0.5 },
        ),
      ),
    ).to.equal(true);
    const two = [html('<input name="a">'), { op: 'add_page_break' }, html('<input name="b">')];
    expect(await namesOf(await render(two, { pages: '2' }))).to.deep.equal(['b']);
    expect(await infoOf(await render(two, { encryption: { ownerPassword: 'o' } }))).to.include({ Form: 'AcroForm' });
  });

  it('of a remote page are fields as well', async () => {
    const remote = createServer(
      (_, response) =>
        void response
          .setHeader('content-type', 'text/html')
          .setHeader('content-security-policy', "default-src 'none'")
          .end('<label>Remote <input name="remote" value="here"></label>'),
    );
    await once(remote.listen(0, '127.0.0.1'), 'listening');
    const allowing = await startService(
      { SERVICE_WORKER_COUNT: '1', SERVICE_NETWORK_ALLOW: 'forms.test' },
      {
        egress: createEgress({
          allow: [`forms.test:${(remote.address() as AddressInfo).port}`],
          addresses: () => Promise.resolve(['127.0.0.1']),
          reachable: () => true,
        }),
      },
    );
    try {
      const pdf = pdfOf(
        await allowing.render({
          operations: [
            html('<label>Own <input name="own"></label>'),
            { op: 'add_url', url: `http://forms.test:${(remote.address() as AddressInfo).port}/` },
          ],
          output: { forms: true },
          document: { scale: 0.8 },
        }),
      );
      expect(await namesOf(pdf)).to.deep.equal(['own', 'remote']);
      expect(await textOf(pdf)).to.contain('here');
      expect(await formTags(pdf)).to.deep.equal({ widgets: 2, tagged: 2 });
    } finally {
      remote.close();
      await allowing.stop();
    }
  });

  it('can not be forged, and are no more than a form has', async () => {
    const forged = await render([
      html(
        '<a href="field#c1">x</a><a ' +
          'href="https://colophon.invalid/aaaaaaaaaaaaaaaaaaaaaaaa/field#h0-d0">y</a><input name="a">',
      ),
    ]);
    expect(await boxesOf(forged)).to.have.length(1);
    const answer = await service.render({ operations: [html('<input>'.repeat(5001))], output: { forms: true } });
    expect([answer.status, answer.json().type.split('/').at(-1)]).to.deep.equal([422, 'limit-exceeded']);
  });
});

function tooltipOf(dict: { lookup(key: unknown): unknown; entries(): [unknown, unknown][] }): string {
  const found = dict.entries().find(([key]) => String(key) === '/TU')?.[1] as { decodeText(): string } | undefined;
  return found?.decodeText() ?? '';
}
