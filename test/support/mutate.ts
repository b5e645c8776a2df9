import fc from 'fast-check';

type Path = readonly (string | number)[];

/** Values of every JSON type, in the places where schemas disagree: empty, zero, negative, fractional, huge. */
const odd = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1,
  0.5,
  7,
  1e9,
  '',
  ' ',
  'x',
  '12pt',
  '-3mm',
  '#fff',
  'A4',
  [],
  ['x'],
  [[]],
  [null],
  {},
  { x: 1 },
  { text: 'x' },
);

/** Copies of a JSON value with one to three changes: a value replaced, left out, or an unknown field added. */
export function mutationsOf(value: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ place: fc.nat(), kind: fc.constantFrom('replace', 'remove', 'add'), value: odd });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let copy = structuredClone(value);
    for (const { place, kind, value: put } of changes) {
      const paths = pathsOf(copy);
      copy = changed(copy, paths[place % paths.length] ?? [], { kind, put: structuredClone(put) });
    }
    return copy;
  });
}

/** The paths of everything inside a value, the value itself first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, index): [number, unknown] => [index, item])
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function changed(root: unknown, path: Path, { kind, put }: { kind: string; put: unknown }): unknown {
  const [key, ...rest] = path;
  if (key === undefined)
    return kind === 'add' && isObject(root) ? { ...root, zzz: put } : kind === 'replace' ? put : root;
  const isLast = rest.length === 0;
  if (Array.isArray(root))
    return root.flatMap((item: unknown, index) =>
      index !== key ? [item] : isLast && kind === 'remove' ? [] : [changed(item, rest, { kind, put })],
    );
  if (!isObject(root)) return root;
  const { [key]: inner, ...others } = root;
  return isLast && kind === 'remove' ? others : { ...root, [key]: changed(inner, rest, { kind, put }) };
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
