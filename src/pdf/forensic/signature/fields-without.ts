import { Dict } from '../../raw/objects.ts';
import type { PdfFile } from '../../raw/pdf-file.ts';
import { formFields } from '../../signature/fields.ts';
import { readSignatures, type PdfSignature } from '../../signature/signatures.ts';
import { finding, type Finding } from '../finding.ts';
import type { Revisions } from '../revisions.ts';

/** Signed fields whose signature dictionary lacks Contents, or has it as something else than a string; what merely waits for a signature has neither that nor a filter. */
export function hollowFields(file: PdfFile, known: readonly PdfSignature[]): Finding[] {
  const whole = new Set(known.map(({ dict }) => dict));
  return formFields(file).flatMap(({ name, kind, dict, ref }) => {
    const value = kind === 'Sig' ? file.resolve(dict.get('V')) : null;
    if (!(value instanceof Dict) || whole.has(value)) return [];
    const claims = ['Filter', 'SubFilter', 'ByteRange', 'Contents'].some((key) => value.has(key));
    return claims ? [finding('signature-hollow', { object: ref?.num ?? null, excerpt: `${name}: Contents is ${value.has('Contents') ? 'not a string' : 'missing'}` })] : [];
  });
}

/** Signatures that an earlier version of the file has and the newest does not, each once, known by their Contents. */
export function removedSignatures(revisions: Revisions, current: readonly PdfSignature[]): Finding[] {
  const newest = revisions.list.at(-1);
  if (revisions.list.length < 2 || !revisions.newest.bytes.includes('/ByteRange')) return [];
  const known = new Set(current.map(({ contents }) => contents.toString('hex')));
  return revisions.compared.flatMap((revision) => {
    const file = revision === newest ? null : revisions.at(revision.end);
    return (file === null ? [] : readSignatures(file)).flatMap(({ field, contents }) => {
      const key = contents.toString('hex');
      if (known.has(key)) return [];
      known.add(key);
      return [finding('signature-removed', { excerpt: `'${field}', in version ${revision.number} of ${revisions.list.length}` })];
    });
  });
}
