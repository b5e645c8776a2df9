import { pointer } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';
import type { OperationRequest } from './types/operation-request.ts';
import type { Conformance, OutputOptions } from './output-options.ts';
import type { DocumentOptions } from './document-options.ts';
import { pageMistake, pageSetup } from './page-setup.ts';
import type { AddTable } from '../content/table/table-params.ts';
import { nonNumbers } from '../content/table/totals.ts';
import type { Surroundings } from './surroundings.ts';
import { longWaits, unknownAssets } from './unresolved-names.ts';

/** A request with valid fields. */
interface Whole {
  readonly operations: readonly OperationRequest[];
  readonly document: DocumentOptions;
  readonly output: OutputOptions;
}

type Check = (request: Whole) => Mistake[];

/** A conflict, reported at both fields. */
function conflict(one: string, other: string, message: string): Mistake[] {
  return [
    { pointer: one, message },
    { pointer: other, message },
  ];
}

/** The requested standards, each with its pointer. */
function requestedStandards({
  conformance,
}: OutputOptions): { readonly standard: Conformance; readonly pointer: string }[] {
  if (conformance === undefined) return [];
  if (typeof conformance === 'string') return [{ standard: conformance, pointer: '/output/conformance' }];
  return conformance.map((standard, index) => ({ standard, pointer: `/output/conformance/${index}` }));
}

/** ISO 19005 forbids encryption, and ISO 14289 requires access for assistive technology, whatever the permissions. */
const encryptedConformance: Check = ({ output }) =>
  output.encryption
    ? requestedStandards(output).flatMap(({ standard, pointer }) =>
        conflict(pointer, '/output/encryption', `${standard} does not go with \`encryption\``),
      )
    : [];

/** Fields with attached files: `output.attachments` as a whole, and each `add_attachment`. */
const attached = ({ operations, output }: Whole) => [
  ...((output.attachments?.length ?? 0) === 0 ? [] : ['/output/attachments']),
  ...operations.flatMap(({ name }, index) => (name === 'add_attachment' ? [`/operations/${index}`] : [])),
];

/** PDF/A-1 allows no embedded files, PDF/A-2 and 4 only PDF/A files; 3 and 4f allow any. */
const attachedConformance: Check = (request) =>
  attached(request).flatMap((place) =>
    requestedStandards(request.output)
      .filter(({ standard }) => /^PDF\/A-([12]|4$)/.test(standard))
      .flatMap(({ standard, pointer }) =>
        conflict(pointer, place, `${standard} does not go with attachments; PDF/A-3 and PDF/A-4f do`),
      ),
  );

/** A document is one invoice at most: its XMP describes one. */
const oneInvoice: Check = ({ operations, output }) => {
  const [first, ...more] = [
    ...operations.flatMap(({ name, params }, index) =>
      name === 'add_attachment' && params.facturX !== undefined ? [`/operations/${index}/facturX`] : [],
    ),
    ...(output.attachments ?? []).flatMap(({ facturX }, index) =>
      facturX === undefined ? [] : [`/output/attachments/${index}/facturX`],
    ),
  ];
  return first === undefined ? [] : more.flatMap((other) => conflict(first, other, 'a document can carry one invoice'));
};

/** A file claims one part and level of PDF/A. */
const oneArchive: Check = ({ output }) => {
  const [first, ...more] = requestedStandards(output).filter(({ standard }) => standard.startsWith('PDF/A'));
  return first
    ? more.flatMap(({ standard, pointer }) =>
        conflict(first.pointer, pointer, `a document can not be both ${first.standard} and ${standard}`),
      )
    : [];
};

/** ISO 14289-1 requires PDF 1.7, ISO 19005-4 PDF 2.0: no file is both. */
const versionsApart: Check = ({ output }) => {
  const later = requestedStandards(output).find(({ standard }) => standard.startsWith('PDF/A-4'));
  const accessible = requestedStandards(output).find(({ standard }) => standard === 'PDF/UA-1');
  return later && accessible
    ? conflict(
        later.pointer,
        accessible.pointer,
        `a document can not be both ${later.standard}, which is PDF 2.0, and PDF/UA-1, which is PDF 1.7; ` +
          'PDF/A-2 and PDF/A-3 go with it',
      )
    : [];
};

/** ISO 19005-4, annex A: the level requires embedded files. */
const filesWanted: Check = (request) =>
  attached(request).length > 0
    ? []
    : requestedStandards(request.output)
        .filter(({ standard }) => standard === 'PDF/A-4f')
        .map(({ pointer, standard }) => ({
          pointer,
          message: `${standard} is for documents with attachments, and this one has none: request PDF/A-4`,
        }));

const untaggedConformance: Check = ({ output }) =>
  output.tagged
    ? []
    : requestedStandards(output)
        .filter(({ standard }) => /UA|a$/.test(standard))
        .flatMap(({ standard, pointer }) => conflict(pointer, '/output/tagged', `${standard} needs a tagged document`));

