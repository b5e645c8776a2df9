import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from 'pdf-lib';
import { Dict, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { ObjectSink } from '../../typeset/embedded-font.ts';

/** A sink that adds our objects to a document of pdf-lib. */
export function pdfLibSink({ context }: PDFDocument): ObjectSink {
  return {
    reserve: () => new Ref(context.nextRef().objectNumber),
    set: (ref, value) => {
      context.assign(PDFRef.of(ref.num), pdfLibObject(value, context));
    },
  };
}

/** Converts one of our objects to one of pdf-lib. */
export function pdfLibObject(obj: Obj, context: PDFDocument['context']): PDFObject {
  if (obj === null) return PDFNull;
  if (typeof obj === 'boolean') return obj ? PDFBool.True : PDFBool.False;
  if (typeof obj === 'number') return PDFNumber.of(obj);
  if (obj instanceof Name) return PDFName.of(obj.value);
  if (obj instanceof PdfString) return PDFHexString.of(obj.bytes.toString('hex'));
  if (obj instanceof Ref) return PDFRef.of(obj.num);
  if (obj instanceof Stream) return PDFRawStream.of(dictOf(obj.dict, context), obj.raw);
  if (obj instanceof Dict) return dictOf(obj, context);
  const array = PDFArray.withContext(context);
  for (const entry of obj) array.push(pdfLibObject(entry, context));
  return array;
}

function dictOf(dict: Dict, context: PDFDocument['context']): PDFDict {
  const made = PDFDict.withContext(context);
  for (const [key, value] of dict) made.set(PDFName.of(key), pdfLibObject(value, context));
  return made;
}
