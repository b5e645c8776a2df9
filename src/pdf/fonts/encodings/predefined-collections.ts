/** Predefined CMaps (ISO 32000-1, table 118) by character collection, each with the supplement that it needs. */
const collections: Readonly<Record<string, string>> = {
  GB1: 'GB-EUC 0 GBpc-EUC 0 GBK-EUC 2 GBKp-EUC 2 GBK2K 4 UniGB-UCS2 4 UniGB-UTF16 5',
  CNS1: 'B5pc 0 HKscs-B5 3 ETen-B5 0 ETenms-B5 0 CNS-EUC 0 UniCNS-UCS2 3 UniCNS-UTF16 6',
  Japan1:
    '83pv-RKSJ 1 90ms-RKSJ 2 90msp-RKSJ 2 90pv-RKSJ 1 Add-RKSJ 1 EUC 1 Ext-RKSJ 2 UniJIS-UCS2 4 UniJIS-UCS2-HW ' +
    '4 UniJIS-UTF16 6',
  Korea1: 'KSC-EUC 0 KSCms-UHC 1 KSCms-UHC-HW 1 KSCpc-EUC 0 UniKS-UCS2 1 UniKS-UTF16 2',
};

/** What a predefined CMap is for. */
export interface PredefinedCollection {
  readonly ordering: string;
  readonly supplement: number;
}

const known = new Map<string, PredefinedCollection>([
  ['H', { ordering: 'Japan1', supplement: 1 }],
  ['V', { ordering: 'Japan1', supplement: 1 }],
]);
for (const [ordering, text] of Object.entries(collections)) {
  const words = text.split(' ');
  for (let at = 0; at < words.length; at += 2)
    for (const direction of ['H', 'V'])
      known.set(`${words[at] ?? ''}-${direction}`, { ordering, supplement: Number(words[at + 1]) });
}

/** Null for a CMap that is not predefined, and for Identity. */
export function collectionOf(cmap: string): PredefinedCollection | null {
  return known.get(cmap) ?? null;
}

/** True for the name of a predefined CMap, Identity included. */
export function isPredefined(cmap: string): boolean {
  return cmap === 'Identity-H' || cmap === 'Identity-V' || known.has(cmap);
}

/** Collections whose CIDs have a meaning of their own. */
export function isUnicodeCollection(registry: string, ordering: string): boolean {
  return registry === 'Adobe' && ordering in collections;
}
