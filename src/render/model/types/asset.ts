/**
 * A file that HTML, CSS and templates of this request may refer to by its relative name. A name outside of the folder
 * of the document begins with `../`.
 */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}
