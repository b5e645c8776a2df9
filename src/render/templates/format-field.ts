import { checked } from '../../input/fields.ts';
import { didYouMean } from '../../near-names.ts';
import { formatDescription, formatSyntax } from './format.ts';

const kinds = ['number', 'integer', 'percent', 'currency', 'date', 'time', 'datetime'];

/** The end of a sentence that suggests what a wrong format probably means, or ''. */
function meant(given: string): string {
  const [kind = '', ...options] = given.split(':');
  const near = kinds.includes(kind) ? kind : /`(\w+)`/.exec(didYouMean(kind, kinds))?.[1];
  const corrected = [near, ...options].join(':');
  const upper = near === 'currency' ? corrected.replace(/:[a-z]{3}(?=:|$)/i, (code) => code.toUpperCase()) : corrected;
  if (near !== undefined && formatSyntax.test(upper)) return `; did you mean \`${upper}\`?`;
  return near === 'currency' ? '; a currency has the three letters of ISO 4217' : '';
}

/** The field `format`: how numbers and dates are written. `examples` are the formats that a mistake names. */
export const formatField = (examples: string) =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, pattern: formatSyntax.source, description: formatDescription },
    check(value, report) {
      if (typeof value !== 'string') report([], `must be a string: a format such as ${examples}`);
      else if (!formatSyntax.test(value))
        report([], `must be a format such as ${examples}${meant(value.slice(0, 64))}`);
    },
  });
