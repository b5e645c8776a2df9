import { expect } from 'chai';
import { printedStyle } from '../../../../src/pdf/file/writing/file-style.ts';
import { FileWriter } from '../../../../src/pdf/file/writing/file-writer.ts';
import { PrintedObjects } from '../../../../src/pdf/printed/model/printed-objects.ts';
import { readPrinted } from '../../../../src/pdf/printed/printed.ts';

/** The file has a stream whose dictionary has the word `stream` in it, and one that is compressed. */
function printed(): PrintedObjects {
  const out = new FileWriter({ style: printedStyle, next: 5 }).begin('1.4');
  out.body(1, '<</Type /Catalog\n/Pages 2 0 R>>');
  out.body(2, '<</Type /Pages\n/Count 0\n/Kids []>>');
  out.body(3, '<</Alt (a stream >> of stream\n)\n/Length 12>> stream\nendstream q Q\nendstream');
  out.flateStream(4, '/Subtype /Form', Buffer.from('q Q'));
  return new PrintedObjects(readPrinted(out.end('/Root 1 0 R', 'table')));
}

describe('Objects of a printed file', () => {
  it('are read by their numbers, whatever words are in them', () => {
    const objects = printed();
    expect(objects.head(2).trim()).to.equal('<</Type /Pages\n/Count 0\n/Kids []>>');
    expect(objects.tail(2)).to.equal(null);
    expect(objects.head(3).trim()).to.equal('<</Alt (a stream >> of stream\n)\n/Length 12>>');
    expect(objects.stored(3)?.toString()).to.equal('endstream q ');
    expect(objects.tail(3)?.toString()).to.equal('stream\nendstream q Q\nendstream');
    expect(objects.content(4)?.toString()).to.equal('q Q');
    expect([objects.head(9), objects.content(9), objects.isStream(9)]).to.deep.equal(['', null, false]);
  });

  it('are those that took their places', () => {
    const objects = printed();
    objects.replace(2, Buffer.from('<</Type /Pages>>'));
    objects.replace(4, objects.withContent(4, Buffer.from('other content')));
    expect(objects.head(2)).to.equal('<</Type /Pages>>');
    expect(objects.content(4)?.toString()).to.equal('other content');
    const again = objects.withContent(4, Buffer.from('q Q'));
    objects.replace(4, again);
    expect(objects.content(4)?.toString()).to.equal('q Q');
    expect(objects.body(4).equals(again)).to.equal(true);
  });
});
