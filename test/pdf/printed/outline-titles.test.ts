import { expect } from 'chai';
import { titlesMeant } from '../../../src/pdf/printed/outline-titles.ts';

describe('The heading that a title of the outline means', () => {
  const headings = [
    '2.1 Sales & service in all regions',
    'Chapter 12',
    'Chapter 21',
    'Results of a year',
    'אבג דהו זחט יכל',
    'קר דג',
    'גד רק',
  ];
  const meant = titlesMeant(headings);

  for (const [what, title, heading] of [
    ['stands twice', 'Chapter 12Chapter 12', 'Chapter 12'],
    ['lacks the space where its line broke', 'Results ofa year', 'Results of a year'],
    ['runs from right to left, with its words as they are seen', 'יכל זחט דהו אבג', 'אבג דהו זחט יכל'],
    ['runs from right to left, and lost a space besides', 'דהו אבגיכל זחט', 'אבג דהו זחט יכל'],
    ['runs from right to left, and stands twice', 'יכל זחט דהו אבגיכל זחט דהו אבג', 'אבג דהו זחט יכל'],
    [
      'has each of its pieces twice',
      '2.12.1 Sales & Sales & serviceservice in all regions in all regions',
      headings[0],
    ],
    ['has the pieces of its first line twice', '2.12.1 Sales & Sales & servicein all regions', headings[0]],
    ['has a piece of a later line twice', '2.1 Sales & serviceservice in all regions', ''],
    ['begins with a number that another heading has twice', '2.12.1 Sales & service in all regions', ''],
    ['is like no heading', 'Chapter 22', 'Chapter 22'],
    ['may be one of two by its letters', 'רקדג', 'רקדג'],
  ] as const) {
    it(`is found where it ${what}`, () => {
      expect(meant(title)).to.equal(heading === '' ? title : heading);
    });
  }
});
