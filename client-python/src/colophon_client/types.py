"""The bodies of requests and answers. Made of openapi.json by `npm run openapi`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import NotRequired, TypeAlias, TypedDict

from ._sources import Base64, Data, Upload


class AddAttachment(TypedDict):
    """Embeds a file in the document, for example the XML of an invoice by Factur-X or ZUGFeRD."""

    op: Literal["add_attachment"]
    """The operation. `type` is another name of this field."""
    name: str
    """The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a
    warning. For example `factur-x.xml`."""
    data: Base64
    """Base64 or a data URI."""
    contentType: NotRequired[str]
    """The media type; by the extension of the name unless given."""
    description: NotRequired[str]
    relationship: NotRequired[Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]]
    """What the file is to the document (AFRelationship): Unspecified unless given; of an invoice
    Alternative, or Data where its profile is not a whole invoice."""
    facturX: NotRequired[FacturX]
    """The file is the XML of an invoice by Factur-X or ZUGFeRD (CrossIndustryInvoice), of this profile;
    its XMP states the same."""

class AddBarcode(TypedDict):
    """Adds a barcode as vector graphics, with its quiet zones: QR, Data Matrix, PDF417, EAN, UPC, Code
    128, GS1-128, Code 39, ITF-14."""

    op: Literal["add_barcode"]
    """The operation. `type` is another name of this field."""
    symbology: Literal["qrcode", "code128", "ean13", "ean8", "upca", "datamatrix", "pdf417", "code39", "itf14", "gs1-128"]
    value: str
    """What it encodes. EAN-13, EAN-8, UPC-A and ITF-14 take their digits with the check digit or without
    it; GS1-128 application identifiers in brackets: (01)09501101530003(10)ABC."""
    width: NotRequired[LengthFrom10To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 10 to 2000 pt."""
    height: NotRequired[LengthFrom10To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 10 to 2000 pt."""
    showText: NotRequired[bool]
    """The value in print below: true for bars, false for squares unless given."""
    alt: NotRequired[str]
    """The text for readers who cannot see it: kind and value unless given; empty for decoration."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddBookmark(TypedDict):
    """Adds an entry to the outline that leads to this place, or to the first of the pages that are added
    next, without a heading."""

    op: Literal["add_bookmark"]
    """The operation. `type` is another name of this field."""
    title: str
    level: NotRequired[int]
    """Depth in the outline, among the levels of headings."""

class AddChart(TypedDict):
    """Adds a chart as vector graphics: bars, lines, areas (also together, stacked or on two axes), pie,
    donut, scatter, waterfall, histogram, boxplot, heatmap or gauge, with a text alternative, and on
    request with its data as a table."""

    op: Literal["add_chart"]
    """The operation. `type` is another name of this field."""
    kind: Literal["bar", "line", "area", "pie", "donut", "scatter", "waterfall", "histogram", "boxplot", "heatmap", "gauge"]
    series: Sequence[AddChartSeries]
    """Up to 100 series, 50000 values in all. A value a category (null is a gap, and in a waterfall the
    total so far); [x, y] in a scatter chart; the numbers to sum up in a histogram; in a boxplot the
    numbers of a box, or a list of numbers a category; a row of cells in a heatmap; one value in a
    gauge."""
    categories: NotRequired[Sequence[AddChartCategory]]
    """What the values of each series belong to, in order; 1, 2, 3 unless given. At most 5000 items."""
    title: NotRequired[str]
    caption: NotRequired[str]
    """A text below the chart, which `document.captions` numbers."""
    xTitle: NotRequired[str]
    """The label of the x axis; `xAxis.title` goes before it."""
    yTitle: NotRequired[str]
    """The label of the y axis, or its unit; `yAxis.title` goes before it."""
    format: NotRequired[str]
    """`number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`,
    `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default),
    `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is
    no number or no RFC 3339 date stays as it is."""
    width: NotRequired[LengthFrom80To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 80 to 2000 pt."""
    height: NotRequired[LengthFrom60To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 60 to 2000 pt."""
    stacked: NotRequired[bool]
    """Bars and areas stand on one another."""
    horizontal: NotRequired[bool]
    """Bars lie, and categories run down the page. The axes keep their names: `yAxis` has the values."""
    valueLabels: NotRequired[bool]
    """Writes each value at its mark, where it meets no other; the median at a box."""
    xAxis: NotRequired[XAxis]
    """The axis of categories, or of the x of scatter charts and histograms. The ticks of a histogram are
    the edges of its bins."""
    yAxis: NotRequired[XAxis]
    """The axis of values. `horizontal` lays it down; its name stays."""
    y2Axis: NotRequired[XAxis]
    """The second axis of values, of the series with `axis: "right"`."""
    legend: NotRequired[Literal["top", "right", "bottom", "left", "none"]]
    """At the top unless given, for charts with several series."""
    referenceLines: NotRequired[Sequence[AddChartReferenceLine]]
    """Dashed lines across the plot, such as targets and limits. An axis without ends extends to them."""
    annotations: NotRequired[Sequence[AddChartAnnotation]]
    """Dots with texts beside them, where there is room."""
    alt: NotRequired[str]
    """The text for readers who cannot see it: kind, title and range of the data unless given; empty for
    decoration."""
    table: NotRequired[bool]
    """Prints the data as a table below the chart."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddChartAnnotation(TypedDict):
    """The schema `AddChartAnnotation` of openapi.json."""

    x: AddChartValue
    """A category, or a number where the x axis has numbers."""
    y: float
    """A number of `yAxis`."""
    text: str

AddChartCategory: TypeAlias = "str | float"

AddChartData: TypeAlias = "float | Sequence[float] | None"

class AddChartReferenceLine(TypedDict):
    """The schema `AddChartReferenceLine` of openapi.json."""

    axis: NotRequired[Literal["x", "y", "y2"]]
    """The axis that the value is of; `y` unless given."""
    value: AddChartValue
    """A number, or a category of the x axis."""
    label: NotRequired[str]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""

class AddChartSeries(TypedDict):
    """The schema `AddChartSeries` of openapi.json."""

    name: NotRequired[str]
    kind: NotRequired[Literal["bar", "line", "area"]]
    """Of this series alone: bars and lines in one chart."""
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). That of the palette unless given."""
    axis: NotRequired[Literal["left", "right"]]
    """`right`: its values are those of `y2Axis`. `left` unless given."""
    data: Sequence[AddChartData]
    """At most 50000 items."""

AddChartValue: TypeAlias = "float | str"

class AddCode(TypedDict):
    """Adds source text in a fixed-width font, coloured by its language."""

    op: Literal["add_code"]
    """The operation. `type` is another name of this field."""
    code: str
    language: NotRequired[str]
    """A name such as typescript, python, sql, json. An unknown one is set plain, with a warning, and so is
    code that is too long to be coloured: more than about 20,000 characters, or 1,000 in a line."""
    lineNumbers: NotRequired[bool]
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddColumns(TypedDict):
    """Sets operations side by side in columns, which may break over pages; a short one stays whole."""

    op: Literal["add_columns"]
    """The operation. `type` is another name of this field."""
    columns: Sequence[Sequence[ColumnOperation]]
    """A list of operations for each column, at most 12, from the side on which a line begins: any that put
    something into the flow, and `set_font`, 1000 at most. A column may be empty."""
    widths: NotRequired[Sequence[LengthAbove0To10000]]
    """A width a column: a number is a share of the room (`[1, 2]`: the second is twice as wide), a string
    a length ("60mm"). Equal unless given."""
    gap: NotRequired[LengthFrom0To400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 400 pt."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddDivider(TypedDict):
    """Adds a line across the content."""

    op: Literal["add_divider"]
    """The operation. `type` is another name of this field."""
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    thickness: NotRequired[LengthFrom0To100]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 100 pt."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddFormField(TypedDict):
    """Adds a field that people fill in (AcroForm): text, checkbox, radio buttons, choice, list, signature."""

    op: Literal["add_form_field"]
    """The operation. `type` is another name of this field."""
    kind: Literal["text", "multiline", "checkbox", "radio", "choice", "list", "signature"]
    name: str
    """The name of the field; dots part the levels of a hierarchy. Fields of one name, kind and value are
    one field in several places; another one gets the name `name#2`, with a warning. For example
    `address.city`."""
    label: NotRequired[str]
    """Printed above the field, or beside a checkbox."""
    value: NotRequired[AddFormFieldValue]
    """The initial value: a text; of radio, choice and list a label or value of an option (of a list,
    several); of a checkbox true or false."""
    options: NotRequired[Sequence[AddFormFieldOptionOrText]]
    """The options: texts, or pairs of a shown and an exported value. For radio, choice and list."""
    required: NotRequired[bool]
    readOnly: NotRequired[bool]
    maxLength: NotRequired[int]
    """Characters that a text may have."""
    tooltip: NotRequired[str]
    """What assistive technology calls the field; the label unless given."""
    width: NotRequired[LengthFrom4To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 4 to 2000 pt."""
    height: NotRequired[LengthFrom4To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 4 to 2000 pt."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddFormFieldOption(TypedDict):
    """The schema `AddFormFieldOption` of openapi.json."""

    label: str
    value: str

AddFormFieldOptionOrText: TypeAlias = "str | AddFormFieldOption"

AddFormFieldValue: TypeAlias = "str | bool | Sequence[str]"

class AddHeading(TypedDict):
    """Adds a heading, and a bookmark for it unless `bookmark` is false."""

    op: Literal["add_heading"]
    """The operation. `type` is another name of this field."""
    text: str
    """`{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the
    text), page, number or text of what has this id."""
    level: NotRequired[int]
    bookmark: NotRequired[bool]
    numbered: NotRequired[bool]
    """`false`: the heading and those under it have no number where `document.numbering` numbers headings."""
    font: NotRequired[str]
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    size: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    background: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    align: NotRequired[Literal["left", "center", "right", "justify"]]
    lineHeight: NotRequired[float]
    """A multiple of the font size."""
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

_AddHtmlReserved = TypedDict("_AddHtmlReserved", {"as": "NotRequired[Literal[\"document\", \"content\"]]"})


class AddHtml(_AddHtmlReserved):
    """Adds HTML: a complete document, which is printed as a browser prints it, or a fragment, which
    becomes a part of the content."""

    op: Literal["add_html"]
    """The operation. `type` is another name of this field."""
    html: str
    css: NotRequired[str]
    """CSS after the styles of a complete document, which applies to it alone; with content, CSS for the
    whole document."""
    javascript: NotRequired[Literal["auto", "off"]]
    """`auto`: scripts run when the HTML has some; `off`: they are taken out."""
    waitFor: NotRequired[WaitFor]
    """What to wait for before the print. Without scripts only `virtualTime` means something, for
    animations; the rest is ignored, with a warning."""
    repeatFooter: NotRequired[bool]
    """A `<tfoot>` is repeated at the end of every page that its table is on, as browsers do, unless it is
    taller than a quarter of the page; `false`: it stands once, after the last row."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddImage(TypedDict):
    """Adds an image: PNG, JPEG, WebP, AVIF, GIF or SVG."""

    op: Literal["add_image"]
    """The operation. `type` is another name of this field."""
    data: NotRequired[Base64]
    """Base64 or a data URI."""
    asset: NotRequired[str]
    """The name of one of `document.assets`."""
    url: NotRequired[str]
    """http(s), of a host that the operator allows."""
    alt: NotRequired[str]
    """The text for readers who cannot see it; empty for decoration."""
    width: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    height: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    fit: NotRequired[Literal["contain", "cover", "fill"]]
    """How it fills width and height when both are given. The default is `contain`; `fill` stretches it."""
    align: NotRequired[Literal["left", "center", "right"]]
    caption: NotRequired[str]
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddIndex(TypedDict):
    """Adds an index: the terms that `{index: term}` in texts and `data-index` in HTML mark, in
    alphabetical order, each with its pages and links to them."""

    op: Literal["add_index"]
    """The operation. `type` is another name of this field."""
    title: NotRequired[str]
    """Printed above the index. It is no heading, and tables of contents do not list it."""
    columns: NotRequired[int]
    """How many columns it has."""
    letters: NotRequired[bool]
    """The initial letter stands above the entries that begin with it."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddList(TypedDict):
    """Adds a list, bulleted or numbered, whose items may have items of their own."""

    op: Literal["add_list"]
    """The operation. `type` is another name of this field."""
    items: Sequence[ListItemOrText]
    """Texts, or objects of a text and the items below it, up to 8 levels."""
    ordered: NotRequired[bool]
    start: NotRequired[int]
    """The first number."""
    marker: NotRequired[Literal["disc", "circle", "square", "dash", "none", "decimal", "lower-alpha", "upper-alpha", "lower-roman", "upper-roman"]]
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddMarkdown(TypedDict):
    """Adds Markdown: CommonMark, tables, task lists and definition lists. Raw HTML in it is escaped."""

    op: Literal["add_markdown"]
    """The operation. `type` is another name of this field."""
    markdown: str
    """`{ref: id}` and `[see](#id){page}` show the number or page of what has this id; `## Costs {#costs}`
    gives a heading one."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddMath(TypedDict):
    """Adds a formula in TeX, set as mathematics: fractions, roots, sums, matrices, aligned and numbered
    equations, chemistry with \\ce."""

    op: Literal["add_math"]
    """The operation. `type` is another name of this field."""
    tex: str
    """LaTeX mathematics without the dollar signs."""
    display: NotRequired[bool]
    """On a line of its own, centred and in full size; false sets it as in a line of text."""
    alt: NotRequired[str]
    """The text for readers who cannot see it; the TeX unless given."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddPage(TypedDict):
    """Begins a new page, with its own size, orientation, margin and background where they are given; what
    follows stays on such pages."""

    op: Literal["add_page"]
    """The operation. `type` is another name of this field."""
    size: NotRequired[SizeOrText]
    """A named size, or width and height."""
    orientation: NotRequired[Literal["portrait", "landscape"]]
    margin: NotRequired[AddPageMargin]
    """One length for the four sides, or {top, right, bottom, left}."""
    background: NotRequired[str]
    """A CSS colour, or the name of an asset that fills the page."""

class AddPageBreak(TypedDict):
    """Lets what follows begin on a new page of the same kind. With nothing after it, it adds no page;
    `add_page` does."""

    op: Literal["add_page_break"]
    """The operation. `type` is another name of this field."""

AddPageMargin: TypeAlias = "Margin | Length"

class AddPdf(TypedDict):
    """Adds pages of an existing PDF at this place in the order, with their tags, links, outline, form and
    attachments."""

    op: Literal["add_pdf"]
    """The operation. `type` is another name of this field."""
    data: NotRequired[Base64]
    """The PDF as base64 or a data URI."""
    asset: NotRequired[str]
    """The name of one of `document.assets`, or of the session."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    furniture: NotRequired[bool]
    """Headers, footers and watermarks of the document go over the pages, too, in the margins of each page
    as it is shown. Without it the pages stay as they are. Page numbers count them in any case."""

class AddSpacer(TypedDict):
    """Adds empty room of a height."""

    op: Literal["add_spacer"]
    """The operation. `type` is another name of this field."""
    height: Length
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddStamp(TypedDict):
    """Stamps pages of the finished document, pages of PDFs included, with a text, HTML or an image: at a
    place on the page as it is shown, and as an artifact that is no content."""

    op: Literal["add_stamp"]
    """The operation. `type` is another name of this field."""
    text: NotRequired[str]
    """Lines of text, with the placeholders of headers and footers: `{page}`, `{bates}`, `{date}`."""
    html: NotRequired[str]
    """HTML with the same placeholders, as wide as `width`, or as its content."""
    image: NotRequired[Base64]
    """Base64 or a data URI: PNG, JPEG, WebP, AVIF, GIF or SVG."""
    asset: NotRequired[str]
    """An image by its name: one of `document.assets`, or of the session."""
    at: NotRequired[AtOrText]
    """A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the
    page."""
    margin: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    rotation: NotRequired[float]
    """Degrees, counter-clockwise."""
    opacity: NotRequired[float]
    layer: NotRequired[Literal["under", "over"]]
    """Under or over the content of the page."""
    size: NotRequired[LengthFrom1To1000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt."""
    color: NotRequired[str]
    """#1a73e8, #17e, or a basic name such as navy. For example `white`."""
    width: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""

class AddTable(TypedDict):
    """Adds a table from rows or CSV, with repeated headers, groups, totals and formats."""

    op: Literal["add_table"]
    """The operation. `type` is another name of this field."""
    columns: NotRequired[Sequence[ColumnOrText]]
    """Unless given, the first line of `csv` or the keys of the objects in `rows`, in order of first
    appearance (whole numbers such as years last) and as words ("unitPrice" is "Unit price"); columns of
    numbers are aligned to the right."""
    rows: NotRequired[Sequence[RowOrValue]]
    """Arrays with a cell a column (a cell that spans counts for what it covers), or objects with the keys
    of the columns, at least one of them; other keys are left out, absent ones are empty."""
    csv: NotRequired[str]
    """CSV, the first line naming the columns by `key` or header; fields are divided by commas, semicolons
    or tabs."""
    caption: NotRequired[str]
    repeatHeader: NotRequired[bool]
    """Repeats the header on every page."""
    zebra: NotRequired[bool]
    rowHeaders: NotRequired[bool]
    """The first cell of a row is its header."""
    splitRows: NotRequired[bool]
    """A row may split across pages."""
    fontSize: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    density: NotRequired[Literal["compact", "normal", "wide"]]
    """Space around the text of cells; unless given, `document.density`."""
    groupBy: NotRequired[GroupByOrText]
    """The key of a column, or a field of row objects that at least one row has: rows of equal value stand
    together under it. A group that continues on the next page has its header there again."""
    carry: NotRequired[Carry]
    """Where a page ends within the table, its last line is the sum so far, and the first line of the next
    page repeats it. Sums are exact, and in the format of their columns."""
    footnotes: NotRequired[Sequence[Footnote]]
    """Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most
    10000 items."""
    totalLabel: NotRequired[str]
    """Stands in the first cell of the total without a footer of its own. Unless given, "Total" in the
    language of the operation where a column has `sum` or `count` and no column has a text as its
    footer."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

_AddTemplateReserved = TypedDict("_AddTemplateReserved", {"as": "NotRequired[Literal[\"document\", \"content\"]]"})


class AddTemplate(_AddTemplateReserved):
    """Fills a template of the service, or a Handlebars text of the request, with data."""

    op: Literal["add_template"]
    """The operation. `type` is another name of this field."""
    name: NotRequired[str]
    """A template of the service."""
    source: NotRequired[str]
    """Handlebars, with helpers for numbers, money, dates, plurals, sums, tables, charts, barcodes and a
    table of contents: see docs/templates.md."""
    data: NotRequired[Mapping[str, Any]]
    """What the template is filled with. Empty unless given."""
    locale: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddText(TypedDict):
    """Adds a paragraph. Text is escaped and is never HTML; line breaks are preserved."""

    op: Literal["add_text"]
    """The operation. `type` is another name of this field."""
    text: str
    """`{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the
    text), page, number or text of what has this id."""
    font: NotRequired[str]
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    size: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    background: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    align: NotRequired[Literal["left", "center", "right", "justify"]]
    lineHeight: NotRequired[float]
    """A multiple of the font size."""
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    footnotes: NotRequired[Sequence[Footnote]]
    """Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most
    10000 items."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddToc(TypedDict):
    """Adds a table of contents: the headings of the whole document, or its figures or tables, each with
    its page number and a link to it."""

    op: Literal["add_toc"]
    """The operation. `type` is another name of this field."""
    of: NotRequired[Literal["headings", "figures", "tables"]]
    """What is listed: headings, or the captions of figures or tables, which begin with their numbers where
    `document.captions` numbers them."""
    title: NotRequired[str]
    """Printed above the table. It is no heading, and is not listed itself."""
    levels: NotRequired[int]
    """Headings down to this level are listed."""
    leader: NotRequired[Literal["dots", "line", "none"]]
    """What leads from an entry to its page number."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class AddUrl(TypedDict):
    """Adds the pages of a remote page, of a host that the operator allows, at this place in the order."""

    op: Literal["add_url"]
    """The operation. `type` is another name of this field."""
    url: str
    cookies: NotRequired[Sequence[AddUrlCookie]]
    """None unless given."""
    headers: NotRequired[Mapping[str, str]]
    """Empty unless given."""
    media: NotRequired[Literal["print", "screen"]]
    waitFor: NotRequired[WaitFor]

class AddUrlCookie(TypedDict):
    """The schema `AddUrlCookie` of openapi.json."""

    name: str
    value: str
    domain: NotRequired[str]
    path: NotRequired[str]

class AddWatermark(TypedDict):
    """Lays a text or an image under or over the pages, as an artifact that is no content."""

    op: Literal["add_watermark"]
    """The operation. `type` is another name of this field."""
    text: NotRequired[str]
    image: NotRequired[Base64]
    """Base64 or a data URI."""
    opacity: NotRequired[float]
    rotation: NotRequired[float]
    """Degrees, counter-clockwise; 45 for text, 0 for images unless given."""
    size: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    layer: NotRequired[Literal["under", "over"]]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""

class AiCertifyCredential(TypedDict):
    """The schema `AiCertifyCredential` of openapi.json."""

    certificate: NotRequired[str]
    """Of who signs, as PEM; further certificates in it count as `chain`."""
    privateKey: NotRequired[str]
    """Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384."""
    pkcs12: NotRequired[Base64]
    """Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64."""
    passphrase: NotRequired[str]
    """Opens `privateKey` or `pkcs12`."""
    chain: NotRequired[Chain]
    """Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs."""
    hash: NotRequired[Literal["SHA-256", "SHA-384", "SHA-512"]]
    """SHA-256, unless the key is bound to another."""

class AiCertifyGenerator(TypedDict):
    """The schema `AiCertifyGenerator` of openapi.json."""

    name: str
    """Of the program or the model."""
    version: NotRequired[str]
    """Its version."""
    vendor: NotRequired[str]
    """Who makes it."""

class AiCertifyHumanReview(TypedDict):
    """The schema `AiCertifyHumanReview` of openapi.json."""

    reviewer: str
    """Who reviewed it."""
    statement: str
    """What the reviewer states."""

class AiCertifyIngredient(TypedDict):
    """The schema `AiCertifyIngredient` of openapi.json."""

    name: str
    """As readers display it."""
    sha256: NotRequired[str]
    """Of its bytes."""
    format: NotRequired[str]
    """Its media type."""
    relationship: NotRequired[Literal["inputTo", "componentOf"]]
    """`inputTo`: what went into a process that made the content, such as a prompt or a model.
    `componentOf`: a part of the document."""

class AiCertifyJob(TypedDict):
    """The schema `AiCertifyJob` of openapi.json."""

    tool: Literal["ai-certify"]
    input: AiCertifyRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class AiCertifyOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    provenance: AiCertifyProvenance
    """The assertions about the document. They are not checked."""
    credential: AiCertifyCredential
    """Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or
    C2PA claim signing."""
    level: NotRequired[Literal["certified", "claim"]]
    """`certified`: the manifest, and a certification after which nothing may change. `claim`: the
    manifest, and an ordinary signature."""
    visibleLabel: NotRequired[AiCertifyVisibleLabelOrText]
    """A label on the page: a text, or an object with text and place."""
    decrypt: NotRequired[bool]
    """Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones."""
    breakSignatures: NotRequired[bool]
    """Certifies even where that makes an earlier signature invalid."""

class AiCertifyProvenance(TypedDict):
    """The schema `AiCertifyProvenance` of openapi.json."""

    digitalSourceType: str
    """How the content came to be, by IPTC's digital source types: the URI, or its last term:
    `trainedAlgorithmicMedia`, `compositeWithTrainedAlgorithmicMedia`, `compositeSynthetic`,
    `algorithmicMedia`, `algorithmicallyEnhanced`, `dataDrivenMedia`, `virtualRecording`,
    `digitalCreation`, `humanEdits`, `composite`, `compositeCapture`, `digitalCapture`,
    `computationalCapture`, `screenCapture`, `negativeFilm`, `positiveFilm`, `print`, `digitalArt`,
    `minorHumanEdits`, `softwareImage`."""
    generator: NotRequired[AiCertifyGenerator]
    """What made the content."""
    created: NotRequired[str]
    """When the content was made: RFC 3339."""
    ingredients: NotRequired[Sequence[AiCertifyIngredient]]
    """What the content was made from. The manifest that the document has already becomes one by itself.
    None unless given."""
    humanReview: NotRequired[AiCertifyHumanReview]
    """That a human reviewed it, in their words."""

class AiCertifyRequest(TypedDict):
    """The schema `AiCertifyRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    provenance: AiCertifyProvenance
    """The assertions about the document. They are not checked."""
    credential: AiCertifyCredential
    """Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or
    C2PA claim signing."""
    level: NotRequired[Literal["certified", "claim"]]
    """`certified`: the manifest, and a certification after which nothing may change. `claim`: the
    manifest, and an ordinary signature."""
    visibleLabel: NotRequired[AiCertifyVisibleLabelOrText]
    """A label on the page: a text, or an object with text and place."""
    decrypt: NotRequired[bool]
    """Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones."""
    breakSignatures: NotRequired[bool]
    """Certifies even where that makes an earlier signature invalid."""

class AiCertifyStep(TypedDict):
    """The schema `AiCertifyStep` of openapi.json."""

    tool: Literal["ai-certify"]
    input: AiCertifyStepInput

class AiCertifyStepInput(TypedDict):
    """The schema `AiCertifyStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    provenance: AiCertifyProvenance
    """The assertions about the document. They are not checked."""
    credential: AiCertifyCredential
    """Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or
    C2PA claim signing."""
    level: NotRequired[Literal["certified", "claim"]]
    """`certified`: the manifest, and a certification after which nothing may change. `claim`: the
    manifest, and an ordinary signature."""
    visibleLabel: NotRequired[AiCertifyVisibleLabelOrText]
    """A label on the page: a text, or an object with text and place."""
    decrypt: NotRequired[bool]
    """Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones."""
    breakSignatures: NotRequired[bool]
    """Certifies even where that makes an earlier signature invalid."""

class AiCertifyVisibleLabel(TypedDict):
    """The schema `AiCertifyVisibleLabel` of openapi.json."""

    text: str
    """Lines, in any script."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    position: NotRequired[Literal["top-left", "top-center", "top-right", "bottom-left", "bottom-center", "bottom-right"]]
    size: NotRequired[LengthFrom4To72]
    """A length: points, or a string with a unit (pt px in mm cm pc); 4 to 72 pt."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""

AiCertifyVisibleLabelOrText: TypeAlias = "AiCertifyVisibleLabel | str"

class ArrangeAttach(TypedDict):
    """The schema `ArrangeAttach` of openapi.json."""

    do: Literal["attach"]
    name: str
    """The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a
    warning. For example `factur-x.xml`."""
    data: Base64
    """Base64 or a data URI."""
    contentType: NotRequired[str]
    """The media type; by the extension of the name unless given."""
    description: NotRequired[str]
    relationship: NotRequired[Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]]
    """What the file is to the document (AFRelationship): Unspecified unless given; of an invoice
    Alternative, or Data where its profile is not a whole invoice."""

class ArrangeBates(TypedDict):
    """The schema `ArrangeBates` of openapi.json."""

    do: Literal["bates"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    prefix: NotRequired[str]
    digits: NotRequired[int]
    """Numbers with more digits stay whole."""
    start: NotRequired[int]
    suffix: NotRequired[str]
    at: NotRequired[AtOrText]
    """A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the
    page."""
    margin: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    rotation: NotRequired[float]
    """Degrees, counter-clockwise."""
    opacity: NotRequired[float]
    layer: NotRequired[Literal["under", "over"]]
    """Under or over the content of the page."""
    size: NotRequired[LengthFrom1To1000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt."""
    color: NotRequired[str]
    """#1a73e8, #17e, or a basic name such as navy. For example `white`."""

class ArrangeBlank(TypedDict):
    """The schema `ArrangeBlank` of openapi.json."""

    do: Literal["blank"]
    at: NotRequired[int]
    """The page that the first new one becomes; after the last one unless given."""
    size: NotRequired[SizeOrText]
    """That of the page before unless given."""

class ArrangeBooklet(TypedDict):
    """The schema `ArrangeBooklet` of openapi.json."""

    do: Literal["booklet"]
    size: NotRequired[SizeOrText]
    """Of the sheets; that of the first page unless given. A named size lies across where pages become
    larger."""

class ArrangeBookmarks(TypedDict):
    """The schema `ArrangeBookmarks` of openapi.json."""

    do: Literal["bookmarks"]
    list: Sequence[ArrangeList]
    """At most 10000 items."""

class ArrangeBox(TypedDict):
    """The schema `ArrangeBox` of openapi.json."""

    x: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    y: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    width: Length
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    height: Length
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class ArrangeCrop(TypedDict):
    """The schema `ArrangeCrop` of openapi.json."""

    do: Literal["crop"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    box: NotRequired[ArrangeBox]
    """What remains, from the top-left corner of the page as it is shown."""
    margins: NotRequired[AddPageMargin]
    """What is cut off: one length, or {top, right, bottom, left}."""

class ArrangeDecrypt(TypedDict):
    """The schema `ArrangeDecrypt` of openapi.json."""

    do: Literal["decrypt"]

class ArrangeDetach(TypedDict):
    """The schema `ArrangeDetach` of openapi.json."""

    do: Literal["detach"]
    names: Sequence[str]

class ArrangeDocument(TypedDict):
    """The schema `ArrangeDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document unless given."""

class ArrangeDocumentOptions(TypedDict):
    """The schema `ArrangeDocumentOptions` of openapi.json."""

    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document unless given."""

class ArrangeEncrypt(TypedDict):
    """The schema `ArrangeEncrypt` of openapi.json."""

    do: Literal["encrypt"]
    userPassword: NotRequired[str]
    ownerPassword: NotRequired[str]
    permissions: NotRequired[Sequence[Literal["print", "modify", "copy", "annotate", "fill", "accessibility", "assemble", "print-high"]]]

class ArrangeFlatten(TypedDict):
    """The schema `ArrangeFlatten` of openapi.json."""

    do: Literal["flatten"]
    annotations: NotRequired[bool]
    """Comments, markings and stamps."""
    forms: NotRequired[bool]
    """Form fields, with their values."""

class ArrangeImage(TypedDict):
    """The schema `ArrangeImage` of openapi.json."""

    part: str
    """The file part of a multipart request that is the image."""

ArrangeImageOrText: TypeAlias = "ArrangeImage | str"

class ArrangeInsert(TypedDict):
    """The schema `ArrangeInsert` of openapi.json."""

    do: Literal["insert"]
    document: str | Upload | ArrangeStepDocument
    """The PDF, as `data`, by `jobId` or in a file `part`."""
    at: NotRequired[int]
    """The page that the first new one becomes; after the last one unless given."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""

class ArrangeInsertInPipe(TypedDict):
    """The schema `ArrangeInsertInPipe` of openapi.json."""

    do: Literal["insert"]
    at: NotRequired[int]
    """The page that the first new one becomes; after the last one unless given."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    document: str | Upload | ArrangeStepInnerDocument
    """The PDF, as `data`, by `jobId` or in a file `part`."""

class ArrangeJob(TypedDict):
    """The schema `ArrangeJob` of openapi.json."""

    tool: Literal["arrange"]
    input: ArrangeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class ArrangeList(TypedDict):
    """The schema `ArrangeList` of openapi.json."""

    title: str
    page: int
    level: NotRequired[int]
    """1 is the outermost."""

class ArrangeMetadata(TypedDict):
    """The schema `ArrangeMetadata` of openapi.json."""

    do: Literal["metadata"]
    title: NotRequired[str]
    author: NotRequired[str]
    subject: NotRequired[str]
    keywords: NotRequired[Sequence[str]]
    """Up to 1000."""
    creator: NotRequired[str]
    custom: NotRequired[Mapping[str, str]]
    """Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords,
    Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the
    service."""

class ArrangeNUp(TypedDict):
    """The schema `ArrangeNUp` of openapi.json."""

    do: Literal["nUp"]
    columns: int
    rows: int
    size: NotRequired[SizeOrText]
    """Of the sheets; that of the first page unless given. A named size lies across where pages become
    larger."""
    gap: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    border: NotRequired[bool]
    """Draws a thin line around each page."""

class ArrangeNumber(TypedDict):
    """The schema `ArrangeNumber` of openapi.json."""

    do: Literal["number"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    format: NotRequired[str]
    """`{page}` is the number of the page, `{pages}` the number of pages of the document."""
    start: NotRequired[int]
    """The number of the first of these pages; its place in the document unless given."""
    at: NotRequired[AtOrText]
    """A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the
    page."""
    margin: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    rotation: NotRequired[float]
    """Degrees, counter-clockwise."""
    opacity: NotRequired[float]
    layer: NotRequired[Literal["under", "over"]]
    """Under or over the content of the page."""
    size: NotRequired[LengthFrom1To1000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt."""
    color: NotRequired[str]
    """#1a73e8, #17e, or a basic name such as navy. For example `white`."""

class ArrangeOptions(TypedDict):
    """The JSON body, without `documents`."""

    documents: NotRequired[Sequence[ArrangeDocumentOptions]]
    """Options of each document, in the order of the file parts."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    steps: Sequence[ArrangeStep]
    """What is done, in this order. Page numbers are those of the document as the steps before leave it."""

class ArrangeRequest(TypedDict):
    """The schema `ArrangeRequest` of openapi.json."""

    documents: Sequence[str | Upload | ArrangeDocument]
    """The PDFs in order, each as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    steps: Sequence[ArrangeStep]
    """What is done, in this order. Page numbers are those of the document as the steps before leave it."""

class ArrangeResize(TypedDict):
    """The schema `ArrangeResize` of openapi.json."""

    do: Literal["resize"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    size: SizeOrText
    """A named size, or width and height."""
    fit: NotRequired[Literal["contain", "cover", "stretch", "none"]]
    """How the content fills the new page, from its middle; `none` leaves the content its size."""

class ArrangeReverse(TypedDict):
    """The schema `ArrangeReverse` of openapi.json."""

    do: Literal["reverse"]

class ArrangeRotate(TypedDict):
    """The schema `ArrangeRotate` of openapi.json."""

    do: Literal["rotate"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    by: int
    """Degrees clockwise, added to the rotation of the page: a multiple of 90."""

class ArrangeSelect(TypedDict):
    """The schema `ArrangeSelect` of openapi.json."""

    do: Literal["select"]
    pages: str
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""

class ArrangeStamp(TypedDict):
    """The schema `ArrangeStamp` of openapi.json."""

    do: Literal["stamp"]
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    text: NotRequired[str]
    """Lines of text."""
    html: NotRequired[str]
    """HTML, as wide as `width`, or as its content."""
    image: NotRequired[ArrangeImageOrText]
    """Base64 or a data URI; in a multipart request also a file `part`."""
    at: NotRequired[AtOrText]
    """A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the
    page."""
    margin: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    rotation: NotRequired[float]
    """Degrees, counter-clockwise."""
    opacity: NotRequired[float]
    layer: NotRequired[Literal["under", "over"]]
    """Under or over the content of the page."""
    size: NotRequired[LengthFrom1To1000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt."""
    color: NotRequired[str]
    """#1a73e8, #17e, or a basic name such as navy. For example `white`."""
    width: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""

ArrangeStep: TypeAlias = "ArrangeSelect | ArrangeRotate | ArrangeReverse | ArrangeBlank | ArrangeInsert | ArrangeCrop | ArrangeResize | ArrangeStamp | ArrangeNumber | ArrangeBates | ArrangeNUp | ArrangeBooklet | ArrangeMetadata | ArrangeBookmarks | ArrangeAttach | ArrangeDetach | ArrangeEncrypt | ArrangeFlatten | ArrangeDecrypt"

class ArrangeStep2(TypedDict):
    """The schema `ArrangeStep2` of openapi.json."""

    tool: Literal["arrange"]
    input: ArrangeStepInput

class ArrangeStepDocument(TypedDict):
    """The schema `ArrangeStepDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    part: NotRequired[str]
    """The file part of a multipart request that is the document."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""

class ArrangeStepDocument2(TypedDict):
    """The schema `ArrangeStepDocument2` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document unless given."""
    step: NotRequired[int]
    """The number of an earlier step, from 0, whose document it is."""

class ArrangeStepInnerDocument(TypedDict):
    """The schema `ArrangeStepInnerDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    part: NotRequired[str]
    """The file part of a multipart request that is the document."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    step: NotRequired[int]
    """The number of an earlier step, from 0, whose document it is."""

class ArrangeStepInput(TypedDict):
    """The schema `ArrangeStepInput` of openapi.json."""

    documents: Sequence[str | Upload | ArrangeStepDocument2]
    """The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    steps: Sequence[PipeInputStep]
    """What is done, in this order. Page numbers are those of the document as the steps before leave it."""

class At(TypedDict):
    """The schema `At` of openapi.json."""

    x: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    y: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""

AtOrText: TypeAlias = "At | Literal[\"top-left\", \"top-center\", \"top-right\", \"center-left\", \"center\", \"center-right\", \"bottom-left\", \"bottom-center\", \"bottom-right\"]"

class Attachment(TypedDict):
    """The schema `Attachment` of openapi.json."""

    name: str
    """The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a
    warning. For example `factur-x.xml`."""
    data: Base64
    """Base64 or a data URI."""
    contentType: NotRequired[str]
    """The media type; by the extension of the name unless given."""
    description: NotRequired[str]
    relationship: NotRequired[Literal["Source", "Data", "Alternative", "Supplement", "Unspecified"]]
    """What the file is to the document (AFRelationship): Unspecified unless given; of an invoice
    Alternative, or Data where its profile is not a whole invoice."""
    facturX: NotRequired[FacturX]
    """The file is the XML of an invoice by Factur-X or ZUGFeRD (CrossIndustryInvoice), of this profile;
    its XMP states the same."""

class Box(TypedDict):
    """The schema `Box` of openapi.json."""

    x: Length
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    y: Length
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    width: LengthFrom0Point01To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 0.01 to 14400 pt."""
    height: LengthFrom0Point01To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 0.01 to 14400 pt."""

class Capabilities(TypedDict):
    """What this deployment really offers."""

    service: CapabilitiesService
    tiers: list[Literal["core", "pro", "enterprise"]]
    """The tiers of the installed editions."""
    tools: list[CapabilitiesTool]
    operations: list[str]
    """The names that `operations[].op` of a render may have."""
    templates: list[CapabilitiesTemplate]
    fonts: list[CapabilitiesFont]
    sessions: CapabilitiesSessions
    limits: CapabilitiesLimits
    """What this key may do."""

class CapabilitiesFont(TypedDict):
    """The schema `CapabilitiesFont` of openapi.json."""

    name: str

class CapabilitiesLimits(TypedDict):
    """The schema `CapabilitiesLimits` of openapi.json."""

    payloadBytes: int
    requestsPerMinute: int
    requestTimeoutSeconds: float
    maxPages: int

class CapabilitiesService(TypedDict):
    """The schema `CapabilitiesService` of openapi.json."""

    name: str
    version: str
    chromium: str

class CapabilitiesSessions(TypedDict):
    """The schema `CapabilitiesSessions` of openapi.json."""

    enabled: bool

class CapabilitiesTemplate(TypedDict):
    """The schema `CapabilitiesTemplate` of openapi.json."""

    name: str
    description: str

_CapabilitiesToolReserved = TypedDict("_CapabilitiesToolReserved", {"async": "bool"})


class CapabilitiesTool(_CapabilitiesToolReserved):
    """The schema `CapabilitiesTool` of openapi.json."""

    name: str
    tier: Literal["core", "pro", "enterprise"]
    path: str
    approval: bool
    """It needs the approval of a human."""
    usable: bool
    """The key of this request may use it."""

class Captions(TypedDict):
    """The schema `Captions` of openapi.json."""

    figure: NotRequired[str]
    """What the number stands in: `{n}` is the number. Unless given, "Figure {n}" in the language of the
    document. Empty: these captions have no number."""
    table: NotRequired[str]
    """What the number stands in: `{n}` is the number. Unless given, "Table {n}" in the language of the
    document. Empty: these captions have no number."""
    by: NotRequired[Literal["document", "chapter"]]
    """`document` (default): figures and tables are counted through the document, each by themselves.
    `chapter`: anew in each chapter, with its number before ("2.1"). A chapter begins with each heading
    of level 1, or of the highest level that `numbering` numbers."""

class Carry(TypedDict):
    """The schema `Carry` of openapi.json."""

    columns: Sequence[str]
    """Keys of columns of numbers; the first column has the label, and cannot be one of them."""
    forward: NotRequired[str]
    """Label of the last line of a page on which the table goes on, in the first column; by the language of
    the operation unless given."""
    brought: NotRequired[str]
    """Label of the first line of the page after it, in the first column; by the language of the operation
    unless given."""

class Cell(TypedDict):
    """The schema `Cell` of openapi.json."""

    text: NotRequired[CellText]
    html: NotRequired[str]
    sparkline: NotRequired[Sequence[float]]
    """The values of a small line in the cell."""
    colspan: NotRequired[int]
    rowspan: NotRequired[int]
    align: NotRequired[Literal["left", "center", "right"]]
    background: NotRequired[str]
    footnotes: NotRequired[Sequence[Footnote]]
    """Footnotes of the text of the cell; unless given, `[^1]` calls those of the table. At most 10000
    items."""

CellOrValue: TypeAlias = "str | float | bool | None | Cell"

CellText: TypeAlias = "str | float | bool | None"

Chain: TypeAlias = "str | Sequence[str]"

class CheckAccessibilityAnswer(TypedDict):
    """The schema `CheckAccessibilityAnswer` of openapi.json."""

    standard: Literal["PDF/UA-1", "PDF/UA-2", "WCAG-2.2"]
    machineChecksPassed: bool
    """No machine check failed. That does not make a document accessible: see `humanChecks`."""
    summary: CheckAccessibilitySummary
    checks: list[CheckAccessibilityCheck]
    humanChecks: list[CheckAccessibilityHumanCheck]
    """What a person has to judge."""

class CheckAccessibilityBox(TypedDict):
    """The schema `CheckAccessibilityBox` of openapi.json."""

    x: float
    y: float
    width: float
    height: float

class CheckAccessibilityCheck(TypedDict):
    """The schema `CheckAccessibilityCheck` of openapi.json."""

    id: str
    clause: str
    """Of the standard; the success criterion of WCAG."""
    matterhorn: str | None
    """Failure condition of the Matterhorn Protocol."""
    status: Literal["passed", "failed", "needs-human"]
    occurrences: list[Occurrence]
    """Where it failed: the first hundred places of each rule."""

class CheckAccessibilityHumanCheck(TypedDict):
    """The schema `CheckAccessibilityHumanCheck` of openapi.json."""

    id: str
    clause: str
    """Of the standard; the success criterion of WCAG."""
    matterhorn: str | None
    """Failure condition of the Matterhorn Protocol."""
    question: str
    """The fault to look for, as a sentence."""
    look: str
    """What to look at."""
    places: list[CheckAccessibilityPlace]
    """Where: the first fifty."""

class CheckAccessibilityJob(TypedDict):
    """The schema `CheckAccessibilityJob` of openapi.json."""

    tool: Literal["check-accessibility"]
    input: CheckAccessibilityRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class CheckAccessibilityOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    standard: NotRequired[Literal["PDF/UA-1", "PDF/UA-2", "WCAG-2.2"]]
    """PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them."""

class CheckAccessibilityPlace(TypedDict):
    """The schema `CheckAccessibilityPlace` of openapi.json."""

    page: int | None
    object: int | None
    """Number of the indirect object."""
    box: CheckAccessibilityBox | None

class CheckAccessibilityRequest(TypedDict):
    """The schema `CheckAccessibilityRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    standard: NotRequired[Literal["PDF/UA-1", "PDF/UA-2", "WCAG-2.2"]]
    """PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them."""

class CheckAccessibilityStep(TypedDict):
    """The schema `CheckAccessibilityStep` of openapi.json."""

    tool: Literal["check-accessibility"]
    input: CheckAccessibilityStepInput

class CheckAccessibilityStepInput(TypedDict):
    """The schema `CheckAccessibilityStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    standard: NotRequired[Literal["PDF/UA-1", "PDF/UA-2", "WCAG-2.2"]]
    """PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them."""

class CheckAccessibilitySummary(TypedDict):
    """The schema `CheckAccessibilitySummary` of openapi.json."""

    passed: int
    failed: int
    needsHuman: int
    statement: str

class Column(TypedDict):
    """The schema `Column` of openapi.json."""

    key: NotRequired[str]
    """The field of row objects, or the CSV heading; the header unless given."""
    header: NotRequired[str]
    width: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    align: NotRequired[Literal["left", "center", "right", "decimal"]]
    """Right for numbers, else left, unless given; `decimal` sets the decimal points of numbers below each
    other."""
    format: NotRequired[str]
    """`number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`,
    `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default),
    `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is
    no number or no RFC 3339 date stays as it is."""
    footer: NotRequired[str]
    """A text, or one of sum, avg, count, min, max over the column; with `groupBy` also a subtotal of each
    group. Except under `count`, each cell is empty or a number: a JSON number, or a text that is one,
    also as the language of the operation writes it ("1,234.50" in English)."""

ColumnOperation: TypeAlias = "AddText | AddHeading | AddMarkdown | AddList | AddCode | AddMath | AddTable | AddImage | AddChart | AddBarcode | AddHtml | AddTemplate | AddSpacer | AddDivider | AddColumns | AddToc | AddIndex | SetFont | AddFormField"

ColumnOrText: TypeAlias = "Column | str"

class CompareAnnotation(TypedDict):
    """The schema `CompareAnnotation` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    before: CompareAnnotationBefore | None
    after: CompareAnnotationBefore | None

class CompareAnnotationBefore(TypedDict):
    """The schema `CompareAnnotationBefore` of openapi.json."""

    page: int
    type: str
    box: CheckAccessibilityBox
    """Points from the top-left corner of the page as it is shown."""
    text: str | None
    author: str | None
    target: str | None
    """Where a link leads to; `#` for a place in the document."""

class CompareAnswer(TypedDict):
    """What differs between two documents."""

    equal: bool
    """That the mode finds no difference."""
    pages: list[ComparePage]
    """Pages of both documents in order, each with the one that it became."""
    metadata: list[CompareMetadata] | None
    """Without producer, dates and ids. `null` where the mode does not look at it."""
    fields: list[CompareField] | None
    """Fields of the form, by name. `null` where the mode does not look at it."""
    annotations: list[CompareAnnotation] | None
    """Comments, marks and links of pages that both documents have. `null` where the mode does not look at
    it."""
    attachments: NotRequired[list[CompareAttachment]]
    signatures: NotRequired[list[CompareSignature]]
    """The validity of signatures is not checked here."""
    fonts: NotRequired[list[CompareFont]]

class CompareAttachment(TypedDict):
    """The schema `CompareAttachment` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    name: str
    before: CompareAttachmentBefore | None
    after: CompareAttachmentBefore | None

class CompareAttachmentBefore(TypedDict):
    """The schema `CompareAttachmentBefore` of openapi.json."""

    bytes: int
    sha256: str

class CompareChange(TypedDict):
    """The schema `CompareChange` of openapi.json."""

    kind: Literal["inserted", "deleted", "moved", "changed"]
    before: CompareChangeBefore | None
    after: CompareChangeBefore | None

class CompareChangeBefore(TypedDict):
    """The schema `CompareChangeBefore` of openapi.json."""

    page: int
    text: str
    box: CheckAccessibilityBox
    """Points from the top-left corner of the page as it is shown."""

class CompareDocument(TypedDict):
    """The schema `CompareDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""

class CompareDocumentOptions(TypedDict):
    """The schema `CompareDocumentOptions` of openapi.json."""

    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""

class CompareField(TypedDict):
    """The schema `CompareField` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    name: str
    before: CompareFieldBefore | None
    after: CompareFieldBefore | None

class CompareFieldBefore(TypedDict):
    """The schema `CompareFieldBefore` of openapi.json."""

    kind: str
    value: Any
    default: Any
    options: list[Any]
    required: bool
    readOnly: bool
    multiline: bool
    comb: bool
    maxLength: int | None
    page: int | None

class CompareFont(TypedDict):
    """The schema `CompareFont` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    name: str

CompareIgnore: TypeAlias = "Box | CompareIgnoreEntry"

class CompareIgnoreEntry(TypedDict):
    """The schema `CompareIgnoreEntry` of openapi.json."""

    page: NotRequired[int]
    """1-based, of either document; every page where it is left out."""
    box: Box
    """From the top-left corner of the page as it is shown. Points, or with a unit."""

class CompareJob(TypedDict):
    """The schema `CompareJob` of openapi.json."""

    tool: Literal["compare"]
    input: CompareRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class CompareMetadata(TypedDict):
    """The schema `CompareMetadata` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    name: str
    before: str | None
    after: str | None

class CompareOptions(TypedDict):
    """The JSON body, without `documents`."""

    documents: NotRequired[Sequence[CompareDocumentOptions]]
    """Options of each document, in the order of the file parts."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    mode: NotRequired[Literal["text", "visual", "structure", "all"]]
    """What is compared: words, the look of pages, data other than pages (metadata, fields, annotations,
    attachments, signatures, fonts), or all of it."""
    tolerance: NotRequired[float]
    """The colour distance, of the largest there is, up to which two pixels are the same."""
    ignore: NotRequired[Sequence[CompareIgnore]]
    """Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless
    given."""

class ComparePage(TypedDict):
    """The schema `ComparePage` of openapi.json."""

    before: int | None
    """The page of the earlier document; `null` for one that was inserted."""
    after: int | None
    """The page of the later document; `null` for one that was removed."""
    changes: list[CompareChange]
    """Runs of words; none of a page that came or went as a whole. A run is listed where it is, or else
    where it was."""
    visualDifference: float | None
    """Share of the pixels that differ; `null` where there is nothing to lay it over, or nobody looked."""

class CompareRequest(TypedDict):
    """The schema `CompareRequest` of openapi.json."""

    documents: Sequence[str | Upload | CompareDocument]
    """The document as it was, and as it is."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    mode: NotRequired[Literal["text", "visual", "structure", "all"]]
    """What is compared: words, the look of pages, data other than pages (metadata, fields, annotations,
    attachments, signatures, fonts), or all of it."""
    tolerance: NotRequired[float]
    """The colour distance, of the largest there is, up to which two pixels are the same."""
    ignore: NotRequired[Sequence[CompareIgnore]]
    """Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless
    given."""

class CompareSignature(TypedDict):
    """The schema `CompareSignature` of openapi.json."""

    kind: Literal["inserted", "deleted", "changed"]
    field: str
    before: CompareSignatureBefore | None
    after: CompareSignatureBefore | None

class CompareSignatureBefore(TypedDict):
    """The schema `CompareSignatureBefore` of openapi.json."""

    format: str | None
    name: str | None
    reason: str | None
    sha256: str

class CompareStep(TypedDict):
    """The schema `CompareStep` of openapi.json."""

    tool: Literal["compare"]
    input: CompareStepInput

class CompareStepDocument(TypedDict):
    """The schema `CompareStepDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    step: NotRequired[int]
    """The number of an earlier step, from 0, whose document it is."""

class CompareStepInput(TypedDict):
    """The schema `CompareStepInput` of openapi.json."""

    documents: Sequence[str | Upload | CompareStepDocument]
    """The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    mode: NotRequired[Literal["text", "visual", "structure", "all"]]
    """What is compared: words, the look of pages, data other than pages (metadata, fields, annotations,
    attachments, signatures, fonts), or all of it."""
    tolerance: NotRequired[float]
    """The colour distance, of the largest there is, up to which two pixels are the same."""
    ignore: NotRequired[Sequence[CompareIgnore]]
    """Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless
    given."""

class ComplianceCheckAnswer(TypedDict):
    """The schema `ComplianceCheckAnswer` of openapi.json."""

    claims: list[str]
    """The standards that the document claims in its metadata, also those that do not exist."""
    notice: NotRequired[str]
    """Why there is no result: the document claims nothing, claims an unknown standard, or is damaged
    beyond reading, and the request names no `standards`."""
    results: list[ComplianceCheckResult]
    """One for each standard, in the order of `standards`, or of the claims where the request names none."""

class ComplianceCheckFailure(TypedDict):
    """The schema `ComplianceCheckFailure` of openapi.json."""

    clause: str
    """Of the standard: `6.2.4.3`."""
    test: int
    """Which requirement of the clause."""
    message: str
    """What is wrong, as a sentence."""
    occurrences: list[Occurrence]
    """Where: the first hundred places."""

class ComplianceCheckJob(TypedDict):
    """The schema `ComplianceCheckJob` of openapi.json."""

    tool: Literal["compliance-check"]
    input: ComplianceCheckRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class ComplianceCheckOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    standards: NotRequired[Sequence[Literal["PDF/A-1b", "PDF/A-1a", "PDF/A-2b", "PDF/A-2u", "PDF/A-2a", "PDF/A-3b", "PDF/A-3u", "PDF/A-3a", "PDF/A-4", "PDF/A-4e", "PDF/A-4f", "PDF/UA-1", "1b", "1a", "2b", "2u", "2a", "3b", "3u", "3a", "4", "4e", "4f"]]]
    """The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`."""

class ComplianceCheckRequest(TypedDict):
    """The schema `ComplianceCheckRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    standards: NotRequired[Sequence[Literal["PDF/A-1b", "PDF/A-1a", "PDF/A-2b", "PDF/A-2u", "PDF/A-2a", "PDF/A-3b", "PDF/A-3u", "PDF/A-3a", "PDF/A-4", "PDF/A-4e", "PDF/A-4f", "PDF/UA-1", "1b", "1a", "2b", "2u", "2a", "3b", "3u", "3a", "4", "4e", "4f"]]]
    """The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`."""

class ComplianceCheckResult(TypedDict):
    """The schema `ComplianceCheckResult` of openapi.json."""

    standard: Literal["PDF/A-1b", "PDF/A-1a", "PDF/A-2b", "PDF/A-2u", "PDF/A-2a", "PDF/A-3b", "PDF/A-3u", "PDF/A-3a", "PDF/A-4", "PDF/A-4e", "PDF/A-4f", "PDF/UA-1", "PDF/UA-2"]
    compliant: bool
    claimed: bool
    """The document claims conformance."""
    failures: list[ComplianceCheckFailure]

class ComplianceCheckStep(TypedDict):
    """The schema `ComplianceCheckStep` of openapi.json."""

    tool: Literal["compliance-check"]
    input: ComplianceCheckStepInput

class ComplianceCheckStepInput(TypedDict):
    """The schema `ComplianceCheckStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    standards: NotRequired[Sequence[Literal["PDF/A-1b", "PDF/A-1a", "PDF/A-2b", "PDF/A-2u", "PDF/A-2a", "PDF/A-3b", "PDF/A-3u", "PDF/A-3a", "PDF/A-4", "PDF/A-4e", "PDF/A-4f", "PDF/UA-1", "1b", "1a", "2b", "2u", "2a", "3b", "3u", "3a", "4", "4e", "4f"]]]
    """The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`."""

ConformanceLevel: TypeAlias = "Literal[\"PDF/A-1b\", \"PDF/A-1a\", \"PDF/A-2b\", \"PDF/A-2u\", \"PDF/A-2a\", \"PDF/A-3b\", \"PDF/A-3u\", \"PDF/A-3a\", \"PDF/A-4\", \"PDF/A-4f\", \"PDF/UA-1\"]"

class Document(TypedDict):
    """The schema `Document` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""

class DocumentAnswer(TypedDict):
    """A finished document, and the report of the tool."""

    document: FinishedDocument
    report: Report
    """The report of the tool about its work."""

class DocumentFont(TypedDict):
    """The schema `DocumentFont` of openapi.json."""

    family: str
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    data: Base64
    """Base64 or a data URI."""

class DocumentOptions(TypedDict):
    """The schema `DocumentOptions` of openapi.json."""

    size: NotRequired[SizeOrText]
    """A named size, or width and height."""
    orientation: NotRequired[Literal["portrait", "landscape"]]
    margin: NotRequired[AddPageMargin]
    """One length for the four sides, or {top, right, bottom, left}."""
    background: NotRequired[str]
    """A CSS colour, or the name of an asset that fills the page."""
    bleed: NotRequired[LengthFrom0To72]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 72 pt."""
    marks: NotRequired[list[Literal["crop", "registration"]]]
    """Marks for printers, outside of the bleed: where the page is trimmed, and whether colours register."""
    scale: NotRequired[float]
    """Scale of the content."""
    media: NotRequired[Literal["print", "screen"]]
    """The CSS media type."""
    singlePage: NotRequired[bool]
    """One page as tall as the content."""
    clock: NotRequired[Literal["virtual", "real"]]
    """`virtual` (default): scripts and animations run ahead of real time, and the print follows when
    nothing moves any more. `real`: they have real time, and the print does not wait for them."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    title: NotRequired[str]
    metadata: NotRequired[Metadata]
    css: NotRequired[str]
    """CSS for the whole document."""
    style: NotRequired[Literal["house", "none"]]
    """`none` leaves content in the flow with the look that browsers give it; unless given, `house`: the
    look of the service."""
    numbering: NotRequired[NumberingOrValue]
    """Numbers the headings of the content: `true`, or an object for other levels, another start or style.
    The text, tables of contents, the outline and `{section}` have the same numbers."""
    captions: NotRequired[Captions]
    """Numbers the captions of figures and tables: `caption` of operations, and `<figcaption>` and
    `<caption>` of HTML and templates. Lists of figures and tables (`add_toc`) and references have the
    same numbers."""
    footnotes: NotRequired[Footnotes]
    """How footnotes are numbered: 1, 2, 3 through the document unless given."""
    density: NotRequired[Literal["compact", "normal", "wide"]]
    """Space in the cells of tables, and between headings, paragraphs, list items and other blocks;
    `normal` unless given. A table may have a `density` of its own."""
    palette: NotRequired[list[str]]
    """Colours of the series and slices of charts, in order; after the last one they begin again."""
    assets: NotRequired[dict[str, Base64]]
    """Files that HTML, CSS, templates and images refer to by these relative names, for example
    `images/logo.png` or `../fonts/text.woff2`."""
    fonts: NotRequired[list[DocumentFont]]
    header: NotRequired[FooterOrHeader]
    footer: NotRequired[FooterOrHeader]

DocumentOrReport: TypeAlias = "DocumentAnswer | ReportAlone"

class DocumentsAnswer(TypedDict):
    """The finished documents in order, and the report of the tool."""

    documents: list[FinishedPart]
    report: Report
    """The report of the tool about its work."""

class Encryption(TypedDict):
    """The schema `Encryption` of openapi.json."""

    userPassword: NotRequired[str]
    ownerPassword: NotRequired[str]
    permissions: NotRequired[list[Literal["print", "modify", "copy", "annotate", "fill", "accessibility", "assemble", "print-high"]]]

class ExtractTextAnswer(TypedDict):
    """The text of the pages, and the metadata of the document."""

    pages: list[ExtractTextPage]
    metadata: ExtractTextMetadata
    structure: NotRequired[ExtractTextStructure]
    """Where `structure` was requested: the content of the tags, in their order."""
    warnings: list[ExtractTextWarning]
    """What the reader of the text should know."""

class ExtractTextBlock(TypedDict):
    """The schema `ExtractTextBlock` of openapi.json."""

    text: str
    box: CheckAccessibilityBox
    """Points from the top-left corner of the page as it is shown."""
    font: str
    """The font of most of its characters."""
    size: float
    """Points, as shown."""
    lang: str | None
    """BCP 47."""
    role: str | None
    """Standard structure type, or `Artifact`; `null` where the text is not tagged."""
    hidden: NotRequired[Literal["invisible", "off-page", "clipped", "covered", "layer-off"]]
    """Why nobody sees it."""

class ExtractTextHeading(TypedDict):
    """The schema `ExtractTextHeading` of openapi.json."""

    level: int
    text: str
    page: int

class ExtractTextJob(TypedDict):
    """The schema `ExtractTextJob` of openapi.json."""

    tool: Literal["extract-text"]
    input: ExtractTextRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class ExtractTextList(TypedDict):
    """The schema `ExtractTextList` of openapi.json."""

    page: int
    items: list[str]

class ExtractTextMetadata(TypedDict):
    """The schema `ExtractTextMetadata` of openapi.json."""

    title: str | None
    author: str | None
    subject: str | None
    keywords: str | None
    creator: str | None
    producer: str | None
    created: str | None
    modified: str | None
    lang: str | None
    pages: int
    """Pages of the document, not of the extract."""
    tagged: bool
    encrypted: bool

class ExtractTextOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    layout: NotRequired[Literal["reading", "physical", "raw"]]
    """The order of the text: as it is read, as it is placed on the page, or as the file draws it."""
    granularity: NotRequired[Literal["page", "block", "line", "word"]]
    """What `blocks` of a page are; `page` leaves them out."""
    structure: NotRequired[bool]
    """Adds the headings, lists and tables of a tagged document."""
    hidden: NotRequired[Literal["include"]]
    """Adds invisible text to `text`; `blocks` always contains and marks it."""

class ExtractTextPage(TypedDict):
    """The schema `ExtractTextPage` of openapi.json."""

    number: int
    width: float
    height: float
    text: str
    blocks: NotRequired[list[ExtractTextBlock]]
    """The blocks, lines or words, by `granularity`."""

class ExtractTextRequest(TypedDict):
    """The schema `ExtractTextRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    layout: NotRequired[Literal["reading", "physical", "raw"]]
    """The order of the text: as it is read, as it is placed on the page, or as the file draws it."""
    granularity: NotRequired[Literal["page", "block", "line", "word"]]
    """What `blocks` of a page are; `page` leaves them out."""
    structure: NotRequired[bool]
    """Adds the headings, lists and tables of a tagged document."""
    hidden: NotRequired[Literal["include"]]
    """Adds invisible text to `text`; `blocks` always contains and marks it."""

class ExtractTextStep(TypedDict):
    """The schema `ExtractTextStep` of openapi.json."""

    tool: Literal["extract-text"]
    input: ExtractTextStepInput

class ExtractTextStepInput(TypedDict):
    """The schema `ExtractTextStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    layout: NotRequired[Literal["reading", "physical", "raw"]]
    """The order of the text: as it is read, as it is placed on the page, or as the file draws it."""
    granularity: NotRequired[Literal["page", "block", "line", "word"]]
    """What `blocks` of a page are; `page` leaves them out."""
    structure: NotRequired[bool]
    """Adds the headings, lists and tables of a tagged document."""
    hidden: NotRequired[Literal["include"]]
    """Adds invisible text to `text`; `blocks` always contains and marks it."""

class ExtractTextStructure(TypedDict):
    """The schema `ExtractTextStructure` of openapi.json."""

    headings: list[ExtractTextHeading]
    lists: list[ExtractTextList]
    tables: list[ExtractTextTable]

class ExtractTextTable(TypedDict):
    """The schema `ExtractTextTable` of openapi.json."""

    page: int
    rows: list[list[str]]

class ExtractTextWarning(TypedDict):
    """The schema `ExtractTextWarning` of openapi.json."""

    code: Literal["page-broken", "scan", "hidden-invisible", "hidden-off-page", "hidden-clipped", "hidden-covered", "hidden-layer-off"]
    message: str

class FacturX(TypedDict):
    """The schema `FacturX` of openapi.json."""

    profile: Literal["MINIMUM", "BASIC WL", "BASIC", "EN 16931", "EXTENDED", "XRECHNUNG"]

FillFormFields: TypeAlias = "str | float | bool | Sequence[str] | None"

class FillFormJob(TypedDict):
    """The schema `FillFormJob` of openapi.json."""

    tool: Literal["fill-form"]
    input: FillFormRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class FillFormOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    fields: NotRequired[Mapping[str, FillFormFields]]
    """Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the
    name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its
    label; a list that takes several an array of them; `null` empties a field. At most 50000 entries."""
    flatten: NotRequired[bool]
    """Makes what the fields look like content of their pages, and takes the form away."""
    strict: NotRequired[bool]
    """Refuses names that the form does not have (422); otherwise `report` lists them."""
    export: NotRequired[Literal["fields"]]
    """Answers the fields of the form, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Changes a signed document even where its signatures do not stay valid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class FillFormRequest(TypedDict):
    """The schema `FillFormRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    fields: NotRequired[Mapping[str, FillFormFields]]
    """Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the
    name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its
    label; a list that takes several an array of them; `null` empties a field. At most 50000 entries."""
    flatten: NotRequired[bool]
    """Makes what the fields look like content of their pages, and takes the form away."""
    strict: NotRequired[bool]
    """Refuses names that the form does not have (422); otherwise `report` lists them."""
    export: NotRequired[Literal["fields"]]
    """Answers the fields of the form, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Changes a signed document even where its signatures do not stay valid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class FillFormStep(TypedDict):
    """The schema `FillFormStep` of openapi.json."""

    tool: Literal["fill-form"]
    input: FillFormStepInput

class FillFormStepInput(TypedDict):
    """The schema `FillFormStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    fields: NotRequired[Mapping[str, FillFormFields]]
    """Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the
    name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its
    label; a list that takes several an array of them; `null` empties a field. At most 50000 entries."""
    flatten: NotRequired[bool]
    """Makes what the fields look like content of their pages, and takes the form away."""
    strict: NotRequired[bool]
    """Refuses names that the form does not have (422); otherwise `report` lists them."""
    export: NotRequired[Literal["fields"]]
    """Answers the fields of the form, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Changes a signed document even where its signatures do not stay valid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class FinishedDocument(TypedDict):
    """The schema `FinishedDocument` of openapi.json."""

    contentType: Literal["application/pdf"]
    data: str
    """The document."""
    pages: int
    bytes: int
    """The length of the document."""
    sha256: str
    """The SHA-256 of the document."""

class FinishedImage(TypedDict):
    """The schema `FinishedImage` of openapi.json."""

    contentType: Literal["image/png", "image/jpeg", "image/webp"]
    page: NotRequired[int]
    """The page that it shows."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    filename: str
    """A name that is safe and unique, as in the archive."""
    bytes: int
    """The length of the image."""
    sha256: str
    """The SHA-256 of the image."""
    data: str
    """The image."""

class FinishedPart(TypedDict):
    """The schema `FinishedPart` of openapi.json."""

    filename: str
    """A name that is safe and unique, as in the archive."""
    data: str
    """The document."""
    pages: int
    bytes: int
    """The length of the document."""
    sha256: str
    """The SHA-256 of the document."""

class Font(TypedDict):
    """The schema `Font` of openapi.json."""

    name: str
    """PostScript name."""
    family: str
    style: str
    source: Literal["request", "operator", "bundled", "system"]
    """Who brought it."""
    share: float
    """Its part of all characters."""
    pages: str
    """Page range, for example "1-3,7"."""

class FooterOrHeader(TypedDict):
    """The schema `FooterOrHeader` of openapi.json."""

    html: NotRequired[str]
    """HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name}
    (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    text: NotRequired[str]
    """One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2}
    {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    left: NotRequired[str]
    center: NotRequired[str]
    right: NotRequired[str]
    on: NotRequired[Literal["all", "first", "odd", "even", "not-first"]]
    """The pages that it is printed on; the default is `all`. `first` (the first page of the document, or
    of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and
    `all`."""
    height: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class Footnote(TypedDict):
    """The schema `Footnote` of openapi.json."""

    text: str

class Footnotes(TypedDict):
    """The schema `Footnotes` of openapi.json."""

    numbering: NotRequired[Literal["document", "page", "section"]]
    """The numbers begin anew with each page, or with each section: a heading of level 1."""
    style: NotRequired[Literal["decimal", "roman", "ROMAN", "alpha", "ALPHA", "symbols"]]
    """`symbols` are * † ‡ § ‖ ¶, then the same twice."""

class ForensicAnalyzeAnswer(TypedDict):
    """The schema `ForensicAnalyzeAnswer` of openapi.json."""

    verdict: Literal["clean", "notable", "suspicious", "tampered"]
    risk: int
    revisions: list[ForensicAnalyzeRevision]
    signatures: list[ForensicAnalyzeSignature]
    findings: list[ForensicAnalyzeFinding]
    """The gravest first."""
    metadata: ForensicAnalyzeMetadata
    recoverable: list[ForensicAnalyzeRecoverable]

class ForensicAnalyzeChain(TypedDict):
    """The schema `ForensicAnalyzeChain` of openapi.json."""

    name: str
    validFrom: str
    validTo: str

class ForensicAnalyzeChangesAfter(TypedDict):
    """The schema `ForensicAnalyzeChangesAfter` of openapi.json."""

    kind: Literal["fill", "sign", "annotate", "credential", "validate", "describe", "tag", "content"]
    allowed: bool
    path: str
    object: int | None
    """Number of the indirect object."""
    page: int | None
    field: str | None

class ForensicAnalyzeCoverage(TypedDict):
    """The schema `ForensicAnalyzeCoverage` of openapi.json."""

    kind: Literal["whole-file", "whole-revision", "partial", "none"]
    bytes: int
    revision: int | None

class ForensicAnalyzeEvidence(TypedDict):
    """The schema `ForensicAnalyzeEvidence` of openapi.json."""

    page: int | None
    object: int | None
    """Number of the indirect object."""
    box: CheckAccessibilityBox | None
    excerpt: str | None

class ForensicAnalyzeFinding(TypedDict):
    """The schema `ForensicAnalyzeFinding` of openapi.json."""

    id: Literal["revisions", "revision-orphaned", "revision-pages-changed", "many-revisions", "digest-mismatch", "signature-invalid", "byte-range-malformed", "byte-range-wrapped", "byte-range-partial", "signature-hollow", "changes-not-judged", "signature-borrowed", "signature-over-text", "ambiguous-after-signature", "signature-removed", "signed-content-changed", "certification-violated", "locked-field-changed", "signed-picture-differs", "signed-text-covered", "unlisted-after-signature", "signed-objects-unused", "field-look-differs", "button-look-exchanged", "field-turned", "annotation-after-signature", "updated-after-signature", "signature-unverified", "signature-weak", "certificate-not-in-time", "signature-deviates", "usage-rights", "script-on-open", "script", "script-dangerous", "launch", "submit-form", "import-data", "remote-goto", "network-path", "uri", "uri-odd", "multimedia", "xfa", "external-stream", "layer-action", "other-action", "attachment", "attachment-program", "attachment-web-page", "attachment-disguised", "attachment-pdf", "attachment-pdf-alarming", "text-invisible", "text-recognised", "annotation-hidden", "text-off-page", "text-clipped", "text-covered", "text-under-image", "text-layer-off", "text-same-colour", "text-tiny", "text-under-box", "redaction-pending", "info-xmp-differ", "dates-reversed", "date-in-future", "signed-before-created", "producer-changed", "producer-unlike", "location", "camera", "editing-history", "thumbnail", "private-data", "identifier-changed", "bytes-before-header", "polyglot", "bytes-after-end", "bytes-between", "objects-after-end", "object-defined-twice", "entry-twice", "damaged", "objects-unused", "pages-unused", "linearized", "hybrid", "encrypted", "not-read-whole", "text-recoverable", "text-in-unused", "pages-recoverable", "page-count-differs", "text-differs", "reader-refuses"]
    category: Literal["revision", "signature", "active-content", "hidden-content", "failed-redaction", "metadata", "embedded-file", "structure", "recoverable", "parser-difference"]
    severity: Literal["info", "low", "medium", "high", "critical"]
    title: str
    evidence: ForensicAnalyzeEvidence
    meaning: str
    """The significance for the document."""

class ForensicAnalyzeIds(TypedDict):
    """The schema `ForensicAnalyzeIds` of openapi.json."""

    first: str | None
    second: str | None

class ForensicAnalyzeJob(TypedDict):
    """The schema `ForensicAnalyzeJob` of openapi.json."""

    tool: Literal["forensic-analyze"]
    input: ForensicAnalyzeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class ForensicAnalyzeMetadata(TypedDict):
    """The schema `ForensicAnalyzeMetadata` of openapi.json."""

    info: dict[str, str]
    xmp: dict[str, str]
    ids: ForensicAnalyzeIds
    producers: list[str]
    version: str

class ForensicAnalyzeObject(TypedDict):
    """The schema `ForensicAnalyzeObject` of openapi.json."""

    object: int
    change: Literal["added", "changed", "removed"]
    kind: str

class ForensicAnalyzeOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    checks: NotRequired[Sequence[Literal["revision", "signature", "active-content", "hidden-content", "failed-redaction", "metadata", "embedded-file", "structure", "recoverable", "parser-difference"]]]
    """Categories of findings that are looked for; all where it is left out."""
    depth: NotRequired[Literal["quick", "standard", "deep"]]
    """`quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more
    versions and pages, and attached PDFs within attached PDFs."""

class ForensicAnalyzePage(TypedDict):
    """The schema `ForensicAnalyzePage` of openapi.json."""

    page: int
    change: Literal["added", "changed", "removed"]
    difference: float | None
    """Share of its pixels that differ; null where they were not compared."""

class ForensicAnalyzeRecoverable(TypedDict):
    """The schema `ForensicAnalyzeRecoverable` of openapi.json."""

    kind: Literal["page", "text", "object"]
    revision: int | None
    page: int | None
    object: int | None
    """Number of the indirect object."""
    excerpt: str

class ForensicAnalyzeRequest(TypedDict):
    """The schema `ForensicAnalyzeRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    checks: NotRequired[Sequence[Literal["revision", "signature", "active-content", "hidden-content", "failed-redaction", "metadata", "embedded-file", "structure", "recoverable", "parser-difference"]]]
    """Categories of findings that are looked for; all where it is left out."""
    depth: NotRequired[Literal["quick", "standard", "deep"]]
    """`quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more
    versions and pages, and attached PDFs within attached PDFs."""

class ForensicAnalyzeRevision(TypedDict):
    """The schema `ForensicAnalyzeRevision` of openapi.json."""

    number: int
    """From 1, the oldest."""
    bytes: int
    """Length of the file as of this version."""
    chained: bool
    """The newest cross-reference goes back to it."""
    signedBy: list[str]
    """Signature fields that cover the file as of this version."""
    objectCount: int
    """Objects that it changed."""
    objects: list[ForensicAnalyzeObject]
    """The first five hundred of them."""
    pages: list[ForensicAnalyzePage]

class ForensicAnalyzeSignature(TypedDict):
    """The schema `ForensicAnalyzeSignature` of openapi.json."""

    field: str
    kind: Literal["approval", "certification", "timestamp"]
    subFilter: str | None
    signedAt: str | None
    """As the signature states; not verified."""
    signer: ForensicAnalyzeSigner | None
    """As the certificate in the signature states. Whether that certificate is trusted was not checked."""
    permissions: int | None
    """Of a certification: 1 permits no change, 2 filling in and signing forms, 3 also annotations."""
    coverage: ForensicAnalyzeCoverage
    integrity: Literal["intact", "altered", "unverified"]
    """Whether it matches the bytes that it covers, and its certificate. It does not state trust."""
    changesAfter: list[ForensicAnalyzeChangesAfter]
    changesJudged: bool
    """Everything after the signature was compared with the signed content. Only then an empty list proves
    no change."""

class ForensicAnalyzeSigner(TypedDict):
    """The schema `ForensicAnalyzeSigner` of openapi.json."""

    name: str
    issuer: str
    selfSigned: bool
    validFrom: str
    validTo: str
    key: str
    chain: list[ForensicAnalyzeChain]
    """Who issued the certificate, and who issued that, as far as the signature has them; each link was
    checked."""
    chainComplete: bool
    """The chain ends with a certificate that issued itself."""

class ForensicAnalyzeStep(TypedDict):
    """The schema `ForensicAnalyzeStep` of openapi.json."""

    tool: Literal["forensic-analyze"]
    input: ForensicAnalyzeStepInput

class ForensicAnalyzeStepInput(TypedDict):
    """The schema `ForensicAnalyzeStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    checks: NotRequired[Sequence[Literal["revision", "signature", "active-content", "hidden-content", "failed-redaction", "metadata", "embedded-file", "structure", "recoverable", "parser-difference"]]]
    """Categories of findings that are looked for; all where it is left out."""
    depth: NotRequired[Literal["quick", "standard", "deep"]]
    """`quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more
    versions and pages, and attached PDFs within attached PDFs."""

class GroupBy(TypedDict):
    """The schema `GroupBy` of openapi.json."""

    key: str
    newPage: NotRequired[bool]
    """Each group after the first begins on a new page."""

GroupByOrText: TypeAlias = "GroupBy | str"

class ImagesAnswer(TypedDict):
    """The finished images in order, and the report of the tool."""

    images: list[FinishedImage]
    report: Report
    """The report of the tool about its work."""

class Job(TypedDict):
    """A job. Values that do not exist yet are `null`."""

    id: str
    tool: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    progress: JobProgress
    attempts: int
    """How often it has been started; one more where a process or a browser ended under it: twice at most
    where processes end, three times at most in all."""
    createdAt: str
    startedAt: str | None
    """When its last run began."""
    finishedAt: str | None
    """When it ended."""
    expiresAt: str | None
    """When the result is deleted; for a day after that the job answers 410."""
    error: Problem | None
    """Of a job that failed: why. `instance` is the id of the job."""
    result: JobResult | None
    """Of a job that succeeded: the answer that `href` gives by default."""

class JobList(TypedDict):
    """Jobs of the client, the newest first."""

    jobs: list[Job]
    next: str | None
    """The `cursor` of the next page. `null` = this is the last one."""

class JobOptions(TypedDict):
    """The schema `JobOptions` of openapi.json."""

    tool: Literal["render", "extract-text", "merge", "split", "arrange", "rasterize", "sign", "fill-form", "check-accessibility", "redact", "compare", "optimize", "ai-certify", "compliance-check", "forensic-analyze", "pipe"]
    input: NotRequired[Mapping[str, Any]]
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class JobProgress(TypedDict):
    """The schema `JobProgress` of openapi.json."""

    percent: int
    stage: str | None
    """While it runs: the stage that it is in, by the name that `Server-Timing` has for it."""

class JobResult(TypedDict):
    """The schema `JobResult` of openapi.json."""

    contentType: str
    bytes: int
    sha256: str
    href: str

Length: TypeAlias = "float | str"

LengthAbove0To10000: TypeAlias = "float | str"

LengthFrom0Point01To14400: TypeAlias = "float | str"

LengthFrom0Point1To20: TypeAlias = "float | str"

LengthFrom0To100: TypeAlias = "float | str"

LengthFrom0To400: TypeAlias = "float | str"

LengthFrom0To72: TypeAlias = "float | str"

LengthFrom10To2000: TypeAlias = "float | str"

LengthFrom1To1000: TypeAlias = "float | str"

LengthFrom1To14400: TypeAlias = "float | str"

LengthFrom1To2000: TypeAlias = "float | str"

LengthFrom20To14400: TypeAlias = "float | str"

LengthFrom4To2000: TypeAlias = "float | str"

LengthFrom4To72: TypeAlias = "float | str"

LengthFrom60To2000: TypeAlias = "float | str"

LengthFrom80To2000: TypeAlias = "float | str"

class ListItem(TypedDict):
    """The schema `ListItem` of openapi.json."""

    text: str
    items: NotRequired[Sequence[ListItemOrText]]

ListItemOrText: TypeAlias = "str | ListItem"

class Margin(TypedDict):
    """The schema `Margin` of openapi.json."""

    top: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    right: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    bottom: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    left: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class MergeDocument(TypedDict):
    """The schema `MergeDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document itself unless
    given, or the name of its file where it has none."""

class MergeDocumentOptions(TypedDict):
    """The schema `MergeDocumentOptions` of openapi.json."""

    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document itself unless
    given, or the name of its file where it has none."""

class MergeJob(TypedDict):
    """The schema `MergeJob` of openapi.json."""

    tool: Literal["merge"]
    input: MergeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class MergeOptions(TypedDict):
    """The JSON body, without `documents`."""

    documents: NotRequired[Sequence[MergeDocumentOptions]]
    """Options of each document, in the order of the file parts."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    metadata: NotRequired[Metadata]
    """Replaces the metadata of the first document."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where an input was encrypted."""

class MergeRequest(TypedDict):
    """The schema `MergeRequest` of openapi.json."""

    documents: Sequence[str | Upload | MergeDocument]
    """The PDFs in order, each as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    metadata: NotRequired[Metadata]
    """Replaces the metadata of the first document."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where an input was encrypted."""

class MergeStep(TypedDict):
    """The schema `MergeStep` of openapi.json."""

    tool: Literal["merge"]
    input: MergeStepInput

class MergeStepDocument(TypedDict):
    """The schema `MergeStepDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    password: NotRequired[str]
    """Opens this document, where it is encrypted."""
    title: NotRequired[str]
    """What its part of the outline is called with `perDocument`; the title of the document itself unless
    given, or the name of its file where it has none."""
    step: NotRequired[int]
    """The number of an earlier step, from 0, whose document it is."""

class MergeStepInput(TypedDict):
    """The schema `MergeStepInput` of openapi.json."""

    documents: Sequence[str | Upload | MergeStepDocument]
    """The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens the encrypted documents that bring no password of their own."""
    outline: NotRequired[Literal["keep", "perDocument", "none"]]
    """The outlines one after the other, each below the title of its document, or none."""
    fields: NotRequired[Literal["merge", "rename"]]
    """What becomes of form fields of one name: one field with one value, or `name` and `name#2`."""
    metadata: NotRequired[Metadata]
    """Replaces the metadata of the first document."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where an input was encrypted."""

class Metadata(TypedDict):
    """The schema `Metadata` of openapi.json."""

    title: NotRequired[str]
    author: NotRequired[str]
    subject: NotRequired[str]
    keywords: NotRequired[list[str]]
    """Up to 1000."""
    creator: NotRequired[str]
    custom: NotRequired[dict[str, str]]
    """Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords,
    Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the
    service."""

class Numbering(TypedDict):
    """The schema `Numbering` of openapi.json."""

    levels: NotRequired[int]
    """How many levels have numbers, counted from the highest level of the document."""
    start: NotRequired[int]
    """The number of the first heading of the highest level."""
    style: NotRequired[Literal["decimal", "roman", "ROMAN", "alpha", "ALPHA"]]
    """Style of the first part of a number; the parts after it are decimal: `II.1`, `B.3.2`."""

NumberingOrValue: TypeAlias = "Numbering | bool"

class Occurrence(TypedDict):
    """The schema `Occurrence` of openapi.json."""

    page: int | None
    object: int | None
    """Number of the indirect object."""
    box: CheckAccessibilityBox | None
    message: str
    """The mistake at this place."""
    fix: str
    """How it is mended."""

Offset: TypeAlias = "float | str"

class OpenSessionRequest(TypedDict):
    """The schema `OpenSessionRequest` of openapi.json."""

    document: NotRequired[DocumentOptions]
    output: NotRequired[OutputOptions]
    ttl: NotRequired[OpenSessionTtl]
    """How long the session lives unused: `90s`, `30m`, `24h`, or seconds; from 1 s to 24 h. The deployment
    has a default."""

OpenSessionTtl: TypeAlias = "str | float"

class OptimizeJob(TypedDict):
    """The schema `OptimizeJob` of openapi.json."""

    tool: Literal["optimize"]
    input: OptimizeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class OptimizeOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    level: NotRequired[Literal["lossless", "web", "print", "archive"]]
    """`lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most."""
    maxImagePpi: NotRequired[int]
    """The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level:
    400, 300, 150. With `lossless` it makes pictures smaller too."""
    imageQuality: NotRequired[int]
    """The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses
    pictures too."""
    grayscale: NotRequired[bool]
    """Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures.
    `report.left` lists colours that remain."""
    subsetFonts: NotRequired[bool]
    """Whether glyphs that are not shown are removed from fonts. The default is true, and false with
    `archive`."""
    linearize: NotRequired[bool]
    """Puts the objects of the first page first, so that a viewer shows it before it has received the rest."""
    removeMetadata: NotRequired[bool]
    """Removes Info, XMP and private data of programs, but not the statement of conformance to a standard."""
    removeThumbnails: NotRequired[bool]
    """Removes the thumbnails of pages."""
    breakSignatures: NotRequired[bool]
    """Optimizes a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class OptimizeRequest(TypedDict):
    """The schema `OptimizeRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    level: NotRequired[Literal["lossless", "web", "print", "archive"]]
    """`lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most."""
    maxImagePpi: NotRequired[int]
    """The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level:
    400, 300, 150. With `lossless` it makes pictures smaller too."""
    imageQuality: NotRequired[int]
    """The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses
    pictures too."""
    grayscale: NotRequired[bool]
    """Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures.
    `report.left` lists colours that remain."""
    subsetFonts: NotRequired[bool]
    """Whether glyphs that are not shown are removed from fonts. The default is true, and false with
    `archive`."""
    linearize: NotRequired[bool]
    """Puts the objects of the first page first, so that a viewer shows it before it has received the rest."""
    removeMetadata: NotRequired[bool]
    """Removes Info, XMP and private data of programs, but not the statement of conformance to a standard."""
    removeThumbnails: NotRequired[bool]
    """Removes the thumbnails of pages."""
    breakSignatures: NotRequired[bool]
    """Optimizes a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class OptimizeStep(TypedDict):
    """The schema `OptimizeStep` of openapi.json."""

    tool: Literal["optimize"]
    input: OptimizeStepInput

class OptimizeStepInput(TypedDict):
    """The schema `OptimizeStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    level: NotRequired[Literal["lossless", "web", "print", "archive"]]
    """`lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most."""
    maxImagePpi: NotRequired[int]
    """The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level:
    400, 300, 150. With `lossless` it makes pictures smaller too."""
    imageQuality: NotRequired[int]
    """The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses
    pictures too."""
    grayscale: NotRequired[bool]
    """Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures.
    `report.left` lists colours that remain."""
    subsetFonts: NotRequired[bool]
    """Whether glyphs that are not shown are removed from fonts. The default is true, and false with
    `archive`."""
    linearize: NotRequired[bool]
    """Puts the objects of the first page first, so that a viewer shows it before it has received the rest."""
    removeMetadata: NotRequired[bool]
    """Removes Info, XMP and private data of programs, but not the statement of conformance to a standard."""
    removeThumbnails: NotRequired[bool]
    """Removes the thumbnails of pages."""
    breakSignatures: NotRequired[bool]
    """Optimizes a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

OutputConformanceOrValue: TypeAlias = "list[ConformanceLevel] | ConformanceLevel"

class OutputOptions(TypedDict):
    """The schema `OutputOptions` of openapi.json."""

    tagged: NotRequired[bool]
    """Tags for accessibility."""
    outline: NotRequired[bool]
    """Bookmarks from the headings."""
    compress: NotRequired[bool]
    conformance: NotRequired[OutputConformanceOrValue]
    """One standard, or several that go together, as `["PDF/A-3a", "PDF/UA-1"]`. What follows from the
    content is made to conform; what only its author knows (a text for a picture, a level of headings
    that was left out) is a 422 `conformance-not-reached` with each finding, its place and its
    correction. A document that claims conformance has been checked."""
    forms: NotRequired[bool]
    """HTML `<input>`, `<select>` and `<textarea>` become AcroForm fields, 20,000 in a document at most;
    else they are printed as pictures of what they show."""
    encryption: NotRequired[Encryption]
    """AES-256."""
    attachments: NotRequired[list[Attachment]]
    """Files in the PDF, as `add_attachment` has them."""
    deterministic: NotRequired[bool]
    """The same input gives the same bytes, so the document has no dates and takes neither `encryption`,
    whose salts are random, nor `{date}`. Scripts that read the clock or random numbers are yours to
    avoid."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    maxPages: NotRequired[int]
    filename: NotRequired[str]
    """For example `q3.pdf`."""
    failOn: NotRequired[list[Literal["resource", "console", "font", "glyph", "font-missing", "glyph-missing", "overflow", "resource-blocked", "resource-failed", "element-unsupported", "link-broken", "reference-unresolved", "reference-unstable", "placeholder-unknown", "variable-unknown", "css-ignored", "html-as-text", "diagram-as-code", "console-error", "image-without-alt", "table-too-wide", "carry-ignored", "columns-too-wide", "barcode-too-small", "numbering-ignored", "page-ignored", "wait-ignored", "encoding-guessed", "still-moving", "navigation-blocked", "language-unknown", "code-not-highlighted", "background-left-out", "attachment-renamed", "field-renamed", "field-not-placed"]]]

class PipeAnswer(TypedDict):
    """What the route of the tool of the last step answers, and the report of each step."""

    reports: list[dict[str, Any]]
    """The reports in the order of the steps. That of a tool that reports is its whole answer."""

PipeInputStep: TypeAlias = "ArrangeSelect | ArrangeRotate | ArrangeReverse | ArrangeBlank | ArrangeInsertInPipe | ArrangeCrop | ArrangeResize | ArrangeStamp | ArrangeNumber | ArrangeBates | ArrangeNUp | ArrangeBooklet | ArrangeMetadata | ArrangeBookmarks | ArrangeAttach | ArrangeDetach | ArrangeEncrypt | ArrangeFlatten | ArrangeDecrypt"

class PipeJob(TypedDict):
    """The schema `PipeJob` of openapi.json."""

    tool: Literal["pipe"]
    input: PipeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class PipeOptions(TypedDict):
    """The schema `PipeOptions` of openapi.json."""

    steps: Sequence[StepOptions]
    """The steps in order. They count from 0."""

class PipeRequest(TypedDict):
    """The schema `PipeRequest` of openapi.json."""

    steps: Sequence[PipeStep]
    """The steps in order. They count from 0."""

PipeStep: TypeAlias = "RenderStep | ExtractTextStep | MergeStep | SplitStep | ArrangeStep2 | RasterizeStep | SignStep | FillFormStep | CheckAccessibilityStep | RedactStep | CompareStep | OptimizeStep | AiCertifyStep | ComplianceCheckStep | ForensicAnalyzeStep"

class Position(TypedDict):
    """The schema `Position` of openapi.json."""

    x: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    y: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    width: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""
    height: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class Probe(TypedDict):
    """The schema `Probe` of openapi.json."""

    status: Literal["ok", "ready"]

class Problem(TypedDict):
    """What went wrong (RFC 9457). Match on `type`; `detail` is for people and may change."""

    type: str
    """The stable identifier of the problem, and the address of its page."""
    title: str
    """A short summary, the same for every occurrence."""
    status: int
    """The HTTP status."""
    detail: str
    """What failed, why, and what to do."""
    instance: str
    """The id of the request, as in `X-Request-Id`."""
    limit: NotRequired[int]
    """With `payload-too-large`: the most bytes that the body may have."""
    usedBytes: NotRequired[int]
    """With `storage-quota-exceeded`: the bytes that the client has stored."""
    limitBytes: NotRequired[int]
    """With `storage-quota-exceeded`: the bytes that it may store."""
    step: NotRequired[int]
    """Of a pipe: the step that failed or, where only one has mistakes, that has them. Steps count from 0."""
    approval: NotRequired[ProblemApproval]
    """With `approval-required` and `approval-invalid`: what an approver has to sign."""
    errors: NotRequired[list[ProblemError]]
    """Every mistake in the body, each with its place."""

class ProblemApproval(TypedDict):
    """The schema `ProblemApproval` of openapi.json."""

    tool: str
    digest: str
    """Of the tool, the parameters and the documents of this request, in whichever form they came."""
    steps: NotRequired[list[int]]
    """Of a pipe: the steps that the approval covers."""

class ProblemError(TypedDict):
    """The schema `ProblemError` of openapi.json."""

    pointer: str
    """The place in the body (JSON Pointer, RFC 6901)."""
    message: str

class RasterizeJob(TypedDict):
    """The schema `RasterizeJob` of openapi.json."""

    tool: Literal["rasterize"]
    input: RasterizeRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class RasterizeOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    dpi: NotRequired[float]
    """Pixels an inch; 144 unless a side is given."""
    width: NotRequired[int]
    """The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    height: NotRequired[int]
    """The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    format: NotRequired[Literal["png", "jpeg", "webp"]]
    """The type of the images, where `Accept` names none; PNG unless given."""
    quality: NotRequired[int]
    """Of JPEG and WebP; 85 unless given."""
    background: NotRequired[str]
    """The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`."""
    transparent: NotRequired[bool]
    """Leaves the paper out; PNG and WebP only."""
    annotations: NotRequired[bool]
    """Draws annotations: notes, stamps, highlights, drawings."""
    forms: NotRequired[bool]
    """Draws form fields with their values, and visible signatures."""

class RasterizeRequest(TypedDict):
    """The schema `RasterizeRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    dpi: NotRequired[float]
    """Pixels an inch; 144 unless a side is given."""
    width: NotRequired[int]
    """The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    height: NotRequired[int]
    """The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    format: NotRequired[Literal["png", "jpeg", "webp"]]
    """The type of the images, where `Accept` names none; PNG unless given."""
    quality: NotRequired[int]
    """Of JPEG and WebP; 85 unless given."""
    background: NotRequired[str]
    """The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`."""
    transparent: NotRequired[bool]
    """Leaves the paper out; PNG and WebP only."""
    annotations: NotRequired[bool]
    """Draws annotations: notes, stamps, highlights, drawings."""
    forms: NotRequired[bool]
    """Draws form fields with their values, and visible signatures."""

class RasterizeStep(TypedDict):
    """The schema `RasterizeStep` of openapi.json."""

    tool: Literal["rasterize"]
    input: RasterizeStepInput

class RasterizeStepInput(TypedDict):
    """The schema `RasterizeStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""
    dpi: NotRequired[float]
    """Pixels an inch; 144 unless a side is given."""
    width: NotRequired[int]
    """The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    height: NotRequired[int]
    """The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside."""
    format: NotRequired[Literal["png", "jpeg", "webp"]]
    """The type of the images, where `Accept` names none; PNG unless given."""
    quality: NotRequired[int]
    """Of JPEG and WebP; 85 unless given."""
    background: NotRequired[str]
    """The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`."""
    transparent: NotRequired[bool]
    """Leaves the paper out; PNG and WebP only."""
    annotations: NotRequired[bool]
    """Draws annotations: notes, stamps, highlights, drawings."""
    forms: NotRequired[bool]
    """Draws form fields with their values, and visible signatures."""

class RedactArea(TypedDict):
    """The schema `RedactArea` of openapi.json."""

    page: int
    """1-based."""
    box: Box
    """From the top-left corner of the page as it is shown. Points, or with a unit."""

class RedactJob(TypedDict):
    """The schema `RedactJob` of openapi.json."""

    tool: Literal["redact"]
    input: RedactRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class RedactOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    areas: NotRequired[Sequence[RedactArea]]
    """All content in these boxes is removed. None unless given. At most 2000 items."""
    text: NotRequired[Sequence[RedactText]]
    """Text to remove, wherever it is. None unless given."""
    presets: NotRequired[Sequence[Literal["email", "phone", "iban", "credit-card", "ssn", "ip", "mac-address", "date", "url", "vat-id"]]]
    """Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None
    unless given."""
    strict: NotRequired[bool]
    """Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside
    them."""
    fill: NotRequired[str]
    """The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`."""
    label: NotRequired[str]
    """Written on the boxes, where it fits."""
    metadata: NotRequired[Literal["scrub", "keep"]]
    """`keep` preserves Info and XMP, without the redacted text."""
    attachments: NotRequired[Literal["remove", "keep"]]
    """`keep` is refused where an attachment contains redacted text."""
    spacing: NotRequired[Literal["quantised", "exact"]]
    """Whether text after removed letters on the same line can move by up to an eighth of a point, so that
    its position does not reveal the removed letters."""
    dryRun: NotRequired[bool]
    """Answers what would be removed, with its text, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Redacts a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class RedactRequest(TypedDict):
    """The schema `RedactRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    areas: NotRequired[Sequence[RedactArea]]
    """All content in these boxes is removed. None unless given. At most 2000 items."""
    text: NotRequired[Sequence[RedactText]]
    """Text to remove, wherever it is. None unless given."""
    presets: NotRequired[Sequence[Literal["email", "phone", "iban", "credit-card", "ssn", "ip", "mac-address", "date", "url", "vat-id"]]]
    """Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None
    unless given."""
    strict: NotRequired[bool]
    """Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside
    them."""
    fill: NotRequired[str]
    """The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`."""
    label: NotRequired[str]
    """Written on the boxes, where it fits."""
    metadata: NotRequired[Literal["scrub", "keep"]]
    """`keep` preserves Info and XMP, without the redacted text."""
    attachments: NotRequired[Literal["remove", "keep"]]
    """`keep` is refused where an attachment contains redacted text."""
    spacing: NotRequired[Literal["quantised", "exact"]]
    """Whether text after removed letters on the same line can move by up to an eighth of a point, so that
    its position does not reveal the removed letters."""
    dryRun: NotRequired[bool]
    """Answers what would be removed, with its text, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Redacts a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class RedactStep(TypedDict):
    """The schema `RedactStep` of openapi.json."""

    tool: Literal["redact"]
    input: RedactStepInput

class RedactStepInput(TypedDict):
    """The schema `RedactStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    areas: NotRequired[Sequence[RedactArea]]
    """All content in these boxes is removed. None unless given. At most 2000 items."""
    text: NotRequired[Sequence[RedactText]]
    """Text to remove, wherever it is. None unless given."""
    presets: NotRequired[Sequence[Literal["email", "phone", "iban", "credit-card", "ssn", "ip", "mac-address", "date", "url", "vat-id"]]]
    """Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None
    unless given."""
    strict: NotRequired[bool]
    """Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside
    them."""
    fill: NotRequired[str]
    """The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`."""
    label: NotRequired[str]
    """Written on the boxes, where it fits."""
    metadata: NotRequired[Literal["scrub", "keep"]]
    """`keep` preserves Info and XMP, without the redacted text."""
    attachments: NotRequired[Literal["remove", "keep"]]
    """`keep` is refused where an attachment contains redacted text."""
    spacing: NotRequired[Literal["quantised", "exact"]]
    """Whether text after removed letters on the same line can move by up to an eighth of a point, so that
    its position does not reveal the removed letters."""
    dryRun: NotRequired[bool]
    """Answers what would be removed, with its text, and changes nothing."""
    breakSignatures: NotRequired[bool]
    """Redacts a signed document, without its signatures."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted."""

class RedactText(TypedDict):
    """The schema `RedactText` of openapi.json."""

    literal: NotRequired[str]
    """Text as it is read, whatever glyphs, lines, hyphens and forms of characters it is made of. At least
    one character can be seen. For example `4711`."""
    pattern: NotRequired[str]
    """A regular expression in RE2 syntax: no backreferences, no look-around."""
    caseSensitive: NotRequired[bool]
    wholeWord: NotRequired[bool]
    """Only where there is no letter or digit directly before or after."""
    pages: NotRequired[str]
    """1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are
    preserved. For example `1-`."""

class RenderJob(TypedDict):
    """The schema `RenderJob` of openapi.json."""

    tool: Literal["render"]
    input: RenderJobInput
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

RenderJobInput: TypeAlias = "RenderRequest | SessionJobInput"

RenderOperation: TypeAlias = "AddText | AddHeading | AddMarkdown | AddList | AddCode | AddMath | AddTable | AddImage | AddChart | AddBarcode | AddHtml | AddTemplate | AddSpacer | AddDivider | AddColumns | AddToc | AddIndex | SetFont | AddFormField | AddPage | AddPageBreak | AddPdf | AddUrl | SetStyle | SetHeader | SetFooter | SetPageNumbers | SetBates | SetMetadata | AddWatermark | AddStamp | AddAttachment | AddBookmark"

class RenderOptions(TypedDict):
    """The schema `RenderOptions` of openapi.json."""

    operations: NotRequired[Sequence[RenderOperation]]
    """Applied in order. At most 20000 items."""
    document: NotRequired[DocumentOptions]
    """Empty unless given."""
    output: NotRequired[OutputOptions]
    dryRun: NotRequired[bool]
    """Answers the resolved plan and prints nothing."""

class RenderRequest(TypedDict):
    """The schema `RenderRequest` of openapi.json."""

    operations: Sequence[RenderOperation]
    """Applied in order. At most 20000 items."""
    document: NotRequired[DocumentOptions]
    """Empty unless given."""
    output: NotRequired[OutputOptions]
    dryRun: NotRequired[bool]
    """Answers the resolved plan and prints nothing."""

class RenderSessionRequest(TypedDict):
    """The schema `RenderSessionRequest` of openapi.json."""

    output: NotRequired[OutputOptions]
    dryRun: NotRequired[bool]
    """Answers the resolved plan and prints nothing."""

class RenderStep(TypedDict):
    """The schema `RenderStep` of openapi.json."""

    tool: Literal["render"]
    input: RenderRequest

class Report(TypedDict):
    """The schema `Report` of openapi.json."""

    warnings: NotRequired[list[Warning]]
    """What the reader of the document should know."""
    fonts: NotRequired[list[Font]]
    """Of a render: the fonts that its pages are set in, the most used first."""

class ReportAlone(TypedDict):
    """The report of a request that makes no document: a dry run, or the export of a form."""

    warnings: NotRequired[list[Warning]]
    """What the reader of the document should know."""

Retain: TypeAlias = "str | float"

Row: TypeAlias = "Mapping[str, CellOrValue]"

RowOrValue: TypeAlias = "Sequence[CellOrValue] | Row"

class Session(TypedDict):
    """A session."""

    sessionId: str
    """The id, for the paths of its routes."""
    status: Literal["open"]
    revision: int
    """One more with every change; also the `ETag`."""
    operations: int
    """How many there are."""
    font: SessionFontRequest | None
    """The font of what follows: the fields of the last `font`."""
    createdAt: str
    """When it was opened."""
    updatedAt: str
    """When it changed last."""
    expiresAt: str
    """When it ends, unless it is used before."""
    document: DocumentOptions
    """As it was sent."""
    output: OutputOptions
    """As it was sent."""

class SessionAsset(TypedDict):
    """An asset of a session."""

    name: str
    """The name by which operations refer to it."""
    contentType: str
    """The type that its bytes have."""
    bytes: int
    sha256: str

class SessionAssetList(TypedDict):
    """The assets of a session, by name."""

    assets: list[SessionAsset]

class SessionChange(TypedDict):
    """What an operation has made of a session."""

    sessionId: str
    """The id, for the paths of its routes."""
    revision: int
    """One more with every change; also the `ETag`."""
    index: int
    """The place of the operation, from 0."""

class SessionFontRequest(TypedDict):
    """The schema `SessionFontRequest` of openapi.json."""

    family: str
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    size: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    lineHeight: NotRequired[float]
    """A multiple of the font size."""

class SessionForkRequest(TypedDict):
    """The schema `SessionForkRequest` of openapi.json."""

    revision: NotRequired[int]
    """The revision whose content is copied, within the last 100 changes; the current one unless given."""

_SessionHtmlRequestReserved = TypedDict("_SessionHtmlRequestReserved", {"as": "NotRequired[Literal[\"document\", \"content\"]]"})


class SessionHtmlRequest(_SessionHtmlRequestReserved):
    """The schema `SessionHtmlRequest` of openapi.json."""

    html: str
    css: NotRequired[str]
    """CSS after the styles of a complete document, which applies to it alone; with content, CSS for the
    whole document."""
    javascript: NotRequired[Literal["auto", "off"]]
    """`auto`: scripts run when the HTML has some; `off`: they are taken out."""
    waitFor: NotRequired[WaitFor]
    """What to wait for before the print. Without scripts only `virtualTime` means something, for
    animations; the rest is ignored, with a warning."""
    repeatFooter: NotRequired[bool]
    """A `<tfoot>` is repeated at the end of every page that its table is on, as browsers do, unless it is
    taller than a quarter of the page; `false`: it stands once, after the last row."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class SessionImagesOptions(TypedDict):
    """The fields beside the image."""

    alt: NotRequired[str]
    """The text for readers who cannot see it; empty for decoration."""
    width: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    height: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    fit: NotRequired[Literal["contain", "cover", "fill"]]
    """How it fills width and height when both are given. The default is `contain`; `fill` stretches it."""
    align: NotRequired[Literal["left", "center", "right"]]
    caption: NotRequired[str]
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class SessionImagesRequest(TypedDict):
    """The schema `SessionImagesRequest` of openapi.json."""

    data: NotRequired[Base64]
    """Base64 or a data URI."""
    asset: NotRequired[str]
    """The name of one of `document.assets`."""
    url: NotRequired[str]
    """http(s), of a host that the operator allows."""
    alt: NotRequired[str]
    """The text for readers who cannot see it; empty for decoration."""
    width: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    height: NotRequired[LengthFrom1To14400]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    fit: NotRequired[Literal["contain", "cover", "fill"]]
    """How it fills width and height when both are given. The default is `contain`; `fill` stretches it."""
    align: NotRequired[Literal["left", "center", "right"]]
    caption: NotRequired[str]
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class SessionInsertion(TypedDict):
    """Operations that were added."""

    sessionId: str
    """The id of the session."""
    revision: int
    """One more with every change; also the `ETag`."""
    operations: list[SessionInsertionOperation]
    """In their order."""

class SessionInsertionOperation(TypedDict):
    """The schema `SessionInsertionOperation` of openapi.json."""

    operationId: str
    """The id, for the paths of its routes."""
    index: int
    """Its place in the list, from 0."""
    op: str
    """The name of the operation."""

class SessionJobInput(TypedDict):
    """A session, in place of `operations` and `document`."""

    sessionId: str
    """The session whose content is rendered, as it is when the job is submitted."""
    output: NotRequired[OutputOptions]

class SessionMove(TypedDict):
    """An operation that was moved."""

    sessionId: str
    """The id of the session."""
    revision: int
    """One more with every change; also the `ETag`."""
    operationId: str
    """The id, for the paths of its routes."""
    index: int
    """Its place in the list, from 0."""

class SessionMoveRequest(TypedDict):
    """The schema `SessionMoveRequest` of openapi.json."""

    before: NotRequired[str]
    """The id of the operation before which it comes."""
    after: NotRequired[str]
    """The id of the operation after which it comes."""
    index: NotRequired[int]
    """Its place in the list after the move, from 0."""

class SessionOperation(TypedDict):
    """An operation of a session, with its fields. A file in them is `{"bytes": n, "sha256": "..."}` in
    place of its bytes."""

    operationId: str
    """The id, for the paths of its routes."""
    index: int
    """Its place in the list, from 0."""
    op: str
    """The name of the operation."""

class SessionOperationList(TypedDict):
    """Operations of a session."""

    revision: int
    """One more with every change; also the `ETag`."""
    total: int
    """The number of operations of the session."""
    operations: list[SessionOperation]
    """In their order."""

class SessionOperations(TypedDict):
    """The schema `SessionOperations` of openapi.json."""

    operations: Sequence[RenderOperation]
    """In their order."""

SessionOperationsRequest: TypeAlias = "RenderOperation | SessionOperations"

class SessionPagesRequest(TypedDict):
    """The schema `SessionPagesRequest` of openapi.json."""

    size: NotRequired[SizeOrText]
    """A named size, or width and height."""
    orientation: NotRequired[Literal["portrait", "landscape"]]
    margin: NotRequired[AddPageMargin]
    """One length for the four sides, or {top, right, bottom, left}."""
    background: NotRequired[str]
    """A CSS colour, or the name of an asset that fills the page."""

class SessionPatch(TypedDict):
    """A merge patch: a field that is `null` is removed."""

    document: NotRequired[Mapping[str, Any] | None]
    """Fields of `document`."""
    output: NotRequired[Mapping[str, Any] | None]
    """Fields of `output`."""
    ttl: NotRequired[SessionPatchTtl]
    """How long the session lives unused; `null` = as the deployment has it."""

SessionPatchTtl: TypeAlias = "str | float | None"

class SessionReplacement(TypedDict):
    """An operation that was replaced."""

    sessionId: str
    """The id of the session."""
    revision: int
    """One more with every change; also the `ETag`."""
    operationId: str
    """The id, for the paths of its routes."""
    index: int
    """Its place in the list, from 0."""
    op: str
    """The name of the operation."""

class SessionTablesRequest(TypedDict):
    """The schema `SessionTablesRequest` of openapi.json."""

    columns: NotRequired[Sequence[ColumnOrText]]
    """Unless given, the first line of `csv` or the keys of the objects in `rows`, in order of first
    appearance (whole numbers such as years last) and as words ("unitPrice" is "Unit price"); columns of
    numbers are aligned to the right."""
    rows: NotRequired[Sequence[RowOrValue]]
    """Arrays with a cell a column (a cell that spans counts for what it covers), or objects with the keys
    of the columns, at least one of them; other keys are left out, absent ones are empty."""
    csv: NotRequired[str]
    """CSV, the first line naming the columns by `key` or header; fields are divided by commas, semicolons
    or tabs."""
    caption: NotRequired[str]
    repeatHeader: NotRequired[bool]
    """Repeats the header on every page."""
    zebra: NotRequired[bool]
    rowHeaders: NotRequired[bool]
    """The first cell of a row is its header."""
    splitRows: NotRequired[bool]
    """A row may split across pages."""
    fontSize: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    density: NotRequired[Literal["compact", "normal", "wide"]]
    """Space around the text of cells; unless given, `document.density`."""
    groupBy: NotRequired[GroupByOrText]
    """The key of a column, or a field of row objects that at least one row has: rows of equal value stand
    together under it. A group that continues on the next page has its header there again."""
    carry: NotRequired[Carry]
    """Where a page ends within the table, its last line is the sum so far, and the first line of the next
    page repeats it. Sums are exact, and in the format of their columns."""
    footnotes: NotRequired[Sequence[Footnote]]
    """Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most
    10000 items."""
    totalLabel: NotRequired[str]
    """Stands in the first cell of the total without a footer of its own. Unless given, "Total" in the
    language of the operation where a column has `sum` or `count` and no column has a text as its
    footer."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class SessionTextRequest(TypedDict):
    """The schema `SessionTextRequest` of openapi.json."""

    text: str
    """`{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the
    text), page, number or text of what has this id."""
    font: NotRequired[str]
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    size: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    background: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    align: NotRequired[Literal["left", "center", "right", "justify"]]
    lineHeight: NotRequired[float]
    """A multiple of the font size."""
    link: NotRequired[str]
    """http(s), mailto, tel, or #id of an operation."""
    footnotes: NotRequired[Sequence[Footnote]]
    """Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most
    10000 items."""
    id: NotRequired[str]
    """An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example
    `chapter-1`."""
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    position: NotRequired[Position]
    """Places the content on the current page instead of in the flow: from the top-left of the content box."""

class SetBates(TypedDict):
    """Gives every page of the document a Bates number: `{bates}` in headers and footers, counted from the
    first page on, pages of PDFs included. The last `set_bates` decides."""

    op: Literal["set_bates"]
    """The operation. `type` is another name of this field."""
    prefix: NotRequired[str]
    """Text before the number, the same on every page."""
    digits: NotRequired[int]
    """Digits, with leading zeros; 6 by default. Higher numbers have more."""
    start: NotRequired[int]
    """The number of the first page; 1 by default."""
    suffix: NotRequired[str]
    """Text after the number, the same on every page."""

class SetFont(TypedDict):
    """Sets the font of the content after it, until the next. Headings take its family, slope and colour,
    not its size and weight."""

    op: Literal["set_font"]
    """The operation. `type` is another name of this field."""
    family: str
    """A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several
    names are divided by commas. For example `Noto Serif, Noto Sans`."""
    size: NotRequired[LengthFrom1To2000]
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt."""
    weight: NotRequired[Weight]
    """1 to 1000, normal (400) or bold (700)."""
    italic: NotRequired[bool]
    color: NotRequired[str]
    """A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%)."""
    lineHeight: NotRequired[float]
    """A multiple of the font size."""

class SetFooter(TypedDict):
    """Sets the running footer of all, the first, odd or even pages: of the whole document, or after an
    `add_page` from that page on."""

    op: Literal["set_footer"]
    """The operation. `type` is another name of this field."""
    html: NotRequired[str]
    """HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name}
    (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    text: NotRequired[str]
    """One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2}
    {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    left: NotRequired[str]
    center: NotRequired[str]
    right: NotRequired[str]
    on: NotRequired[Literal["all", "first", "odd", "even", "not-first"]]
    """The pages that it is printed on; the default is `all`. `first` (the first page of the document, or
    of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and
    `all`."""
    height: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class SetHeader(TypedDict):
    """Sets the running header of all, the first, odd or even pages: of the whole document, or after an
    `add_page` from that page on."""

    op: Literal["set_header"]
    """The operation. `type` is another name of this field."""
    html: NotRequired[str]
    """HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name}
    (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    text: NotRequired[str]
    """One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2}
    {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none."""
    left: NotRequired[str]
    center: NotRequired[str]
    right: NotRequired[str]
    on: NotRequired[Literal["all", "first", "odd", "even", "not-first"]]
    """The pages that it is printed on; the default is `all`. `first` (the first page of the document, or
    of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and
    `all`."""
    height: NotRequired[Length]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt."""

class SetMetadata(TypedDict):
    """Sets title, author, subject, keywords, creator and further entries of the document."""

    op: Literal["set_metadata"]
    """The operation. `type` is another name of this field."""
    title: NotRequired[str]
    author: NotRequired[str]
    subject: NotRequired[str]
    keywords: NotRequired[Sequence[str]]
    """Up to 1000."""
    creator: NotRequired[str]
    custom: NotRequired[Mapping[str, str]]
    """Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords,
    Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the
    service."""

class SetPageNumbers(TypedDict):
    """Numbers the pages from the next one on, in a style of their own: `{page}` in headers and footers,
    tables of contents, and the page labels that viewers show. Begins a new page, unless one has just
    begun."""

    op: Literal["set_page_numbers"]
    """The operation. `type` is another name of this field."""
    style: Literal["decimal", "roman", "ROMAN", "alpha", "ALPHA", "none"]
    """Style of the number; `none` shows the prefix alone."""
    start: NotRequired[int]
    """The number of the next page; 1 by default."""
    prefix: NotRequired[str]
    """Text before the number, such as `A-`."""

class SetStyle(TypedDict):
    """Adds CSS for the whole document."""

    op: Literal["set_style"]
    """The operation. `type` is another name of this field."""
    css: str

class SignAppearance(TypedDict):
    """The schema `SignAppearance` of openapi.json."""

    page: NotRequired[int]
    """From 1."""
    box: NotRequired[SignBox]
    """From the top-left corner of the page as it is shown. For a new field only; an existing field has its
    place."""
    text: NotRequired[str]
    """Lines, in any script. With neither `text` nor `image`: who signed, when, why and where."""
    image: NotRequired[Base64]
    """A picture in place of the usual text, or beside `text`: PNG, JPEG, WebP, AVIF, GIF or SVG, as base64
    or a data URI."""
    logo: NotRequired[Base64]
    """A picture beside the text: PNG, JPEG, WebP, AVIF, GIF or SVG, as base64 or a data URI. Not together
    with `image`."""
    layout: NotRequired[Literal["auto", "text", "logo-left", "logo-top"]]
    """Where the picture is: `auto` (left of the text, in a tall box above it), `logo-left`, `logo-top`, or
    `text` for none."""
    frame: NotRequired[SignFrameOrValue]
    """A frame inside the box; `true` for a thin grey one."""
    background: NotRequired[str]
    """Fills the box, so that it hides what is below; text on a dark one is white. An opaque colour: #rgb,
    #rrggbb, or one of the 16 basic colour names. For example `white`."""
    fields: NotRequired[Sequence[Literal["name", "reason", "location", "contact", "date"]]]
    lang: NotRequired[str]
    """A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`."""
    dateFormat: NotRequired[Literal["short", "medium", "long", "full", "iso"]]
    """How the time of signing is written, in UTC: `medium` unless given; `iso` is 2026-11-27T21:54:00Z."""

class SignBox(TypedDict):
    """The schema `SignBox` of openapi.json."""

    x: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    y: Offset
    """A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt."""
    width: LengthFrom1To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""
    height: LengthFrom1To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt."""

class SignFrame(TypedDict):
    """The schema `SignFrame` of openapi.json."""

    color: NotRequired[str]
    """Its colour: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`."""
    width: NotRequired[LengthFrom0Point1To20]
    """A length: points, or a string with a unit (pt px in mm cm pc); 0.1 to 20 pt."""

SignFrameOrValue: TypeAlias = "SignFrame | bool"

class SignJob(TypedDict):
    """The schema `SignJob` of openapi.json."""

    tool: Literal["sign"]
    input: SignRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class SignOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    certificate: NotRequired[str]
    """Of who signs, as PEM; further certificates in it count as `chain`."""
    privateKey: NotRequired[str]
    """Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384."""
    pkcs12: NotRequired[Base64]
    """Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64."""
    passphrase: NotRequired[str]
    """Opens `privateKey` or `pkcs12`."""
    chain: NotRequired[Chain]
    """Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs."""
    hash: NotRequired[Literal["SHA-256", "SHA-384", "SHA-512"]]
    """SHA-256, unless the key is bound to another."""
    reason: NotRequired[str]
    """Why it is signed."""
    location: NotRequired[str]
    """Where it is signed."""
    contact: NotRequired[str]
    """How the signer can be reached."""
    name: NotRequired[str]
    """The name of the signer, where it should differ from the name in the certificate."""
    field: NotRequired[str]
    """The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new
    one of a free name where it is left out. For example `approval.manager`."""
    appearance: NotRequired[SignAppearance]
    """Makes the signature visible. Without it a new field is invisible, and a field with a place shows who
    signed and when."""
    onCover: NotRequired[Literal["allow", "warn", "refuse"]]
    """Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of
    that name (`refuse`), or neither."""
    certify: NotRequired[Literal["no-changes", "form-filling", "annotations"]]
    """Makes it a certification: what may change afterwards."""
    breakSignatures: NotRequired[bool]
    """Signs even where that makes an earlier signature invalid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted. This rewrites the document, which
    makes earlier signatures invalid."""

class SignRequest(TypedDict):
    """The schema `SignRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    certificate: NotRequired[str]
    """Of who signs, as PEM; further certificates in it count as `chain`."""
    privateKey: NotRequired[str]
    """Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384."""
    pkcs12: NotRequired[Base64]
    """Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64."""
    passphrase: NotRequired[str]
    """Opens `privateKey` or `pkcs12`."""
    chain: NotRequired[Chain]
    """Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs."""
    hash: NotRequired[Literal["SHA-256", "SHA-384", "SHA-512"]]
    """SHA-256, unless the key is bound to another."""
    reason: NotRequired[str]
    """Why it is signed."""
    location: NotRequired[str]
    """Where it is signed."""
    contact: NotRequired[str]
    """How the signer can be reached."""
    name: NotRequired[str]
    """The name of the signer, where it should differ from the name in the certificate."""
    field: NotRequired[str]
    """The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new
    one of a free name where it is left out. For example `approval.manager`."""
    appearance: NotRequired[SignAppearance]
    """Makes the signature visible. Without it a new field is invisible, and a field with a place shows who
    signed and when."""
    onCover: NotRequired[Literal["allow", "warn", "refuse"]]
    """Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of
    that name (`refuse`), or neither."""
    certify: NotRequired[Literal["no-changes", "form-filling", "annotations"]]
    """Makes it a certification: what may change afterwards."""
    breakSignatures: NotRequired[bool]
    """Signs even where that makes an earlier signature invalid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted. This rewrites the document, which
    makes earlier signatures invalid."""

class SignStep(TypedDict):
    """The schema `SignStep` of openapi.json."""

    tool: Literal["sign"]
    input: SignStepInput

class SignStepInput(TypedDict):
    """The schema `SignStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document. One that opens with the empty password needs none."""
    certificate: NotRequired[str]
    """Of who signs, as PEM; further certificates in it count as `chain`."""
    privateKey: NotRequired[str]
    """Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384."""
    pkcs12: NotRequired[Base64]
    """Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64."""
    passphrase: NotRequired[str]
    """Opens `privateKey` or `pkcs12`."""
    chain: NotRequired[Chain]
    """Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs."""
    hash: NotRequired[Literal["SHA-256", "SHA-384", "SHA-512"]]
    """SHA-256, unless the key is bound to another."""
    reason: NotRequired[str]
    """Why it is signed."""
    location: NotRequired[str]
    """Where it is signed."""
    contact: NotRequired[str]
    """How the signer can be reached."""
    name: NotRequired[str]
    """The name of the signer, where it should differ from the name in the certificate."""
    field: NotRequired[str]
    """The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new
    one of a free name where it is left out. For example `approval.manager`."""
    appearance: NotRequired[SignAppearance]
    """Makes the signature visible. Without it a new field is invisible, and a field with a place shows who
    signed and when."""
    onCover: NotRequired[Literal["allow", "warn", "refuse"]]
    """Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of
    that name (`refuse`), or neither."""
    certify: NotRequired[Literal["no-changes", "form-filling", "annotations"]]
    """Makes it a certification: what may change afterwards."""
    breakSignatures: NotRequired[bool]
    """Signs even where that makes an earlier signature invalid."""
    decrypt: NotRequired[bool]
    """Leaves the result unencrypted where the document was encrypted. This rewrites the document, which
    makes earlier signatures invalid."""

class Size(TypedDict):
    """The schema `Size` of openapi.json."""

    width: LengthFrom20To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 20 to 14400 pt."""
    height: LengthFrom20To14400
    """A length: points, or a string with a unit (pt px in mm cm pc); 20 to 14400 pt."""

SizeOrText: TypeAlias = "Size | Literal[\"A3\", \"A4\", \"A5\", \"A6\", \"Letter\", \"Legal\", \"Tabloid\"]"

class SplitJob(TypedDict):
    """The schema `SplitJob` of openapi.json."""

    tool: Literal["split"]
    input: SplitRequest
    retain: NotRequired[Retain]
    """How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or
    `7d`; from a minute to 30 days. The deployment decides where it is not given."""

class SplitOptions(TypedDict):
    """The JSON body, without `document`."""

    password: NotRequired[str]
    """Opens an encrypted document."""
    ranges: NotRequired[Sequence[str]]
    """The pages of each part."""
    every: NotRequired[int]
    """A part for every so many pages."""
    atBookmarks: NotRequired[int]
    """A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost."""
    maxBytes: NotRequired[int]
    """As many pages a part as stay within so many bytes."""
    atBlankPages: NotRequired[bool]
    """Blank pages are between parts, and in none."""
    atText: NotRequired[str]
    """A part begins with each page that holds this text."""
    names: NotRequired[str]
    """The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the
    document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and
    `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it
    has."""
    nameText: NotRequired[str]
    """A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first
    page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A
    part without a match has the name of the document and its number instead."""
    attachments: NotRequired[Literal["all", "first", "none"]]
    """The parts that attachments of the document go with."""
    decrypt: NotRequired[bool]
    """Leaves the parts unencrypted where the document was encrypted."""

class SplitRequest(TypedDict):
    """The schema `SplitRequest` of openapi.json."""

    document: str | Upload | Document
    """The PDF, as `data` or by `jobId`."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    ranges: NotRequired[Sequence[str]]
    """The pages of each part."""
    every: NotRequired[int]
    """A part for every so many pages."""
    atBookmarks: NotRequired[int]
    """A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost."""
    maxBytes: NotRequired[int]
    """As many pages a part as stay within so many bytes."""
    atBlankPages: NotRequired[bool]
    """Blank pages are between parts, and in none."""
    atText: NotRequired[str]
    """A part begins with each page that holds this text."""
    names: NotRequired[str]
    """The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the
    document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and
    `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it
    has."""
    nameText: NotRequired[str]
    """A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first
    page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A
    part without a match has the name of the document and its number instead."""
    attachments: NotRequired[Literal["all", "first", "none"]]
    """The parts that attachments of the document go with."""
    decrypt: NotRequired[bool]
    """Leaves the parts unencrypted where the document was encrypted."""

class SplitStep(TypedDict):
    """The schema `SplitStep` of openapi.json."""

    tool: Literal["split"]
    input: SplitStepInput

class SplitStepInput(TypedDict):
    """The schema `SplitStepInput` of openapi.json."""

    document: str | Upload | StepDocument
    """The PDF, as `data`, by `jobId`, or by the `step` that makes it."""
    password: NotRequired[str]
    """Opens an encrypted document."""
    ranges: NotRequired[Sequence[str]]
    """The pages of each part."""
    every: NotRequired[int]
    """A part for every so many pages."""
    atBookmarks: NotRequired[int]
    """A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost."""
    maxBytes: NotRequired[int]
    """As many pages a part as stay within so many bytes."""
    atBlankPages: NotRequired[bool]
    """Blank pages are between parts, and in none."""
    atText: NotRequired[str]
    """A part begins with each page that holds this text."""
    names: NotRequired[str]
    """The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the
    document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and
    `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it
    has."""
    nameText: NotRequired[str]
    """A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first
    page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A
    part without a match has the name of the document and its number instead."""
    attachments: NotRequired[Literal["all", "first", "none"]]
    """The parts that attachments of the document go with."""
    decrypt: NotRequired[bool]
    """Leaves the parts unencrypted where the document was encrypted."""

class StepDocument(TypedDict):
    """The schema `StepDocument` of openapi.json."""

    data: NotRequired[Data]
    """The PDF as base64 or a data URI."""
    jobId: NotRequired[str]
    """A finished job of the same client, whose result is the document."""
    step: NotRequired[int]
    """The number of an earlier step, from 0, whose document it is."""

class StepOptions(TypedDict):
    """The schema `StepOptions` of openapi.json."""

    tool: Literal["render", "extract-text", "merge", "split", "arrange", "rasterize", "sign", "fill-form", "check-accessibility", "redact", "compare", "optimize", "ai-certify", "compliance-check", "forensic-analyze"]
    input: NotRequired[Mapping[str, Any]]

SubmitJobRequest: TypeAlias = "RenderJob | ExtractTextJob | MergeJob | SplitJob | ArrangeJob | RasterizeJob | SignJob | FillFormJob | CheckAccessibilityJob | RedactJob | CompareJob | OptimizeJob | AiCertifyJob | ComplianceCheckJob | ForensicAnalyzeJob | PipeJob"
"""The name of a tool, and the body that its own route takes."""

class WaitFor(TypedDict):
    """The schema `WaitFor` of openapi.json."""

    selector: NotRequired[str]
    """An element that matches this is there."""
    expression: NotRequired[str]
    """This JavaScript expression is true, or a promise of a true value."""
    delay: NotRequired[int]
    """Milliseconds of the page’s clock."""
    networkIdle: NotRequired[bool]
    virtualTime: NotRequired[WaitForVirtualTime]
    """How far the page’s clock runs where it does not come to rest: a duration such as `500ms` or `30s`,
    or seconds; 10 s by default, 5 min at most."""
    timeout: NotRequired[WaitForTimeout]
    """The longest that all of this may take in real time: a duration such as `20s`, or seconds; at most
    the request timeout of the service."""

WaitForTimeout: TypeAlias = "str | float"

WaitForVirtualTime: TypeAlias = "str | float"

class Warning(TypedDict):
    """The schema `Warning` of openapi.json."""

    code: str
    message: str
    pointer: NotRequired[str]
    """The place in the request that it is about (JSON Pointer, RFC 6901)."""

Weight: TypeAlias = "int | Literal[\"normal\", \"bold\"]"

class XAxis(TypedDict):
    """The schema `XAxis` of openapi.json."""

    min: NotRequired[float]
    """Its lowest number. Bars and lines beyond an end are cut there."""
    max: NotRequired[float]
    """Its highest number."""
    ticks: NotRequired[XAxisTicks]
    """How many labels and grid lines it has, or at which numbers; 0 for none. With `min` and `max` the
    number is exact, else it is the nearest that gives round numbers. Of categories: how many names are
    shown."""
    title: NotRequired[str]
    """Above an axis that stands upright, below one that lies."""
    format: NotRequired[str]
    """`number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`,
    `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default),
    `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is
    no number or no RFC 3339 date stays as it is."""

XAxisTicks: TypeAlias = "Sequence[float] | int"


ProblemSlug: TypeAlias = Literal[
    "approval-invalid",
    "approval-required",
    "asset-in-use",
    "asset-not-found",
    "attachment-renamed",
    "background-left-out",
    "barcode-too-small",
    "capability-denied",
    "carry-ignored",
    "certificate-key-mismatch",
    "code-not-highlighted",
    "columns-too-wide",
    "conformance-not-reached",
    "console-error",
    "css-ignored",
    "diagram-as-code",
    "element-unsupported",
    "encoding-guessed",
    "encrypted-pdf",
    "field-not-found",
    "field-not-placed",
    "field-renamed",
    "field-value-invalid",
    "font-missing",
    "glyph-missing",
    "html-as-text",
    "idempotency-conflict",
    "idempotency-in-progress",
    "image-without-alt",
    "internal-error",
    "invalid-certificate",
    "invalid-font",
    "invalid-idempotency-key",
    "invalid-image",
    "invalid-key",
    "invalid-multipart",
    "invalid-pdf",
    "invalid-request",
    "job-not-finished",
    "job-not-found",
    "job-result-expired",
    "language-unknown",
    "limit-exceeded",
    "link-broken",
    "malformed-json",
    "method-not-allowed",
    "missing-key",
    "navigation-blocked",
    "not-acceptable",
    "not-found",
    "not-ready",
    "nothing-to-render",
    "numbering-ignored",
    "operation-not-found",
    "overflow",
    "overloaded",
    "page-ignored",
    "page-out-of-range",
    "payload-too-large",
    "placeholder-unknown",
    "rate-limited",
    "redaction-incomplete",
    "reference-unresolved",
    "reference-unstable",
    "render-failed",
    "request-timeout",
    "request-timeout-body",
    "resource-blocked",
    "resource-failed",
    "revision-mismatch",
    "session-conflict",
    "session-expired",
    "session-not-found",
    "shutting-down",
    "signature-covers-text",
    "signature-would-break",
    "still-moving",
    "storage-quota-exceeded",
    "table-too-wide",
    "template-data-invalid",
    "template-error",
    "template-not-found",
    "tier-required",
    "too-many-pages",
    "unknown-operation",
    "unknown-tool",
    "unsupported-media-type",
    "variable-unknown",
    "wait-ignored",
    "wrong-password",
]
"""The last segment of `type` of each problem."""
