import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';

/**
 * Names of the optional content groups that are off as the document opens (ISO 32000-2, 8.11.4.3: BaseState, ON and OFF of
 * the default configuration). Groups with one name that do not agree count as on. Empty where the document cannot be read that way.
 */
export async function layersOff(pdf: Uint8Array, password: string | undefined): Promise<Set<string>> {
  try {
    const document = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: false, ignoreEncryption: password === undefined, ...(password !== undefined && { password }) });
    const properties = document.catalog.lookupMaybe(PDFName.of('OCProperties'), PDFDict);
    return properties ? offIn(properties) : new Set();
  } catch {
    return new Set();
  }
}

function offIn(properties: PDFDict): Set<string> {
  const byDefault = properties.lookupMaybe(PDFName.of('D'), PDFDict);
  const allOff = byDefault?.lookupMaybe(PDFName.of('BaseState'), PDFName)?.asString() === '/OFF';
  const groups = (key: string, from: PDFDict | undefined) => from?.lookupMaybe(PDFName.of(key), PDFArray)?.asArray().map(String) ?? [];
  const [on, off] = [new Set(groups('ON', byDefault)), new Set(groups('OFF', byDefault))];
  const hidden = new Set<string>();
  const seen = new Set<string>();
  const all = properties.lookupMaybe(PDFName.of('OCGs'), PDFArray);
  for (let index = 0; index < (all?.size() ?? 0); index += 1) {
    const id = String(all?.get(index));
    const isOff = allOff ? !on.has(id) : off.has(id);
    const name = all?.lookupMaybe(index, PDFDict)?.lookup(PDFName.of('Name'));
    if (name instanceof PDFString || name instanceof PDFHexString) (isOff ? hidden : seen).add(name.decodeText());
  }
  return new Set([...hidden].filter((name) => !seen.has(name)));
}
