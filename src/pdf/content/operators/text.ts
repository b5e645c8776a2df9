import { multiply, identity } from '../../geometry/matrix.ts';
import { Dict, Name, type Obj } from '../../objects/objects.ts';
import { quadsBox } from '../state/boxes.ts';
import type { ContentFont } from '../fonts/content-font.ts';
import type { TextState } from '../state/graphics-state.ts';
import type { Operation } from '../operation.ts';
import { numbersIn, numOf } from '../operands.ts';
import type { Run, Effect } from '../run.ts';
import { Shown } from '../shown-text.ts';
import type { Frame } from '../state/frame.ts';
import { runPattern } from './patterns.ts';

/** Text objects, state, positions and showing (ISO 32000-2, 9.3, 9.4). */
export const textEffects: Readonly<Record<string, Effect>> = {
  BT: (run) => {
    run.text.place(identity);
  },
  Tc: setting((charSpace) => ({ charSpace })),
  Tw: setting((wordSpace) => ({ wordSpace })),
  Tz: setting((percent) => ({ scale: percent / 100 })),
  TL: setting((leading) => ({ leading })),
  Ts: setting((rise) => ({ rise })),
  Tr: setting((render) => ({ render })),
  Tf: setFont,
  Td: (run, { operands }) => {
    const [x = 0, y = 0] = numbersIn(operands);
    run.text.move(x, y);
  },
  TD: (run, { operands }) => {
    const [x = 0, y = 0] = numbersIn(operands);
    run.setText({ ...run.state.text, leading: -y });
    run.text.move(x, y);
  },
  'T*': nextLine,
  Tm: (run, { operands }) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbersIn(operands);
    run.text.place([a, b, c, d, e, f]);
  },
  Tj: (run, operation) => {
    show(run, operation, operation.operands.slice(-1));
  },
  TJ: (run, operation) => {
    const elements = operation.operands.at(-1);
    show(run, operation, Array.isArray(elements) ? elements : []);
  },
  "'": (run, operation) => {
    nextLine(run);
    show(run, operation, operation.operands.slice(-1));
  },
  '"': (run, operation) => {
    const [word, character] = operation.operands;
    run.setText({
      ...run.state.text,
      wordSpace: typeof word === 'number' ? word : 0,
      charSpace: typeof character === 'number' ? character : 0,
    });
    nextLine(run);
    show(run, operation, operation.operands.slice(-1));
  },
};

function setting(change: (value: number) => Partial<TextState>): Effect {
  return (run, { operands }) => {
    run.setText({ ...run.state.text, ...change(numbersIn(operands).at(-1) ?? 0) });
  };
}

function setFont(run: Run, { operands }: Operation): void {
  const size = operands.at(-1);
  if (typeof size !== 'number') return;
  const dict = run.resource('Font', operands.slice(0, -1));
  const name = operands.at(-2);
  const font = dict instanceof Dict ? run.opened(dict) : null;
  const fontName = name instanceof Name ? name.value : null;
  const { text } = run.state;
  if (font !== text.font || fontName !== text.fontName || size !== text.fontSize)
    run.setText({ ...text, font, fontName, fontSize: size });
}

function nextLine(run: Run): void {
  run.text.move(0, -run.state.text.leading);
}

function show(run: Run, operation: Operation, elements: readonly Obj[]): void {
  const { visitor, budget } = run.options;
  const { text, fill, stroke, ctm } = run.state;
  const shown = new Shown(operation, elements, { matrix: run.text.matrix, ctm, text });
  budget.glyphs(shown.codes.length);
  run.text.show(shown);
  visitor.text?.(shown, run.context);
  if (text.font?.kind === 'type3') runProcedures(run, operation, text.font, shown);
  if (fill.pattern === null && stroke.pattern === null) return;
  const bounds = quadsBox(shown.glyphs.map(({ quad }) => quad));
  if (text.render % 4 === 0 || text.render % 4 === 2) runPattern(run, fill, bounds);
  if (text.render % 4 === 1 || text.render % 4 === 2) runPattern(run, stroke, bounds);
}

/** Runs the procedures of a Type 3 font (ISO 32000-2, 9.6.4), each once. */
function runProcedures(run: Run, operation: Operation, font: ContentFont, { codes, matrix }: Shown): void {
  const { file, interpreter, once } = run.options;
  for (const { code } of codes) {
    const stream = once(font.dict, code) ? font.procedure(code) : null;
    if (stream === null) continue;
    const base = multiply(font.matrix, matrix);
    const resources = file.dict(font.dict.get('Resources')) ?? run.frame.resources;
    const entry = file.dict(font.dict.get('CharProcs'))?.get(font.glyphName(code) ?? '') ?? null;
    const frame: Frame = {
      ...run.child(stream, numOf(entry), operation),
      kind: 'glyph',
      name: run.state.text.fontName ?? '',
      resources,
      base,
      glyph: { font, code },
    };
    interpreter.run(frame, { ...run.state, ctm: base }, run.mark);
  }
}
