import { X509Certificate } from 'node:crypto';
import { bitsOf, bytesOf, hasTag, inside, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';

/** An X.509 certificate (RFC 5280). */
export interface Certificate {
  readonly der: Buffer;
  readonly x509: X509Certificate;
  /** Name of the issuer and serial number, as encoded in the certificate. */
  readonly issuer: Buffer;
  readonly serial: Buffer;
  /** subjectKeyIdentifier (RFC 5280, 4.2.1.2); null without one. */
  readonly keyIdentifier: Buffer | null;
  /** The bits of keyUsage (RFC 5280, 4.2.1.3); null without it. */
  readonly keyUsage: ReadonlySet<number> | null;
  /** Identifiers of extKeyUsage (RFC 5280, 4.2.1.12); null without it. */
  readonly extendedKeyUsage: readonly string[] | null;
}

/** @throws Error for bytes that are no certificate */
export function readCertificate(der: Buffer): Certificate {
  const tree = parse(der);
  const own = bytesOf(tree);
  const fields = inside(inside(tree)[0]);
  const [serial, , issuer] = hasTag(fields[0], 0) ? fields.slice(1) : fields;
  const wrapped = fields.find((field) => hasTag(field, 3));
  const extensions = wrapped === undefined ? [] : inside(inside(wrapped)[0]);
  const extended = extension(extensions, '2.5.29.37');
  const usage = extension(extensions, '2.5.29.15');
  const identifier = extension(extensions, '2.5.29.14');
  return {
    der: own,
    x509: new X509Certificate(own),
    issuer: bytesOf(issuer),
    serial: bytesOf(serial),
    keyIdentifier: identifier === null ? null : octetsOf(identifier),
    keyUsage: usage === null ? null : bitsOf(usage),
    extendedKeyUsage: extended === null ? null : inside(extended).map(oidOf),
  };
}

/** The value of an extension (RFC 5280, 4.1), which may be preceded by its critical flag. */
function extension(extensions: readonly Asn1[], id: string): Asn1 | null {
  const found = extensions.map(inside).find(([own]) => oidOf(own) === id);
  return found === undefined ? null : parse(octetsOf(found.at(-1)));
}

/** The common name of the subject, or the whole subject without one. */
export function subjectOf({ x509 }: Certificate): string {
  return commonName(x509.subject) ?? x509.subject.replaceAll('\n', ', ');
}

function commonName(name: string): string | undefined {
  return /^CN=(.*)$/m.exec(name)?.[1]?.replace(/\\(.)/g, '$1');
}
