"""Makes the fonts of boxes (docs/fonts.md): python3 boxes.py FOLDER, with fontTools.

They have a glyph for each character that no font beside this file has: the same box, and a glyph of its own for each
character, because a PDF stores one text a glyph. Each calls itself bold and italic, so that nobody draws it bolder or
slants it; its lines are low, so that it makes none taller; it has no marks, which would stand in each other's place.
"""
import pathlib
import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables import otTables

ADVANCE, ASCENT, DESCENT = 650, 750, -50
# Characters without a glyph of their own: controls, surrogates, White_Space, Default_Ignorable_Code_Point (Unicode 17).
UNSEEN = [
    (0, 0x20), (0x7F, 0xA0), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x1680, 0x1680),
    (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F), (0x3000, 0x3000),
    (0x3164, 0x3164), (0xD800, 0xDFFF), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
]
PRIVATE = (0xE000, 0xF8FF)
FONTS = {
    'Colophon Boxes 0': [(0, PRIVATE[0] - 1), (PRIVATE[1] + 1, 0xFFFF)],
    'Colophon Boxes 1': [(0x10000, 0x1FFFF)],
    'Colophon Boxes 2': [(0x20000, 0x2FFFF)],
    'Colophon Boxes 3': [(0x30000, 0x3FFFF)],
    # Browsers look for no other font for characters of private use: these families are named (src/browser/script-families.ts).
    'Colophon Boxes Private': [PRIVATE],
    'Colophon Boxes 15': [(0xF0000, 0xFFFFF)],
    'Colophon Boxes 16': [(0x100000, 0x10FFFF)],
}


def bundled():
    here = pathlib.Path(__file__).resolve().parent
    files = [file for file in sorted(here.glob('*/*.ttf')) if not file.name.startswith('ColophonBoxes')]
    return set().union(*(TTFont(file, lazy=True).getBestCmap() for file in files))


def box():
    pen = TTGlyphPen(None)
    for corners in ([(75, 0), (75, 700), (575, 700), (575, 0)], [(125, 50), (525, 50), (525, 650), (125, 650)]):
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def reference():
    pen = TTGlyphPen({'.notdef': None})
    pen.addComponent('.notdef', (1, 0, 0, 1, 0, 0))
    return pen.glyph()


def without_marks(names):
    table = newTable('GDEF')
    table.table = otTables.GDEF()
    table.table.Version = 0x00010000
    table.table.GlyphClassDef = otTables.GlyphClassDef()
    table.table.GlyphClassDef.classDefs = {name: 1 for name in names}
    table.table.AttachList = table.table.LigCaretList = table.table.MarkAttachClassDef = None
    return table


def font(family, characters):
    names = [f'u{character:X}' for character in characters]
    postscript = family.replace(' ', '') + '-BoldItalic'
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(['.notdef', *names])
    builder.setupCharacterMap(dict(zip(characters, names)))
    builder.setupGlyf({'.notdef': box(), **{name: reference() for name in names}})
    builder.setupHorizontalMetrics({name: (ADVANCE, 75) for name in ['.notdef', *names]})
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupNameTable({
        'copyright': 'Copyright the Colophon authors. MIT licence.', 'familyName': family, 'styleName': 'Bold Italic',
        'uniqueFontIdentifier': postscript, 'fullName': f'{family} Bold Italic', 'version': 'Version 1.000', 'psName': postscript,
    })
    builder.setupOS2(
        sTypoAscender=ASCENT, sTypoDescender=DESCENT, sTypoLineGap=0, usWinAscent=ASCENT, usWinDescent=-DESCENT,
        usWeightClass=700, fsSelection=0x21, sxHeight=700, sCapHeight=700, achVendID='CLPH',
    )
    builder.setupPost(keepGlyphNames=False)
    builder.font['GDEF'] = without_marks(names)
    builder.font['head'].macStyle = 3
    builder.font['head'].created = builder.font['head'].modified = 0
    builder.font.recalcTimestamp = False
    return builder.font


def main(folder):
    theirs = bundled()
    unseen = {character for first, last in UNSEEN for character in range(first, last + 1)}
    for family, ranges in FONTS.items():
        every = (character for first, last in ranges for character in range(first, last + 1))
        without = unseen if ranges[0][0] in (PRIVATE[0], 0xF0000, 0x100000) else unseen | theirs
        characters = [one for one in every if one not in without and one & 0xFFFE != 0xFFFE]
        font(family, characters).save(f'{folder}/{family.replace(" ", "")}.ttf')
        print(family, len(characters))


main(sys.argv[1])
