"""Moves the outlines of marks to where they stand below or above their letters, and their anchors along with them.

Looks stay the same. But a mark that stands to the left of where its outline begins ends, to a reader that goes by
advances, before its letter does, and the reader takes what follows for another word. A mark moves as far as PERCENT of its
letters want it to, or farther. Usage: shift-marks.py [--right-to-left] PERCENT FONT...
"""
import sys

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont


def subtables(font, kind):
    for lookup in font['GPOS'].table.LookupList.Lookup:
        for table in lookup.SubTable:
            table = getattr(table, 'ExtSubTable', table)
            if table.LookupType == kind:
                yield table


def distances(font, leftwards):
    """For each mark, from the end of a letter's advance to where the mark is drawn, of each letter that takes it.

    Text that runs to the left is drawn from its left end, where a mark comes before its letter.
    """
    found = {}
    for table in subtables(font, 4):
        bases = zip(table.BaseCoverage.glyphs, table.BaseArray.BaseRecord)
        anchors = [(font['hmtx'][name][0], record.BaseAnchor) for name, record in bases]
        for mark, record in zip(table.MarkCoverage.glyphs, table.MarkArray.MarkRecord):
            for advance, of_class in anchors:
                anchor = of_class[record.Class]
                if anchor is not None and advance > 0:
                    distance = anchor.XCoordinate - record.MarkAnchor.XCoordinate
                    distance = -distance if leftwards else distance - advance
                    found.setdefault(mark, []).append(distance)
    return found


def move_outline(font, name, by):
    recorded = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(recorded)
    pen = TTGlyphPen(None)
    recorded.replay(TransformPen(pen, (1, 0, 0, 1, by, 0)))
    glyph = pen.glyph()
    glyph.recalcBounds(font['glyf'])
    font['glyf'][name] = glyph
    font['hmtx'][name] = (font['hmtx'][name][0], glyph.xMin if glyph.numberOfContours else 0)


def move_anchors(font, moves):
    seen = set()

    def move(anchor, name):
        if anchor is not None and name in moves and id(anchor) not in seen:
            seen.add(id(anchor))
            anchor.XCoordinate += moves[name]

    for kind in (4, 5):
        for table in subtables(font, kind):
            for name, record in zip(table.MarkCoverage.glyphs, table.MarkArray.MarkRecord):
                move(record.MarkAnchor, name)
    for table in subtables(font, 6):
        for name, record in zip(table.Mark1Coverage.glyphs, table.Mark1Array.MarkRecord):
            move(record.MarkAnchor, name)
        for name, record in zip(table.Mark2Coverage.glyphs, table.Mark2Array.Mark2Record):
            for anchor in record.Mark2Anchor:
                move(anchor, name)


def main(path, percent, leftwards):
    font = TTFont(path)
    for name in font.getGlyphOrder():  # components would move with the marks that they are
        if font['glyf'][name].isComposite():
            move_outline(font, name, 0)
    em = font['head'].unitsPerEm
    moves = {name: sorted(all_of)[len(all_of) * percent // 100] for name, all_of in distances(font, leftwards).items()}
    moves = {name: -by if leftwards else by for name, by in moves.items() if by < -em / 20}
    for name, by in moves.items():
        move_outline(font, name, by)
    move_anchors(font, moves)
    font.save(path)
    print(path, len(moves), 'marks moved')


leftwards = sys.argv[1] == '--right-to-left'
percent, *paths = sys.argv[2 if leftwards else 1:]
for path in paths:
    main(path, int(percent), leftwards)
