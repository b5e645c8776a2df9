import { mapRect } from '../../geometry/matrix.ts';
import { isName, Name, Stream, type Dict } from '../../objects/objects.ts';
import { fullImageDict } from '../inline-image.ts';
import { numOf } from '../operands.ts';
import type { Run, Effect } from '../run.ts';
import { runForm } from './forms.ts';
import { runPattern } from './patterns.ts';

/** External objects, inline images and shadings (ISO 32000-2, 8.8, 8.9.7, 8.7.4.2). */
export const imageEffects: Readonly<Record<string, Effect>> = {
  Do: (run, operation) => {
    const { file, visitor } = run.options;
    const entry = run.entry('XObject', operation.operands);
    const stream = file.resolve(entry);
    const name = operation.operands.at(-1);
    if (!(stream instanceof Stream) || !(name instanceof Name)) return;
    const num = numOf(entry);
    if (isName(file.resolve(stream.dict.get('Subtype')), 'Image')) {
      visitor.image?.(
        { operation, stream, inline: null, dict: stream.dict, name: name.value, num, matrix: run.state.ctm },
        run.context,
      );
      paintStencil(run, stream.dict);
    } else runForm(run, operation, { stream, num, kind: 'form' });
  },
  BI: (run, operation) => {
    const { image } = operation;
    if (image === undefined) return;
    const dict = fullImageDict(image.dict);
    run.options.visitor.image?.(
      { operation, stream: null, inline: image, dict, name: '', num: 0, matrix: run.state.ctm },
      run.context,
    );
    paintStencil(run, dict);
  },
  sh: (run, operation) => {
    run.options.visitor.shading?.({ operation, object: run.resource('Shading', operation.operands) }, run.context);
  },
};

/** A stencil mask is painted in the fill colour (ISO 32000-2, 8.9.6.2), which may be a pattern. */
function paintStencil(run: Run, dict: Dict): void {
  if (run.state.fill.pattern === null || run.options.file.resolve(dict.get('ImageMask')) !== true) return;
  const { x0, y0, x1, y1 } = mapRect(run.state.ctm, { x0: 0, y0: 0, x1: 1, y1: 1 });
  runPattern(run, run.state.fill, [x0, y0, x1, y1]);
}
