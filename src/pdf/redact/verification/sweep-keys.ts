/**
 * Entries that are dropped from every dictionary: private data, alternate pictures, descriptions, scripts and files.
 */
export const dropped: ReadonlySet<string> = new Set([
  'PieceInfo',
  'Thumb',
  'Alternates',
  'OPI',
  'XFA',
  'AA',
  'JS',
  'DPM',
  'Measure',
  'PtData',
  'LastModified',
  'SpiderInfo',
  'Perms',
  'DSS',
  'Legal',
  'SigFlags',
  'RichMediaContent',
  'RichMediaSettings',
  '3DD',
  'Sound',
  'Movie',
  'UR3',
  'Lock',
  'Ref',
]);

/** Entries that are dropped with metadata. */
export const metadataKeys: ReadonlySet<string> = new Set(['Metadata']);

/** Entries that are dropped with embedded files. */
export const fileKeys: ReadonlySet<string> = new Set(['AF', 'EF', 'RF', 'Collection']);

/** Entries that pages, forms and images may have (ISO 32000-2, tables 31, 93, 87). */
export const pageKeys = keys(
  'Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox BoxColorInfo Contents Rotate Group Annots ' +
    'Tabs StructParents UserUnit Trans Dur OutputIntents AF',
);
/** Entries that form XObjects and tiling patterns may have. */
export const formKeys = keys(
  'Type Subtype FormType BBox Matrix Resources Group StructParent StructParents OC PatternType PaintType ' +
    'TilingType XStep YStep Filter DecodeParms Length',
);
/** Entries that image XObjects may have. */
export const imageKeys = keys(
  'Type Subtype Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask ' +
    'SMaskInData Matte OC StructParent Filter DecodeParms Length',
);

/** Entries that MK of a widget may have: no icons (ISO 32000-2, table 192). */
export const iconKeys = keys('R BC BG CA RC AC TP');

function keys(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Actions that open files, programs or scripts (ISO 32000-2, 12.6.4). */
export const droppedActions: ReadonlySet<string> = new Set([
  'JavaScript',
  'Launch',
  'GoToE',
  'ImportData',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
  'GoTo3DView',
  'GoToDp',
]);

/** Arrays that lose entries which became null. */
export const listKeys: ReadonlySet<string> = new Set([
  'Annots',
  'Kids',
  'Fields',
  'CO',
  'K',
  'OCGs',
  'Order',
  'ON',
  'OFF',
  'Locked',
]);

/** Strings of binary data. */
export const binaryKeys: ReadonlySet<string> = new Set([
  'ID',
  'CheckSum',
  'Registry',
  'Ordering',
  'Panose',
  'U',
  'O',
  'OE',
  'UE',
  'CharSet',
]);

/** Names that authors choose and other objects refer to. */
export const nameKeys: ReadonlySet<string> = new Set(['V', 'DV', 'AS', 'Dest', 'D', 'SD']);

/** Strings that authors choose and other objects refer to. */
export const referredKeys: ReadonlySet<string> = new Set(['Dest', 'D', 'SD', 'ID', 'Headers', 'Names', 'Limits']);
