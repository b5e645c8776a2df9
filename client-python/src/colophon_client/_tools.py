"""One method a tool. Made of openapi.json by `npm run openapi`. Do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, overload

from typing_extensions import TypeAlias, Unpack

from . import types as t
from ._calls import CallOptions, Files, ToolRoute
from ._sources import Upload
from .aio.job import AsyncJob
from .aio.result import AsyncResult
from .job import Job
from .result import JsonResult, Result


ToolName: TypeAlias = Literal[
    "render",
    "extract-text",
    "merge",
    "split",
    "arrange",
    "rasterize",
    "sign",
    "fill-form",
    "check-accessibility",
    "redact",
    "compare",
    "optimize",
    "ai-certify",
    "compliance-check",
    "forensic-analyze",
    "pipe",
]
"""The name of a tool, as the service has it."""

ROUTES: Mapping[str, ToolRoute] = {
    "render": ToolRoute(
        "render",
        "/api/v1/render",
        ("assets", "files",),
        {"pdf": "application/pdf", "json": "application/json", "png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp", "zip": "application/zip"},
    ),
    "extract-text": ToolRoute(
        "extract-text",
        "/api/v1/extract-text",
        ("document",),
        {"json": "application/json", "text": "text/plain"},
    ),
    "merge": ToolRoute(
        "merge",
        "/api/v1/merge",
        ("documents",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "split": ToolRoute(
        "split",
        "/api/v1/split",
        ("document",),
        {"zip": "application/zip", "json": "application/json"},
    ),
    "arrange": ToolRoute(
        "arrange",
        "/api/v1/arrange",
        ("documents",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "rasterize": ToolRoute(
        "rasterize",
        "/api/v1/rasterize",
        ("document",),
        {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp", "zip": "application/zip", "json": "application/json"},
    ),
    "sign": ToolRoute(
        "sign",
        "/api/v1/sign",
        ("document",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "fill-form": ToolRoute(
        "fill-form",
        "/api/v1/fill-form",
        ("document",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "check-accessibility": ToolRoute(
        "check-accessibility",
        "/api/v1/check-accessibility",
        ("document",),
        {"json": "application/json", "pdf": "application/pdf"},
    ),
    "redact": ToolRoute(
        "redact",
        "/api/v1/redact",
        ("document",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "compare": ToolRoute(
        "compare",
        "/api/v1/compare",
        ("documents",),
        {"json": "application/json", "pdf": "application/pdf"},
    ),
    "optimize": ToolRoute(
        "optimize",
        "/api/v1/optimize",
        ("document",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "ai-certify": ToolRoute(
        "ai-certify",
        "/api/v1/ai-certify",
        ("document",),
        {"pdf": "application/pdf", "json": "application/json"},
    ),
    "compliance-check": ToolRoute(
        "compliance-check",
        "/api/v1/compliance-check",
        ("document",),
        {"json": "application/json"},
    ),
    "forensic-analyze": ToolRoute(
        "forensic-analyze",
        "/api/v1/forensic-analyze",
        ("document",),
        {"json": "application/json", "pdf": "application/pdf"},
    ),
    "pipe": ToolRoute(
        "pipe",
        "/api/v1/pipe",
        ("documents",),
        {"pdf": "application/pdf", "zip": "application/zip", "json": "application/json", "text": "text/plain"},
    ),
}
"""How each tool is called."""

APPENDS: Mapping[str, str | None] = {
    "operations": None,
    "pages": None,
    "text": None,
    "images": "image",
    "tables": None,
    "html": None,
    "font": None,
}
"""What can be added to a session, with the file part where there is one."""

class ToolMethods:
    """One method a tool."""

    def _call(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        format: str,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> Any:
        raise NotImplementedError

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["pdf"] = ...,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["json"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["png"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["jpeg"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["webp"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["zip"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: str = "pdf",
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Render a document.

        Applies the operations in order and answers the PDF. Remote resources load only from hosts that the
        operator allows; everything else comes with the request, as `document.assets` or as file parts. With
        an image type in `Accept` the answer is the first page as an image, or `output.pages`. Existing HTML
        is printed unchanged: as the body (`text/html`), or as file parts `files`, of which `index.html` is
        the document.
        """
        answer: Any = self._call(ROUTES["render"], {**input}, format, {"assets": assets, "files": files}, options)
        return answer

    @overload
    def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ExtractTextAnswer]: ...

    @overload
    def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: Literal["text"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Extract text.

        Reads the text of a PDF page by page, in the order in which it is read, with the place, font and
        role of each block, line or word on request. Text that a reader of the page does not see is marked,
        and left out of `text`. `Accept: text/plain` answers the text alone, with a form feed between pages.
        """
        answer: Any = self._call(ROUTES["extract-text"], {**input}, format, {}, options)
        return answer

    @overload
    def merge(
        self,
        input: t.MergeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def merge(
        self,
        input: t.MergeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    def merge(
        self,
        input: t.MergeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Merge documents.

        Makes one PDF of several, or of pages of them: outline, named destinations, links, form, tags, page
        labels, attachments and layers are preserved, and equal fonts and images are stored once. `report`
        lists what could not be preserved, and which documents were signed.
        """
        answer: Any = self._call(ROUTES["merge"], {**input}, format, {}, options)
        return answer

    @overload
    def split(
        self,
        input: t.SplitRequest,
        *,
        format: Literal["zip"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def split(
        self,
        input: t.SplitRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentsAnswer]: ...

    def split(
        self,
        input: t.SplitRequest,
        *,
        format: str = "zip",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Split a document.

        Makes several PDFs of one, each with only what its pages use: outline, named destinations, links,
        form, tags, page labels, layers. State where to split by exactly one of `ranges`, `every`,
        `atBookmarks`, `maxBytes`, `atBlankPages` and `atText`.
        """
        answer: Any = self._call(ROUTES["split"], {**input}, format, {}, options)
        return answer

    @overload
    def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Arrange the pages of documents.

        Puts documents together as `merge` does, and applies `steps` to the result, in order: pages are
        selected, rotated, cropped, resized, reversed, inserted and added empty; stamps, page numbers and
        Bates numbers are drawn on them, and several put on one sheet; outline, metadata, attachments and
        encryption are replaced, annotations and fields become content. Links, destinations, form, tags,
        page labels and layers of the remaining pages are preserved. `report` lists what could not be
        preserved.
        """
        answer: Any = self._call(ROUTES["arrange"], {**input}, format, {}, options)
        return answer

    @overload
    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["png"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["jpeg"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["webp"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["zip"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ImagesAnswer]: ...

    def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: str = "png",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Draw pages as images.

        Draws pages of a PDF as PNG, JPEG or WebP, as viewers show them: the crop box, rotated, with
        annotations and form fields. One page is the image itself, several are an archive. The type follows
        `Accept`, or `format`.
        """
        answer: Any = self._call(ROUTES["rasterize"], {**input}, format, {}, options)
        return answer

    @overload
    def sign(
        self,
        input: t.SignRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def sign(
        self,
        input: t.SignRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    def sign(
        self,
        input: t.SignRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Sign a document.

        Signs a PDF with a certificate: PAdES baseline-B (ETSI EN 319 142-1), appended to the document, so
        that earlier signatures stay valid. It is verified before it is returned. It is invisible, or
        visible with text and an image; in a new or an existing field; an approval or a certification. The
        private key is only in memory, and only while the document is signed.
        """
        answer: Any = self._call(ROUTES["sign"], {**input}, format, {}, options)
        return answer

    @overload
    def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Fill in a form.

        Fills in the form (AcroForm) of a PDF: texts, cells, checkboxes, radio buttons, combo boxes and
        lists, in any script, with appearances that every reader shows in the same way. `flatten` makes the
        fields content of their pages; `export: "fields"` lists them. A signed document is updated within
        what its signatures allow. Scripts of a form are not run; `report` lists the fields that they are
        about.
        """
        answer: Any = self._call(ROUTES["fill-form"], {**input}, format, {}, options)
        return answer

    @overload
    def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.CheckAccessibilityAnswer]: ...

    @overload
    def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Check accessibility.

        Checks a PDF by PDF/UA-1 and the Matterhorn Protocol, PDF/UA-2 or WCAG 2.2: each machine check with
        its outcome, the places where it failed and their correction, and each question that a person has to
        answer, with the places to look at. It never claims that a document is accessible. `Accept:
        application/pdf` answers a report for people, with the document after it and each place framed.
        """
        answer: Any = self._call(ROUTES["check-accessibility"], {**input}, format, {}, options)
        return answer

    @overload
    def redact(
        self,
        input: t.RedactRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def redact(
        self,
        input: t.RedactRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    def redact(
        self,
        input: t.RedactRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Redact a document.

        Removes the content of areas, and text that words, patterns (RE2 syntax) or presets with checks
        find, from everywhere in a PDF: glyphs, pixels and paths of pages, forms and patterns, annotations,
        links, fields, tags, outline, names and metadata; scripts, thumbnails, private data, attachments,
        old revisions and unused objects are always removed. The result is one new revision, and is searched
        by another reader and as raw bytes before it is returned: if anything is left, the answer is
        `redaction-incomplete` and no document. `dryRun` reports what would be removed.
        """
        answer: Any = self._call(ROUTES["redact"], {**input}, format, {}, options)
        return answer

    @overload
    def compare(
        self,
        input: t.CompareRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.CompareAnswer]: ...

    @overload
    def compare(
        self,
        input: t.CompareRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def compare(
        self,
        input: t.CompareRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Compare documents.

        Aligns the pages of two PDFs, then the words of both documents, so that text that only moved to
        another page is equal, and text that was moved within the document is `moved`. Draws both with one
        renderer, and reports the share of pixels that differ. Compares metadata, fields, annotations,
        attachments, signatures and fonts. A copy that was only saved again is equal. `Accept:
        application/pdf` answers both documents side by side, with the differences marked, after a summary
        and a list of changes.
        """
        answer: Any = self._call(ROUTES["compare"], {**input}, format, {}, options)
        return answer

    @overload
    def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Make a document smaller.

        Stores a PDF in fewer bytes: streams recompressed, objects in object streams, equal ones once,
        unused ones not at all, fonts with the glyphs that are shown; `web`, `print` and `archive` also
        resample and recompress pictures. Text, tags, forms, links, attachments and conformance to PDF/A and
        PDF/UA stay. Every page is drawn and read before and after: where its look or its text differs, the
        step that made the difference is undone. `grayscale` removes the colours of all content of pages.
        The result is never larger: otherwise the document is returned with the requested changes only
        (metadata, thumbnails, encryption, colours). `report` states the bytes before and after by category.
        """
        answer: Any = self._call(ROUTES["optimize"], {**input}, format, {}, options)
        return answer

    @overload
    def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Certify the origin of a document.

        Adds the caller’s assertions about the origin of a PDF: a C2PA manifest (Content Credentials, claim
        version 2) that is bound to every byte of the document, the IPTC digital source type in its
        metadata, a visible label on request, and a certifying signature (PAdES baseline-B, DocMDP) over all
        of it, in one incremental update that is verified before it is returned. It states only the
        assertions and nothing more. The key is in memory only, for as long as the signing takes.
        """
        answer: Any = self._call(ROUTES["ai-certify"], {**input}, format, {}, options)
        return answer

    def compliance_check(
        self,
        input: t.ComplianceCheckRequest,
        *,
        format: Literal["json"] = "json",
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ComplianceCheckAnswer]:
        """Check compliance.

        Checks a PDF against PDF/A-1, 2, 3 and 4 in every conformance level, and PDF/UA-1: each requirement
        that is not met is named by its clause, with the places and how they are mended. Without
        `standards`, against what the document claims; one that claims nothing has a `notice` and no
        results. A damaged document does not conform; that is a verdict, not a problem. A document that
        stays encrypted is `encrypted-pdf`.
        """
        answer: JsonResult[t.ComplianceCheckAnswer] = self._call(ROUTES["compliance-check"], {**input}, format, {}, options)
        return answer

    @overload
    def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ForensicAnalyzeAnswer]: ...

    @overload
    def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Examine a document forensically.

        Examines a PDF without trusting its own statements: its versions and the changes of each, what
        signatures cover and what was done after them, scripts and other active content, attached files,
        hidden and badly redacted text, contradictions in the metadata, what can be had back, and what other
        readers see. The verdict is that of the gravest finding. `Accept: application/pdf` answers the
        report to read, with pictures.
        """
        answer: Any = self._call(ROUTES["forensic-analyze"], {**input}, format, {}, options)
        return answer

    @overload
    def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["zip"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    @overload
    def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.PipeAnswer]: ...

    @overload
    def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["text"],
        **options: Unpack[CallOptions],
    ) -> Result: ...

    def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Run several tools.

        Runs 2 to 20 tools in order. A document of a step can be the one that an earlier step has made:
        `{"step": 0}`. All steps are validated before the first one runs. The answer is that of the last
        step; in JSON it also has `reports`, one for each step. Intermediate documents are neither stored
        nor sent. The key needs the tiers and scopes of the tools in the steps. The problem of a step that
        fails states its number as `step`.
        """
        answer: Any = self._call(ROUTES["pipe"], {**input}, format, {}, options)
        return answer

class SubmitMethods:
    """The submission of each tool as a job."""

    def _submit(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        retain: t.Retain | None,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> Job:
        raise NotImplementedError

    @overload
    def submit(
        self,
        tool: Literal["render"],
        input: t.RenderRequest | t.RenderOptions,
        *,
        retain: t.Retain | None = None,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["extract-text"],
        input: t.ExtractTextRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["merge"],
        input: t.MergeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["split"],
        input: t.SplitRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["arrange"],
        input: t.ArrangeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["rasterize"],
        input: t.RasterizeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["sign"],
        input: t.SignRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["fill-form"],
        input: t.FillFormRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["check-accessibility"],
        input: t.CheckAccessibilityRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["redact"],
        input: t.RedactRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["compare"],
        input: t.CompareRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["optimize"],
        input: t.OptimizeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["ai-certify"],
        input: t.AiCertifyRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["compliance-check"],
        input: t.ComplianceCheckRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["forensic-analyze"],
        input: t.ForensicAnalyzeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    @overload
    def submit(
        self,
        tool: Literal["pipe"],
        input: t.PipeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> Job: ...

    def submit(
        self,
        tool: ToolName,
        input: Any,
        *,
        retain: t.Retain | None = None,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Job:
        """Submits a job, which outlives the request and this program."""
        return self._submit(ROUTES[tool], {**input}, retain, {"assets": assets, "files": files}, options)

class AppendMethods:
    """What can be added to a session."""

    def _add(
        self,
        kind: str,
        body: Mapping[str, Any],
        file: Upload | None,
        if_match: int | None,
        options: CallOptions,
    ) -> Any:
        raise NotImplementedError

    @overload
    def add(
        self,
        kind: Literal["operations"],
        input: t.SessionOperationsRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionInsertion: ...

    @overload
    def add(
        self,
        kind: Literal["pages"],
        input: t.SessionPagesRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    def add(
        self,
        kind: Literal["text"],
        input: t.SessionTextRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    def add(
        self,
        kind: Literal["images"],
        input: t.SessionImagesRequest | t.SessionImagesOptions,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    def add(
        self,
        kind: Literal["tables"],
        input: t.SessionTablesRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    def add(
        self,
        kind: Literal["html"],
        input: t.SessionHtmlRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    def add(
        self,
        kind: Literal["font"],
        input: t.SessionFontRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    def add(
        self,
        kind: str,
        input: Any,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Adds an operation at the end of the session; with `if_match`, only at that revision."""
        return self._add(kind, {**input}, file, if_match, options)

class AsyncToolMethods:
    """One method a tool."""

    async def _call(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        format: str,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> Any:
        raise NotImplementedError

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["pdf"] = ...,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["json"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["png"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["jpeg"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["webp"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: Literal["zip"],
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def render(
        self,
        input: t.RenderRequest | t.RenderOptions,
        *,
        format: str = "pdf",
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Render a document.

        Applies the operations in order and answers the PDF. Remote resources load only from hosts that the
        operator allows; everything else comes with the request, as `document.assets` or as file parts. With
        an image type in `Accept` the answer is the first page as an image, or `output.pages`. Existing HTML
        is printed unchanged: as the body (`text/html`), or as file parts `files`, of which `index.html` is
        the document.
        """
        answer: Any = await self._call(ROUTES["render"], {**input}, format, {"assets": assets, "files": files}, options)
        return answer

    @overload
    async def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ExtractTextAnswer]: ...

    @overload
    async def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: Literal["text"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def extract_text(
        self,
        input: t.ExtractTextRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Extract text.

        Reads the text of a PDF page by page, in the order in which it is read, with the place, font and
        role of each block, line or word on request. Text that a reader of the page does not see is marked,
        and left out of `text`. `Accept: text/plain` answers the text alone, with a form feed between pages.
        """
        answer: Any = await self._call(ROUTES["extract-text"], {**input}, format, {}, options)
        return answer

    @overload
    async def merge(
        self,
        input: t.MergeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def merge(
        self,
        input: t.MergeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    async def merge(
        self,
        input: t.MergeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Merge documents.

        Makes one PDF of several, or of pages of them: outline, named destinations, links, form, tags, page
        labels, attachments and layers are preserved, and equal fonts and images are stored once. `report`
        lists what could not be preserved, and which documents were signed.
        """
        answer: Any = await self._call(ROUTES["merge"], {**input}, format, {}, options)
        return answer

    @overload
    async def split(
        self,
        input: t.SplitRequest,
        *,
        format: Literal["zip"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def split(
        self,
        input: t.SplitRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentsAnswer]: ...

    async def split(
        self,
        input: t.SplitRequest,
        *,
        format: str = "zip",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Split a document.

        Makes several PDFs of one, each with only what its pages use: outline, named destinations, links,
        form, tags, page labels, layers. State where to split by exactly one of `ranges`, `every`,
        `atBookmarks`, `maxBytes`, `atBlankPages` and `atText`.
        """
        answer: Any = await self._call(ROUTES["split"], {**input}, format, {}, options)
        return answer

    @overload
    async def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    async def arrange(
        self,
        input: t.ArrangeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Arrange the pages of documents.

        Puts documents together as `merge` does, and applies `steps` to the result, in order: pages are
        selected, rotated, cropped, resized, reversed, inserted and added empty; stamps, page numbers and
        Bates numbers are drawn on them, and several put on one sheet; outline, metadata, attachments and
        encryption are replaced, annotations and fields become content. Links, destinations, form, tags,
        page labels and layers of the remaining pages are preserved. `report` lists what could not be
        preserved.
        """
        answer: Any = await self._call(ROUTES["arrange"], {**input}, format, {}, options)
        return answer

    @overload
    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["png"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["jpeg"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["webp"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["zip"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ImagesAnswer]: ...

    async def rasterize(
        self,
        input: t.RasterizeRequest,
        *,
        format: str = "png",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Draw pages as images.

        Draws pages of a PDF as PNG, JPEG or WebP, as viewers show them: the crop box, rotated, with
        annotations and form fields. One page is the image itself, several are an archive. The type follows
        `Accept`, or `format`.
        """
        answer: Any = await self._call(ROUTES["rasterize"], {**input}, format, {}, options)
        return answer

    @overload
    async def sign(
        self,
        input: t.SignRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def sign(
        self,
        input: t.SignRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    async def sign(
        self,
        input: t.SignRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Sign a document.

        Signs a PDF with a certificate: PAdES baseline-B (ETSI EN 319 142-1), appended to the document, so
        that earlier signatures stay valid. It is verified before it is returned. It is invisible, or
        visible with text and an image; in a new or an existing field; an approval or a certification. The
        private key is only in memory, and only while the document is signed.
        """
        answer: Any = await self._call(ROUTES["sign"], {**input}, format, {}, options)
        return answer

    @overload
    async def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    async def fill_form(
        self,
        input: t.FillFormRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Fill in a form.

        Fills in the form (AcroForm) of a PDF: texts, cells, checkboxes, radio buttons, combo boxes and
        lists, in any script, with appearances that every reader shows in the same way. `flatten` makes the
        fields content of their pages; `export: "fields"` lists them. A signed document is updated within
        what its signatures allow. Scripts of a form are not run; `report` lists the fields that they are
        about.
        """
        answer: Any = await self._call(ROUTES["fill-form"], {**input}, format, {}, options)
        return answer

    @overload
    async def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.CheckAccessibilityAnswer]: ...

    @overload
    async def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def check_accessibility(
        self,
        input: t.CheckAccessibilityRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Check accessibility.

        Checks a PDF by PDF/UA-1 and the Matterhorn Protocol, PDF/UA-2 or WCAG 2.2: each machine check with
        its outcome, the places where it failed and their correction, and each question that a person has to
        answer, with the places to look at. It never claims that a document is accessible. `Accept:
        application/pdf` answers a report for people, with the document after it and each place framed.
        """
        answer: Any = await self._call(ROUTES["check-accessibility"], {**input}, format, {}, options)
        return answer

    @overload
    async def redact(
        self,
        input: t.RedactRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def redact(
        self,
        input: t.RedactRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentOrReport]: ...

    async def redact(
        self,
        input: t.RedactRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Redact a document.

        Removes the content of areas, and text that words, patterns (RE2 syntax) or presets with checks
        find, from everywhere in a PDF: glyphs, pixels and paths of pages, forms and patterns, annotations,
        links, fields, tags, outline, names and metadata; scripts, thumbnails, private data, attachments,
        old revisions and unused objects are always removed. The result is one new revision, and is searched
        by another reader and as raw bytes before it is returned: if anything is left, the answer is
        `redaction-incomplete` and no document. `dryRun` reports what would be removed.
        """
        answer: Any = await self._call(ROUTES["redact"], {**input}, format, {}, options)
        return answer

    @overload
    async def compare(
        self,
        input: t.CompareRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.CompareAnswer]: ...

    @overload
    async def compare(
        self,
        input: t.CompareRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def compare(
        self,
        input: t.CompareRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Compare documents.

        Aligns the pages of two PDFs, then the words of both documents, so that text that only moved to
        another page is equal, and text that was moved within the document is `moved`. Draws both with one
        renderer, and reports the share of pixels that differ. Compares metadata, fields, annotations,
        attachments, signatures and fonts. A copy that was only saved again is equal. `Accept:
        application/pdf` answers both documents side by side, with the differences marked, after a summary
        and a list of changes.
        """
        answer: Any = await self._call(ROUTES["compare"], {**input}, format, {}, options)
        return answer

    @overload
    async def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    async def optimize(
        self,
        input: t.OptimizeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Make a document smaller.

        Stores a PDF in fewer bytes: streams recompressed, objects in object streams, equal ones once,
        unused ones not at all, fonts with the glyphs that are shown; `web`, `print` and `archive` also
        resample and recompress pictures. Text, tags, forms, links, attachments and conformance to PDF/A and
        PDF/UA stay. Every page is drawn and read before and after: where its look or its text differs, the
        step that made the difference is undone. `grayscale` removes the colours of all content of pages.
        The result is never larger: otherwise the document is returned with the requested changes only
        (metadata, thumbnails, encryption, colours). `report` states the bytes before and after by category.
        """
        answer: Any = await self._call(ROUTES["optimize"], {**input}, format, {}, options)
        return answer

    @overload
    async def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.DocumentAnswer]: ...

    async def ai_certify(
        self,
        input: t.AiCertifyRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Certify the origin of a document.

        Adds the caller’s assertions about the origin of a PDF: a C2PA manifest (Content Credentials, claim
        version 2) that is bound to every byte of the document, the IPTC digital source type in its
        metadata, a visible label on request, and a certifying signature (PAdES baseline-B, DocMDP) over all
        of it, in one incremental update that is verified before it is returned. It states only the
        assertions and nothing more. The key is in memory only, for as long as the signing takes.
        """
        answer: Any = await self._call(ROUTES["ai-certify"], {**input}, format, {}, options)
        return answer

    async def compliance_check(
        self,
        input: t.ComplianceCheckRequest,
        *,
        format: Literal["json"] = "json",
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ComplianceCheckAnswer]:
        """Check compliance.

        Checks a PDF against PDF/A-1, 2, 3 and 4 in every conformance level, and PDF/UA-1: each requirement
        that is not met is named by its clause, with the places and how they are mended. Without
        `standards`, against what the document claims; one that claims nothing has a `notice` and no
        results. A damaged document does not conform; that is a verdict, not a problem. A document that
        stays encrypted is `encrypted-pdf`.
        """
        answer: JsonResult[t.ComplianceCheckAnswer] = await self._call(ROUTES["compliance-check"], {**input}, format, {}, options)
        return answer

    @overload
    async def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: Literal["json"] = ...,
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.ForensicAnalyzeAnswer]: ...

    @overload
    async def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: Literal["pdf"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def forensic_analyze(
        self,
        input: t.ForensicAnalyzeRequest,
        *,
        format: str = "json",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Examine a document forensically.

        Examines a PDF without trusting its own statements: its versions and the changes of each, what
        signatures cover and what was done after them, scripts and other active content, attached files,
        hidden and badly redacted text, contradictions in the metadata, what can be had back, and what other
        readers see. The verdict is that of the gravest finding. `Accept: application/pdf` answers the
        report to read, with pictures.
        """
        answer: Any = await self._call(ROUTES["forensic-analyze"], {**input}, format, {}, options)
        return answer

    @overload
    async def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["pdf"] = ...,
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["zip"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    @overload
    async def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["json"],
        **options: Unpack[CallOptions],
    ) -> JsonResult[t.PipeAnswer]: ...

    @overload
    async def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: Literal["text"],
        **options: Unpack[CallOptions],
    ) -> AsyncResult: ...

    async def pipe(
        self,
        input: t.PipeRequest,
        *,
        format: str = "pdf",
        **options: Unpack[CallOptions],
    ) -> Any:
        """Run several tools.

        Runs 2 to 20 tools in order. A document of a step can be the one that an earlier step has made:
        `{"step": 0}`. All steps are validated before the first one runs. The answer is that of the last
        step; in JSON it also has `reports`, one for each step. Intermediate documents are neither stored
        nor sent. The key needs the tiers and scopes of the tools in the steps. The problem of a step that
        fails states its number as `step`.
        """
        answer: Any = await self._call(ROUTES["pipe"], {**input}, format, {}, options)
        return answer

class AsyncSubmitMethods:
    """The submission of each tool as a job."""

    async def _submit(
        self,
        route: ToolRoute,
        body: Mapping[str, Any],
        retain: t.Retain | None,
        files: Mapping[str, Files | None],
        options: CallOptions,
    ) -> AsyncJob:
        raise NotImplementedError

    @overload
    async def submit(
        self,
        tool: Literal["render"],
        input: t.RenderRequest | t.RenderOptions,
        *,
        retain: t.Retain | None = None,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["extract-text"],
        input: t.ExtractTextRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["merge"],
        input: t.MergeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["split"],
        input: t.SplitRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["arrange"],
        input: t.ArrangeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["rasterize"],
        input: t.RasterizeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["sign"],
        input: t.SignRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["fill-form"],
        input: t.FillFormRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["check-accessibility"],
        input: t.CheckAccessibilityRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["redact"],
        input: t.RedactRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["compare"],
        input: t.CompareRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["optimize"],
        input: t.OptimizeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["ai-certify"],
        input: t.AiCertifyRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["compliance-check"],
        input: t.ComplianceCheckRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["forensic-analyze"],
        input: t.ForensicAnalyzeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    @overload
    async def submit(
        self,
        tool: Literal["pipe"],
        input: t.PipeRequest,
        *,
        retain: t.Retain | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob: ...

    async def submit(
        self,
        tool: ToolName,
        input: Any,
        *,
        retain: t.Retain | None = None,
        assets: Files | None = None,
        files: Files | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncJob:
        """Submits a job, which outlives the request and this program."""
        return await self._submit(ROUTES[tool], {**input}, retain, {"assets": assets, "files": files}, options)

class AsyncAppendMethods:
    """What can be added to a session."""

    async def _add(
        self,
        kind: str,
        body: Mapping[str, Any],
        file: Upload | None,
        if_match: int | None,
        options: CallOptions,
    ) -> Any:
        raise NotImplementedError

    @overload
    async def add(
        self,
        kind: Literal["operations"],
        input: t.SessionOperationsRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionInsertion: ...

    @overload
    async def add(
        self,
        kind: Literal["pages"],
        input: t.SessionPagesRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    async def add(
        self,
        kind: Literal["text"],
        input: t.SessionTextRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    async def add(
        self,
        kind: Literal["images"],
        input: t.SessionImagesRequest | t.SessionImagesOptions,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    async def add(
        self,
        kind: Literal["tables"],
        input: t.SessionTablesRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    async def add(
        self,
        kind: Literal["html"],
        input: t.SessionHtmlRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    @overload
    async def add(
        self,
        kind: Literal["font"],
        input: t.SessionFontRequest,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> t.SessionChange: ...

    async def add(
        self,
        kind: str,
        input: Any,
        *,
        file: Upload | None = None,
        if_match: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Adds an operation at the end of the session; with `if_match`, only at that revision."""
        return await self._add(kind, {**input}, file, if_match, options)
