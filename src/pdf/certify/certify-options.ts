import type { CredentialInput } from '../cms/credential.ts';
import type { Hash } from '../cms/signature-algorithm.ts';
import type { Provenance } from './manifest/provenance.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import type { VisibleLabel } from './visible-label.ts';

export interface CertifyOptions {
  readonly bytes: Uint8Array;
  /** Of the document. */
  readonly password?: string | undefined;
  /** Leaves an encrypted document unencrypted, which it has to be written anew for. */
  readonly decrypt: boolean;
  readonly credential: CredentialInput;
  /** SHA-256 unless the key is bound to another. */
  readonly hash?: Hash | undefined;
  readonly provenance: Provenance;
  /** With a certification (DocMDP), or with an ordinary signature. */
  readonly level: 'certified' | 'claim';
  readonly label?: WantedLabel | undefined;
  /** Even where that breaks earlier signatures. */
  readonly breakSignatures: boolean;
  readonly fonts: readonly FontFolder[];
  readonly now: Date;
}

/** As it is asked for. */
export interface WantedLabel extends Pick<VisibleLabel, 'text' | 'position' | 'size'> {
  /** Of a document of `count` pages. @throws AppError `page-out-of-range` */
  readonly pages: (count: number) => readonly number[];
  readonly lang?: string | undefined;
}
