import { checked } from './fields.ts';

/** Characters. A certificate has some 2,000, and a bundle has a few certificates. */
const maxPemLength = 65_536;

const pemSchema = (what: string) => ({
  type: 'string',
  minLength: 1,
  maxLength: maxPemLength,
  pattern: '-----BEGIN [A-Z0-9 ]+-----',
  description: what,
});

function checkPem(value: unknown, report: (problem: string) => void): void {
  if (typeof value !== 'string') report('must be a string: PEM');
  else if (value.length > maxPemLength) report(`has ${value.length} characters; ${maxPemLength} are allowed`);
  else if (!/-----BEGIN [A-Z0-9 ]+-----/.test(value)) report('must be PEM: it has no `-----BEGIN ...-----`');
}

/** A field with one PEM text; `what` is its description. */
export const pem = (what: string) =>
  checked({
    jsonSchema: pemSchema(what),
    check: (value, report) => {
      checkPem(value, (problem) => {
        report([], problem);
      });
    },
  });

const maxPems = 20;

/** A field with one PEM text or a list of them; `what` is its description. */
export const pems = (what: string) => {
  const items = pemSchema('PEM.');
  return checked({
    jsonSchema: {
      description: what,
      anyOf: [pemSchema('A PEM bundle.'), { type: 'array', items, maxItems: maxPems }],
    },
    check(value, report) {
      if (!Array.isArray(value))
        checkPem(value, (problem) => {
          report([], problem);
        });
      else if (value.length > maxPems) report([], `has ${value.length} items; ${maxPems} are allowed`);
      else
        value.forEach((item, index) => {
          checkPem(item, (problem) => {
            report([index], `item ${index} ${problem}`);
          });
        });
    },
  });
};
