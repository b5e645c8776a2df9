/**
 * A Type 1 program (Adobe Type 1 Font Format) with a square, a bow and a bar of a width each: A, B and a. Their names
 * are what StandardEncoding has.
 */
export function type1Program(): Buffer {
  const square = [
    [50, 600, 'hsbw'],
    [0, 100, 'rmoveto'],
    [400, 'hlineto'],
    [500, 'vlineto'],
    [-400, 'hlineto'],
    ['closepath'],
    ['endchar'],
  ];
  const bow = [
    [40, 550, 'hsbw'],
    [0, 50, 'hstem'],
    [0, 0, 'rmoveto'],
    [100, 200, 150, 150, 200, -350, 'rrcurveto'],
    [-450, 'hlineto'],
    ['closepath'],
    ['endchar'],
  ];
  const bar = [
    [30, 300, 'hsbw'],
    [0, 0, 'rmoveto'],
    [60, 'hlineto'],
    [1200, 'vlineto'],
    [-60, 'hlineto'],
    ['closepath'],
    ['endchar'],
  ];
  const empty = [[0, 250, 'hsbw'], ['endchar']];
  const glyphs = { '.notdef': empty, A: square, B: bow, a: bar };
  const charStrings = Object.entries(glyphs).flatMap(([name, steps]) => {
    const code = hidden(Buffer.concat([Buffer.alloc(4), ...steps.map(encoded)]), 4330);
    return [Buffer.from(`/${name} ${code.length} RD `), code, Buffer.from(' ND\n')];
  });
  const closed = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(
      'dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly ' +
        'def\n/BlueValues [-10 0 600 610] def\n/StdVW [60] def\n/password 5839 def\n/lenIV 4 def\n',
    ),
    Buffer.from(`2 index /CharStrings ${Object.keys(glyphs).length} dict dup begin\n`),
    ...charStrings,
    Buffer.from(
      'end\nend\nreadonly put\nnoaccess put\ndup/FontName get exch definefont pop\nmark currentfile closefile\n',
    ),
  ]);
  const clear =
    '%!PS-AdobeFont-1.0: Square\n11 dict begin\n/FontName /Square def\n/PaintType 0 def\n/FontType 1 ' +
    'def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/Encoding StandardEncoding def\n/FontBBox {0 -350 ' +
    '600 1200} readonly def\ncurrentdict end\ncurrentfile eexec\n';
  return Buffer.concat([
    Buffer.from(clear),
    hidden(closed, 55_665),
    Buffer.from(`\n${'0'.repeat(512)}\ncleartomark\n`),
  ]);
}

const operators: Readonly<Record<string, number>> = {
  hstem: 1,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  closepath: 9,
  hsbw: 13,
  endchar: 14,
  rmoveto: 21,
};

/** A step of a charstring (6.2): numbers, then an operator. */
function encoded(step: readonly (number | string)[]): Buffer {
  return Buffer.from(
    step.flatMap((part) => {
      if (typeof part === 'string') return [operators[part] ?? 0];
      if (part >= -107 && part <= 107) return [part + 139];
      const [first, rest] = part > 0 ? [247, part - 108] : [251, -part - 108];
      return rest < 1024 ? [first + (rest >> 8), rest & 0xff] : [255, 0, 0, (part >> 8) & 0xff, part & 0xff];
    }),
  );
}

/** The encryption of the private part and of charstrings (7.1). */
function hidden(plain: Buffer, key: number): Buffer {
  let state = key;
  return Buffer.from(
    plain.map((byte) => {
      const cipher = byte ^ (state >> 8);
      state = ((cipher + state) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}
