import type { CredentialInput } from '../cms/credential.ts';
import type { Hash } from '../cms/signature-algorithm.ts';
import type { Provenance } from './manifest/provenance.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import type { VisibleLabel } from './visible-label.ts';

/** A document to certify, the statements, and the signer. */
export interface CertifyOptions {
  readonly bytes: Uint8Array;
  /** Password of the document. */
  readonly password?: string | undefined;
  /** Removes the encryption of the document, which requires rewriting it. */
  readonly decrypt: boolean;
  readonly credential: CredentialInput;
  /** SHA-256, unless the key requires another. */
  readonly hash?: Hash | undefined;
  readonly provenance: Provenance;
  /** `certified` adds a certification (DocMDP), `claim` an approval signature. */
  readonly level: 'certified' | 'claim';
  readonly label?: WantedLabel | undefined;
  /** Certifies even if that breaks earlier signatures. */
  readonly breakSignatures: boolean;
  readonly fonts: readonly FontFolder[];
  readonly now: Date;
}

/** A label as requested. */
export interface WantedLabel extends Pick<VisibleLabel, 'text' | 'position' | 'size'> {
  /**
   * The 1-based pages of a document of `count` pages.
   * @throws AppError `page-out-of-range`
   */
  readonly pages: (count: number) => readonly number[];
  readonly lang?: string | undefined;
}
