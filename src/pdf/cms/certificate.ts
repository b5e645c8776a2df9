import { X509Certificate } from 'node:crypto';
import { bitsOf, bytesOf, hasTag, inside, octetsOf, oidOf, parse, type Asn1 } from './asn1.ts';

/** An X.509 certificate (RFC 5280). */
export interface Certificate {
  readonly der: Buffer;
  readonly x509: X509Certificate;
  /** Name of the issuer and serial number, as they are encoded in it. */
  readonly issuer: Buffer;
  readonly serial: Buffer;
  /** What subjectKeyIdentifier says (4.2.1.2), null where it has none. */
  readonly keyIdentifier: Buffer | null;
  /** The bits of keyUsage (4.2.1.3), null where it has none. */
  readonly keyUsage: ReadonlySet<number> | null;
  /** Identifiers of extKeyUsage (4.2.1.12), null where it has none. */
  readonly extendedKeyUsage: readonly string[] | null;
}

/** @throws Error where it is no certificate */
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

/** What is in an extension (4.1), which may say whether it is critical before it. */
function extension(extensions: readonly Asn1[], id: string): Asn1 | null {
  const found = extensions.map(inside).find(([own]) => oidOf(own) === id);
  return found === undefined ? null : parse(octetsOf(found.at(-1)));
}

/** The common name of who it belongs to, or all that it says of them. */
export function subjectOf({ x509 }: Certificate): string {
  return commonName(x509.subject) ?? x509.subject.replaceAll('\n', ', ');
}

function commonName(name: string): string | undefined {
  return /^CN=(.*)$/m.exec(name)?.[1]?.replace(/\\(.)/g, '$1');
}
