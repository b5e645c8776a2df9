import { expect } from 'chai';
import type { FormWidget } from '../../../../src/pdf/edit/forms/form-field.ts';
import { AppError } from '../../../../src/problems.ts';
import { countFields } from '../../../../src/render/content/forms/field-count.ts';

const look: FormWidget['look'] = {
  size: 10,
  color: [0, 0, 0],
  align: 'left',
  padding: { top: 0, right: 0, bottom: 0, left: 0 },
  lineHeight: null,
};
const widget: FormWidget = {
  key: 'k',
  kind: 'text',
  name: 'n',
  group: null,
  tooltip: '',
  values: [],
  options: [],
  required: false,
  readOnly: false,
  multiple: false,
  password: false,
  maxLength: null,
  tabIndex: 0,
  look,
};
const widgets = (count: number, values: string[] = []) => Array.from({ length: count }, () => ({ ...widget, values }));

describe('The fields of a document', () => {
  it('are 20,000 at most, all of its prints together', () => {
    const fields = countFields();
    fields.add(widgets(12_000));
    fields.add(widgets(8_000));
    expect(() => fields.add(widgets(1))).to.throw(AppError, '20000 form controls');
  });

  it('have 20 million characters at most', () => {
    const fields = countFields();
    fields.add(widgets(1, ['x'.repeat(15_000_000)]));
    expect(() => fields.add(widgets(1, ['x'.repeat(6_000_000)]))).to.throw(AppError, '20 million characters');
  });

  it('do not count where their part is printed anew, or given up', () => {
    const fields = countFields();
    const ahead = fields.ahead();
    for (let print = 0; print < 3; print += 1) {
      ahead.add(widgets(15_000));
      ahead.add(widgets(15_000), -1);
    }
    ahead.add(widgets(19_000));
    fields.add(widgets(20_000));
  });
});
