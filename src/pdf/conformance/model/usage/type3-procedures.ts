import { contentBytes } from '../../../content/content-bytes.ts';
import type { ContentFont } from '../../../content/fonts/content-font.ts';
import { numOf } from '../../../content/operands.ts';
import type { Frame } from '../../../content/state/frame.ts';
import { identity } from '../../../geometry/matrix.ts';
import { Dict, type Stream } from '../../../objects/objects.ts';
import type { PdfFile } from '../../../file/pdf-file.ts';

interface ProcedureOptions {
  /** Resources for fonts that have none. */
  readonly pageResources: Dict | undefined;
  /** True for a procedure to skip; called right before each would be read. */
  readonly skips: (stream: Stream) => boolean;
}

/** The glyph procedures of a Type 3 font (ISO 32000-2, 9.6.4) as frames of their own. */
export function* type3Procedures(
  file: PdfFile,
  font: ContentFont,
  { pageResources, skips }: ProcedureOptions,
): Generator<Frame> {
  for (const [name, entry] of file.dict(font.dict.get('CharProcs')) ?? new Dict()) {
    const stream = file.stream(entry);
    if (stream === null || skips(stream)) continue;
    yield {
      kind: 'glyph',
      bytes: contentBytes(stream),
      resources: file.dict(font.dict.get('Resources')) ?? pageResources ?? new Dict(),
      stream,
      num: numOf(entry),
      parent: null,
      operation: null,
      name,
      base: identity,
      depth: 1,
      glyph: { font, code: -1 },
    };
  }
}
