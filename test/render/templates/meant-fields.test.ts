import { expect } from 'chai';
import type { Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly pointer: string;
}

const invoice = (line: object, more: object = {}) => ({
  operations: [
    {
      op: 'add_template',
      name: 'invoice',
      data: { currency: 'EUR', seller: { name: 'Ada' }, buyer: { name: 'Ben' }, lines: [line], ...more },
    },
  ],
});

describe('A field that a template of the service does not have', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const warningsOf = async (body: object): Promise<Reported[]> => {
    const answer = await service.render(body, { headers: { accept: 'application/json' } });
    expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.equal(200);
    return answer.json().report.warnings;
  };

  it('is a warning where it probably means one that the data lacks, so that no invoice has a wrong amount', async () => {
    const line = { description: 'Work', qty: 3, unitPrice: 5, tax: 0.19, dsicount: 0.1 };
    const found = await warningsOf(invoice(line, { dueDate: '2026-12-21', invoice_number: '7' }));
    expect(
      found.map(({ code, pointer, message }) => [code, pointer, /Is `(\w+)` meant/.exec(message)?.[1]]),
    ).to.have.deep.members([
      ['variable-unknown', '/operations/0/data/dueDate', 'due'],
      ['variable-unknown', '/operations/0/data/invoice_number', 'number'],
      ['variable-unknown', '/operations/0/data/lines/0/qty', 'quantity'],
      ['variable-unknown', '/operations/0/data/lines/0/unitPrice', 'price'],
      ['variable-unknown', '/operations/0/data/lines/0/tax', 'vat'],
      ['variable-unknown', '/operations/0/data/lines/0/dsicount', 'discount'],
    ]);
  });

  it('is refused where `failOn` names the warning', async () => {
    const body = { ...invoice({ description: 'Work', qty: 3, price: 5 }), output: { failOn: ['variable-unknown'] } };
    const { status, errors } = (await service.render(body)).json();
    expect([status, errors[0].pointer]).to.deep.equal([422, '/operations/0/data/lines/0/qty']);
  });

  it('is named where the field that it means is required', async () => {
    const { operations } = invoice({});
    const data = { ...operations[0]?.data, lines: undefined, items: [] };
    const { errors } = (await service.render({ operations: [{ ...operations[0], data }] })).json();
    expect(errors).to.deep.equal([
      {
        pointer: '/operations/0/data/lines',
        message: '`lines` is required; the data has `items`, which the template does not know',
      },
    ]);
  });

  it('is ignored where it means nothing that the template prints, or the data has what it means', async () => {
    const line = { description: 'Work', quantity: 1, qty: 1, price: 5, warehouse: 'B', internalId: 12 };
    expect(await warningsOf(invoice(line, { createdBy: 'ada', tenant: { id: 4 } }))).to.deep.equal([]);
  });
});
