import { Dict, Name, PdfString, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { signatureIn } from '../../facts/signatures/signatures.ts';
import { buttonStates } from '../button-states.ts';
import type { Field, FieldOption } from './field.ts';
import { off, stateText } from '../state-name.ts';

/** The value of a field: a text, an export value, several for a list; null for none. */
export type FieldValue = string | readonly string[] | null;

/** Characters of a text: a text stream may have hundreds of megabytes. */
const maxLength = 1_000_000;

/** Options of a field: Opt of choice fields (ISO 32000-2, 12.7.5.4), states of buttons. */
export function optionsOf(file: PdfFile, field: Field): readonly FieldOption[] {
  if (field.kind === 'checkbox' || field.kind === 'radio')
    return buttonStates(file, field).map(({ label, value }) => ({ label, value }));
  if (field.kind !== 'combo' && field.kind !== 'list') return [];
  return (file.array(field.inherited('Opt')) ?? []).flatMap((entry): FieldOption[] => {
    const pair = file.array(entry);
    const value = textOf(file, pair?.[0] ?? entry);
    if (value === null) return [];
    return [{ value, label: (pair === null ? null : textOf(file, pair[1] ?? null)) ?? value }];
  });
}

/** The text of a text string, a text stream (ISO 32000-2, 7.9.3), or a name, which some files use for text. */
export function textOf(file: PdfFile, obj: Obj): string | null {
  const value = file.resolve(obj);
  if (value instanceof PdfString) return value.text.slice(0, maxLength);
  if (value instanceof Stream) return new PdfString(value.decode().subarray(0, maxLength * 2)).text.slice(0, maxLength);
  return value instanceof Name ? stateText(value) : null;
}

/**
 * The value (V) or the default (DV) of a field. For a signed field the name of the signer in the signature (ISO
 * 32000-2, 12.8.1), or `signed` without one.
 */
export function valueOf(file: PdfFile, field: Field, key: 'V' | 'DV' = 'V'): FieldValue {
  const value = file.resolve(field.inherited(key));
  switch (field.kind) {
    case 'checkbox':
    case 'radio':
      return buttonValue(file, field, value, key);
    case 'list':
    case 'combo': {
      const all = Array.isArray(value) ? value.flatMap((entry) => textOf(file, entry) ?? []) : null;
      if (field.flags.has('multiSelect')) return all ?? [textOf(file, value)].flatMap((text) => text ?? []);
      return all === null ? textOf(file, value) : (all[0] ?? null);
    }
    case 'signature': {
      const signature = key === 'V' ? signatureIn(file, { kind: 'Sig', dict: new Dict([['V', value]]) }) : null;
      return signature === null ? null : (textOf(file, signature.get('Name')) ?? 'signed');
    }
    case 'button':
      return null;
    case 'text':
      return textOf(file, value);
  }
}

/** Without a value the state of a button is that of its widgets. */
function buttonValue(file: PdfFile, field: Field, value: Obj, key: 'V' | 'DV'): string | null {
  const shown =
    field.widgets
      .map(({ dict }) => file.resolve(dict.get('AS')))
      .find((state) => state instanceof Name && state.value !== off) ?? null;
  const state = value instanceof Name ? value : key === 'V' ? shown : null;
  const text = state instanceof Name ? stateText(state) : value instanceof PdfString ? value.text : off;
  const nothing = field.kind === 'checkbox' && key === 'V' ? off : null;
  if (text === off || text === '') return nothing;
  const states = buttonStates(file, field);
  const known =
    states.find((one) => state instanceof Name && one.state.value === state.value) ??
    states.find((one) => one.value === text);
  return known?.value ?? text;
}
