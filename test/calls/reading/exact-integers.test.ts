import { expect } from 'chai';
import { textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

const long = '12345678901234567890';

describe('A whole number with more digits than a double holds', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  /** Sent as text, because `JSON.stringify` has lost the digits already. */
  const send = (operations: string) =>
    service.request('POST', '/api/v1/render', {
      headers: { 'content-type': 'application/json' },
      body: `{"operations":[${operations}]}`,
    });
  const shown = async (operation: string) =>
    (await textOf(pdfOf(await send(operation)))).replaceAll(/\s+/g, ' ').trim();

  it('keeps its digits in cells, with a format, and in a total', async () => {
    const table = (more: string) => `{"op":"add_table",${more}}`;
    expect(await shown(table(`"rows":[{"id":${long},"n":-9007199254740993,"x":1}]`))).to.equal(
      `Id N X ${long} -9007199254740993 1`,
    );
    expect(await shown(table(`"columns":["a"],"rows":[[{"text":${long}}]]`))).to.equal(`a ${long}`);
    const columns = '"columns":[{"key":"a","format":"number","footer":"sum"}]';
    expect(await shown(table(`${columns},"rows":[[${long}],[1]]`))).to.equal(
      'a 12,345,678,901,234,567,890 1 12,345,678,901,234,567,891',
    );
  });

  it('keeps its digits in the data of a template and in the categories of a chart', async () => {
    const source = '<p>{{id}} {{number id}} {{#each list}}{{this}};{{/each}}</p>';
    expect(
      await shown(`{"op":"add_template","source":"${source}","data":{"id":${long},"list":[1e22,${long},2]}}`),
    ).to.equal(`${long} 12,345,678,901,234,567,890 1e+22;${long};2;`);
    const chart = `{"op":"add_chart","kind":"bar","categories":[${long}],"series":[{"data":[${long}]}]}`;
    expect(await shown(chart)).to.contain(long);
  });

  it('is the number of a chart and of a sparkline, and no length of anything', async () => {
    expect((await send(`{"op":"add_table","rows":[{"a":{"sparkline":[1,${long}]}}]}`)).status).to.equal(200);
    const answer = await send(`{"op":"add_spacer","height":${long}}`);
    expect(answer.status).to.equal(400);
    expect(answer.json().errors[0].pointer).to.equal('/operations/0/height');
  });

  it('is no part of a text', async () => {
    expect(await shown(`{"op":"add_table","rows":[{"a":"x: ${long}, y"}]}`)).to.equal(`A x: ${long}, y`);
  });
});
