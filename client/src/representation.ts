import { FileAnswer, jsonOf, type Reading } from './answer.ts';

/** The media type of a representation; the first one of the tool unless one is chosen. */
export function acceptOf(formats: Readonly<Record<string, string>>, as: string | undefined): string {
  const accept = as === undefined ? Object.values(formats)[0] : formats[as];
  if (accept === undefined)
    throw new TypeError(`as is one of ${Object.keys(formats).join(', ')}, and not ${JSON.stringify(as)}.`);
  return accept;
}

/** JSON is read at once; everything else as its reader likes. */
export async function answerOf<A>(reading: Reading, accept: string): Promise<A> {
  return (accept === 'application/json' ? await jsonOf<object>(reading) : new FileAnswer(reading)) as A;
}
