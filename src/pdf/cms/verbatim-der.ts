import { Sequence, type ViewWriter } from 'asn1js';
import { Certificate } from 'pkijs';

/**
 * A value that is written byte for byte as it was read. Certificates and names need it: pkijs would encode them again,
 * which changes bytes that are not DER, and thus breaks the signature of a certificate or its digest in
 * signing-certificate-v2.
 */
export class AsItCame extends Sequence {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: Uint8Array) {
    super();
    this.#bytes = new Uint8Array(bytes).buffer;
  }

  override toBER(_sizeOnly?: boolean, writer?: ViewWriter): ArrayBuffer {
    writer?.write(this.#bytes);
    return this.#bytes;
  }
}

/** A verbatim member of CertificateSet (RFC 5652, 10.2.3). */
export class CertificateAsItCame extends Certificate {
  readonly #der: Uint8Array;

  constructor(der: Uint8Array) {
    super();
    this.#der = der;
  }

  override toSchema(): Sequence {
    return new AsItCame(this.#der);
  }
}
