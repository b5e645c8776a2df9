/** What has to be allowed for a change: filling in, signing, annotating; `content` never is, the others always are (ISO 32000-2, 12.8.2.2, ETSI EN 319 142-1). */
export type Permit = 'fill' | 'sign' | 'annotate' | 'validate' | 'describe' | 'tag' | 'content';

/** What a value is in its document. */
export type Role = 'catalog' | 'page' | 'annotations' | 'annotation' | 'form' | 'fields' | 'field' | 'value' | 'appearance' | 'signature-look' | 'form-resources' | 'form-resource-kind' | 'validation' | 'permissions' | 'metadata' | 'structure' | 'content';

interface KeyRule {
  readonly role?: Role;
  readonly added?: Permit | null;
  readonly removed?: Permit | null;
}

interface RoleRule {
  /** For a value that is another: a number, a string, the data of a stream. */
  readonly own: Permit | null;
  /** For an entry that came or went. */
  readonly added: Permit | null;
  readonly removed: Permit | null;
  /** What values within it are. */
  readonly inner: Role;
  /** An array of which the order says little. */
  readonly set?: true;
  readonly keys: Readonly<Record<string, KeyRule | 'skip'>>;
}

/** All that is within is of one kind. */
function all(role: Role, permit: Permit | null): RoleRule {
  return { own: permit, added: permit, removed: permit, inner: role, keys: {} };
}

const filled: KeyRule = { role: 'value', added: 'fill', removed: 'fill' };
const described: KeyRule = { role: 'metadata', added: 'describe', removed: 'describe' };

/** Where differences are allowed, and as what. Everything else is a change of content. */
export const diffRules: Readonly<Record<Role, RoleRule>> = {
  'catalog': {
    own: 'content', added: 'content', removed: 'content', inner: 'content',
    keys: {
      Pages: 'skip', Type: 'skip',
      AcroForm: { role: 'form', added: 'sign' }, DSS: { role: 'validation', added: 'validate' }, Perms: { role: 'permissions', added: 'sign' }, Metadata: described, PieceInfo: described,
      Extensions: { role: 'validation', added: 'validate' }, Version: { role: 'metadata', added: 'describe' }, StructTreeRoot: { role: 'structure' },
    },
  },
  'page': {
    own: 'content', added: 'content', removed: 'content', inner: 'content',
    keys: { Parent: 'skip', Annots: { role: 'annotations', added: 'annotate', removed: 'annotate' }, Metadata: described, LastModified: described, PieceInfo: described, StructParents: { role: 'structure', added: 'tag' }, Tabs: { added: 'describe' } },
  },
  'annotations': { own: 'annotate', added: 'annotate', removed: 'annotate', inner: 'annotation', set: true, keys: {} },
  'annotation': { own: 'annotate', added: 'annotate', removed: 'annotate', inner: 'annotation', keys: { P: 'skip', Parent: 'skip', Popup: 'skip', IRT: 'skip', Dest: { role: 'content' }, A: { role: 'content', added: 'content' }, AA: { role: 'content', added: 'content' } } },
  'form': {
    own: 'content', added: 'content', removed: 'content', inner: 'content',
    keys: { Fields: { role: 'fields', added: 'sign' }, SigFlags: { role: 'metadata', added: 'describe' }, DR: { role: 'form-resources', added: 'fill' }, DA: { added: 'fill' }, NeedAppearances: { role: 'metadata', added: 'describe', removed: 'describe' }, XFA: { role: 'value', removed: 'fill' } },
  },
  'fields': { own: 'content', added: 'content', removed: 'content', inner: 'field', set: true, keys: {} },
  'field': {
    own: 'content', added: 'content', removed: 'content', inner: 'content',
    keys: {
      P: 'skip', Parent: 'skip', Kids: { role: 'fields' }, V: filled, AS: filled, I: filled, TI: filled, RV: filled, DA: filled, Q: filled, M: filled, MK: filled, AP: { role: 'appearance', added: 'fill', removed: 'fill' },
      Ff: filled, StructParent: { role: 'structure', added: 'tag' }, F: { role: 'value', added: 'fill' },
    },
  },
  'value': all('value', 'fill'),
  'appearance': all('appearance', 'fill'),
  'signature-look': all('signature-look', 'sign'),
  'form-resources': { own: 'content', added: 'fill', removed: 'content', inner: 'form-resource-kind', keys: {} },
  'form-resource-kind': { own: 'content', added: 'fill', removed: 'content', inner: 'content', keys: {} },
  'validation': all('validation', 'validate'),
  'permissions': { own: 'content', added: 'content', removed: 'content', inner: 'content', keys: { UR3: { added: 'describe', removed: 'describe' } } },
  'metadata': all('metadata', 'describe'),
  'structure': { own: 'content', added: 'tag', removed: 'content', inner: 'structure', keys: { ParentTreeNextKey: described, P: 'skip', Pg: 'skip', Obj: 'skip' } },
  // Data of a signature reference (table 256) is the catalog.
  'content': { own: 'content', added: 'content', removed: 'content', inner: 'content', keys: { Parent: 'skip', P: 'skip', Data: 'skip' } },
};
