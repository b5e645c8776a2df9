import { fieldOf, type Helper } from './call.ts';

/** True as in `{{#if}}`: false for absent values, `false`, '', 0 and empty lists. */
const holds = (value: unknown) =>
  !(
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    value === 0 ||
    (Array.isArray(value) && value.length === 0)
  );

/**
 * Conditions for `{{#if (and a b)}}`. `or` and `and` return one of their values, so `{{or name "none"}}` is the name or
 * a text for its absence.
 */
export const logic: Readonly<Record<string, Helper>> = {
  and: {
    values: [1, Infinity],
    options: [],
    run: ({ values }) => values.find((value) => !holds(value)) ?? (values.every(holds) ? values.at(-1) : undefined),
  },
  or: { values: [1, Infinity], options: [], run: ({ values }) => values.find(holds) ?? values.at(-1) },
  not: { values: [1, 1], options: [], run: ({ values: [value] }) => !holds(value) },
  /** `{{#if (some lines "vat")}}`: whether any item of a list has the field. */
  some: {
    values: [2, 2],
    options: [],
    run: ({ values: [list, field], filling }) =>
      Array.isArray(list) &&
      (filling.budget.spend(list.length),
      list.some((item) => typeof field === 'string' && fieldOf(item, field) != null)),
  },
  /** A list unchanged; a text as its lines. Data may contain an address or notes in either form. */
  list: {
    values: [1, 1],
    options: [],
    run: ({ values: [value] }) =>
      Array.isArray(value)
        ? (value as unknown[])
        : typeof value === 'string' && value !== ''
          ? value.split(/\r?\n/)
          : typeof value === 'number'
            ? [value]
            : [],
  },
  /** Characters of a text, or items of a list: long titles are set smaller. */
  length: {
    values: [1, 1],
    options: [],
    run: ({ values: [value] }) =>
      typeof value === 'string' ? Array.from(value).length : Array.isArray(value) ? value.length : 0,
  },
  includes: {
    values: [2, 2],
    options: [],
    run: ({ values: [list, value] }) => Array.isArray(list) && list.includes(value),
  },
};