const ownerless: Check = ({ output: { encryption } }) => {
  if (!encryption) return [];
  if (encryption.permissions && !encryption.ownerPassword)
    return conflict(
      '/output/encryption/permissions',
      '/output/encryption/ownerPassword',
      '`permissions` need an `ownerPassword`: without one every reader may lift them',
    );
  return encryption.userPassword || encryption.ownerPassword
    ? []
    : [{ pointer: '/output/encryption', message: '`encryption` needs a `userPassword`, an `ownerPassword`, or both' }];
};

/** AES-256 salts its keys with random bytes (ISO 32000-2, 7.6.4.4). */
const deterministicEncryption: Check = ({ output }) =>
  output.deterministic && output.encryption
    ? conflict(
        '/output/deterministic',
        '/output/encryption',
        '`deterministic` does not go with `encryption`, whose salts are random',
      )
    : [];

/** The fields of a header or footer that show the date. */
const dated = (runningContent: object, path: string) =>
  Object.entries(runningContent).flatMap(([field, text]) =>
    typeof text === 'string' && text.includes('{date}') ? [`${path}/${field}`] : [],
  );

const deterministicDate: Check = ({ operations, document, output }) => {
  if (!output.deterministic) return [];
  const places = [
    ...dated(document.header ?? {}, '/document/header'),
    ...dated(document.footer ?? {}, '/document/footer'),
    ...operations.flatMap(({ name, params }, index) =>
      name === 'set_header' || name === 'set_footer' ? dated(params, `/operations/${index}`) : [],
    ),
  ];
  return places.length === 0
    ? []
    : ['/output/deterministic', ...places].map((pointer) => ({
        pointer,
        message: '`deterministic` does not go with `{date}`, which is another one every day',
      }));
};

const pages: Check = ({ operations, document }) => {
  const assets = Object.keys(document.assets ?? {});
  const own = pageMistake(document, assets);
  if (own) return [{ pointer: `/document/${own.field}`, message: own.message }];
  const base = pageSetup(document, assets);
  return operations.flatMap(({ name, params }, index) => {
    const mistake = name === 'add_page' ? pageMistake(params, assets, base) : undefined;
    return mistake ? [{ pointer: `/operations/${index}/${mistake.field}`, message: mistake.message }] : [];
  });
};

/** The operations, those in columns included, each with its pointer. */
function everyOperation(
  operations: readonly OperationRequest[],
  lang = 'en',
  under = '/operations',
): { readonly operation: OperationRequest; readonly lang: string; readonly at: string }[] {
  return operations.flatMap((operation, index) => {
    const at = `${under}/${index}`;
    const own = operation.lang ?? lang;
    return [
      { operation, lang: own, at },
      ...(operation.inside ?? []).flatMap((list, column) => everyOperation(list, own, `${at}/columns/${column}`)),
    ];
  });
}

/** Cells above a total that are not numbers; those of CSV are found when it is read. */
const totals: Check = ({ operations, document }) =>
  everyOperation(operations, document.lang).flatMap(({ operation: { name, params }, lang, at }) => {
    const { columns, rows } = params as Partial<AddTable>;
    return name !== 'add_table' || !columns || !rows
      ? []
      : nonNumbers({ columns }, rows, lang).map(({ path, message }) => ({
          pointer: `${at}/rows${pointer(path)}`,
          message,
        }));
  });

const assetReferences: Check = ({ operations, document }) =>
  unknownAssets(
    everyOperation(operations).map(({ operation: { params }, at }) => ({ asset: params.asset, at })),
    document.assets ?? {},
  );

const ids: Check = ({ operations }) => {
  const first = new Map<string, string>();
  return everyOperation(operations).flatMap(({ operation: { id }, at }) => {
    if (id === undefined) return [];
    const other = first.get(id);
    if (other !== undefined) return conflict(`${other}/id`, `${at}/id`, `the id '${id}' is used twice`);
    first.set(id, at);
    return [];
  });
};

/** Conflicts between fields of a request, which JSON Schema cannot express. */
const checks: readonly Check[] = [
  encryptedConformance,
  attachedConformance,
  oneInvoice,
  oneArchive,
  versionsApart,
  filesWanted,
  untaggedConformance,
  ownerless,
  deterministicEncryption,
  deterministicDate,
  pages,
  assetReferences,
  ids,
  totals,
];

/** A wait that is longer than the request would only end in its timeout. */
const waits = ({ operations }: Whole, { requestTimeoutMs }: Surroundings): Mistake[] =>
  longWaits(
    everyOperation(operations).map(({ operation: { params }, at }) => ({ waitFor: params.waitFor, at })),
    requestTimeoutMs,
  );

/** Finds all conflicts between fields of a request, and with where it is. An empty list = none. */
export function crossCheck(request: Whole, surroundings?: Surroundings): Mistake[] {
  return [...checks.flatMap((check) => check(request)), ...(surroundings ? waits(request, surroundings) : [])];
}
