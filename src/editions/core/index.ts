import type { Edition } from '../edition.ts';
import { addAttachment } from './operations/add-attachment.ts';
import { addBarcode } from './operations/add-barcode.ts';
import { addBookmark } from './operations/add-bookmark.ts';
import { addChart } from './operations/add-chart.ts';
import { addCode } from './operations/add-code.ts';
import { addColumns } from './operations/add-columns.ts';
import { addDivider } from './operations/add-divider.ts';
import { addFormField } from './operations/add-form-field.ts';
import { addHeading } from './operations/add-heading.ts';
import { addHtml } from './operations/add-html.ts';
import { addImage } from './operations/add-image.ts';
import { addIndex } from './operations/add-index.ts';
import { addList } from './operations/add-list.ts';
import { addMarkdown } from './operations/add-markdown.ts';
import { addMath } from './operations/add-math.ts';
import { addPage } from './operations/add-page.ts';
import { addPageBreak } from './operations/add-page-break.ts';
import { addPdf } from './operations/add-pdf.ts';
import { addSpacer } from './operations/add-spacer.ts';
import { addStamp } from './operations/add-stamp.ts';
import { addTable } from './operations/add-table.ts';
import { addTemplate } from './operations/add-template.ts';
import { addText } from './operations/add-text.ts';
import { addToc } from './operations/add-toc.ts';
import { addUrl } from './operations/add-url.ts';
import { addWatermark } from './operations/add-watermark.ts';
import { setFont } from './operations/set-font.ts';
import { setBates } from './operations/set-bates.ts';
import { setPageNumbers } from './operations/set-page-numbers.ts';
import { setFooter } from './operations/set-footer.ts';
import { setHeader } from './operations/set-header.ts';
import { setMetadata } from './operations/set-metadata.ts';
import { setStyle } from './operations/set-style.ts';
import { arrange } from './tools/arrange.ts';
import { extractText } from './tools/extract-text.ts';
import { merge } from './tools/merge.ts';
import { rasterize } from './tools/rasterize.ts';
import { render } from './tools/render.ts';
import { split } from './tools/split.ts';

/** The core edition. Capabilities and the reference list its tools and operations in this order. */
export const edition: Edition = {
  name: 'core',
  tools: [render, extractText, merge, split, arrange, rasterize],
  operations: [
    ...[addText, addHeading, addMarkdown, addList, addCode, addMath],
    ...[addTable, addImage, addChart, addBarcode, addHtml, addTemplate, addSpacer, addDivider, addColumns],
    ...[addPage, addPageBreak, addPdf, addUrl, addToc, addIndex],
    ...[setFont, setStyle, setHeader, setFooter, setPageNumbers, setBates],
    ...[setMetadata, addWatermark, addStamp, addAttachment, addFormField, addBookmark],
  ],
};
