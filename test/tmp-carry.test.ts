import { writeFileSync } from 'node:fs';
import { pdfOf, type Service } from './support/service.ts';
import { sharedService } from './support/shared.ts';
describe('carry', () => {
  let service: Service;
  before(async () => (service = await sharedService({})));
  const render = async (name: string, body: object) => {
    const t = Date.now();
    const answer = await service.request('POST', '/api/v1/render', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    console.error(name, answer.status, Date.now() - t, answer.headers.get('document-pages'), answer.headers.get('server-timing'), answer.status === 200 ? '' : answer.body.toString().slice(0, 600));
    if (answer.status === 200) writeFileSync(`/tmp/w2/mc/${name}.pdf`, pdfOf(answer));
  };
  const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ item: `Article ${i} ${'with words '.repeat((i * 7) % 13)}`, group: `G${Math.floor(i / 33)}`, amount: ((i * 37) % 1000) / 100 + 0.1 }));
  const carry = { columns: ['amount'] };
  const columns = [{ key: 'item', header: 'Item' }, { key: 'amount', header: 'Amount', format: 'currency:EUR', footer: 'sum' }];
  it('all', async () => {
    await render('plain', { document: { size: 'A5', lang: 'de' }, operations: [{ op: 'add_text', text: 'Intro' }, { op: 'add_table', columns, rows: rows(120), carry, zebra: true, caption: 'List' }, { op: 'add_text', text: 'after' }, { op: 'add_table', columns, rows: rows(60), carry: { ...carry, forward: 'Sum so far', brought: 'Sum before' } }] });
    await render('grouped', { document: { size: 'A5', header: { text: '{page}' } }, operations: [{ op: 'add_table', columns, groupBy: 'group', rows: rows(150), carry }] });
    await render('html', { operations: [{ op: 'add_html', html: `<table data-carry="Amount"><thead><tr><th>Item</th><th>Amount</th></tr></thead><tbody>${rows(100).map(({ item, amount }) => `<tr><td>${item}</td><td>$ ${(amount * 1000).toLocaleString('en', { minimumFractionDigits: 2 })}</td></tr>`).join('')}</tbody></table>` }] });
    await render('complete', { operations: [{ op: 'add_html', html: `<!doctype html><style>@page{size:A5;margin:15mm}td{border:1px solid}</style><h1>Hi</h1><table data-carry="2" data-carry-forward="fwd" data-carry-brought="bro"><thead><tr><th>Item</th><th>Amount</th></tr></thead><tbody>${rows(100).map(({ item, amount }) => `<tr><td>${item}</td><td>${amount.toFixed(2)}</td></tr>`).join('')}</tbody></table>` }] });
    await render('k1', { operations: [{ op: 'add_table', columns, rows: rows(1000), carry }] });
    
    await render('k10', { operations: [{ op: 'add_table', columns, rows: rows(10000), carry }] });
    
  }).timeout(200000);
});
