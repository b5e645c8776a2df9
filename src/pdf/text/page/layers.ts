import { Dict, type Obj, Ref } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** Whether an optional content group or membership dictionary hides its content when the document is opened. */
export type IsOff = (membership: Obj) => boolean;

/** Depth of visibility expressions; deeper ones count as true. */
const maxDepth = 64;
/** Groups and expressions that all memberships of a document may have; further ones show their content. */
const maxOperands = 2_000_000;

interface Groups {
  readonly file: PdfFile;
  /** Object numbers of groups that are off. */
  readonly off: ReadonlySet<number>;
  /** Operands that may still be evaluated. */
  left: number;
}

/** The layers of a document by its default configuration (ISO 32000-2, 8.11.4); `null` where every group is on. */
export function layersOff(file: PdfFile): IsOff | null {
  const properties = file.dict(file.catalog.get('OCProperties'));
  const off = properties ? groupsOff(file, properties) : new Set<number>();
  const groups: Groups = { file, off, left: maxOperands };
  return off.size === 0 ? null : (membership) => isOff(groups, membership);
}

/**
 * Object numbers of the groups that are off: BaseState, then ON and OFF, then the usage for viewing (ISO 32000-2,
 * 8.11.4.3, 8.11.4.5).
 */
function groupsOff(file: PdfFile, properties: Dict): Set<number> {
  const byDefault = file.dict(properties.get('D')) ?? new Dict();
  const groups = (from: Dict, key: string) => refsOf(file.array(from.get(key)) ?? []);
  const off = new Set(file.name(byDefault.get('BaseState')) === 'OFF' ? groups(properties, 'OCGs') : []);
  for (const group of groups(byDefault, 'ON')) off.delete(group);
  for (const group of groups(byDefault, 'OFF')) off.add(group);
  for (const usage of file.array(byDefault.get('AS')) ?? []) {
    const application = file.dict(usage);
    if (application && file.name(application.get('Event')) === 'View')
      for (const group of groups(application, 'OCGs')) applyUsage(file, application, { group, off });
  }
  const intents = intentsOf(file, byDefault);
  return intents.has('All')
    ? off
    : new Set(
        [...off].filter((group) =>
          [...intentsOf(file, file.dict(file.get(group)))].some((intent) => intents.has(intent)),
        ),
      );
}

const refsOf = (objects: readonly Obj[]): number[] => objects.flatMap((obj) => (obj instanceof Ref ? [obj.num] : []));

function applyUsage(file: PdfFile, application: Dict, { group, off }: { group: number; off: Set<number> }): void {
  const categories = file.array(application.get('Category')) ?? [];
  const usage = file.dict(file.dict(file.get(group))?.get('Usage') ?? null);
  if (!categories.some((category) => file.name(category) === 'View')) return;
  const state = file.name(file.dict(usage?.get('View') ?? null)?.get('ViewState') ?? null);
  if (state === 'OFF') off.add(group);
  else if (state === 'ON') off.delete(group);
}

/**
 * The intent of a group. Groups with another intent than the configuration do not affect visibility (ISO 32000-2,
 * 8.11.2.3).
 */
function intentsOf(file: PdfFile, dict: Dict | null): Set<string> {
  const intent = file.resolve(dict?.get('Intent') ?? null);
  const names = (Array.isArray(intent) ? intent : [intent]).flatMap((one) => file.name(one) ?? []);
  return new Set(names.length > 0 ? names : ['View']);
}

function isOff(groups: Groups, membership: Obj): boolean {
  const { file, off } = groups;
  if (membership instanceof Ref && off.has(membership.num)) return true;
  const dict = file.dict(membership);
  if (!dict || file.name(dict.get('Type')) !== 'OCMD') return false;
  const expression = file.array(dict.get('VE'));
  return expression ? !holds(groups, expression, 0) : policyHides(groups, dict);
}

/** Evaluates the policy of a membership (ISO 32000-2, 8.11.2.2); without groups its content is shown. */
function policyHides(groups: Groups, dict: Dict): boolean {
  const { file, off } = groups;
  const own = dict.get('OCGs');
  const named = file.array(own) ?? [own];
  groups.left -= named.length;
  const members = groups.left < 0 ? [] : refsOf(named).filter((group) => file.dict(file.get(group)) !== null);
  if (members.length === 0) return false;
  switch (file.name(dict.get('P'))) {
    case 'AllOn':
      return members.some((group) => off.has(group));
    case 'AnyOff':
      return !members.some((group) => off.has(group));
    case 'AllOff':
      return !members.every((group) => off.has(group));
    case null:
    default:
      return members.every((group) => off.has(group));
  }
}

/** Evaluates a visibility expression: And, Or or Not with groups and expressions. A broken one is true. */
function holds(groups: Groups, [operator, ...operands]: readonly Obj[], depth: number): boolean {
  const { file, off } = groups;
  const each = (operand: Obj): boolean => {
    groups.left -= 1;
    if (depth > maxDepth || groups.left < 0) return true;
    const nested = file.array(operand);
    return nested ? holds(groups, nested, depth + 1) : !(operand instanceof Ref && off.has(operand.num));
  };
  switch (file.name(operator ?? null)) {
    case 'And':
      return operands.every(each);
    case 'Or':
      return operands.length === 0 || operands.some(each);
    case 'Not':
      return operands.length !== 1 || !each(operands[0] ?? null);
    case null:
    default:
      return true;
  }
}
