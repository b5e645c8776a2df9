import { invalidRequest, pointer } from '../../../input/input.ts';
import { placeOf } from '../../../jobs/job-cursor.ts';
import { nearName } from '../../../near-names.ts';
import type { Mistake } from '../../../problems.ts';
import { jobStatuses, type JobPage } from '../../../store/facets/jobs.ts';

/** The number of jobs of a page: unless given, and at most. */
export const listLimits = { default: 50, max: 100 };

/** What is wrong with a value, as the rest of a sentence about its parameter. */
interface Wrong {
  readonly wrong: string;
}
type Read<K extends keyof JobPage> = (text: string, client: string) => JobPage[K] | Wrong;

/** How the value of each parameter is read. An empty value counts as absent. */
const parameters: { readonly status: Read<'status'>; readonly limit: Read<'limit'>; readonly cursor: Read<'after'> } = {
  status: (text) => jobStatuses.find((status) => status === text) ?? { wrong: `must be one of ${listOf(jobStatuses)}` },
  limit: (text) =>
    /^[1-9]\d{0,2}$/.test(text) && Number(text) <= listLimits.max
      ? Number(text)
      : { wrong: `must be a whole number from 1 to ${listLimits.max}` },
  cursor: (text, client) => placeOf(client, text) ?? { wrong: 'must be `next` of an earlier page' },
};

/** The page that a query selects. Throws AppError `invalid-request` with all mistakes. */
export function readListQuery(client: string, query: string): JobPage {
  const given = new URLSearchParams(query);
  const mistakes: Mistake[] = [];
  const add = (name: string, message: string) =>
    mistakes.push({ pointer: pointer([name]), message: `\`${name}\` ${message}` });
  const read = <K extends keyof JobPage>(name: string, reader: Read<K>, absent: JobPage[K]): JobPage[K] => {
    const [text = '', ...others] = given.getAll(name);
    if (others.length > 0) add(name, 'is there more than once');
    if (text === '') return absent;
    const value = reader(text, client);
    if (!isWrong(value)) return value;
    add(name, value.wrong);
    return absent;
  };
  for (const name of new Set(given.keys()))
    if (!Object.hasOwn(parameters, name)) add(name, `is not a parameter of this route${suggestion(name)}`);
  const page = {
    client,
    status: read('status', parameters.status, null),
    limit: read('limit', parameters.limit, listLimits.default),
    after: read('cursor', parameters.cursor, null),
  };
  if (mistakes.length > 0) throw invalidRequest(mistakes);
  return page;
}

function isWrong(value: unknown): value is Wrong {
  return typeof value === 'object' && value !== null && 'wrong' in value;
}

function suggestion(name: string): string {
  const near = nearName(name, Object.keys(parameters));
  return near === null ? `; it has ${listOf(Object.keys(parameters))}` : `; did you mean \`${near}\`?`;
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
