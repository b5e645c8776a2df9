/** Words for fields of other services, by what they are about; each names what there is here instead. */
const meanings: readonly (readonly [names: string, meaning: string])[] = [
  [
    'pageSize pageFormat paper paperSize paperFormat size format width height paperWidth paperHeight pageWidth pageHeight',
    'the size of pages is `document.size`',
  ],
  ['landscape portrait orientation pageOrientation', 'the orientation of pages is `document.orientation`'],
  [
    'margin margins pageMargins marginTop marginRight marginBottom marginLeft',
    'the margins of pages are `document.margin`',
  ],
  [
    'header headers headerTemplate headerHtml headerLeft headerCenter headerRight headerHeight displayHeaderFooter',
    'the header of pages is `document.header`, or the operation `set_header`',
  ],
  [
    'footer footers footerTemplate footerHtml footerLeft footerCenter footerRight footerHeight',
    'the footer of pages is `document.footer`, or the operation `set_footer`',
  ],
  ['pageNumbers', 'page numbers are `{page}` in `document.footer` or the operation `set_footer`'],
  ['file filename name outputFilename outputName', 'the name of the file is `output.filename`'],
  [
    'css style styles stylesheet stylesheets userStyleSheet addStyleTag',
    'styles for the whole document are `document.css`, or the operation `set_style`',
  ],
  [
    'html content body template htmlContent input markup',
    'HTML is the operation `add_html`, a template `add_template`',
  ],
  ['url uri link', 'a page of the web is the operation `add_url`'],
  ['markdown', 'Markdown is the operation `add_markdown`'],
  ['scale zoom zoomFactor dpi viewport', 'the scale of pages is `document.scale`'],
  [
    'media mediaType emulateMedia emulateMediaType emulatedMediaType printMediaType',
    'the CSS media is `document.media`',
  ],
  ['pages pageRange pageRanges nativePageRanges', 'the pages of the result are `output.pages`'],
  ['singlePage fullPage', 'one page as tall as its content is `document.singlePage`'],
  ['title', 'the title is `document.title`'],
  ['author subject keywords creator metadata', 'author, subject, keywords and the like are in `document.metadata`'],
  ['lang language locale', 'the language is `document.lang`'],
  ['outline bookmarks generateDocumentOutline', 'bookmarks are `output.outline`'],
  ['tagged generateTaggedPdf accessible', 'tags are `output.tagged`'],
  ['pdfa pdfua pdfFormat pdfStandard conformance', 'PDF/A and PDF/UA are `output.conformance`'],
  [
    'password userPassword ownerPassword encryption permissions',
    'passwords and permissions are in `output.encryption`',
  ],
  ['assets images files resources', 'images, style sheets and other files are `document.assets`'],
  ['fonts font', 'fonts are `document.fonts`'],
  ['attachments embeds embedded', 'attached files are `output.attachments`, or the operation `add_attachment`'],
  ['watermark', 'a watermark is the operation `add_watermark`'],
  ['toc tableOfContents', 'a table of contents is the operation `add_toc`'],
  ['background backgroundColor', 'the background of pages is `document.background`'],
  [
    'printBackground omitBackground preferCssPageSize',
    'backgrounds are always printed, and `@page` of a complete document applies',
  ],
  [
    'waitFor waitUntil waitDelay waitForSelector waitForExpression waitForFunction javascriptDelay windowStatus',
    'waiting is `waitFor` of `add_html` and `add_url`',
  ],
  [
    'javascript enableJavascript disableJavascript engine recipe',
    'scripts of HTML run unless `javascript` of `add_html` is "off"',
  ],
  ['cookies extraHttpHeaders', 'cookies and headers are `cookies` and `headers` of the operation `add_url`'],
  [
    'failOnConsoleExceptions failOnHttpStatusCodes failOnResourceLoadingFailed',
    'what fails a print is `output.failOn`',
  ],
  ['grayscale quality imageQuality lowQuality', 'grey and smaller pictures are made by the tool `optimize` (Pro)'],
];

/** Values of other services and libraries, by what they are here. */
const values: Readonly<Record<string, string>> = {
  column: 'bar',
  columns: 'bar',
  histo: 'histogram',
  doughnut: 'donut',
  ring: 'donut',
  spline: 'line',
  points: 'scatter',
  bubble: 'scatter',
  isbn: 'ean13',
  barcode: 'code128',
};

/** What a value of another service is called here, if it is one of these. */
export function foreignValue(value: string, known: readonly string[]): string | undefined {
  const name = Object.hasOwn(values, value.toLowerCase()) ? values[value.toLowerCase()] : undefined;
  return name !== undefined && known.includes(name) ? name : undefined;
}

/** Names are compared without case, hyphens and underscores: `page-size` of command lines is `pageSize`. */
const bare = (name: string): string => name.replaceAll(/[-_]/g, '').toLowerCase();

const byName: ReadonlyMap<string, string> = new Map(
  meanings.flatMap(([names, meaning]) => names.split(' ').map((name) => [bare(name), meaning] as const)),
);

/** One field of each object of a render that other services name differently: the body, `document`, `output`, HTML. */
const places = ['operations', 'singlePage', 'failOn', 'html'];

/**
 * What a field of Puppeteer, Gotenberg, jsreport or wkhtmltopdf is called here, as the end of a sentence; `undefined` for
 * other names, and in objects without such fields. `known` are the fields of the object.
 */
export function foreignName(name: string, known: readonly string[]): string | undefined {
  return places.some((place) => known.includes(place)) ? byName.get(bare(name)) : undefined;
}
