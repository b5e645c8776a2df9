import { namespaces } from '../xmp/namespaces.ts';
import { propertyOf, simpleText } from '../xmp/reading/packet.ts';
import { authorWords } from './author-words.ts';
import type { Failure } from './check.ts';
import type { Model } from './model/model.ts';
import { clausesIn } from './rule.ts';
import { rules } from './rules/rules.ts';
import type { Standard } from '../xmp/standards.ts';

/** How a fault is repaired, in words that the client can act on. */
export type Advice = (failure: Pick<Failure, 'rule' | 'fix'>) => string;

/** Standards that `output.conformance` does not offer. */
const notOffered: ReadonlySet<string> = new Set(['PDF/A-4e', 'PDF/UA-2']);

/** Rules whose general repair is something that a client of the service can do. */
const clientCanRepair: ReadonlySet<string> = new Set([
  'not-encrypted',
  'no-embedded-file',
  'no-embedded-files-name',
  'embedded-file-conforms',
  'embedded-files-needed',
  'page-size',
  'object-count',
  'signature-range',
  'signature-certificate',
  'signature-one-signer',
  'certification-digests',
]);

/**
 * How the faults of a document are repaired. A document that this service has rendered is repaired in its request: by
 * `output.conformance`, or by what its author writes. Any other document is repaired in its objects.
 */
export function adviceFor(model: Model, standard: Standard): Advice {
  if (!isRendered(model)) return ({ fix }) => fix;
  return ({ rule: id, fix }) => {
    if (clientCanRepair.has(id)) return fix;
    const own = authorWords[id];
    if (own !== undefined && own.repaired !== true) return own.fix;
    const name = offeredFor(id, standard);
    return name === null
      ? fix
      : `Render the document with \`output.conformance: "${name}"\`, which repairs this or states what to change.`;
  };
}

/** The standard to request for a rule; null where the service offers none that has it. */
function offeredFor(id: string, standard: Standard): string | null {
  if (!notOffered.has(standard.name)) return standard.name;
  const clauses = rules.find((rule) => rule.id === id)?.clauses ?? {};
  const accessible: Standard = { name: 'PDF/UA-1', part: 'ua1', level: '' };
  return standard.part === 'ua2' && clausesIn({ clauses }, accessible).length > 0 ? accessible.name : null;
}

/** Whether a render of this service made the document: its producer states it. */
export function isRendered({ file, metadata }: Model): boolean {
  const info = file.string(file.dict(file.trailer.get('Info'))?.get('Producer') ?? null)?.text;
  const packet = metadata.find(({ main }) => main)?.packet;
  const stated = packet === undefined ? undefined : propertyOf(packet, namespaces.pdf, 'Producer')?.value;
  const producer = info ?? simpleText(stated);
  return /^Colophon \d/.test(producer ?? '');
}
