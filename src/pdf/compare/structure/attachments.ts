import { createHash } from 'node:crypto';
import type { Source } from '../../facts/source.ts';
import { readNameTree } from '../../facts/trees/read-trees.ts';

/** An embedded file (ISO 32000-2, 7.11.4). */
export interface ComparedAttachment {
  readonly name: string;
  readonly bytes: number;
  /** SHA-256 of its content, in hex. */
  readonly sha256: string;
}

/** The files of the name tree EmbeddedFiles. */
export function comparedAttachments(source: Source): ComparedAttachment[] {
  const { file } = source;
  return readNameTree(file, source.names('EmbeddedFiles')).flatMap(([key, value]) => {
    const specification = file.dict(value);
    const files = file.dict(specification?.get('EF') ?? null);
    const stream = file.stream(files?.get('UF') ?? null) ?? file.stream(files?.get('F') ?? null);
    const name = (file.string(specification?.get('UF') ?? null) ?? file.string(specification?.get('F') ?? null) ?? key)
      .text;
    if (stream === null) return [];
    const { bytes } = stream.decoded();
    return [{ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }];
  });
}
