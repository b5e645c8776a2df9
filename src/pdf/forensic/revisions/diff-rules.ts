/**
 * The permission that a change needs: filling in, signing, annotating, Content Credentials and so on. `content` is
 * never allowed; `validate`, `describe` and `tag` always are (ISO 32000-2, 12.8.2.2, ETSI EN 319 142-1).
 */
export const permits = ['fill', 'sign', 'annotate', 'credential', 'validate', 'describe', 'tag', 'content'] as const;

/** The permission that a change needs. */
export type Permit = (typeof permits)[number];

/** The role of a value in its document. */
export type Role =
  | 'catalog'
  | 'names'
  | 'page'
  | 'annotations'
  | 'annotation'
  | 'annotation-part'
  | 'form'
  | 'fields'
  | 'field'
  | 'value'
  | 'xfa'
  | 'appearance'
  | 'signature-look'
  | 'form-resources'
  | 'form-resource-kind'
  | 'validation'
  | 'permissions'
  | 'metadata'
  | 'structure'
  | 'structure-kids'
  | 'structure-list'
  | 'content';

interface KeyRule {
  readonly role?: Role;
  readonly added?: Permit | null;
  readonly removed?: Permit | null;
}

interface RoleRule {
  /** For a changed value: a number, a string, the data of a stream. */
  readonly own: Permit | null;
  /** For an added or removed entry. */
  readonly added: Permit | null;
  readonly removed: Permit | null;
  /** The role of values within it. */
  readonly inner: Role;
  /** An array whose order does not matter. */
  readonly set?: true;
  /**
   * `same` must refer to the same object as before, whose changes are found in its own place. `skip` is not compared.
   */
  readonly keys: Readonly<Record<string, KeyRule | 'skip' | 'same'>>;
}

/** A rule that applies to everything within. */
function all(role: Role, permit: Permit | null): RoleRule {
  return { own: permit, added: permit, removed: permit, inner: role, keys: {} };
}

const filled: KeyRule = { role: 'value', added: 'fill', removed: 'fill' };
const described: KeyRule = { role: 'metadata', added: 'describe', removed: 'describe' };

/** Where differences are allowed, and with which permission. All others are changes of content. */
export const diffRules: Readonly<Record<Role, RoleRule>> = {
  catalog: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'content',
    keys: {
      Pages: 'skip',
      Type: 'skip',
      AF: 'skip',
      Names: { role: 'names' },
      AcroForm: { role: 'form', added: 'sign' },
      DSS: { role: 'validation', added: 'validate' },
      Perms: { role: 'permissions', added: 'sign' },
      Metadata: described,
      PieceInfo: described,
      Extensions: { role: 'validation', added: 'validate' },
      Version: { role: 'metadata', added: 'describe' },
      StructTreeRoot: { role: 'structure' },
    },
  },
  names: { own: 'content', added: 'content', removed: 'content', inner: 'content', keys: { EmbeddedFiles: 'skip' } },
  page: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'content',
    keys: {
      Parent: 'skip',
      Annots: { role: 'annotations', added: 'annotate', removed: 'annotate' },
      Metadata: described,
      LastModified: described,
      PieceInfo: described,
      StructParents: { role: 'structure', added: 'tag' },
      Tabs: { added: 'describe' },
    },
  },
  annotations: { own: 'annotate', added: 'annotate', removed: 'annotate', inner: 'annotation', set: true, keys: {} },
  annotation: {
    own: 'annotate',
    added: 'annotate',
    removed: 'annotate',
    inner: 'annotation-part',
    keys: {
      P: 'skip',
      Parent: 'skip',
      Popup: 'skip',
      IRT: 'skip',
      Dest: { role: 'content' },
      A: { role: 'content', added: 'content' },
      AA: { role: 'content', added: 'content' },
    },
  },
  'annotation-part': all('annotation-part', 'annotate'),
  form: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'content',
    keys: {
      Fields: { role: 'fields', added: 'sign' },
      SigFlags: { role: 'metadata', added: 'describe' },
      DR: { role: 'form-resources', added: 'fill' },
      DA: { added: 'fill' },
      NeedAppearances: { role: 'metadata', added: 'describe', removed: 'describe' },
      XFA: { role: 'xfa', removed: 'fill' },
    },
  },
  fields: { own: 'content', added: 'content', removed: 'content', inner: 'field', set: true, keys: {} },
  field: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'content',
    keys: {
      P: 'skip',
      Parent: 'same',
      Kids: { role: 'fields' },
      V: filled,
      AS: filled,
      I: filled,
      TI: filled,
      RV: filled,
      DA: filled,
      Q: filled,
      M: filled,
      MK: filled,
      AP: { role: 'appearance', added: 'fill', removed: 'fill' },
      Ff: filled,
      StructParent: { role: 'structure', added: 'tag' },
      F: { role: 'value', added: 'fill' },
    },
  },
  value: all('value', 'fill'),
  // Packets of an XFA form are classified by their names.
  xfa: { own: 'content', added: 'fill', removed: 'content', inner: 'content', keys: {} },
  appearance: all('appearance', 'fill'),
  'signature-look': all('signature-look', 'sign'),
  'form-resources': { own: 'content', added: 'fill', removed: 'content', inner: 'form-resource-kind', keys: {} },
  'form-resource-kind': { own: 'content', added: 'fill', removed: 'content', inner: 'content', keys: {} },
  validation: all('validation', 'validate'),
  permissions: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'content',
    keys: { UR3: { added: 'describe', removed: 'describe' } },
  },
  metadata: all('metadata', 'describe'),
  // A new widget brings an element of its own, and grows the lists that refer to it. The meaning of other elements
  // stays.
  structure: {
    own: 'content',
    added: 'content',
    removed: 'content',
    inner: 'structure',
    keys: {
      K: { role: 'structure-kids' },
      Kids: { role: 'structure-list' },
      Nums: { role: 'structure-list' },
      Names: { role: 'structure-list' },
      Limits: described,
      ParentTree: { added: 'tag' },
      ParentTreeNextKey: described,
    },
  },
  'structure-kids': {
    own: 'content',
    added: 'tag',
    removed: 'content',
    inner: 'structure',
    keys: { K: { role: 'structure-kids' } },
  },
  'structure-list': { own: 'content', added: 'tag', removed: 'content', inner: 'structure', keys: {} },
  content: all('content', 'content'),
};
