import { mistakeLimit } from '../../input/fields.ts';
import type { Mistake } from '../../problems.ts';
import { didYouMean } from '../../near-names.ts';
import { checkData } from '../templates/check-data.ts';
import { tooLongWait } from '../compose/wait-for.ts';
import { schemaOf, templateNames, unknownTemplate, type TemplateFolders } from '../templates/templates.ts';
import { isObject } from './read-operation.ts';
import type { Surroundings } from './surroundings.ts';

/** The unknown assets that have a suggestion, and the assets that are compared: a request may have thousands of both. */
const maxSuggested = 20;
const maxCompared = 200;

interface Sent {
  readonly operation: Record<string, unknown>;
  readonly at: string;
}

/** The operations of a list as it was sent, those in columns included. The request is of bounded depth. */
function sentOperations(list: unknown, under: string): Sent[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((operation, index) => {
    if (!isObject(operation)) return [];
    const at = `${under}/${index}`;
    const columns = Array.isArray(operation.columns) ? (operation.columns as unknown[]) : [];
    const inside = columns.flatMap((column, place) => sentOperations(column, `${at}/columns/${place}`));
    return [{ operation, at }, ...inside];
  });
}

/** The end of a sentence that suggests the asset that a name probably means: of another folder, or a similar one. */
function meantAsset(name: string, known: readonly string[]): string {
  const base = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const same = known.find((one) => base(one) === base(name));
  return same === undefined ? didYouMean(name, known.slice(0, maxCompared)) : `; did you mean \`${same}\`?`;
}

/** The mistakes of operations that name an asset that the request does not have. The first ones have a suggestion. */
export function unknownAssets(
  used: readonly { readonly asset: unknown; readonly at: string }[],
  assets: object,
): Mistake[] {
  const known = Object.keys(assets);
  return used
    .flatMap(({ asset, at }) => (typeof asset === 'string' && !Object.hasOwn(assets, asset) ? [{ asset, at }] : []))
    .map(({ asset, at }, index) => ({
      pointer: `${at}/asset`,
      message:
        `\`asset\` names '${asset.slice(0, 255)}', which is not in \`document.assets\`` +
        (index < maxSuggested ? meantAsset(asset, known) : ''),
    }));
}

function assetMistakes(document: unknown, sent: readonly Sent[]): Mistake[] {
  const assets = isObject(document) ? (document.assets ?? {}) : {};
  if (!isObject(assets)) return [];
  const used = sent.map(({ operation: { asset }, at }) => ({ asset, at }));
  return unknownAssets(used, assets);
}

/** Mistakes in names of templates, and in the data of those that are there. */
function templateMistakes(folders: TemplateFolders, sent: readonly Sent[]): Mistake[] {
  const named = sent.flatMap(({ operation: { op, type, name, data = {} }, at }) =>
    (op ?? type) === 'add_template' && typeof name === 'string' ? [{ name, data, at }] : [],
  );
  if (named.length === 0) return [];
  const known = templateNames(folders);
  const used = new Set(named.map(({ name }) => name));
  const schemas = new Map(known.flatMap((name) => (used.has(name) ? [[name, schemaOf(name, folders)] as const] : [])));
  const mistakes: Mistake[] = [];
  for (const { name, data, at } of named) {
    if (mistakes.length >= mistakeLimit) break;
    const schema = schemas.get(name);
    if (schema === undefined) mistakes.push(unknownTemplate(name, `${at}/name`, known));
    // Data that are no object are a mistake of the operation.
    else if (schema !== null && isObject(data))
      mistakes.push(...checkData(data, schema, [...at.split('/').slice(1), 'data']).mistakes);
  }
  return mistakes;
}

/** The mistakes of operations that wait longer than their request can take. */
export function longWaits(
  sent: readonly { readonly waitFor: unknown; readonly at: string }[],
  requestTimeoutMs: number,
): Mistake[] {
  return sent.flatMap(({ waitFor, at }) => {
    const message = tooLongWait(waitFor, requestTimeoutMs);
    return message === null ? [] : [{ pointer: `${at}/waitFor/timeout`, message }];
  });
}

/**
 * Templates and assets that a body names and nobody has, data that do not suit their template, and waits that are too
 * long. Of a request with other mistakes, whose operations may be invalid: else a client would learn of these only after
 * it corrected the others.
 */
export function unresolvedNames(body: unknown, surroundings: Surroundings | undefined): Mistake[] {
  if (!isObject(body)) return [];
  const sent = sentOperations(body.operations, '/operations');
  return [
    ...assetMistakes(body.document, sent),
    ...templateMistakes(surroundings?.templates ?? [], sent),
    ...longWaits(
      sent.map(({ operation: { waitFor }, at }) => ({ waitFor, at })),
      surroundings?.requestTimeoutMs ?? Infinity,
    ),
  ];
}
