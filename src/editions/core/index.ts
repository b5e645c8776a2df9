import type { Edition } from '../edition.ts';
import { addCode } from './operations/add-code.ts';
import { addDivider } from './operations/add-divider.ts';
import { addHeading } from './operations/add-heading.ts';
import { addHtml } from './operations/add-html.ts';
import { addImage } from './operations/add-image.ts';
import { addList } from './operations/add-list.ts';
import { addMarkdown } from './operations/add-markdown.ts';
import { addPage } from './operations/add-page.ts';
import { addPageBreak } from './operations/add-page-break.ts';
import { addSpacer } from './operations/add-spacer.ts';
import { addTable } from './operations/add-table.ts';
import { addTemplate } from './operations/add-template.ts';
import { addText } from './operations/add-text.ts';
import { addUrl } from './operations/add-url.ts';
import { addWatermark } from './operations/add-watermark.ts';
import { setFont } from './operations/set-font.ts';
import { setFooter } from './operations/set-footer.ts';
import { setHeader } from './operations/set-header.ts';
import { setMetadata } from './operations/set-metadata.ts';
import { setStyle } from './operations/set-style.ts';
import { extractText } from './tools/extract-text.ts';
import { merge } from './tools/merge.ts';
import { render } from './tools/render.ts';
import { split } from './tools/split.ts';

/** What the core edition brings, in the order in which capabilities and the reference list it. */
export const edition: Edition = {
  name: 'core',
  tools: [render, extractText, merge, split],
  operations: [
    ...[addText, addHeading, addMarkdown, addList, addCode],
    ...[addTable, addImage, addHtml, addTemplate, addSpacer, addDivider],
    ...[addPage, addPageBreak, addUrl],
    ...[setFont, setStyle, setHeader, setFooter],
    ...[setMetadata, addWatermark],
  ],
};
