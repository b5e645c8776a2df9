import type { PdfFile } from '../file/pdf-file.ts';

/** Resolves references: an opened file, or one with changes. */
export type Lookup = Pick<PdfFile, 'resolve' | 'dict' | 'array' | 'stream' | 'name' | 'number' | 'string'>;
