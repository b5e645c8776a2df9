import { mainPage } from '../../../render/model/document.ts';
import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';
import { pageFields, pageSetup, type PageOptions } from '../../../render/model/page-setup.ts';
import { openSheet } from '../../../render/plan/sheets.ts';

/** A new page, optionally with a setup that applies to all pages until the next `add_page`. */
export const addPage: Operation<PageOptions> = {
  name: 'add_page',
  tier: 'core',
  summary:
    'Begins a new page, with its own size, orientation, margin and background where they are given; what ' +
    'follows stays on such pages.',
  flows: false,
  light: true,
  schema: joi.object(pageFields),
  example: { size: 'A4', orientation: 'landscape', margin: '15mm' },
  compose(document, params, context) {
    let page = mainPage;
    if (Object.keys(params).length > 0) {
      if (document.singlePage)
        context.warn(
          'page-ignored',
          'A document of a single page has the size, the margin and the background of `document`: ' +
            `those of \`add_page\` have no effect.`,
        );
      page = `page${context.unique()}`;
      document.pages[page] = pageSetup(
        params,
        document.assets.map(({ name }) => name),
        document.pages[mainPage],
      );
    }
    document.chapter += 1;
    openSheet(document, page);
    document.openPage = null;
  },
};
