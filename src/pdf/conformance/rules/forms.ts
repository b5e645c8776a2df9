import { normalAppearance } from '../model/annotations.ts';
import type { Model } from '../model/model.ts';
import { readSignedData } from '../model/signed-data.ts';
import { rule, type Rule } from '../rule.ts';

const form = (model: Model) => {
  const dict = model.file.dict(model.file.catalog.get('AcroForm'));
  return dict === null ? [] : [{ place: {}, dict }];
};
const widgets = (model: Model) => model.annotations.filter(({ type }) => type === 'Widget');

/**
 * Forms and signatures: ISO 19005-1, 6.6, 6.9; ISO 19005-2, 6.1.12, 6.4, 6.5.2; ISO 19005-4, 6.1.11, 6.4; ISO 14289-1,
 * 7.15.
 */
export const formRules: readonly Rule[] = [
  rule({
    id: 'need-appearances',
    clauses: { 1: '6.9-1', 2: '6.4.1-3', 4: '6.4.1-2' },
    on: form,
    fails: ({ dict }, _, { file }) => file.resolve(dict.get('NeedAppearances')) === true,
    requirement: 'NeedAppearances of the form is not true.',
    fault: 'NeedAppearances of the form is true.',
    fix: 'Make the appearances of the fields, and remove NeedAppearances.',
  }),
  rule({
    id: 'widget-appearance',
    clauses: { 1: '6.9-2' },
    on: widgets,
    fails: (widget, _, { file }) => normalAppearance(file, widget) === 'none',
    requirement: 'Every field of the form has an appearance.',
    fault: 'A field of the form has no appearance.',
    fix: 'Make appearance streams for the fields.',
  }),
  rule({
    id: 'widget-action',
    clauses: { 1: ['6.6.1-3', '6.9-3'], 2: '6.4.1-1', 4: '6.4.1-1' },
    on: widgets,
    fails: ({ dict }) => dict.has('A'),
    requirement: 'A widget performs no action: it has no A entry.',
    fault: 'A widget performs an action: it has an A entry.',
    fix: 'Remove the action.',
  }),
  rule({
    id: 'widget-triggers',
    clauses: { 1: '6.6.2-1', 2: ['6.4.1-1', '6.5.2-1'] },
    on: widgets,
    fails: ({ dict }) => dict.has('AA'),
    requirement: 'A widget has no additional actions.',
    fault: 'A widget has additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'field-triggers',
    clauses: { 1: '6.6.2-2', 2: ['6.4.1-2', '6.5.2-1'] },
    on: (model) => model.fields,
    fails: ({ dict }) => dict.has('AA'),
    requirement: 'A field has no additional actions.',
    fault: 'A field has additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'no-xfa',
    clauses: { 1: '6.9-4', 2: '6.4.2-1', 4: '6.4.2-1' },
    on: form,
    fails: ({ dict }) => dict.has('XFA'),
    requirement: 'The form has no XFA.',
    fault: 'The form has XFA.',
    fix: 'Remove XFA.',
  }),
  rule({
    id: 'needs-rendering',
    clauses: { 2: '6.4.2-2', 4: '6.4.2-2' },
    on: (model) => [{ place: {}, catalog: model.file.catalog }],
    fails: ({ catalog }, _, { file }) => file.resolve(catalog.get('NeedsRendering')) === true,
    requirement: 'The catalog has no NeedsRendering.',
    fault: 'NeedsRendering of the catalog is true.',
    fix: 'Remove NeedsRendering.',
  }),
  rule({
    id: 'dynamic-xfa',
    clauses: { ua1: '7.15-1', ua2: '8.10.4-1' },
    on: form,
    fails: ({ dict }, _, { file }) => {
      const parts = file.array(dict.get('XFA')) ?? [dict.get('XFA')];
      return parts.some((part) =>
        /<(?:\w+:)?dynamicRender\s*>\s*required\s*</.test(file.stream(part)?.decode().toString('latin1') ?? ''),
      );
    },
    requirement: 'The form is no dynamic XFA form.',
    fault: 'The form is a dynamic XFA form.',
    fix: 'Make a static form of it.',
  }),
  rule({
    id: 'permissions-keys',
    clauses: { 2: '6.1.12-1', 4: '6.1.11-1' },
    on: (model) => [{ place: {}, keys: model.file.dict(model.file.catalog.get('Perms'))?.keys() ?? [] }],
    fails: ({ keys }) => {
      const foreign = keys.find((key) => key !== 'UR3' && key !== 'DocMDP');
      return foreign !== undefined && `it has ${foreign}`;
    },
    requirement: 'The permissions dictionary has UR3 and DocMDP only.',
    fault: 'The permissions dictionary has entries other than UR3 and DocMDP.',
    fix: 'Remove the other entries.',
  }),
  rule({
    id: 'certification-digests',
    clauses: { 2: '6.1.12-2', 4: '6.1.11-2' },
    on: (model) => (model.file.dict(model.file.catalog.get('Perms'))?.has('DocMDP') ? model.signatures : []),
    fails: ({ dict }, _, { file }) =>
      (file.array(dict.get('Reference')) ?? []).some((entry) =>
        ['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => file.dict(entry)?.has(key)),
      ),
    requirement: 'A signature reference dictionary has no DigestLocation, DigestMethod and DigestValue.',
    fault: 'A signature reference dictionary has DigestLocation, DigestMethod or DigestValue.',
    fix: 'Sign the document again.',
  }),
  rule({
    id: 'signature-range',
    clauses: { 2: '6.4.3-1' },
    on: (model) => model.signatures,
    fails: ({ dict }, _, { file }) => {
      const [start, first, second, last] = (file.array(dict.get('ByteRange')) ?? []).map((entry) => file.number(entry));
      if (start !== 0 || first == null || second == null || last == null) return 'ByteRange is missing or broken';
      return second + last !== file.bytes.length && !endsRevision(file.bytes, second + last);
    },
    requirement: 'A signature covers the whole file but for its own value.',
    fault: 'A signature does not cover the whole file but for its own value.',
    fix: 'Sign the document again.',
  }),
  rule({
    id: 'signature-certificate',
    clauses: { 2: '6.4.3-2' },
    on: signedData,
    fails: ({ signed }) => signed === null || signed.certificates === 0,
    requirement: 'A signature has the certificate of its signer.',
    fault: 'A signature has no certificate of its signer.',
    fix: 'Sign the document again.',
  }),
  rule({
    id: 'signature-one-signer',
    clauses: { 2: '6.4.3-3' },
    on: signedData,
    fails: ({ signed }) => signed?.signers !== 1,
    requirement: 'A signature has one signer.',
    fault: 'A signature has more than one signer, or none.',
    fix: 'Sign the document again, each time with one signer.',
  }),
];

const cms: ReadonlySet<string> = new Set(['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached']);

/** Signatures with the CMS in Contents (ISO 32000-1, 12.8.3.3). */
function signedData({ signatures, file }: Model) {
  return signatures
    .filter(({ dict }) => cms.has(file.name(dict.get('SubFilter')) ?? ''))
    .map(({ place, dict }) => ({
      place,
      signed: readSignedData(file.string(dict.get('Contents'))?.bytes ?? Buffer.alloc(0)),
    }));
}

/** True where the signed range ends with a revision of the file: with an end-of-file marker. */
function endsRevision(bytes: Buffer, offset: number): boolean {
  return /%%EOF[\r\n]*$/.test(bytes.toString('latin1', Math.max(0, offset - 10), offset));
}
