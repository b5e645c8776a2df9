import { pointer, sentenceOf } from '../../input/input.ts';
import { didYouMean } from '../../near-names.ts';
import { AppError, type Mistake } from '../../problems.ts';

/** What the arguments of a tool have in this protocol and not elsewhere. */
export interface OwnTerms {
  /** The names of the arguments beside those of the tool. */
  readonly names: readonly string[];
  /** True where files of a root may be named. */
  readonly paths: boolean;
}

/** The fields of a document as the tool lists them. */
const listedSources = 'its fields are `data`, `jobId`';
const listedFields = /; the fields are (?:`\w+`(?:, )?)+$/;

function worded({ pointer: place, message }: Mistake, { names, paths }: OwnTerms): Mistake {
  const sources = paths ? ['path', 'uri', 'data'] : ['uri', 'data'];
  if (message.includes(listedSources)) {
    const fields = sources.map((name) => `\`${name}\``).join(', ');
    return { pointer: place, message: message.replace(listedSources, `its fields are ${fields}`) };
  }
  const name = place.slice(1);
  if (place !== pointer([name]) || !message.startsWith(`\`${name}\` is not allowed`))
    return { pointer: place, message };
  const near = didYouMean(name, names);
  if (near !== '') return { pointer: place, message: `\`${name}\` is not allowed${near}` };
  const added = names.map((own) => `, \`${own}\``).join('');
  return { pointer: place, message: listedFields.test(message) ? message + added : message };
}

/**
 * A problem of the arguments of a call in the terms of this protocol: a document is an object with `uri` or `path`, and
 * the arguments that only this protocol has are among the fields.
 */
export function inOwnTerms(error: unknown, terms: OwnTerms): unknown {
  if (!(error instanceof AppError) || error.slug !== 'invalid-request') return error;
  const errors = error.errors.map((mistake) => worded(mistake, terms));
  const { slug, message, extra, headers, cause } = error;
  const detail = message === sentenceOf(error.errors) ? sentenceOf(errors) : message;
  return new AppError(slug, detail, { errors, extra, headers, cause });
}
