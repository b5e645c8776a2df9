/** What an embedded file is to the document (ISO 32000-2, table 43, AFRelationship). */
export const relationships = ['Source', 'Data', 'Alternative', 'Supplement', 'Unspecified'] as const;
/** A value of AFRelationship, without its slash. */
export type Relationship = (typeof relationships)[number];

/** A file that a document carries. Plain data. */
export interface Attachment {
  readonly name: string;
  readonly data: Uint8Array;
  /** A media type. */
  readonly contentType: string;
  readonly description: string | null;
  readonly relationship: Relationship;
}

/** The profiles of Factur-X and ZUGFeRD (ZUGFeRD 2.3, 3.2), as XMP calls them. */
export const invoiceProfiles = ['MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'] as const;
/** Name of an invoice profile, for `fx:ConformanceLevel`. */
export type InvoiceProfile = (typeof invoiceProfiles)[number];

/** Properties in XMP of an invoice that a document carries (Factur-X 1.0, 6.2.2). */
export interface Invoice {
  readonly fileName: string;
  readonly profile: InvoiceProfile;
  /** Of the profile's own specification. */
  readonly version: string;
}
