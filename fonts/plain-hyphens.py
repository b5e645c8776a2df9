"""Takes hyphens out of the tabular figures of a font (`tnum`), where they are as wide as a digit. Usage: plain-hyphens.py FONT..."""
import sys

from fontTools.ttLib import TTFont

for path in sys.argv[1:]:
    font = TTFont(path, recalcTimestamp=False)
    table = font['GSUB'].table
    lookups = {index for record in table.FeatureList.FeatureRecord if record.FeatureTag == 'tnum'
               for index in record.Feature.LookupListIndex}
    width = font['hmtx'][font.getBestCmap()[ord('-')]][0]
    digit = font['hmtx'][table.LookupList.Lookup[min(lookups)].SubTable[0].mapping[font.getBestCmap()[ord('0')]]][0]
    for index in lookups:
        for subtable in table.LookupList.Lookup[index].SubTable:
            mapping = getattr(subtable, 'ExtSubTable', subtable).mapping
            hyphens = [old for old, new in mapping.items()
                       if font['hmtx'][old][0] == width and font['hmtx'][new][0] == digit]
            for hyphen in hyphens:
                del mapping[hyphen]
            print(path, hyphens)
    font.save(path)
