import { treeEntries } from '../../facts/trees/read-trees.ts';
import { append } from '../../objects/large-arrays.ts';
import { Dict, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { allDicts } from '../revisions/all-dicts.ts';
import { finding, type Evidence, type Finding } from '../findings/finding.ts';
import type { FindingId } from '../findings/finding-kinds.ts';
import { pagesOfObjects } from '../revisions/page-of-object.ts';
import { actionKinds, dangerIn, mediaAnnotations, networkPath, oddSchemes, plainSchemes } from './action-kinds.ts';

/** Findings of one kind that are reported. */
const maxAlike = 20;
const maxScriptCharacters = 1_000_000;

interface Found {
  readonly id: FindingId;
  readonly evidence: Partial<Evidence>;
}

/**
 * Finds everything that acts: actions of every kind, scripts, media, XFA forms and external content. Unreferenced
 * actions count, because a script or an update may refer to them.
 */
export function examineActive(file: PdfFile): Finding[] {
  const found: Found[] = [...formXfa(file)];
  const opening = openingActions(file);
  const pages = pagesOfObjects(file);
  for (const [object, value] of allDicts(file)) {
    if (value instanceof Stream && isElsewhere(file, value))
      found.push({ id: 'external-stream', evidence: { object, excerpt: fileName(file, value.dict.get('F')) } });
    const page = object === null ? null : (pages.get(object) ?? null);
    append(
      found,
      ofDict(file, value instanceof Stream ? value.dict : value, opening).map(({ id, evidence }) => ({
        id,
        evidence: { object, page, ...evidence },
      })),
    );
  }
  return groupedByKind(found);
}

/** Groups findings of one kind; the first ones are reported in full. */
function groupedByKind(found: readonly Found[]): Finding[] {
  return [...Map.groupBy(found, ({ id }) => id)].flatMap(([id, all]) => {
    const different = [
      ...new Map(all.map((each) => [`${each.evidence.excerpt ?? ''} ${each.evidence.page ?? ''}`, each])).values(),
    ];
    if (id === 'uri' || id === 'other-action')
      return [
        finding(id, { excerpt: [...new Set(different.map(({ evidence }) => evidence.excerpt ?? ''))].join(', ') }),
      ];
    return different.slice(0, maxAlike).map(({ evidence }) => finding(id, evidence));
  });
}

function ofDict(file: PdfFile, dict: Dict, opening: ReadonlySet<Dict>): Found[] {
  const subtype = file.name(dict.get('Subtype'));
  if (subtype !== null && mediaAnnotations.has(subtype) && dict.has('Rect'))
    return [{ id: 'multimedia', evidence: { excerpt: subtype } }];
  const type = file.name(dict.get('S'));
  const kind = type === null ? undefined : actionKinds[type];
  if (type === null || kind === undefined || !isAction(file, dict, type)) return [];
  if (type === 'JavaScript') return [script(file, dict, opening)];
  const target =
    type === 'URI'
      ? (file.string(dict.get('URI'))?.text ?? '')
      : type === 'Launch'
        ? launched(file, dict)
        : fileName(file, dict.get('F'));
  if (networkPath.test(target) && !(type === 'URI' && target.startsWith('//')))
    return [{ id: 'network-path', evidence: { excerpt: `${type} ${target}` } }];
  if (
    type === 'URI' &&
    (oddSchemes.test(target) ||
      (/^[a-z][a-z0-9+.-]*:/i.test(target) && !plainSchemes.test(target) && target.length > 200))
  )
    return [{ id: 'uri-odd', evidence: { excerpt: target } }];
  return [{ id: kind, evidence: { excerpt: target === '' ? (file.name(dict.get('N')) ?? type) : target } }];
}

/** Structure elements and transitions have S, too. An action has the entries that its type requires. */
function isAction(file: PdfFile, dict: Dict, type: string): boolean {
  if (file.name(dict.get('Type')) === 'Action') return true;
  if (dict.has('P') && dict.has('K')) return false;
  const needed: Readonly<Record<string, readonly string[]>> = {
    JavaScript: ['JS'],
    URI: ['URI'],
    Launch: ['F', 'Win', 'Mac', 'Unix'],
    GoToR: ['F', 'D'],
    GoToE: ['T', 'F', 'D'],
    SubmitForm: ['F'],
    ImportData: ['F'],
    SetOCGState: ['State'],
    Hide: ['T'],
    Named: ['N'],
  };
  return (needed[type] ?? ['A', 'AN', 'R', 'OP', 'Sound', 'Annotation', 'TA', 'TV', 'Fields']).some((key) =>
    dict.has(key),
  );
}

function script(file: PdfFile, dict: Dict, opening: ReadonlySet<Dict>): Found {
  const value = file.resolve(dict.get('JS'));
  const text = (
    value instanceof Stream
      ? value.decode().subarray(0, maxScriptCharacters).toString('latin1')
      : (file.string(value)?.text ?? '')
  )
    .replaceAll('\0', '')
    .slice(0, maxScriptCharacters);
  const danger = dangerIn(text);
  if (danger !== null) return { id: 'script-dangerous', evidence: { excerpt: `${danger}: ${text}` } };
  return { id: opening.has(dict) ? 'script-on-open' : 'script', evidence: { excerpt: text } };
}

/** Actions that run without a click: those of the document and its named scripts (ISO 32000-2, 12.6.3, 12.6.4.17). */
function openingActions(file: PdfFile): ReadonlySet<Dict> {
  const actions = new Set<Dict>();
  const stack: Obj[] = [
    file.catalog.get('OpenAction'),
    ...(file.dict(file.catalog.get('AA')) ?? new Dict()).entries().map(([, action]) => action),
    ...treeEntries(file, file.dict(file.catalog.get('Names'))?.get('JavaScript') ?? null, 'Names').map(
      ([, value]) => value,
    ),
  ];
  for (let action = stack.pop(); action !== undefined; action = stack.pop()) {
    const dict = file.dict(action);
    if (dict === null || actions.has(dict)) continue;
    actions.add(dict);
    const next = dict.get('Next');
    append(stack, file.array(next) ?? [next]);
  }
  return actions;
}

function formXfa(file: PdfFile): Found[] {
  const form = file.dict(file.catalog.get('AcroForm'));
  const xfa = form?.get('XFA') ?? null;
  if (xfa === null) return [];
  const parts = (file.array(xfa) ?? [xfa]).flatMap((part) => file.stream(part) ?? []);
  const scripts = parts.some((part) =>
    /<script[\s>]/.test(part.decode().subarray(0, maxScriptCharacters).toString('latin1')),
  );
  return [
    { id: 'xfa', evidence: { object: xfa instanceof Ref ? xfa.num : null, excerpt: scripts ? 'with scripts' : null } },
  ];
}

/** True for stream data in another file (ISO 32000-2, 7.3.8.2). An embedded file's own specification has EF. */
function isElsewhere(file: PdfFile, { dict }: Stream): boolean {
  return dict.has('F') && (file.string(dict.get('F')) !== null || file.dict(dict.get('F'))?.has('F') === true);
}

/** The name in a file specification (ISO 32000-2, 7.11). */
function fileName(file: PdfFile, specification: Obj): string {
  const dict = file.dict(specification);
  return (
    (dict === null ? file.string(specification) : (file.string(dict.get('UF')) ?? file.string(dict.get('F'))))?.text ??
    ''
  );
}

function launched(file: PdfFile, dict: Dict): string {
  const windows = file.dict(dict.get('Win'));
  const own = ['F', 'P'].flatMap((key) => file.string(windows?.get(key) ?? null)?.text ?? []).join(' ');
  return own === '' ? fileName(file, dict.get('F')) : own;
}
