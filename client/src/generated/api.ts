// Made of openapi.json by `npm run openapi` (openapi-typescript). Do not edit.
import type { Bytes } from '../bytes.ts';

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description Liveness probe. Needs no key, and counts against no limit.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can the service print?
         * @description Readiness probe: the store answers and the browser has printed. Needs no key, and counts against no limit.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What does this deployment offer?
         * @description Tools, operations, templates, fonts and limits of this deployment. `usable` states whether the key of the request may use a tool.
         */
        get: operations["capabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a document
         * @description Applies the operations in order and answers the PDF. Remote resources load only from hosts that the operator allows; everything else comes with the request, as `document.assets` or as file parts. With an image type in `Accept` the answer is the first page as an image, or `output.pages`. Existing HTML is printed unchanged: as the body (`text/html`), or as file parts `files`, of which `index.html` is the document.
         */
        post: operations["render"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/extract-text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extract text
         * @description Reads the text of a PDF page by page, in the order in which it is read, with the place, font and role of each block, line or word on request. Text that a reader of the page does not see is marked, and left out of `text`. `Accept: text/plain` answers the text alone, with a form feed between pages.
         */
        post: operations["extract-text"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge documents
         * @description Makes one PDF of several, or of pages of them: outline, named destinations, links, form, tags, page labels, attachments and layers are preserved, and equal fonts and images are stored once. `report` lists what could not be preserved, and which documents were signed.
         */
        post: operations["merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a document
         * @description Makes several PDFs of one, each with only what its pages use: outline, named destinations, links, form, tags, page labels, layers. State where to split by exactly one of `ranges`, `every`, `atBookmarks`, `maxBytes`, `atBlankPages` and `atText`.
         */
        post: operations["split"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/arrange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Arrange the pages of documents
         * @description Puts documents together as `merge` does, and applies `steps` to the result, in order: pages are selected, rotated, cropped, resized, reversed, inserted and added empty; stamps, page numbers and Bates numbers are drawn on them, and several put on one sheet; outline, metadata, attachments and encryption are replaced, annotations and fields become content. Links, destinations, form, tags, page labels and layers of the remaining pages are preserved. `report` lists what could not be preserved.
         */
        post: operations["arrange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rasterize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw pages as images
         * @description Draws pages of a PDF as PNG, JPEG or WebP, as viewers show them: the crop box, rotated, with annotations and form fields. One page is the image itself, several are an archive. The type follows `Accept`, or `format`.
         */
        post: operations["rasterize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a document
         * @description Signs a PDF with a certificate: PAdES baseline-B (ETSI EN 319 142-1), appended to the document, so that earlier signatures stay valid. It is verified before it is returned. It is invisible, or visible with text and an image; in a new or an existing field; an approval or a certification. The private key is only in memory, and only while the document is signed.
         */
        post: operations["sign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/fill-form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill in a form
         * @description Fills in the form (AcroForm) of a PDF: texts, cells, checkboxes, radio buttons, combo boxes and lists, in any script, with appearances that every reader shows in the same way. `flatten` makes the fields content of their pages; `export: "fields"` lists them. A signed document is updated within what its signatures allow. Scripts of a form are not run; `report` lists the fields that they are about.
         */
        post: operations["fill-form"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/check-accessibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check accessibility
         * @description Checks a PDF by PDF/UA-1 and the Matterhorn Protocol, PDF/UA-2 or WCAG 2.2: each machine check with its outcome, the places where it failed and their correction, and each question that a person has to answer, with the places to look at. It never claims that a document is accessible. `Accept: application/pdf` answers a report for people, with the document after it and each place framed.
         */
        post: operations["check-accessibility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redact a document
         * @description Removes the content of areas, and text that words, patterns (RE2 syntax) or presets with checks find, from everywhere in a PDF: glyphs, pixels and paths of pages, forms and patterns, annotations, links, fields, tags, outline, names and metadata; scripts, thumbnails, private data, attachments, old revisions and unused objects are always removed. The result is one new revision, and is searched by another reader and as raw bytes before it is returned: if anything is left, the answer is `redaction-incomplete` and no document. `dryRun` reports what would be removed.
         */
        post: operations["redact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare documents
         * @description Aligns the pages of two PDFs, then the words of both documents, so that text that only moved to another page is equal, and text that was moved within the document is `moved`. Draws both with one renderer, and reports the share of pixels that differ. Compares metadata, fields, annotations, attachments, signatures and fonts. A copy that was only saved again is equal. `Accept: application/pdf` answers both documents side by side, with the differences marked, after a summary and a list of changes.
         */
        post: operations["compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/optimize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a document smaller
         * @description Stores a PDF in fewer bytes: streams recompressed, objects in object streams, equal ones once, unused ones not at all, fonts with the glyphs that are shown; `web`, `print` and `archive` also resample and recompress pictures. Text, tags, forms, links, attachments and conformance to PDF/A and PDF/UA stay. Every page is drawn and read before and after: where its look or its text differs, the step that made the difference is undone. `grayscale` removes the colours of all content of pages. The result is never larger: otherwise the document is returned with the requested changes only (metadata, thumbnails, encryption, colours). `report` states the bytes before and after by category.
         */
        post: operations["optimize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai-certify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Certify the origin of a document
         * @description Adds the caller’s assertions about the origin of a PDF: a C2PA manifest (Content Credentials, claim version 2) that is bound to every byte of the document, the IPTC digital source type in its metadata, a visible label on request, and a certifying signature (PAdES baseline-B, DocMDP) over all of it, in one incremental update that is verified before it is returned. It states only the assertions and nothing more. The key is in memory only, for as long as the signing takes.
         */
        post: operations["ai-certify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compliance-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check compliance
         * @description Checks a PDF against PDF/A-1, 2, 3 and 4 in every conformance level, and PDF/UA-1: each requirement that is not met is named by its clause, with the places and how they are mended. Without `standards`, against what the document claims; one that claims nothing has a `notice` and no results. A damaged document does not conform; that is a verdict, not a problem. A document that stays encrypted is `encrypted-pdf`.
         */
        post: operations["compliance-check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forensic-analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Examine a document forensically
         * @description Examines a PDF without trusting its own statements: its versions and the changes of each, what signatures cover and what was done after them, scripts and other active content, attached files, hidden and badly redacted text, contradictions in the metadata, what can be had back, and what other readers see. The verdict is that of the gravest finding. `Accept: application/pdf` answers the report to read, with pictures.
         */
        post: operations["forensic-analyze"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several tools
         * @description Runs 2 to 20 tools in order. A document of a step can be the one that an earlier step has made: `{"step": 0}`. All steps are validated before the first one runs. The answer is that of the last step; in JSON it also has `reports`, one for each step. Intermediate documents are neither stored nor sent. The key needs the tiers and scopes of the tools in the steps. The problem of a step that fails states its number as `step`.
         */
        post: operations["pipe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description Lists the jobs of the client, the newest first. A job whose result has expired is not listed. A page repeats no job of the pages before it and misses none, whatever is submitted or deleted meanwhile.
         */
        get: operations["list-jobs"];
        put?: never;
        /**
         * Submit a job
         * @description Queues the work of a tool. The body of the tool is checked whole before that: what its own route would answer with 400 is answered here. What has been answered with 202 is not lost, whatever process ends how. `render` also takes the id of a session, whose content it renders as it is at submission.
         */
        post: operations["submit-job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far is a job?
         * @description Answers status and progress, and after the end the address of the result, or the problem. Poll again after `Retry-After` seconds.
         */
        get: operations["show-job"];
        put?: never;
        post?: never;
        /**
         * Cancel and delete a job
         * @description Stops the job if it is queued or running, and deletes its record and result.
         */
        delete: operations["delete-job"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the result of a job
         * @description Answers what the route of the tool would have answered, in the representation that `Accept` of this request chooses; of a job that failed, its problem.
         */
        get: operations["job-result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session
         * @description Holds a document open across calls. `document` and `output` are those of a render; all of the body may be left out.
         */
        post: operations["open-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at a session
         * @description Answers the state and the operations of the session, and counts as a use of it.
         */
        get: operations["session"];
        put?: never;
        post?: never;
        /**
         * Delete a session
         * @description Deletes the session and everything in it.
         */
        delete: operations["delete-session"];
        options?: never;
        head?: never;
        /**
         * Change the options of a session
         * @description Applies a JSON Merge Patch (RFC 7396) to `document`, `output` and `ttl`: a field that is `null` is removed, an object is merged, any other value replaces.
         */
        patch: operations["patch-session"];
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations of a session
         * @description Answers operations in their order, with the size and the digest of each file in place of its bytes. It counts as a use of the session.
         */
        get: operations["list-session-operations"];
        put?: never;
        /**
         * Add operations to a session
         * @description Adds one operation, or several as `{"operations": [...]}`: all or none, as one step that can be undone. They go to the end, or to the place that `before` or `after` names.
         */
        post: operations["insert-session-operations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at an operation of a session
         * @description Answers the operation and its place, with the size and the digest of each file in place of its bytes.
         */
        get: operations["session-operation"];
        /**
         * Replace an operation of a session
         * @description Puts another operation in its place, under the same id. It is validated as an added one is.
         */
        put: operations["replace-session-operation"];
        post?: never;
        /**
         * Remove an operation from a session
         * @description Takes the operation out of the session. `undo` brings it back.
         */
        delete: operations["remove-session-operation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/operations/{operationId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an operation within a session
         * @description Moves the operation before or after another, or to an index.
         */
        post: operations["move-session-operation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the last change of a session
         * @description Undoes the last change of the operations or of `document`, `output` and `ttl`; the last 100 can be undone.
         */
        post: operations["undo-session-change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/redo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply an undone change of a session again
         * @description Applies the change that was undone last again, unless another change was made since.
         */
        post: operations["redo-session-change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/fork": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fork a session
         * @description Opens an independent session with the same content, or with that of an earlier revision.
         */
        post: operations["fork-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the assets of a session
         * @description Answers the name, type, size and digest of each asset. It counts as a use of the session.
         */
        get: operations["list-session-assets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an asset of a session
         * @description Answers the bytes that were stored, with their type.
         */
        get: operations["session-asset"];
        /**
         * Store an asset of a session
         * @description Stores an image, a font, a PDF or a style sheet under a name, also in place of another one. The bytes determine the type, whatever `Content-Type` the request has. Assets count against `SERVICE_SESSION_ASSETS`, not against the payload limit. The file is read to its end: an image that cannot be decoded, a font or a PDF that cannot be read is refused.
         */
        put: operations["put-session-asset"];
        post?: never;
        /**
         * Remove an asset of a session
         * @description Removes an asset that no operation names by `asset` or as the family of `set_font`. Undoing the removal of an operation brings back the asset that it names.
         */
        delete: operations["remove-session-asset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/pages/{page}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a page of a session
         * @description Draws a page of the document that a render of the session makes, as PNG, JPEG or WebP by `Accept`. The print of a content is made once for all of its pages. With `If-None-Match` an unchanged session is 304.
         */
        get: operations["session-page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a page
         * @description Appends `add_page`: the body is its fields, without `op`. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-pages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add text
         * @description Appends `add_text`: the body is its fields, without `op`. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-text"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an image
         * @description Appends `add_image`: the body is its fields, without `op`. The image is in the JSON, or the part `image` of a multipart body with the other fields as JSON in `request`, or the body itself with the other fields in the query. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-images"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a table
         * @description Appends `add_table`: the body is its fields, without `op`. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-tables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add HTML
         * @description Appends `add_html`: the body is its fields, without `op`. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-html"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/font": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the font
         * @description Appends `set_font`: the body is its fields, without `op`. Appends never conflict: those that come at once land in one order.
         */
        post: operations["session-font"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{sessionId}/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a session
         * @description Answers what a render of the same operations answers. Fields of `output` stand in place of those of the session, for this once. The session stays open, can grow, and can be rendered again.
         */
        post: operations["render-session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Embeds a file in the document, for example the XML of an invoice by Factur-X or ZUGFeRD. */
        AddAttachment: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_attachment";
            /** @description The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a warning. For example `factur-x.xml`. */
            name: string;
            /** @description Base64 or a data URI. */
            data: string | Bytes;
            /** @description The media type; by the extension of the name unless given. */
            contentType?: string;
            description?: string;
            /**
             * @description What the file is to the document (AFRelationship): Unspecified unless given; of an invoice Alternative, or Data where its profile is not a whole invoice.
             * @enum {string}
             */
            relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
            /** @description The file is the XML of an invoice by Factur-X or ZUGFeRD (CrossIndustryInvoice), of this profile; its XMP states the same. */
            facturX?: components["schemas"]["FacturX"];
        };
        /** @description Adds a barcode as vector graphics, with its quiet zones: QR, Data Matrix, PDF417, EAN, UPC, Code 128, GS1-128, Code 39, ITF-14. */
        AddBarcode: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_barcode";
            /** @enum {string} */
            symbology: "qrcode" | "code128" | "ean13" | "ean8" | "upca" | "datamatrix" | "pdf417" | "code39" | "itf14" | "gs1-128";
            /** @description What it encodes. EAN-13, EAN-8, UPC-A and ITF-14 take their digits with the check digit or without it; GS1-128 application identifiers in brackets: (01)09501101530003(10)ABC. */
            value: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 10 to 2000 pt. */
            width?: components["schemas"]["LengthFrom10To2000"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 10 to 2000 pt. */
            height?: components["schemas"]["LengthFrom10To2000"];
            /** @description The value in print below: true for bars, false for squares unless given. */
            showText?: boolean;
            /** @description The text for readers who cannot see it: kind and value unless given; empty for decoration. */
            alt?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds an entry to the outline that leads to this place, or to the first of the pages that are added next, without a heading. */
        AddBookmark: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_bookmark";
            title: string;
            /**
             * @description Depth in the outline, among the levels of headings.
             * @default 1
             */
            level?: number;
        };
        /** @description Adds a chart as vector graphics: bars, lines, areas (also together, stacked or on two axes), pie, donut, scatter, waterfall, histogram, boxplot, heatmap or gauge, with a text alternative, and on request with its data as a table. */
        AddChart: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_chart";
            /** @enum {string} */
            kind: "bar" | "line" | "area" | "pie" | "donut" | "scatter" | "waterfall" | "histogram" | "boxplot" | "heatmap" | "gauge";
            /** @description Up to 100 series, 50000 values in all. A value a category (null is a gap, and in a waterfall the total so far); [x, y] in a scatter chart; the numbers to sum up in a histogram; in a boxplot the numbers of a box, or a list of numbers a category; a row of cells in a heatmap; one value in a gauge. */
            series: components["schemas"]["AddChartSeries"][];
            /** @description What the values of each series belong to, in order; 1, 2, 3 unless given. At most 5000 items. */
            categories?: components["schemas"]["AddChartCategory"][];
            title?: string;
            /** @description A text below the chart, which `document.captions` numbers. */
            caption?: string;
            /** @description The label of the x axis; `xAxis.title` goes before it. */
            xTitle?: string;
            /** @description The label of the y axis, or its unit; `yAxis.title` goes before it. */
            yTitle?: string;
            /** @description `number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`, `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default), `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is no number or no RFC 3339 date stays as it is. */
            format?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 80 to 2000 pt. */
            width?: components["schemas"]["LengthFrom80To2000"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 60 to 2000 pt. */
            height?: components["schemas"]["LengthFrom60To2000"];
            /**
             * @description Bars and areas stand on one another.
             * @default false
             */
            stacked?: boolean;
            /** @description Bars lie, and categories run down the page. The axes keep their names: `yAxis` has the values. */
            horizontal?: boolean;
            /** @description Writes each value at its mark, where it meets no other; the median at a box. */
            valueLabels?: boolean;
            /** @description The axis of categories, or of the x of scatter charts and histograms. The ticks of a histogram are the edges of its bins. */
            xAxis?: components["schemas"]["XAxis"];
            /** @description The axis of values. `horizontal` lays it down; its name stays. */
            yAxis?: components["schemas"]["XAxis"];
            /** @description The second axis of values, of the series with `axis: "right"`. */
            y2Axis?: components["schemas"]["XAxis"];
            /**
             * @description At the top unless given, for charts with several series.
             * @enum {string}
             */
            legend?: "top" | "right" | "bottom" | "left" | "none";
            /** @description Dashed lines across the plot, such as targets and limits. An axis without ends extends to them. */
            referenceLines?: components["schemas"]["AddChartReferenceLine"][];
            /** @description Dots with texts beside them, where there is room. */
            annotations?: components["schemas"]["AddChartAnnotation"][];
            /** @description The text for readers who cannot see it: kind, title and range of the data unless given; empty for decoration. */
            alt?: string;
            /**
             * @description Prints the data as a table below the chart.
             * @default false
             */
            table?: boolean;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        AddChartAnnotation: {
            /** @description A category, or a number where the x axis has numbers. */
            x: components["schemas"]["AddChartValue"];
            /** @description A number of `yAxis`. */
            y: number;
            text: string;
        };
        AddChartCategory: string | number;
        AddChartData: number | number[] | null;
        AddChartReferenceLine: {
            /**
             * @description The axis that the value is of; `y` unless given.
             * @enum {string}
             */
            axis?: "x" | "y" | "y2";
            /** @description A number, or a category of the x axis. */
            value: components["schemas"]["AddChartValue"];
            label?: string;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
        };
        AddChartSeries: {
            name?: string;
            /**
             * @description Of this series alone: bars and lines in one chart.
             * @enum {string}
             */
            kind?: "bar" | "line" | "area";
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). That of the palette unless given. */
            color?: string;
            /**
             * @description `right`: its values are those of `y2Axis`. `left` unless given.
             * @enum {string}
             */
            axis?: "left" | "right";
            /** @description At most 50000 items. */
            data: components["schemas"]["AddChartData"][];
        };
        AddChartValue: number | string;
        /** @description Adds source text in a fixed-width font, coloured by its language. */
        AddCode: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_code";
            code: string;
            /** @description A name such as typescript, python, sql, json. An unknown one is set plain, with a warning, and so is code that is too long to be coloured: more than about 20,000 characters, or 1,000 in a line. */
            language?: string;
            /** @default false */
            lineNumbers?: boolean;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Sets operations side by side in columns, which may break over pages; a short one stays whole. */
        AddColumns: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_columns";
            /** @description A list of operations for each column, at most 12, from the side on which a line begins: any that put something into the flow, and `set_font`, 1000 at most. A column may be empty. */
            columns: components["schemas"]["ColumnOperation"][][];
            /** @description A width a column: a number is a share of the room (`[1, 2]`: the second is twice as wide), a string a length ("60mm"). Equal unless given. */
            widths?: components["schemas"]["LengthAbove0To10000"][];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 400 pt. */
            gap?: components["schemas"]["LengthFrom0To400"];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a line across the content. */
        AddDivider: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_divider";
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 100 pt. */
            thickness?: components["schemas"]["LengthFrom0To100"];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a field that people fill in (AcroForm): text, checkbox, radio buttons, choice, list, signature. */
        AddFormField: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_form_field";
            /** @enum {string} */
            kind: "text" | "multiline" | "checkbox" | "radio" | "choice" | "list" | "signature";
            /** @description The name of the field; dots part the levels of a hierarchy. Fields of one name, kind and value are one field in several places; another one gets the name `name#2`, with a warning. For example `address.city`. */
            name: string;
            /** @description Printed above the field, or beside a checkbox. */
            label?: string;
            /** @description The initial value: a text; of radio, choice and list a label or value of an option (of a list, several); of a checkbox true or false. */
            value?: components["schemas"]["AddFormFieldValue"];
            /** @description The options: texts, or pairs of a shown and an exported value. For radio, choice and list. */
            options?: components["schemas"]["AddFormFieldOptionOrText"][];
            /** @default false */
            required?: boolean;
            /** @default false */
            readOnly?: boolean;
            /** @description Characters that a text may have. */
            maxLength?: number;
            /** @description What assistive technology calls the field; the label unless given. */
            tooltip?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 4 to 2000 pt. */
            width?: components["schemas"]["LengthFrom4To2000"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 4 to 2000 pt. */
            height?: components["schemas"]["LengthFrom4To2000"];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        AddFormFieldOption: {
            label: string;
            value: string;
        };
        AddFormFieldOptionOrText: string | components["schemas"]["AddFormFieldOption"];
        AddFormFieldValue: string | boolean | string[];
        /** @description Adds a heading, and a bookmark for it unless `bookmark` is false. */
        AddHeading: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_heading";
            /** @description `{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the text), page, number or text of what has this id. */
            text: string;
            /** @default 1 */
            level?: number;
            /** @default true */
            bookmark?: boolean;
            /** @description `false`: the heading and those under it have no number where `document.numbering` numbers headings. */
            numbered?: boolean;
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            font?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            size?: components["schemas"]["LengthFrom1To2000"];
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            background?: string;
            /** @enum {string} */
            align?: "left" | "center" | "right" | "justify";
            /** @description A multiple of the font size. */
            lineHeight?: number;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds HTML: a complete document, which is printed as a browser prints it, or a fragment, which becomes a part of the content. */
        AddHtml: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_html";
            html: string;
            /**
             * @description `document`: printed as a browser prints it, on pages of its own, without the style sheet of the service. `content`: its head styles and the content of its body become a part of the flow. Unless given, `document` where it begins with `<!doctype` or `<html`, `content` for a fragment.
             * @enum {string}
             */
            as?: "document" | "content";
            /** @description CSS after the styles of a complete document, which applies to it alone; with content, CSS for the whole document. */
            css?: string;
            /**
             * @description `auto`: scripts run when the HTML has some; `off`: they are taken out.
             * @default auto
             * @enum {string}
             */
            javascript?: "auto" | "off";
            /** @description What to wait for before the print. Without scripts only `virtualTime` means something, for animations; the rest is ignored, with a warning. */
            waitFor?: components["schemas"]["WaitFor"];
            /**
             * @description A `<tfoot>` is repeated at the end of every page that its table is on, as browsers do, unless it is taller than a quarter of the page; `false`: it stands once, after the last row.
             * @default true
             */
            repeatFooter?: boolean;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds an image: PNG, JPEG, WebP, AVIF, GIF or SVG. */
        AddImage: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_image";
            /** @description Base64 or a data URI. */
            data?: string | Bytes;
            /** @description The name of one of `document.assets`. */
            asset?: string;
            /** @description http(s), of a host that the operator allows. */
            url?: string;
            /** @description The text for readers who cannot see it; empty for decoration. */
            alt?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width?: components["schemas"]["LengthFrom1To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            height?: components["schemas"]["LengthFrom1To14400"];
            /**
             * @description How it fills width and height when both are given. The default is `contain`; `fill` stretches it.
             * @enum {string}
             */
            fit?: "contain" | "cover" | "fill";
            /** @enum {string} */
            align?: "left" | "center" | "right";
            caption?: string;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds an index: the terms that `{index: term}` in texts and `data-index` in HTML mark, in alphabetical order, each with its pages and links to them. */
        AddIndex: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_index";
            /**
             * @description Printed above the index. It is no heading, and tables of contents do not list it.
             * @default
             */
            title?: string;
            /**
             * @description How many columns it has.
             * @default 2
             */
            columns?: number;
            /**
             * @description The initial letter stands above the entries that begin with it.
             * @default true
             */
            letters?: boolean;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a list, bulleted or numbered, whose items may have items of their own. */
        AddList: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_list";
            /** @description Texts, or objects of a text and the items below it, up to 8 levels. */
            items: components["schemas"]["ListItemOrText"][];
            /** @default false */
            ordered?: boolean;
            /** @description The first number. */
            start?: number;
            /** @enum {string} */
            marker?: "disc" | "circle" | "square" | "dash" | "none" | "decimal" | "lower-alpha" | "upper-alpha" | "lower-roman" | "upper-roman";
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds Markdown: CommonMark, tables, task lists and definition lists. Raw HTML in it is escaped. */
        AddMarkdown: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_markdown";
            /** @description `{ref: id}` and `[see](#id){page}` show the number or page of what has this id; `## Costs {#costs}` gives a heading one. */
            markdown: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a formula in TeX, set as mathematics: fractions, roots, sums, matrices, aligned and numbered equations, chemistry with \ce. */
        AddMath: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_math";
            /** @description LaTeX mathematics without the dollar signs. */
            tex: string;
            /**
             * @description On a line of its own, centred and in full size; false sets it as in a line of text.
             * @default true
             */
            display?: boolean;
            /** @description The text for readers who cannot see it; the TeX unless given. */
            alt?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Begins a new page, with its own size, orientation, margin and background where they are given; what follows stays on such pages. */
        AddPage: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_page";
            /** @description A named size, or width and height. */
            size?: components["schemas"]["SizeOrText"];
            /** @enum {string} */
            orientation?: "portrait" | "landscape";
            /** @description One length for the four sides, or {top, right, bottom, left}. */
            margin?: components["schemas"]["AddPageMargin"];
            /** @description A CSS colour, or the name of an asset that fills the page. */
            background?: string;
        };
        /** @description Lets what follows begin on a new page of the same kind. With nothing after it, it adds no page; `add_page` does. */
        AddPageBreak: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_page_break";
        };
        AddPageMargin: components["schemas"]["Margin"] | components["schemas"]["Length"];
        /** @description Adds pages of an existing PDF at this place in the order, with their tags, links, outline, form and attachments. */
        AddPdf: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_pdf";
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description The name of one of `document.assets`, or of the session. */
            asset?: string;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description Headers, footers and watermarks of the document go over the pages, too, in the margins of each page as it is shown. Without it the pages stay as they are. Page numbers count them in any case.
             * @default false
             */
            furniture?: boolean;
        };
        /** @description Adds empty room of a height. */
        AddSpacer: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_spacer";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height: components["schemas"]["Length"];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Stamps pages of the finished document, pages of PDFs included, with a text, HTML or an image: at a place on the page as it is shown, and as an artifact that is no content. */
        AddStamp: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_stamp";
            /** @description Lines of text, with the placeholders of headers and footers: `{page}`, `{bates}`, `{date}`. */
            text?: string;
            /** @description HTML with the same placeholders, as wide as `width`, or as its content. */
            html?: string;
            /** @description Base64 or a data URI: PNG, JPEG, WebP, AVIF, GIF or SVG. */
            image?: string | Bytes;
            /** @description An image by its name: one of `document.assets`, or of the session. */
            asset?: string;
            /**
             * @description A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.
             * @default center
             */
            at?: components["schemas"]["AtOrText"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            margin?: components["schemas"]["Length"];
            /**
             * @description Degrees, counter-clockwise.
             * @default 0
             */
            rotation?: number;
            /** @default 1 */
            opacity?: number;
            /**
             * @description Under or over the content of the page.
             * @default over
             * @enum {string}
             */
            layer?: "under" | "over";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt. */
            size?: components["schemas"]["LengthFrom1To1000"];
            /**
             * @description #1a73e8, #17e, or a basic name such as navy. For example `white`.
             * @default black
             */
            color?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width?: components["schemas"]["LengthFrom1To14400"];
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
        };
        /** @description Adds a table from rows or CSV, with repeated headers, groups, totals and formats. */
        AddTable: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_table";
            /** @description Unless given, the first line of `csv` or the keys of the objects in `rows`, in order of first appearance (whole numbers such as years last) and as words ("unitPrice" is "Unit price"); columns of numbers are aligned to the right. */
            columns?: components["schemas"]["ColumnOrText"][];
            /** @description Arrays with a cell a column (a cell that spans counts for what it covers), or objects with the keys of the columns, at least one of them; other keys are left out, absent ones are empty. */
            rows?: components["schemas"]["RowOrValue"][];
            /** @description CSV, the first line naming the columns by `key` or header; fields are divided by commas, semicolons or tabs. */
            csv?: string;
            caption?: string;
            /**
             * @description Repeats the header on every page.
             * @default true
             */
            repeatHeader?: boolean;
            /** @default false */
            zebra?: boolean;
            /**
             * @description The first cell of a row is its header.
             * @default false
             */
            rowHeaders?: boolean;
            /**
             * @description A row may split across pages.
             * @default false
             */
            splitRows?: boolean;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            fontSize?: components["schemas"]["LengthFrom1To2000"];
            /**
             * @description Space around the text of cells; unless given, `document.density`.
             * @enum {string}
             */
            density?: "compact" | "normal" | "wide";
            /** @description The key of a column, or a field of row objects that at least one row has: rows of equal value stand together under it. A group that continues on the next page has its header there again. */
            groupBy?: components["schemas"]["GroupByOrText"];
            /** @description Where a page ends within the table, its last line is the sum so far, and the first line of the next page repeats it. Sums are exact, and in the format of their columns. */
            carry?: components["schemas"]["Carry"];
            /** @description Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most 10000 items. */
            footnotes?: components["schemas"]["Footnote"][];
            /** @description Stands in the first cell of the total without a footer of its own. Unless given, "Total" in the language of the operation where a column has `sum` or `count` and no column has a text as its footer. */
            totalLabel?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Fills a template of the service, or a Handlebars text of the request, with data. */
        AddTemplate: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_template";
            /** @description A template of the service. */
            name?: string;
            /** @description Handlebars, with helpers for numbers, money, dates, plurals, sums, tables, charts, barcodes and a table of contents: see docs/templates.md. */
            source?: string;
            /** @description What the template is filled with. Empty unless given. */
            data?: Record<string, never>;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            locale?: string;
            /**
             * @description `document`: printed as a browser prints it, on pages of its own, without the style sheet of the service. `content`: its head styles and the content of its body become a part of the flow. Unless given, `document` where it begins with `<!doctype` or `<html`, `content` for a fragment.
             * @enum {string}
             */
            as?: "document" | "content";
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a paragraph. Text is escaped and is never HTML; line breaks are preserved. */
        AddText: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_text";
            /** @description `{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the text), page, number or text of what has this id. */
            text: string;
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            font?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            size?: components["schemas"]["LengthFrom1To2000"];
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            background?: string;
            /** @enum {string} */
            align?: "left" | "center" | "right" | "justify";
            /** @description A multiple of the font size. */
            lineHeight?: number;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most 10000 items. */
            footnotes?: components["schemas"]["Footnote"][];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds a table of contents: the headings of the whole document, or its figures or tables, each with its page number and a link to it. */
        AddToc: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_toc";
            /**
             * @description What is listed: headings, or the captions of figures or tables, which begin with their numbers where `document.captions` numbers them.
             * @default headings
             * @enum {string}
             */
            of?: "headings" | "figures" | "tables";
            /**
             * @description Printed above the table. It is no heading, and is not listed itself.
             * @default
             */
            title?: string;
            /**
             * @description Headings down to this level are listed.
             * @default 3
             */
            levels?: number;
            /**
             * @description What leads from an entry to its page number.
             * @default dots
             * @enum {string}
             */
            leader?: "dots" | "line" | "none";
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Adds the pages of a remote page, of a host that the operator allows, at this place in the order. */
        AddUrl: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_url";
            url: string;
            /** @description None unless given. */
            cookies?: components["schemas"]["AddUrlCookie"][];
            /** @description Empty unless given. */
            headers?: {
                [key: string]: string;
            };
            /** @enum {string} */
            media?: "print" | "screen";
            waitFor?: components["schemas"]["WaitFor"];
        };
        AddUrlCookie: {
            name: string;
            value: string;
            domain?: string;
            path?: string;
        };
        /** @description Lays a text or an image under or over the pages, as an artifact that is no content. */
        AddWatermark: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "add_watermark";
            text?: string;
            /** @description Base64 or a data URI. */
            image?: string | Bytes;
            /** @default 0.12 */
            opacity?: number;
            /** @description Degrees, counter-clockwise; 45 for text, 0 for images unless given. */
            rotation?: number;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            size?: components["schemas"]["LengthFrom1To14400"];
            /**
             * @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%).
             * @default #59616f
             */
            color?: string;
            /**
             * @default over
             * @enum {string}
             */
            layer?: "under" | "over";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
        };
        AiCertifyCredential: {
            /** @description Of who signs, as PEM; further certificates in it count as `chain`. */
            certificate?: string;
            /** @description Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384. */
            privateKey?: string;
            /** @description Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64. */
            pkcs12?: string | Bytes;
            /** @description Opens `privateKey` or `pkcs12`. */
            passphrase?: string;
            /** @description Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs. */
            chain?: components["schemas"]["Chain"];
            /**
             * @description SHA-256, unless the key is bound to another.
             * @enum {string}
             */
            hash?: "SHA-256" | "SHA-384" | "SHA-512";
        };
        AiCertifyGenerator: {
            /** @description Of the program or the model. */
            name: string;
            /** @description Its version. */
            version?: string;
            /** @description Who makes it. */
            vendor?: string;
        };
        AiCertifyHumanReview: {
            /** @description Who reviewed it. */
            reviewer: string;
            /** @description What the reviewer states. */
            statement: string;
        };
        AiCertifyIngredient: {
            /** @description As readers display it. */
            name: string;
            /** @description Of its bytes. */
            sha256?: string;
            /** @description Its media type. */
            format?: string;
            /**
             * @description `inputTo`: what went into a process that made the content, such as a prompt or a model. `componentOf`: a part of the document.
             * @default inputTo
             * @enum {string}
             */
            relationship?: "inputTo" | "componentOf";
        };
        AiCertifyJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "ai-certify";
            input: components["schemas"]["AiCertifyRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        AiCertifyOptions: {
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description The assertions about the document. They are not checked. */
            provenance: components["schemas"]["AiCertifyProvenance"];
            /** @description Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or C2PA claim signing. */
            credential: components["schemas"]["AiCertifyCredential"];
            /**
             * @description `certified`: the manifest, and a certification after which nothing may change. `claim`: the manifest, and an ordinary signature.
             * @default certified
             * @enum {string}
             */
            level?: "certified" | "claim";
            /** @description A label on the page: a text, or an object with text and place. */
            visibleLabel?: components["schemas"]["AiCertifyVisibleLabelOrText"];
            /**
             * @description Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones.
             * @default false
             */
            decrypt?: boolean;
            /**
             * @description Certifies even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
        };
        AiCertifyProvenance: {
            /** @description How the content came to be, by IPTC's digital source types: the URI, or its last term: `trainedAlgorithmicMedia`, `compositeWithTrainedAlgorithmicMedia`, `compositeSynthetic`, `algorithmicMedia`, `algorithmicallyEnhanced`, `dataDrivenMedia`, `virtualRecording`, `digitalCreation`, `humanEdits`, `composite`, `compositeCapture`, `digitalCapture`, `computationalCapture`, `screenCapture`, `negativeFilm`, `positiveFilm`, `print`, `digitalArt`, `minorHumanEdits`, `softwareImage`. */
            digitalSourceType: string;
            /** @description What made the content. */
            generator?: components["schemas"]["AiCertifyGenerator"];
            /** @description When the content was made: RFC 3339. */
            created?: string;
            /** @description What the content was made from. The manifest that the document has already becomes one by itself. None unless given. */
            ingredients?: components["schemas"]["AiCertifyIngredient"][];
            /** @description That a human reviewed it, in their words. */
            humanReview?: components["schemas"]["AiCertifyHumanReview"];
        };
        AiCertifyRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description The assertions about the document. They are not checked. */
            provenance: components["schemas"]["AiCertifyProvenance"];
            /** @description Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or C2PA claim signing. */
            credential: components["schemas"]["AiCertifyCredential"];
            /**
             * @description `certified`: the manifest, and a certification after which nothing may change. `claim`: the manifest, and an ordinary signature.
             * @default certified
             * @enum {string}
             */
            level?: "certified" | "claim";
            /** @description A label on the page: a text, or an object with text and place. */
            visibleLabel?: components["schemas"]["AiCertifyVisibleLabelOrText"];
            /**
             * @description Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones.
             * @default false
             */
            decrypt?: boolean;
            /**
             * @description Certifies even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
        };
        AiCertifyStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "ai-certify";
            input: components["schemas"]["AiCertifyStepInput"];
        };
        AiCertifyStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description The assertions about the document. They are not checked. */
            provenance: components["schemas"]["AiCertifyProvenance"];
            /** @description Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or C2PA claim signing. */
            credential: components["schemas"]["AiCertifyCredential"];
            /**
             * @description `certified`: the manifest, and a certification after which nothing may change. `claim`: the manifest, and an ordinary signature.
             * @default certified
             * @enum {string}
             */
            level?: "certified" | "claim";
            /** @description A label on the page: a text, or an object with text and place. */
            visibleLabel?: components["schemas"]["AiCertifyVisibleLabelOrText"];
            /**
             * @description Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones.
             * @default false
             */
            decrypt?: boolean;
            /**
             * @description Certifies even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
        };
        AiCertifyVisibleLabel: {
            /** @description Lines, in any script. */
            text: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @default bottom-right
             * @enum {string}
             */
            position?: "top-left" | "top-center" | "top-right" | "bottom-left" | "bottom-center" | "bottom-right";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 4 to 72 pt. */
            size?: components["schemas"]["LengthFrom4To72"];
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
        };
        AiCertifyVisibleLabelOrText: components["schemas"]["AiCertifyVisibleLabel"] | string;
        ArrangeAttach: {
            /** @constant */
            do: "attach";
            /** @description The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a warning. For example `factur-x.xml`. */
            name: string;
            /** @description Base64 or a data URI. */
            data: string | Bytes;
            /** @description The media type; by the extension of the name unless given. */
            contentType?: string;
            description?: string;
            /**
             * @description What the file is to the document (AFRelationship): Unspecified unless given; of an invoice Alternative, or Data where its profile is not a whole invoice.
             * @enum {string}
             */
            relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
        };
        ArrangeBates: {
            /** @constant */
            do: "bates";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @default  */
            prefix?: string;
            /**
             * @description Numbers with more digits stay whole.
             * @default 6
             */
            digits?: number;
            /** @default 1 */
            start?: number;
            /** @default  */
            suffix?: string;
            /**
             * @description A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.
             * @default bottom-right
             */
            at?: components["schemas"]["AtOrText"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            margin?: components["schemas"]["Length"];
            /**
             * @description Degrees, counter-clockwise.
             * @default 0
             */
            rotation?: number;
            /** @default 1 */
            opacity?: number;
            /**
             * @description Under or over the content of the page.
             * @default over
             * @enum {string}
             */
            layer?: "under" | "over";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt. */
            size?: components["schemas"]["LengthFrom1To1000"];
            /**
             * @description #1a73e8, #17e, or a basic name such as navy. For example `white`.
             * @default black
             */
            color?: string;
        };
        ArrangeBlank: {
            /** @constant */
            do: "blank";
            /** @description The page that the first new one becomes; after the last one unless given. */
            at?: number;
            /** @description That of the page before unless given. */
            size?: components["schemas"]["SizeOrText"];
        };
        ArrangeBooklet: {
            /** @constant */
            do: "booklet";
            /** @description Of the sheets; that of the first page unless given. A named size lies across where pages become larger. */
            size?: components["schemas"]["SizeOrText"];
        };
        ArrangeBookmarks: {
            /** @constant */
            do: "bookmarks";
            /** @description At most 10000 items. */
            list: components["schemas"]["ArrangeList"][];
        };
        ArrangeBox: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            x: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            y: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            width: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height: components["schemas"]["Length"];
        };
        ArrangeCrop: {
            /** @constant */
            do: "crop";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description What remains, from the top-left corner of the page as it is shown. */
            box?: components["schemas"]["ArrangeBox"];
            /** @description What is cut off: one length, or {top, right, bottom, left}. */
            margins?: components["schemas"]["AddPageMargin"];
        };
        ArrangeDecrypt: {
            /** @constant */
            do: "decrypt";
        };
        ArrangeDetach: {
            /** @constant */
            do: "detach";
            names: string[];
        };
        ArrangeDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document unless given. */
            title?: string;
        };
        ArrangeDocumentOptions: {
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document unless given. */
            title?: string;
        };
        ArrangeEncrypt: {
            /** @constant */
            do: "encrypt";
            userPassword?: string;
            ownerPassword?: string;
            permissions?: ("print" | "modify" | "copy" | "annotate" | "fill" | "accessibility" | "assemble" | "print-high")[];
        };
        ArrangeFlatten: {
            /** @constant */
            do: "flatten";
            /**
             * @description Comments, markings and stamps.
             * @default true
             */
            annotations?: boolean;
            /**
             * @description Form fields, with their values.
             * @default true
             */
            forms?: boolean;
        };
        ArrangeImage: {
            /** @description The file part of a multipart request that is the image. */
            part: string;
        };
        ArrangeImageOrText: components["schemas"]["ArrangeImage"] | string;
        ArrangeInsert: {
            /** @constant */
            do: "insert";
            /** @description The PDF, as `data`, by `jobId` or in a file `part`. */
            document: components["schemas"]["ArrangeStepDocument"];
            /** @description The page that the first new one becomes; after the last one unless given. */
            at?: number;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
        };
        ArrangeInsertInPipe: {
            /** @constant */
            do: "insert";
            /** @description The page that the first new one becomes; after the last one unless given. */
            at?: number;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description The PDF, as `data`, by `jobId` or in a file `part`. */
            document: components["schemas"]["ArrangeStepInnerDocument"];
        };
        ArrangeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "arrange";
            input: components["schemas"]["ArrangeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        ArrangeList: {
            title: string;
            page: number;
            /**
             * @description 1 is the outermost.
             * @default 1
             */
            level?: number;
        };
        ArrangeMetadata: {
            /** @constant */
            do: "metadata";
            title?: string;
            author?: string;
            subject?: string;
            /** @description Up to 1000. */
            keywords?: string[];
            creator?: string;
            /** @description Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords, Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the service. */
            custom?: {
                [key: string]: string;
            };
        };
        ArrangeNUp: {
            /** @constant */
            do: "nUp";
            columns: number;
            rows: number;
            /** @description Of the sheets; that of the first page unless given. A named size lies across where pages become larger. */
            size?: components["schemas"]["SizeOrText"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            gap?: components["schemas"]["Length"];
            /**
             * @description Draws a thin line around each page.
             * @default false
             */
            border?: boolean;
        };
        ArrangeNumber: {
            /** @constant */
            do: "number";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description `{page}` is the number of the page, `{pages}` the number of pages of the document.
             * @default Page {page} of {pages}
             */
            format?: string;
            /** @description The number of the first of these pages; its place in the document unless given. */
            start?: number;
            /**
             * @description A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.
             * @default bottom-center
             */
            at?: components["schemas"]["AtOrText"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            margin?: components["schemas"]["Length"];
            /**
             * @description Degrees, counter-clockwise.
             * @default 0
             */
            rotation?: number;
            /** @default 1 */
            opacity?: number;
            /**
             * @description Under or over the content of the page.
             * @default over
             * @enum {string}
             */
            layer?: "under" | "over";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt. */
            size?: components["schemas"]["LengthFrom1To1000"];
            /**
             * @description #1a73e8, #17e, or a basic name such as navy. For example `white`.
             * @default black
             */
            color?: string;
        };
        /** @description The JSON body, without `documents`. */
        ArrangeOptions: {
            /** @description Options of each document, in the order of the file parts. */
            documents?: components["schemas"]["ArrangeDocumentOptions"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description What is done, in this order. Page numbers are those of the document as the steps before leave it. */
            steps: components["schemas"]["ArrangeStep"][];
        };
        ArrangeRequest: {
            /** @description The PDFs in order, each as `data` or by `jobId`. */
            documents: components["schemas"]["ArrangeDocument"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description What is done, in this order. Page numbers are those of the document as the steps before leave it. */
            steps: components["schemas"]["ArrangeStep"][];
        };
        ArrangeResize: {
            /** @constant */
            do: "resize";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description A named size, or width and height. */
            size: components["schemas"]["SizeOrText"];
            /**
             * @description How the content fills the new page, from its middle; `none` leaves the content its size.
             * @default contain
             * @enum {string}
             */
            fit?: "contain" | "cover" | "stretch" | "none";
        };
        ArrangeReverse: {
            /** @constant */
            do: "reverse";
        };
        ArrangeRotate: {
            /** @constant */
            do: "rotate";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Degrees clockwise, added to the rotation of the page: a multiple of 90. */
            by: number;
        };
        ArrangeSelect: {
            /** @constant */
            do: "select";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages: string;
        };
        ArrangeStamp: {
            /** @constant */
            do: "stamp";
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Lines of text. */
            text?: string;
            /** @description HTML, as wide as `width`, or as its content. */
            html?: string;
            /** @description Base64 or a data URI; in a multipart request also a file `part`. */
            image?: components["schemas"]["ArrangeImageOrText"];
            /**
             * @description A place on the page as it is shown, or {x, y}: the top-left corner of the mark, from that of the page.
             * @default center
             */
            at?: components["schemas"]["AtOrText"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            margin?: components["schemas"]["Length"];
            /**
             * @description Degrees, counter-clockwise.
             * @default 0
             */
            rotation?: number;
            /** @default 1 */
            opacity?: number;
            /**
             * @description Under or over the content of the page.
             * @default over
             * @enum {string}
             */
            layer?: "under" | "over";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 1000 pt. */
            size?: components["schemas"]["LengthFrom1To1000"];
            /**
             * @description #1a73e8, #17e, or a basic name such as navy. For example `white`.
             * @default black
             */
            color?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width?: components["schemas"]["LengthFrom1To14400"];
        };
        ArrangeStep: components["schemas"]["ArrangeSelect"] | components["schemas"]["ArrangeRotate"] | components["schemas"]["ArrangeReverse"] | components["schemas"]["ArrangeBlank"] | components["schemas"]["ArrangeInsert"] | components["schemas"]["ArrangeCrop"] | components["schemas"]["ArrangeResize"] | components["schemas"]["ArrangeStamp"] | components["schemas"]["ArrangeNumber"] | components["schemas"]["ArrangeBates"] | components["schemas"]["ArrangeNUp"] | components["schemas"]["ArrangeBooklet"] | components["schemas"]["ArrangeMetadata"] | components["schemas"]["ArrangeBookmarks"] | components["schemas"]["ArrangeAttach"] | components["schemas"]["ArrangeDetach"] | components["schemas"]["ArrangeEncrypt"] | components["schemas"]["ArrangeFlatten"] | components["schemas"]["ArrangeDecrypt"];
        ArrangeStep2: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "arrange";
            input: components["schemas"]["ArrangeStepInput"];
        };
        ArrangeStepDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description The file part of a multipart request that is the document. */
            part?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
        };
        ArrangeStepDocument2: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document unless given. */
            title?: string;
            /** @description The number of an earlier step, from 0, whose document it is. */
            step?: number;
        };
        ArrangeStepInnerDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description The file part of a multipart request that is the document. */
            part?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description The number of an earlier step, from 0, whose document it is. */
            step?: number;
        };
        ArrangeStepInput: {
            /** @description The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it. */
            documents: components["schemas"]["ArrangeStepDocument2"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description What is done, in this order. Page numbers are those of the document as the steps before leave it. */
            steps: components["schemas"]["PipeInputStep"][];
        };
        At: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            x: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            y: components["schemas"]["Offset"];
        };
        AtOrText: components["schemas"]["At"] | ("top-left" | "top-center" | "top-right" | "center-left" | "center" | "center-right" | "bottom-left" | "bottom-center" | "bottom-right");
        Attachment: {
            /** @description The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a warning. For example `factur-x.xml`. */
            name: string;
            /** @description Base64 or a data URI. */
            data: string | Bytes;
            /** @description The media type; by the extension of the name unless given. */
            contentType?: string;
            description?: string;
            /**
             * @description What the file is to the document (AFRelationship): Unspecified unless given; of an invoice Alternative, or Data where its profile is not a whole invoice.
             * @enum {string}
             */
            relationship?: "Source" | "Data" | "Alternative" | "Supplement" | "Unspecified";
            /** @description The file is the XML of an invoice by Factur-X or ZUGFeRD (CrossIndustryInvoice), of this profile; its XMP states the same. */
            facturX?: components["schemas"]["FacturX"];
        };
        Box: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            x: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            y: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0.01 to 14400 pt. */
            width: components["schemas"]["LengthFrom0Point01To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0.01 to 14400 pt. */
            height: components["schemas"]["LengthFrom0Point01To14400"];
        };
        /** @description What this deployment really offers. */
        Capabilities: {
            service: components["schemas"]["CapabilitiesService"];
            /** @description The tiers of the installed editions. */
            tiers: ("core" | "pro" | "enterprise")[];
            tools: components["schemas"]["CapabilitiesTool"][];
            /** @description The names that `operations[].op` of a render may have. */
            operations: string[];
            templates: components["schemas"]["CapabilitiesTemplate"][];
            fonts: components["schemas"]["CapabilitiesFont"][];
            sessions: components["schemas"]["CapabilitiesSessions"];
            /** @description What this key may do. */
            limits: components["schemas"]["CapabilitiesLimits"];
        };
        CapabilitiesFont: {
            name: string;
        };
        CapabilitiesLimits: {
            payloadBytes: number;
            requestsPerMinute: number;
            requestTimeoutSeconds: number;
            maxPages: number;
        };
        CapabilitiesService: {
            name: string;
            version: string;
            chromium: string;
        };
        CapabilitiesSessions: {
            enabled: boolean;
        };
        CapabilitiesTemplate: {
            name: string;
            description: string;
        };
        CapabilitiesTool: {
            name: string;
            /** @enum {string} */
            tier: "core" | "pro" | "enterprise";
            path: string;
            /** @description It needs the approval of a human. */
            approval: boolean;
            /** @description It can run as a job. */
            async: boolean;
            /** @description The key of this request may use it. */
            usable: boolean;
        };
        Captions: {
            /** @description What the number stands in: `{n}` is the number. Unless given, "Figure {n}" in the language of the document. Empty: these captions have no number. */
            figure?: string;
            /** @description What the number stands in: `{n}` is the number. Unless given, "Table {n}" in the language of the document. Empty: these captions have no number. */
            table?: string;
            /**
             * @description `document` (default): figures and tables are counted through the document, each by themselves. `chapter`: anew in each chapter, with its number before ("2.1"). A chapter begins with each heading of level 1, or of the highest level that `numbering` numbers.
             * @enum {string}
             */
            by?: "document" | "chapter";
        };
        Carry: {
            /** @description Keys of columns of numbers; the first column has the label, and cannot be one of them. */
            columns: string[];
            /** @description Label of the last line of a page on which the table goes on, in the first column; by the language of the operation unless given. */
            forward?: string;
            /** @description Label of the first line of the page after it, in the first column; by the language of the operation unless given. */
            brought?: string;
        };
        Cell: {
            text?: components["schemas"]["CellText"];
            html?: string;
            /** @description The values of a small line in the cell. */
            sparkline?: number[];
            colspan?: number;
            rowspan?: number;
            /** @enum {string} */
            align?: "left" | "center" | "right";
            background?: string;
            /** @description Footnotes of the text of the cell; unless given, `[^1]` calls those of the table. At most 10000 items. */
            footnotes?: components["schemas"]["Footnote"][];
        };
        CellOrValue: string | number | boolean | null | components["schemas"]["Cell"];
        CellText: string | number | boolean | null;
        Chain: string | string[];
        CheckAccessibilityAnswer: {
            /** @enum {string} */
            standard: "PDF/UA-1" | "PDF/UA-2" | "WCAG-2.2";
            /** @description No machine check failed. That does not make a document accessible: see `humanChecks`. */
            machineChecksPassed: boolean;
            summary: components["schemas"]["CheckAccessibilitySummary"];
            checks: components["schemas"]["CheckAccessibilityCheck"][];
            /** @description What a person has to judge. */
            humanChecks: components["schemas"]["CheckAccessibilityHumanCheck"][];
        };
        CheckAccessibilityBox: {
            x: number;
            y: number;
            width: number;
            height: number;
        };
        CheckAccessibilityCheck: {
            id: string;
            /** @description Of the standard; the success criterion of WCAG. */
            clause: string;
            /** @description Failure condition of the Matterhorn Protocol. */
            matterhorn: string | null;
            /** @enum {string} */
            status: "passed" | "failed" | "needs-human";
            /** @description Where it failed: the first hundred places of each rule. */
            occurrences: components["schemas"]["Occurrence"][];
        };
        CheckAccessibilityHumanCheck: {
            id: string;
            /** @description Of the standard; the success criterion of WCAG. */
            clause: string;
            /** @description Failure condition of the Matterhorn Protocol. */
            matterhorn: string | null;
            /** @description The fault to look for, as a sentence. */
            question: string;
            /** @description What to look at. */
            look: string;
            /** @description Where: the first fifty. */
            places: components["schemas"]["CheckAccessibilityPlace"][];
        };
        CheckAccessibilityJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "check-accessibility";
            input: components["schemas"]["CheckAccessibilityRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        CheckAccessibilityOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them.
             * @default PDF/UA-1
             * @enum {string}
             */
            standard?: "PDF/UA-1" | "PDF/UA-2" | "WCAG-2.2";
        };
        CheckAccessibilityPlace: {
            page: number | null;
            /** @description Number of the indirect object. */
            object: number | null;
            box: components["schemas"]["CheckAccessibilityBox"] | null;
        };
        CheckAccessibilityRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them.
             * @default PDF/UA-1
             * @enum {string}
             */
            standard?: "PDF/UA-1" | "PDF/UA-2" | "WCAG-2.2";
        };
        CheckAccessibilityStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "check-accessibility";
            input: components["schemas"]["CheckAccessibilityStepInput"];
        };
        CheckAccessibilityStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them.
             * @default PDF/UA-1
             * @enum {string}
             */
            standard?: "PDF/UA-1" | "PDF/UA-2" | "WCAG-2.2";
        };
        CheckAccessibilitySummary: {
            passed: number;
            failed: number;
            needsHuman: number;
            statement: string;
        };
        Column: {
            /** @description The field of row objects, or the CSV heading; the header unless given. */
            key?: string;
            header?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            width?: components["schemas"]["Length"];
            /**
             * @description Right for numbers, else left, unless given; `decimal` sets the decimal points of numbers below each other.
             * @enum {string}
             */
            align?: "left" | "center" | "right" | "decimal";
            /** @description `number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`, `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default), `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is no number or no RFC 3339 date stays as it is. */
            format?: string;
            /** @description A text, or one of sum, avg, count, min, max over the column; with `groupBy` also a subtotal of each group. Except under `count`, each cell is empty or a number: a JSON number, or a text that is one, also as the language of the operation writes it ("1,234.50" in English). */
            footer?: string;
        };
        ColumnOperation: components["schemas"]["AddText"] | components["schemas"]["AddHeading"] | components["schemas"]["AddMarkdown"] | components["schemas"]["AddList"] | components["schemas"]["AddCode"] | components["schemas"]["AddMath"] | components["schemas"]["AddTable"] | components["schemas"]["AddImage"] | components["schemas"]["AddChart"] | components["schemas"]["AddBarcode"] | components["schemas"]["AddHtml"] | components["schemas"]["AddTemplate"] | components["schemas"]["AddSpacer"] | components["schemas"]["AddDivider"] | components["schemas"]["AddColumns"] | components["schemas"]["AddToc"] | components["schemas"]["AddIndex"] | components["schemas"]["SetFont"] | components["schemas"]["AddFormField"];
        ColumnOrText: components["schemas"]["Column"] | string;
        CompareAnnotation: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            before: components["schemas"]["CompareAnnotationBefore"] | null;
            after: components["schemas"]["CompareAnnotationBefore"] | null;
        };
        CompareAnnotationBefore: {
            page: number;
            type: string;
            /** @description Points from the top-left corner of the page as it is shown. */
            box: components["schemas"]["CheckAccessibilityBox"];
            text: string | null;
            author: string | null;
            /** @description Where a link leads to; `#` for a place in the document. */
            target: string | null;
        };
        /** @description What differs between two documents. */
        CompareAnswer: {
            /** @description That the mode finds no difference. */
            equal: boolean;
            /** @description Pages of both documents in order, each with the one that it became. */
            pages: components["schemas"]["ComparePage"][];
            /** @description Without producer, dates and ids. `null` where the mode does not look at it. */
            metadata: components["schemas"]["CompareMetadata"][] | null;
            /** @description Fields of the form, by name. `null` where the mode does not look at it. */
            fields: components["schemas"]["CompareField"][] | null;
            /** @description Comments, marks and links of pages that both documents have. `null` where the mode does not look at it. */
            annotations: components["schemas"]["CompareAnnotation"][] | null;
            attachments?: components["schemas"]["CompareAttachment"][];
            /** @description The validity of signatures is not checked here. */
            signatures?: components["schemas"]["CompareSignature"][];
            fonts?: components["schemas"]["CompareFont"][];
        };
        CompareAttachment: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            name: string;
            before: components["schemas"]["CompareAttachmentBefore"] | null;
            after: components["schemas"]["CompareAttachmentBefore"] | null;
        };
        CompareAttachmentBefore: {
            bytes: number;
            sha256: string;
        };
        CompareChange: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "moved" | "changed";
            before: components["schemas"]["CompareChangeBefore"] | null;
            after: components["schemas"]["CompareChangeBefore"] | null;
        };
        CompareChangeBefore: {
            page: number;
            text: string;
            /** @description Points from the top-left corner of the page as it is shown. */
            box: components["schemas"]["CheckAccessibilityBox"];
        };
        CompareDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
        };
        CompareDocumentOptions: {
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
        };
        CompareField: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            name: string;
            before: components["schemas"]["CompareFieldBefore"] | null;
            after: components["schemas"]["CompareFieldBefore"] | null;
        };
        CompareFieldBefore: {
            kind: string;
            value: unknown;
            default: unknown;
            options: unknown[];
            required: boolean;
            readOnly: boolean;
            multiline: boolean;
            comb: boolean;
            maxLength: number | null;
            page: number | null;
        };
        CompareFont: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            name: string;
        };
        CompareIgnore: components["schemas"]["Box"] | components["schemas"]["CompareIgnoreEntry"];
        CompareIgnoreEntry: {
            /** @description 1-based, of either document; every page where it is left out. */
            page?: number;
            /** @description From the top-left corner of the page as it is shown. Points, or with a unit. */
            box: components["schemas"]["Box"];
        };
        CompareJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "compare";
            input: components["schemas"]["CompareRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        CompareMetadata: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            name: string;
            before: string | null;
            after: string | null;
        };
        /** @description The JSON body, without `documents`. */
        CompareOptions: {
            /** @description Options of each document, in the order of the file parts. */
            documents?: components["schemas"]["CompareDocumentOptions"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description What is compared: words, the look of pages, data other than pages (metadata, fields, annotations, attachments, signatures, fonts), or all of it.
             * @default all
             * @enum {string}
             */
            mode?: "text" | "visual" | "structure" | "all";
            /**
             * @description The colour distance, of the largest there is, up to which two pixels are the same.
             * @default 0.1
             */
            tolerance?: number;
            /** @description Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless given. */
            ignore?: components["schemas"]["CompareIgnore"][];
        };
        ComparePage: {
            /** @description The page of the earlier document; `null` for one that was inserted. */
            before: number | null;
            /** @description The page of the later document; `null` for one that was removed. */
            after: number | null;
            /** @description Runs of words; none of a page that came or went as a whole. A run is listed where it is, or else where it was. */
            changes: components["schemas"]["CompareChange"][];
            /** @description Share of the pixels that differ; `null` where there is nothing to lay it over, or nobody looked. */
            visualDifference: number | null;
        };
        CompareRequest: {
            /** @description The document as it was, and as it is. */
            documents: components["schemas"]["CompareDocument"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description What is compared: words, the look of pages, data other than pages (metadata, fields, annotations, attachments, signatures, fonts), or all of it.
             * @default all
             * @enum {string}
             */
            mode?: "text" | "visual" | "structure" | "all";
            /**
             * @description The colour distance, of the largest there is, up to which two pixels are the same.
             * @default 0.1
             */
            tolerance?: number;
            /** @description Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless given. */
            ignore?: components["schemas"]["CompareIgnore"][];
        };
        CompareSignature: {
            /** @enum {string} */
            kind: "inserted" | "deleted" | "changed";
            field: string;
            before: components["schemas"]["CompareSignatureBefore"] | null;
            after: components["schemas"]["CompareSignatureBefore"] | null;
        };
        CompareSignatureBefore: {
            format: string | null;
            name: string | null;
            reason: string | null;
            sha256: string;
        };
        CompareStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "compare";
            input: components["schemas"]["CompareStepInput"];
        };
        CompareStepDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description The number of an earlier step, from 0, whose document it is. */
            step?: number;
        };
        CompareStepInput: {
            /** @description The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it. */
            documents: components["schemas"]["CompareStepDocument"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description What is compared: words, the look of pages, data other than pages (metadata, fields, annotations, attachments, signatures, fonts), or all of it.
             * @default all
             * @enum {string}
             */
            mode?: "text" | "visual" | "structure" | "all";
            /**
             * @description The colour distance, of the largest there is, up to which two pixels are the same.
             * @default 0.1
             */
            tolerance?: number;
            /** @description Where neither words nor pixels count: boxes, each for every page, or `{page, box}`. None unless given. */
            ignore?: components["schemas"]["CompareIgnore"][];
        };
        ComplianceCheckAnswer: {
            /** @description The standards that the document claims in its metadata, also those that do not exist. */
            claims: string[];
            /** @description Why there is no result: the document claims nothing, claims an unknown standard, or is damaged beyond reading, and the request names no `standards`. */
            notice?: string;
            /** @description One for each standard, in the order of `standards`, or of the claims where the request names none. */
            results: components["schemas"]["ComplianceCheckResult"][];
        };
        ComplianceCheckFailure: {
            /** @description Of the standard: `6.2.4.3`. */
            clause: string;
            /** @description Which requirement of the clause. */
            test: number;
            /** @description What is wrong, as a sentence. */
            message: string;
            /** @description Where: the first hundred places. */
            occurrences: components["schemas"]["Occurrence"][];
        };
        ComplianceCheckJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "compliance-check";
            input: components["schemas"]["ComplianceCheckRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        ComplianceCheckOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`. */
            standards?: ("PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4e" | "PDF/A-4f" | "PDF/UA-1" | "1b" | "1a" | "2b" | "2u" | "2a" | "3b" | "3u" | "3a" | "4" | "4e" | "4f")[];
        };
        ComplianceCheckRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`. */
            standards?: ("PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4e" | "PDF/A-4f" | "PDF/UA-1" | "1b" | "1a" | "2b" | "2u" | "2a" | "3b" | "3u" | "3a" | "4" | "4e" | "4f")[];
        };
        ComplianceCheckResult: {
            /** @enum {string} */
            standard: "PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4e" | "PDF/A-4f" | "PDF/UA-1" | "PDF/UA-2";
            compliant: boolean;
            /** @description The document claims conformance. */
            claimed: boolean;
            failures: components["schemas"]["ComplianceCheckFailure"][];
        };
        ComplianceCheckStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "compliance-check";
            input: components["schemas"]["ComplianceCheckStepInput"];
        };
        ComplianceCheckStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`. */
            standards?: ("PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4e" | "PDF/A-4f" | "PDF/UA-1" | "1b" | "1a" | "2b" | "2u" | "2a" | "3b" | "3u" | "3a" | "4" | "4e" | "4f")[];
        };
        /** @enum {string} */
        ConformanceLevel: "PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4f" | "PDF/UA-1";
        Document: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
        };
        /** @description A finished document, and the report of the tool. */
        DocumentAnswer: {
            document: components["schemas"]["FinishedDocument"];
            /** @description The report of the tool about its work. */
            report: components["schemas"]["Report"];
        };
        DocumentFont: {
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            family: string;
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description Base64 or a data URI. */
            data: string | Bytes;
        };
        DocumentOptions: {
            /** @description A named size, or width and height. */
            size?: components["schemas"]["SizeOrText"];
            /** @enum {string} */
            orientation?: "portrait" | "landscape";
            /** @description One length for the four sides, or {top, right, bottom, left}. */
            margin?: components["schemas"]["AddPageMargin"];
            /** @description A CSS colour, or the name of an asset that fills the page. */
            background?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 72 pt. */
            bleed?: components["schemas"]["LengthFrom0To72"];
            /** @description Marks for printers, outside of the bleed: where the page is trimmed, and whether colours register. */
            marks?: ("crop" | "registration")[];
            /** @description Scale of the content. */
            scale?: number;
            /**
             * @description The CSS media type.
             * @enum {string}
             */
            media?: "print" | "screen";
            /** @description One page as tall as the content. */
            singlePage?: boolean;
            /**
             * @description `virtual` (default): scripts and animations run ahead of real time, and the print follows when nothing moves any more. `real`: they have real time, and the print does not wait for them.
             * @enum {string}
             */
            clock?: "virtual" | "real";
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            title?: string;
            metadata?: components["schemas"]["Metadata"];
            /** @description CSS for the whole document. */
            css?: string;
            /**
             * @description `none` leaves content in the flow with the look that browsers give it; unless given, `house`: the look of the service.
             * @enum {string}
             */
            style?: "house" | "none";
            /** @description Numbers the headings of the content: `true`, or an object for other levels, another start or style. The text, tables of contents, the outline and `{section}` have the same numbers. */
            numbering?: components["schemas"]["NumberingOrValue"];
            /** @description Numbers the captions of figures and tables: `caption` of operations, and `<figcaption>` and `<caption>` of HTML and templates. Lists of figures and tables (`add_toc`) and references have the same numbers. */
            captions?: components["schemas"]["Captions"];
            /** @description How footnotes are numbered: 1, 2, 3 through the document unless given. */
            footnotes?: components["schemas"]["Footnotes"];
            /**
             * @description Space in the cells of tables, and between headings, paragraphs, list items and other blocks; `normal` unless given. A table may have a `density` of its own.
             * @enum {string}
             */
            density?: "compact" | "normal" | "wide";
            /** @description Colours of the series and slices of charts, in order; after the last one they begin again. */
            palette?: string[];
            /** @description Files that HTML, CSS, templates and images refer to by these relative names, for example `images/logo.png` or `../fonts/text.woff2`. */
            assets?: {
                [key: string]: string | Bytes;
            };
            fonts?: components["schemas"]["DocumentFont"][];
            header?: components["schemas"]["FooterOrHeader"];
            footer?: components["schemas"]["FooterOrHeader"];
        };
        DocumentOrReport: components["schemas"]["DocumentAnswer"] | components["schemas"]["ReportAlone"];
        /** @description The finished documents in order, and the report of the tool. */
        DocumentsAnswer: {
            documents: components["schemas"]["FinishedPart"][];
            /** @description The report of the tool about its work. */
            report: components["schemas"]["Report"];
        };
        Encryption: {
            userPassword?: string;
            ownerPassword?: string;
            permissions?: ("print" | "modify" | "copy" | "annotate" | "fill" | "accessibility" | "assemble" | "print-high")[];
        };
        /** @description The text of the pages, and the metadata of the document. */
        ExtractTextAnswer: {
            pages: components["schemas"]["ExtractTextPage"][];
            metadata: components["schemas"]["ExtractTextMetadata"];
            /** @description Where `structure` was requested: the content of the tags, in their order. */
            structure?: components["schemas"]["ExtractTextStructure"];
            /** @description What the reader of the text should know. */
            warnings: components["schemas"]["ExtractTextWarning"][];
        };
        ExtractTextBlock: {
            text: string;
            /** @description Points from the top-left corner of the page as it is shown. */
            box: components["schemas"]["CheckAccessibilityBox"];
            /** @description The font of most of its characters. */
            font: string;
            /** @description Points, as shown. */
            size: number;
            /** @description BCP 47. */
            lang: string | null;
            /** @description Standard structure type, or `Artifact`; `null` where the text is not tagged. */
            role: string | null;
            /**
             * @description Why nobody sees it.
             * @enum {string}
             */
            hidden?: "invisible" | "off-page" | "clipped" | "covered" | "layer-off";
        };
        ExtractTextHeading: {
            level: number;
            text: string;
            page: number;
        };
        ExtractTextJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "extract-text";
            input: components["schemas"]["ExtractTextRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        ExtractTextList: {
            page: number;
            items: string[];
        };
        ExtractTextMetadata: {
            title: string | null;
            author: string | null;
            subject: string | null;
            keywords: string | null;
            creator: string | null;
            producer: string | null;
            created: string | null;
            modified: string | null;
            lang: string | null;
            /** @description Pages of the document, not of the extract. */
            pages: number;
            tagged: boolean;
            encrypted: boolean;
        };
        /** @description The JSON body, without `document`. */
        ExtractTextOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description The order of the text: as it is read, as it is placed on the page, or as the file draws it.
             * @default reading
             * @enum {string}
             */
            layout?: "reading" | "physical" | "raw";
            /**
             * @description What `blocks` of a page are; `page` leaves them out.
             * @default page
             * @enum {string}
             */
            granularity?: "page" | "block" | "line" | "word";
            /**
             * @description Adds the headings, lists and tables of a tagged document.
             * @default false
             */
            structure?: boolean;
            /**
             * @description Adds invisible text to `text`; `blocks` always contains and marks it.
             * @enum {string}
             */
            hidden?: "include";
        };
        ExtractTextPage: {
            number: number;
            width: number;
            height: number;
            text: string;
            /** @description The blocks, lines or words, by `granularity`. */
            blocks?: components["schemas"]["ExtractTextBlock"][];
        };
        ExtractTextRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description The order of the text: as it is read, as it is placed on the page, or as the file draws it.
             * @default reading
             * @enum {string}
             */
            layout?: "reading" | "physical" | "raw";
            /**
             * @description What `blocks` of a page are; `page` leaves them out.
             * @default page
             * @enum {string}
             */
            granularity?: "page" | "block" | "line" | "word";
            /**
             * @description Adds the headings, lists and tables of a tagged document.
             * @default false
             */
            structure?: boolean;
            /**
             * @description Adds invisible text to `text`; `blocks` always contains and marks it.
             * @enum {string}
             */
            hidden?: "include";
        };
        ExtractTextStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "extract-text";
            input: components["schemas"]["ExtractTextStepInput"];
        };
        ExtractTextStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /**
             * @description The order of the text: as it is read, as it is placed on the page, or as the file draws it.
             * @default reading
             * @enum {string}
             */
            layout?: "reading" | "physical" | "raw";
            /**
             * @description What `blocks` of a page are; `page` leaves them out.
             * @default page
             * @enum {string}
             */
            granularity?: "page" | "block" | "line" | "word";
            /**
             * @description Adds the headings, lists and tables of a tagged document.
             * @default false
             */
            structure?: boolean;
            /**
             * @description Adds invisible text to `text`; `blocks` always contains and marks it.
             * @enum {string}
             */
            hidden?: "include";
        };
        ExtractTextStructure: {
            headings: components["schemas"]["ExtractTextHeading"][];
            lists: components["schemas"]["ExtractTextList"][];
            tables: components["schemas"]["ExtractTextTable"][];
        };
        ExtractTextTable: {
            page: number;
            rows: string[][];
        };
        ExtractTextWarning: {
            /** @enum {string} */
            code: "page-broken" | "scan" | "hidden-invisible" | "hidden-off-page" | "hidden-clipped" | "hidden-covered" | "hidden-layer-off";
            message: string;
        };
        FacturX: {
            /** @enum {string} */
            profile: "MINIMUM" | "BASIC WL" | "BASIC" | "EN 16931" | "EXTENDED" | "XRECHNUNG";
        };
        FillFormFields: string | number | boolean | string[] | null;
        FillFormJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "fill-form";
            input: components["schemas"]["FillFormRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        FillFormOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its label; a list that takes several an array of them; `null` empties a field. At most 50000 entries. */
            fields?: {
                [key: string]: components["schemas"]["FillFormFields"];
            };
            /**
             * @description Makes what the fields look like content of their pages, and takes the form away.
             * @default false
             */
            flatten?: boolean;
            /**
             * @description Refuses names that the form does not have (422); otherwise `report` lists them.
             * @default true
             */
            strict?: boolean;
            /**
             * @description Answers the fields of the form, and changes nothing.
             * @enum {string}
             */
            export?: "fields";
            /**
             * @description Changes a signed document even where its signatures do not stay valid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        FillFormRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its label; a list that takes several an array of them; `null` empties a field. At most 50000 entries. */
            fields?: {
                [key: string]: components["schemas"]["FillFormFields"];
            };
            /**
             * @description Makes what the fields look like content of their pages, and takes the form away.
             * @default false
             */
            flatten?: boolean;
            /**
             * @description Refuses names that the form does not have (422); otherwise `report` lists them.
             * @default true
             */
            strict?: boolean;
            /**
             * @description Answers the fields of the form, and changes nothing.
             * @enum {string}
             */
            export?: "fields";
            /**
             * @description Changes a signed document even where its signatures do not stay valid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        FillFormStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "fill-form";
            input: components["schemas"]["FillFormStepInput"];
        };
        FillFormStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Values by the full names of fields. A text takes a text or a number; a checkbox `true`, `false`, the name of its state or its label; radio buttons, combo boxes and lists what an option exports, or its label; a list that takes several an array of them; `null` empties a field. At most 50000 entries. */
            fields?: {
                [key: string]: components["schemas"]["FillFormFields"];
            };
            /**
             * @description Makes what the fields look like content of their pages, and takes the form away.
             * @default false
             */
            flatten?: boolean;
            /**
             * @description Refuses names that the form does not have (422); otherwise `report` lists them.
             * @default true
             */
            strict?: boolean;
            /**
             * @description Answers the fields of the form, and changes nothing.
             * @enum {string}
             */
            export?: "fields";
            /**
             * @description Changes a signed document even where its signatures do not stay valid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        FinishedDocument: {
            /** @constant */
            contentType: "application/pdf";
            /** @description The document. */
            data: string;
            pages: number;
            /** @description The length of the document. */
            bytes: number;
            /** @description The SHA-256 of the document. */
            sha256: string;
        };
        FinishedImage: {
            /** @enum {string} */
            contentType: "image/png" | "image/jpeg" | "image/webp";
            /** @description The page that it shows. */
            page?: number;
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
            /** @description A name that is safe and unique, as in the archive. */
            filename: string;
            /** @description The length of the image. */
            bytes: number;
            /** @description The SHA-256 of the image. */
            sha256: string;
            /** @description The image. */
            data: string;
        };
        FinishedPart: {
            /** @description A name that is safe and unique, as in the archive. */
            filename: string;
            /** @description The document. */
            data: string;
            pages: number;
            /** @description The length of the document. */
            bytes: number;
            /** @description The SHA-256 of the document. */
            sha256: string;
        };
        Font: {
            /** @description PostScript name. */
            name: string;
            family: string;
            style: string;
            /**
             * @description Who brought it.
             * @enum {string}
             */
            source: "request" | "operator" | "bundled" | "system";
            /** @description Its part of all characters. */
            share: number;
            /** @description Page range, for example "1-3,7". */
            pages: string;
        };
        FooterOrHeader: {
            /** @description HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            html?: string;
            /** @description One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            text?: string;
            left?: string;
            center?: string;
            right?: string;
            /**
             * @description The pages that it is printed on; the default is `all`. `first` (the first page of the document, or of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and `all`.
             * @enum {string}
             */
            on?: "all" | "first" | "odd" | "even" | "not-first";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height?: components["schemas"]["Length"];
        };
        Footnote: {
            text: string;
        };
        Footnotes: {
            /**
             * @description The numbers begin anew with each page, or with each section: a heading of level 1.
             * @default document
             * @enum {string}
             */
            numbering?: "document" | "page" | "section";
            /**
             * @description `symbols` are * † ‡ § ‖ ¶, then the same twice.
             * @default decimal
             * @enum {string}
             */
            style?: "decimal" | "roman" | "ROMAN" | "alpha" | "ALPHA" | "symbols";
        };
        ForensicAnalyzeAnswer: {
            /** @enum {string} */
            verdict: "clean" | "notable" | "suspicious" | "tampered";
            risk: number;
            revisions: components["schemas"]["ForensicAnalyzeRevision"][];
            signatures: components["schemas"]["ForensicAnalyzeSignature"][];
            /** @description The gravest first. */
            findings: components["schemas"]["ForensicAnalyzeFinding"][];
            metadata: components["schemas"]["ForensicAnalyzeMetadata"];
            recoverable: components["schemas"]["ForensicAnalyzeRecoverable"][];
        };
        ForensicAnalyzeChain: {
            name: string;
            validFrom: string;
            validTo: string;
        };
        ForensicAnalyzeChangesAfter: {
            /** @enum {string} */
            kind: "fill" | "sign" | "annotate" | "credential" | "validate" | "describe" | "tag" | "content";
            allowed: boolean;
            path: string;
            /** @description Number of the indirect object. */
            object: number | null;
            page: number | null;
            field: string | null;
        };
        ForensicAnalyzeCoverage: {
            /** @enum {string} */
            kind: "whole-file" | "whole-revision" | "partial" | "none";
            bytes: number;
            revision: number | null;
        };
        ForensicAnalyzeEvidence: {
            page: number | null;
            /** @description Number of the indirect object. */
            object: number | null;
            box: components["schemas"]["CheckAccessibilityBox"] | null;
            excerpt: string | null;
        };
        ForensicAnalyzeFinding: {
            /** @enum {string} */
            id: "revisions" | "revision-orphaned" | "revision-pages-changed" | "many-revisions" | "digest-mismatch" | "signature-invalid" | "byte-range-malformed" | "byte-range-wrapped" | "byte-range-partial" | "signature-hollow" | "changes-not-judged" | "signature-borrowed" | "signature-over-text" | "ambiguous-after-signature" | "signature-removed" | "signed-content-changed" | "certification-violated" | "locked-field-changed" | "signed-picture-differs" | "signed-text-covered" | "unlisted-after-signature" | "signed-objects-unused" | "field-look-differs" | "button-look-exchanged" | "field-turned" | "annotation-after-signature" | "updated-after-signature" | "signature-unverified" | "signature-weak" | "certificate-not-in-time" | "signature-deviates" | "usage-rights" | "script-on-open" | "script" | "script-dangerous" | "launch" | "submit-form" | "import-data" | "remote-goto" | "network-path" | "uri" | "uri-odd" | "multimedia" | "xfa" | "external-stream" | "layer-action" | "other-action" | "attachment" | "attachment-program" | "attachment-web-page" | "attachment-disguised" | "attachment-pdf" | "attachment-pdf-alarming" | "text-invisible" | "text-recognised" | "annotation-hidden" | "text-off-page" | "text-clipped" | "text-covered" | "text-under-image" | "text-layer-off" | "text-same-colour" | "text-tiny" | "text-under-box" | "redaction-pending" | "info-xmp-differ" | "dates-reversed" | "date-in-future" | "signed-before-created" | "producer-changed" | "producer-unlike" | "location" | "camera" | "editing-history" | "thumbnail" | "private-data" | "identifier-changed" | "bytes-before-header" | "polyglot" | "bytes-after-end" | "bytes-between" | "objects-after-end" | "object-defined-twice" | "entry-twice" | "damaged" | "objects-unused" | "pages-unused" | "linearized" | "hybrid" | "encrypted" | "not-read-whole" | "text-recoverable" | "text-in-unused" | "pages-recoverable" | "page-count-differs" | "text-differs" | "reader-refuses";
            /** @enum {string} */
            category: "revision" | "signature" | "active-content" | "hidden-content" | "failed-redaction" | "metadata" | "embedded-file" | "structure" | "recoverable" | "parser-difference";
            /** @enum {string} */
            severity: "info" | "low" | "medium" | "high" | "critical";
            title: string;
            evidence: components["schemas"]["ForensicAnalyzeEvidence"];
            /** @description The significance for the document. */
            meaning: string;
        };
        ForensicAnalyzeIds: {
            first: string | null;
            second: string | null;
        };
        ForensicAnalyzeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "forensic-analyze";
            input: components["schemas"]["ForensicAnalyzeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        ForensicAnalyzeMetadata: {
            info: {
                [key: string]: string;
            };
            xmp: {
                [key: string]: string;
            };
            ids: components["schemas"]["ForensicAnalyzeIds"];
            producers: string[];
            version: string;
        };
        ForensicAnalyzeObject: {
            object: number;
            /** @enum {string} */
            change: "added" | "changed" | "removed";
            kind: string;
        };
        /** @description The JSON body, without `document`. */
        ForensicAnalyzeOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Categories of findings that are looked for; all where it is left out. */
            checks?: ("revision" | "signature" | "active-content" | "hidden-content" | "failed-redaction" | "metadata" | "embedded-file" | "structure" | "recoverable" | "parser-difference")[];
            /**
             * @description `quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more versions and pages, and attached PDFs within attached PDFs.
             * @default standard
             * @enum {string}
             */
            depth?: "quick" | "standard" | "deep";
        };
        ForensicAnalyzePage: {
            page: number;
            /** @enum {string} */
            change: "added" | "changed" | "removed";
            /** @description Share of its pixels that differ; null where they were not compared. */
            difference: number | null;
        };
        ForensicAnalyzeRecoverable: {
            /** @enum {string} */
            kind: "page" | "text" | "object";
            revision: number | null;
            page: number | null;
            /** @description Number of the indirect object. */
            object: number | null;
            excerpt: string;
        };
        ForensicAnalyzeRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Categories of findings that are looked for; all where it is left out. */
            checks?: ("revision" | "signature" | "active-content" | "hidden-content" | "failed-redaction" | "metadata" | "embedded-file" | "structure" | "recoverable" | "parser-difference")[];
            /**
             * @description `quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more versions and pages, and attached PDFs within attached PDFs.
             * @default standard
             * @enum {string}
             */
            depth?: "quick" | "standard" | "deep";
        };
        ForensicAnalyzeRevision: {
            /** @description From 1, the oldest. */
            number: number;
            /** @description Length of the file as of this version. */
            bytes: number;
            /** @description The newest cross-reference goes back to it. */
            chained: boolean;
            /** @description Signature fields that cover the file as of this version. */
            signedBy: string[];
            /** @description Objects that it changed. */
            objectCount: number;
            /** @description The first five hundred of them. */
            objects: components["schemas"]["ForensicAnalyzeObject"][];
            pages: components["schemas"]["ForensicAnalyzePage"][];
        };
        ForensicAnalyzeSignature: {
            field: string;
            /** @enum {string} */
            kind: "approval" | "certification" | "timestamp";
            subFilter: string | null;
            /** @description As the signature states; not verified. */
            signedAt: string | null;
            /** @description As the certificate in the signature states. Whether that certificate is trusted was not checked. */
            signer: components["schemas"]["ForensicAnalyzeSigner"] | null;
            /** @description Of a certification: 1 permits no change, 2 filling in and signing forms, 3 also annotations. */
            permissions: number | null;
            coverage: components["schemas"]["ForensicAnalyzeCoverage"];
            /**
             * @description Whether it matches the bytes that it covers, and its certificate. It does not state trust.
             * @enum {string}
             */
            integrity: "intact" | "altered" | "unverified";
            changesAfter: components["schemas"]["ForensicAnalyzeChangesAfter"][];
            /** @description Everything after the signature was compared with the signed content. Only then an empty list proves no change. */
            changesJudged: boolean;
        };
        ForensicAnalyzeSigner: {
            name: string;
            issuer: string;
            selfSigned: boolean;
            validFrom: string;
            validTo: string;
            key: string;
            /** @description Who issued the certificate, and who issued that, as far as the signature has them; each link was checked. */
            chain: components["schemas"]["ForensicAnalyzeChain"][];
            /** @description The chain ends with a certificate that issued itself. */
            chainComplete: boolean;
        };
        ForensicAnalyzeStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "forensic-analyze";
            input: components["schemas"]["ForensicAnalyzeStepInput"];
        };
        ForensicAnalyzeStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description Categories of findings that are looked for; all where it is left out. */
            checks?: ("revision" | "signature" | "active-content" | "hidden-content" | "failed-redaction" | "metadata" | "embedded-file" | "structure" | "recoverable" | "parser-difference")[];
            /**
             * @description `quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more versions and pages, and attached PDFs within attached PDFs.
             * @default standard
             * @enum {string}
             */
            depth?: "quick" | "standard" | "deep";
        };
        GroupBy: {
            key: string;
            /**
             * @description Each group after the first begins on a new page.
             * @default false
             */
            newPage?: boolean;
        };
        GroupByOrText: components["schemas"]["GroupBy"] | string;
        /** @description The finished images in order, and the report of the tool. */
        ImagesAnswer: {
            images: components["schemas"]["FinishedImage"][];
            /** @description The report of the tool about its work. */
            report: components["schemas"]["Report"];
        };
        /** @description A job. Values that do not exist yet are `null`. */
        Job: {
            id: string;
            tool: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            progress: components["schemas"]["JobProgress"];
            /** @description How often it has been started; one more where a process or a browser ended under it: twice at most where processes end, three times at most in all. */
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** @description When its last run began. */
            startedAt: string | null;
            /** @description When it ended. */
            finishedAt: string | null;
            /** @description When the result is deleted; for a day after that the job answers 410. */
            expiresAt: string | null;
            /** @description Of a job that failed: why. `instance` is the id of the job. */
            error: components["schemas"]["Problem"] | null;
            /** @description Of a job that succeeded: the answer that `href` gives by default. */
            result: components["schemas"]["JobResult"] | null;
        };
        /** @description Jobs of the client, the newest first. */
        JobList: {
            jobs: components["schemas"]["Job"][];
            /** @description The `cursor` of the next page. `null` = this is the last one. */
            next: string | null;
        };
        JobOptions: {
            /** @enum {string} */
            tool: "render" | "extract-text" | "merge" | "split" | "arrange" | "rasterize" | "sign" | "fill-form" | "check-accessibility" | "redact" | "compare" | "optimize" | "ai-certify" | "compliance-check" | "forensic-analyze" | "pipe";
            input?: Record<string, never>;
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        JobProgress: {
            percent: number;
            /** @description While it runs: the stage that it is in, by the name that `Server-Timing` has for it. */
            stage: string | null;
        };
        JobResult: {
            contentType: string;
            bytes: number;
            sha256: string;
            href: string;
        };
        Length: number | string;
        LengthAbove0To10000: number | string;
        LengthFrom0Point01To14400: number | string;
        LengthFrom0Point1To20: number | string;
        LengthFrom0To100: number | string;
        LengthFrom0To400: number | string;
        LengthFrom0To72: number | string;
        LengthFrom10To2000: number | string;
        LengthFrom1To1000: number | string;
        LengthFrom1To14400: number | string;
        LengthFrom1To2000: number | string;
        LengthFrom20To14400: number | string;
        LengthFrom4To2000: number | string;
        LengthFrom4To72: number | string;
        LengthFrom60To2000: number | string;
        LengthFrom80To2000: number | string;
        ListItem: {
            text: string;
            items?: components["schemas"]["ListItemOrText"][];
        };
        ListItemOrText: string | components["schemas"]["ListItem"];
        Margin: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            top?: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            right?: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            bottom?: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            left?: components["schemas"]["Length"];
        };
        MergeDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document itself unless given, or the name of its file where it has none. */
            title?: string;
        };
        MergeDocumentOptions: {
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document itself unless given, or the name of its file where it has none. */
            title?: string;
        };
        MergeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "merge";
            input: components["schemas"]["MergeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `documents`. */
        MergeOptions: {
            /** @description Options of each document, in the order of the file parts. */
            documents?: components["schemas"]["MergeDocumentOptions"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description Replaces the metadata of the first document. */
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Leaves the result unencrypted where an input was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        MergeRequest: {
            /** @description The PDFs in order, each as `data` or by `jobId`. */
            documents: components["schemas"]["MergeDocument"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description Replaces the metadata of the first document. */
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Leaves the result unencrypted where an input was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        MergeStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "merge";
            input: components["schemas"]["MergeStepInput"];
        };
        MergeStepDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Opens this document, where it is encrypted. */
            password?: string;
            /** @description What its part of the outline is called with `perDocument`; the title of the document itself unless given, or the name of its file where it has none. */
            title?: string;
            /** @description The number of an earlier step, from 0, whose document it is. */
            step?: number;
        };
        MergeStepInput: {
            /** @description The PDFs in order, each as `data`, by `jobId`, or by the `step` that makes it. */
            documents: components["schemas"]["MergeStepDocument"][];
            /** @description Opens the encrypted documents that bring no password of their own. */
            password?: string;
            /**
             * @description The outlines one after the other, each below the title of its document, or none.
             * @default keep
             * @enum {string}
             */
            outline?: "keep" | "perDocument" | "none";
            /**
             * @description What becomes of form fields of one name: one field with one value, or `name` and `name#2`.
             * @default merge
             * @enum {string}
             */
            fields?: "merge" | "rename";
            /** @description Replaces the metadata of the first document. */
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Leaves the result unencrypted where an input was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        Metadata: {
            title?: string;
            author?: string;
            subject?: string;
            /** @description Up to 1000. */
            keywords?: string[];
            creator?: string;
            /** @description Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords, Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the service. */
            custom?: {
                [key: string]: string;
            };
        };
        Numbering: {
            /**
             * @description How many levels have numbers, counted from the highest level of the document.
             * @default 3
             */
            levels?: number;
            /**
             * @description The number of the first heading of the highest level.
             * @default 1
             */
            start?: number;
            /**
             * @description Style of the first part of a number; the parts after it are decimal: `II.1`, `B.3.2`.
             * @default decimal
             * @enum {string}
             */
            style?: "decimal" | "roman" | "ROMAN" | "alpha" | "ALPHA";
        };
        NumberingOrValue: components["schemas"]["Numbering"] | boolean;
        Occurrence: {
            page: number | null;
            /** @description Number of the indirect object. */
            object: number | null;
            box: components["schemas"]["CheckAccessibilityBox"] | null;
            /** @description The mistake at this place. */
            message: string;
            /** @description How it is mended. */
            fix: string;
        };
        Offset: number | string;
        OpenSessionRequest: {
            document?: components["schemas"]["DocumentOptions"];
            output?: components["schemas"]["OutputOptions"];
            /** @description How long the session lives unused: `90s`, `30m`, `24h`, or seconds; from 1 s to 24 h. The deployment has a default. */
            ttl?: components["schemas"]["OpenSessionTtl"];
        };
        OpenSessionTtl: string | number;
        OptimizeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "optimize";
            input: components["schemas"]["OptimizeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        OptimizeOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description `lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most.
             * @default lossless
             * @enum {string}
             */
            level?: "lossless" | "web" | "print" | "archive";
            /** @description The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level: 400, 300, 150. With `lossless` it makes pictures smaller too. */
            maxImagePpi?: number;
            /** @description The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses pictures too. */
            imageQuality?: number;
            /**
             * @description Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures. `report.left` lists colours that remain.
             * @default false
             */
            grayscale?: boolean;
            /** @description Whether glyphs that are not shown are removed from fonts. The default is true, and false with `archive`. */
            subsetFonts?: boolean;
            /**
             * @description Puts the objects of the first page first, so that a viewer shows it before it has received the rest.
             * @default false
             */
            linearize?: boolean;
            /**
             * @description Removes Info, XMP and private data of programs, but not the statement of conformance to a standard.
             * @default false
             */
            removeMetadata?: boolean;
            /**
             * @description Removes the thumbnails of pages.
             * @default false
             */
            removeThumbnails?: boolean;
            /**
             * @description Optimizes a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        OptimizeRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description `lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most.
             * @default lossless
             * @enum {string}
             */
            level?: "lossless" | "web" | "print" | "archive";
            /** @description The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level: 400, 300, 150. With `lossless` it makes pictures smaller too. */
            maxImagePpi?: number;
            /** @description The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses pictures too. */
            imageQuality?: number;
            /**
             * @description Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures. `report.left` lists colours that remain.
             * @default false
             */
            grayscale?: boolean;
            /** @description Whether glyphs that are not shown are removed from fonts. The default is true, and false with `archive`. */
            subsetFonts?: boolean;
            /**
             * @description Puts the objects of the first page first, so that a viewer shows it before it has received the rest.
             * @default false
             */
            linearize?: boolean;
            /**
             * @description Removes Info, XMP and private data of programs, but not the statement of conformance to a standard.
             * @default false
             */
            removeMetadata?: boolean;
            /**
             * @description Removes the thumbnails of pages.
             * @default false
             */
            removeThumbnails?: boolean;
            /**
             * @description Optimizes a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        OptimizeStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "optimize";
            input: components["schemas"]["OptimizeStepInput"];
        };
        OptimizeStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /**
             * @description `lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most.
             * @default lossless
             * @enum {string}
             */
            level?: "lossless" | "web" | "print" | "archive";
            /** @description The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level: 400, 300, 150. With `lossless` it makes pictures smaller too. */
            maxImagePpi?: number;
            /** @description The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses pictures too. */
            imageQuality?: number;
            /**
             * @description Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures. `report.left` lists colours that remain.
             * @default false
             */
            grayscale?: boolean;
            /** @description Whether glyphs that are not shown are removed from fonts. The default is true, and false with `archive`. */
            subsetFonts?: boolean;
            /**
             * @description Puts the objects of the first page first, so that a viewer shows it before it has received the rest.
             * @default false
             */
            linearize?: boolean;
            /**
             * @description Removes Info, XMP and private data of programs, but not the statement of conformance to a standard.
             * @default false
             */
            removeMetadata?: boolean;
            /**
             * @description Removes the thumbnails of pages.
             * @default false
             */
            removeThumbnails?: boolean;
            /**
             * @description Optimizes a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        OutputConformanceOrValue: components["schemas"]["ConformanceLevel"][] | components["schemas"]["ConformanceLevel"];
        OutputOptions: {
            /**
             * @description Tags for accessibility.
             * @default true
             */
            tagged?: boolean;
            /**
             * @description Bookmarks from the headings.
             * @default true
             */
            outline?: boolean;
            /** @default true */
            compress?: boolean;
            /** @description One standard, or several that go together, as `["PDF/A-3a", "PDF/UA-1"]`. What follows from the content is made to conform; what only its author knows (a text for a picture, a level of headings that was left out) is a 422 `conformance-not-reached` with each finding, its place and its correction. A document that claims conformance has been checked. */
            conformance?: components["schemas"]["OutputConformanceOrValue"];
            /**
             * @description HTML `<input>`, `<select>` and `<textarea>` become AcroForm fields, 20,000 in a document at most; else they are printed as pictures of what they show.
             * @default false
             */
            forms?: boolean;
            /** @description AES-256. */
            encryption?: components["schemas"]["Encryption"];
            /** @description Files in the PDF, as `add_attachment` has them. */
            attachments?: components["schemas"]["Attachment"][];
            /**
             * @description The same input gives the same bytes, so the document has no dates and takes neither `encryption`, whose salts are random, nor `{date}`. Scripts that read the clock or random numbers are yours to avoid.
             * @default false
             */
            deterministic?: boolean;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            maxPages?: number;
            /** @description For example `q3.pdf`. */
            filename?: string;
            failOn?: ("resource" | "console" | "font" | "glyph" | "font-missing" | "glyph-missing" | "overflow" | "resource-blocked" | "resource-failed" | "element-unsupported" | "link-broken" | "reference-unresolved" | "reference-unstable" | "placeholder-unknown" | "variable-unknown" | "css-ignored" | "html-as-text" | "diagram-as-code" | "console-error" | "image-without-alt" | "table-too-wide" | "carry-ignored" | "columns-too-wide" | "barcode-too-small" | "numbering-ignored" | "page-ignored" | "wait-ignored" | "encoding-guessed" | "still-moving" | "navigation-blocked" | "language-unknown" | "code-not-highlighted" | "background-left-out" | "attachment-renamed" | "field-renamed" | "field-not-placed")[];
        };
        /** @description What the route of the tool of the last step answers, and the report of each step. */
        PipeAnswer: {
            /** @description The reports in the order of the steps. That of a tool that reports is its whole answer. */
            reports: Record<string, never>[];
        } & {
            [key: string]: unknown;
        };
        PipeInputStep: components["schemas"]["ArrangeSelect"] | components["schemas"]["ArrangeRotate"] | components["schemas"]["ArrangeReverse"] | components["schemas"]["ArrangeBlank"] | components["schemas"]["ArrangeInsertInPipe"] | components["schemas"]["ArrangeCrop"] | components["schemas"]["ArrangeResize"] | components["schemas"]["ArrangeStamp"] | components["schemas"]["ArrangeNumber"] | components["schemas"]["ArrangeBates"] | components["schemas"]["ArrangeNUp"] | components["schemas"]["ArrangeBooklet"] | components["schemas"]["ArrangeMetadata"] | components["schemas"]["ArrangeBookmarks"] | components["schemas"]["ArrangeAttach"] | components["schemas"]["ArrangeDetach"] | components["schemas"]["ArrangeEncrypt"] | components["schemas"]["ArrangeFlatten"] | components["schemas"]["ArrangeDecrypt"];
        PipeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "pipe";
            input: components["schemas"]["PipeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        PipeOptions: {
            /** @description The steps in order. They count from 0. */
            steps: components["schemas"]["StepOptions"][];
        };
        PipeRequest: {
            /** @description The steps in order. They count from 0. */
            steps: components["schemas"]["PipeStep"][];
        };
        PipeStep: components["schemas"]["RenderStep"] | components["schemas"]["ExtractTextStep"] | components["schemas"]["MergeStep"] | components["schemas"]["SplitStep"] | components["schemas"]["ArrangeStep2"] | components["schemas"]["RasterizeStep"] | components["schemas"]["SignStep"] | components["schemas"]["FillFormStep"] | components["schemas"]["CheckAccessibilityStep"] | components["schemas"]["RedactStep"] | components["schemas"]["CompareStep"] | components["schemas"]["OptimizeStep"] | components["schemas"]["AiCertifyStep"] | components["schemas"]["ComplianceCheckStep"] | components["schemas"]["ForensicAnalyzeStep"];
        Position: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            x: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            y: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            width?: components["schemas"]["Length"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height?: components["schemas"]["Length"];
        };
        Probe: {
            /** @enum {string} */
            status: "ok" | "ready";
        };
        /** @description What went wrong (RFC 9457). Match on `type`; `detail` is for people and may change. */
        Problem: {
            /**
             * Format: uri
             * @description The stable identifier of the problem, and the address of its page.
             */
            type: string;
            /** @description A short summary, the same for every occurrence. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What failed, why, and what to do. */
            detail: string;
            /** @description The id of the request, as in `X-Request-Id`. */
            instance: string;
            /** @description With `payload-too-large`: the most bytes that the body may have. */
            limit?: number;
            /** @description With `storage-quota-exceeded`: the bytes that the client has stored. */
            usedBytes?: number;
            /** @description With `storage-quota-exceeded`: the bytes that it may store. */
            limitBytes?: number;
            /** @description Of a pipe: the step that failed or, where only one has mistakes, that has them. Steps count from 0. */
            step?: number;
            /** @description With `approval-required` and `approval-invalid`: what an approver has to sign. */
            approval?: components["schemas"]["ProblemApproval"];
            /** @description Every mistake in the body, each with its place. */
            errors?: components["schemas"]["ProblemError"][];
        };
        ProblemApproval: {
            tool: string;
            /** @description Of the tool, the parameters and the documents of this request, in whichever form they came. */
            digest: string;
            /** @description Of a pipe: the steps that the approval covers. */
            steps?: number[];
        };
        ProblemError: {
            /** @description The place in the body (JSON Pointer, RFC 6901). */
            pointer: string;
            message: string;
        };
        RasterizeJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "rasterize";
            input: components["schemas"]["RasterizeRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        RasterizeOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Pixels an inch; 144 unless a side is given. */
            dpi?: number;
            /** @description The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            width?: number;
            /** @description The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            height?: number;
            /**
             * @description The type of the images, where `Accept` names none; PNG unless given.
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
            /** @description Of JPEG and WebP; 85 unless given. */
            quality?: number;
            /** @description The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`. */
            background?: string;
            /**
             * @description Leaves the paper out; PNG and WebP only.
             * @default false
             */
            transparent?: boolean;
            /**
             * @description Draws annotations: notes, stamps, highlights, drawings.
             * @default true
             */
            annotations?: boolean;
            /**
             * @description Draws form fields with their values, and visible signatures.
             * @default true
             */
            forms?: boolean;
        };
        RasterizeRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Pixels an inch; 144 unless a side is given. */
            dpi?: number;
            /** @description The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            width?: number;
            /** @description The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            height?: number;
            /**
             * @description The type of the images, where `Accept` names none; PNG unless given.
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
            /** @description Of JPEG and WebP; 85 unless given. */
            quality?: number;
            /** @description The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`. */
            background?: string;
            /**
             * @description Leaves the paper out; PNG and WebP only.
             * @default false
             */
            transparent?: boolean;
            /**
             * @description Draws annotations: notes, stamps, highlights, drawings.
             * @default true
             */
            annotations?: boolean;
            /**
             * @description Draws form fields with their values, and visible signatures.
             * @default true
             */
            forms?: boolean;
        };
        RasterizeStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "rasterize";
            input: components["schemas"]["RasterizeStepInput"];
        };
        RasterizeStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
            /** @description Pixels an inch; 144 unless a side is given. */
            dpi?: number;
            /** @description The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            width?: number;
            /** @description The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside. */
            height?: number;
            /**
             * @description The type of the images, where `Accept` names none; PNG unless given.
             * @enum {string}
             */
            format?: "png" | "jpeg" | "webp";
            /** @description Of JPEG and WebP; 85 unless given. */
            quality?: number;
            /** @description The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. For example `white`. */
            background?: string;
            /**
             * @description Leaves the paper out; PNG and WebP only.
             * @default false
             */
            transparent?: boolean;
            /**
             * @description Draws annotations: notes, stamps, highlights, drawings.
             * @default true
             */
            annotations?: boolean;
            /**
             * @description Draws form fields with their values, and visible signatures.
             * @default true
             */
            forms?: boolean;
        };
        RedactArea: {
            /** @description 1-based. */
            page: number;
            /** @description From the top-left corner of the page as it is shown. Points, or with a unit. */
            box: components["schemas"]["Box"];
        };
        RedactJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "redact";
            input: components["schemas"]["RedactRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        RedactOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description All content in these boxes is removed. None unless given. At most 2000 items. */
            areas?: components["schemas"]["RedactArea"][];
            /** @description Text to remove, wherever it is. None unless given. */
            text?: components["schemas"]["RedactText"][];
            /** @description Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None unless given. */
            presets?: ("email" | "phone" | "iban" | "credit-card" | "ssn" | "ip" | "mac-address" | "date" | "url" | "vat-id")[];
            /**
             * @description Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside them.
             * @default false
             */
            strict?: boolean;
            /**
             * @description The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`.
             * @default black
             */
            fill?: string;
            /** @description Written on the boxes, where it fits. */
            label?: string;
            /**
             * @description `keep` preserves Info and XMP, without the redacted text.
             * @default scrub
             * @enum {string}
             */
            metadata?: "scrub" | "keep";
            /**
             * @description `keep` is refused where an attachment contains redacted text.
             * @default remove
             * @enum {string}
             */
            attachments?: "remove" | "keep";
            /**
             * @description Whether text after removed letters on the same line can move by up to an eighth of a point, so that its position does not reveal the removed letters.
             * @default quantised
             * @enum {string}
             */
            spacing?: "quantised" | "exact";
            /**
             * @description Answers what would be removed, with its text, and changes nothing.
             * @default false
             */
            dryRun?: boolean;
            /**
             * @description Redacts a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        RedactRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description All content in these boxes is removed. None unless given. At most 2000 items. */
            areas?: components["schemas"]["RedactArea"][];
            /** @description Text to remove, wherever it is. None unless given. */
            text?: components["schemas"]["RedactText"][];
            /** @description Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None unless given. */
            presets?: ("email" | "phone" | "iban" | "credit-card" | "ssn" | "ip" | "mac-address" | "date" | "url" | "vat-id")[];
            /**
             * @description Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside them.
             * @default false
             */
            strict?: boolean;
            /**
             * @description The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`.
             * @default black
             */
            fill?: string;
            /** @description Written on the boxes, where it fits. */
            label?: string;
            /**
             * @description `keep` preserves Info and XMP, without the redacted text.
             * @default scrub
             * @enum {string}
             */
            metadata?: "scrub" | "keep";
            /**
             * @description `keep` is refused where an attachment contains redacted text.
             * @default remove
             * @enum {string}
             */
            attachments?: "remove" | "keep";
            /**
             * @description Whether text after removed letters on the same line can move by up to an eighth of a point, so that its position does not reveal the removed letters.
             * @default quantised
             * @enum {string}
             */
            spacing?: "quantised" | "exact";
            /**
             * @description Answers what would be removed, with its text, and changes nothing.
             * @default false
             */
            dryRun?: boolean;
            /**
             * @description Redacts a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        RedactStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "redact";
            input: components["schemas"]["RedactStepInput"];
        };
        RedactStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description All content in these boxes is removed. None unless given. At most 2000 items. */
            areas?: components["schemas"]["RedactArea"][];
            /** @description Text to remove, wherever it is. None unless given. */
            text?: components["schemas"]["RedactText"][];
            /** @description Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. None unless given. */
            presets?: ("email" | "phone" | "iban" | "credit-card" | "ssn" | "ip" | "mac-address" | "date" | "url" | "vat-id")[];
            /**
             * @description Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside them.
             * @default false
             */
            strict?: boolean;
            /**
             * @description The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`.
             * @default black
             */
            fill?: string;
            /** @description Written on the boxes, where it fits. */
            label?: string;
            /**
             * @description `keep` preserves Info and XMP, without the redacted text.
             * @default scrub
             * @enum {string}
             */
            metadata?: "scrub" | "keep";
            /**
             * @description `keep` is refused where an attachment contains redacted text.
             * @default remove
             * @enum {string}
             */
            attachments?: "remove" | "keep";
            /**
             * @description Whether text after removed letters on the same line can move by up to an eighth of a point, so that its position does not reveal the removed letters.
             * @default quantised
             * @enum {string}
             */
            spacing?: "quantised" | "exact";
            /**
             * @description Answers what would be removed, with its text, and changes nothing.
             * @default false
             */
            dryRun?: boolean;
            /**
             * @description Redacts a signed document, without its signatures.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        RedactText: {
            /** @description Text as it is read, whatever glyphs, lines, hyphens and forms of characters it is made of. At least one character can be seen. For example `4711`. */
            literal?: string;
            /** @description A regular expression in RE2 syntax: no backreferences, no look-around. */
            pattern?: string;
            /** @default false */
            caseSensitive?: boolean;
            /**
             * @description Only where there is no letter or digit directly before or after.
             * @default false
             */
            wholeWord?: boolean;
            /** @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. For example `1-`. */
            pages?: string;
        };
        RenderJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "render";
            input: components["schemas"]["RenderJobInput"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        RenderJobInput: components["schemas"]["RenderRequest"] | components["schemas"]["SessionJobInput"];
        RenderOperation: components["schemas"]["AddText"] | components["schemas"]["AddHeading"] | components["schemas"]["AddMarkdown"] | components["schemas"]["AddList"] | components["schemas"]["AddCode"] | components["schemas"]["AddMath"] | components["schemas"]["AddTable"] | components["schemas"]["AddImage"] | components["schemas"]["AddChart"] | components["schemas"]["AddBarcode"] | components["schemas"]["AddHtml"] | components["schemas"]["AddTemplate"] | components["schemas"]["AddSpacer"] | components["schemas"]["AddDivider"] | components["schemas"]["AddColumns"] | components["schemas"]["AddToc"] | components["schemas"]["AddIndex"] | components["schemas"]["SetFont"] | components["schemas"]["AddFormField"] | components["schemas"]["AddPage"] | components["schemas"]["AddPageBreak"] | components["schemas"]["AddPdf"] | components["schemas"]["AddUrl"] | components["schemas"]["SetStyle"] | components["schemas"]["SetHeader"] | components["schemas"]["SetFooter"] | components["schemas"]["SetPageNumbers"] | components["schemas"]["SetBates"] | components["schemas"]["SetMetadata"] | components["schemas"]["AddWatermark"] | components["schemas"]["AddStamp"] | components["schemas"]["AddAttachment"] | components["schemas"]["AddBookmark"];
        RenderOptions: {
            /** @description Applied in order. At most 20000 items. */
            operations?: components["schemas"]["RenderOperation"][];
            /** @description Empty unless given. */
            document?: components["schemas"]["DocumentOptions"];
            output?: components["schemas"]["OutputOptions"];
            /**
             * @description Answers the resolved plan and prints nothing.
             * @default false
             */
            dryRun?: boolean;
        };
        RenderRequest: {
            /** @description Applied in order. At most 20000 items. */
            operations: components["schemas"]["RenderOperation"][];
            /** @description Empty unless given. */
            document?: components["schemas"]["DocumentOptions"];
            output?: components["schemas"]["OutputOptions"];
            /**
             * @description Answers the resolved plan and prints nothing.
             * @default false
             */
            dryRun?: boolean;
        };
        RenderSessionRequest: {
            output?: components["schemas"]["OutputOptions"];
            /**
             * @description Answers the resolved plan and prints nothing.
             * @default false
             */
            dryRun?: boolean;
        };
        RenderStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "render";
            input: components["schemas"]["RenderRequest"];
        };
        Report: {
            /** @description What the reader of the document should know. */
            warnings?: components["schemas"]["Warning"][];
            /** @description Of a render: the fonts that its pages are set in, the most used first. */
            fonts?: components["schemas"]["Font"][];
        };
        /** @description The report of a request that makes no document: a dry run, or the export of a form. */
        ReportAlone: {
            /** @description What the reader of the document should know. */
            warnings?: components["schemas"]["Warning"][];
        } & {
            [key: string]: unknown;
        };
        Retain: string | number;
        Row: {
            key?: components["schemas"]["CellOrValue"];
        } & {
            [key: string]: components["schemas"]["CellOrValue"];
        };
        RowOrValue: components["schemas"]["CellOrValue"][] | components["schemas"]["Row"];
        /** @description A session. */
        Session: {
            /**
             * Format: uuid
             * @description The id, for the paths of its routes.
             */
            sessionId: string;
            /** @constant */
            status: "open";
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description How many there are. */
            operations: number;
            /** @description The font of what follows: the fields of the last `font`. */
            font: components["schemas"]["SessionFontRequest"] | null;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it changed last.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it ends, unless it is used before.
             */
            expiresAt: string;
            /** @description As it was sent. */
            document: components["schemas"]["DocumentOptions"];
            /** @description As it was sent. */
            output: components["schemas"]["OutputOptions"];
        };
        /** @description An asset of a session. */
        SessionAsset: {
            /** @description The name by which operations refer to it. */
            name: string;
            /** @description The type that its bytes have. */
            contentType: string;
            bytes: number;
            sha256: string;
        };
        /** @description The assets of a session, by name. */
        SessionAssetList: {
            assets: components["schemas"]["SessionAsset"][];
        };
        /** @description What an operation has made of a session. */
        SessionChange: {
            /**
             * Format: uuid
             * @description The id, for the paths of its routes.
             */
            sessionId: string;
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description The place of the operation, from 0. */
            index: number;
        };
        SessionFontRequest: {
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            family: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            size?: components["schemas"]["LengthFrom1To2000"];
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A multiple of the font size. */
            lineHeight?: number;
        };
        SessionForkRequest: {
            /** @description The revision whose content is copied, within the last 100 changes; the current one unless given. */
            revision?: number;
        };
        SessionHtmlRequest: {
            html: string;
            /**
             * @description `document`: printed as a browser prints it, on pages of its own, without the style sheet of the service. `content`: its head styles and the content of its body become a part of the flow. Unless given, `document` where it begins with `<!doctype` or `<html`, `content` for a fragment.
             * @enum {string}
             */
            as?: "document" | "content";
            /** @description CSS after the styles of a complete document, which applies to it alone; with content, CSS for the whole document. */
            css?: string;
            /**
             * @description `auto`: scripts run when the HTML has some; `off`: they are taken out.
             * @default auto
             * @enum {string}
             */
            javascript?: "auto" | "off";
            /** @description What to wait for before the print. Without scripts only `virtualTime` means something, for animations; the rest is ignored, with a warning. */
            waitFor?: components["schemas"]["WaitFor"];
            /**
             * @description A `<tfoot>` is repeated at the end of every page that its table is on, as browsers do, unless it is taller than a quarter of the page; `false`: it stands once, after the last row.
             * @default true
             */
            repeatFooter?: boolean;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description The fields beside the image. */
        SessionImagesOptions: {
            /** @description The text for readers who cannot see it; empty for decoration. */
            alt?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width?: components["schemas"]["LengthFrom1To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            height?: components["schemas"]["LengthFrom1To14400"];
            /**
             * @description How it fills width and height when both are given. The default is `contain`; `fill` stretches it.
             * @enum {string}
             */
            fit?: "contain" | "cover" | "fill";
            /** @enum {string} */
            align?: "left" | "center" | "right";
            caption?: string;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        SessionImagesRequest: {
            /** @description Base64 or a data URI. */
            data?: string | Bytes;
            /** @description The name of one of `document.assets`. */
            asset?: string;
            /** @description http(s), of a host that the operator allows. */
            url?: string;
            /** @description The text for readers who cannot see it; empty for decoration. */
            alt?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width?: components["schemas"]["LengthFrom1To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            height?: components["schemas"]["LengthFrom1To14400"];
            /**
             * @description How it fills width and height when both are given. The default is `contain`; `fill` stretches it.
             * @enum {string}
             */
            fit?: "contain" | "cover" | "fill";
            /** @enum {string} */
            align?: "left" | "center" | "right";
            caption?: string;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Operations that were added. */
        SessionInsertion: {
            /**
             * Format: uuid
             * @description The id of the session.
             */
            sessionId: string;
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description In their order. */
            operations: components["schemas"]["SessionInsertionOperation"][];
        };
        SessionInsertionOperation: {
            /** @description The id, for the paths of its routes. */
            operationId: string;
            /** @description Its place in the list, from 0. */
            index: number;
            /** @description The name of the operation. */
            op: string;
        };
        /** @description A session, in place of `operations` and `document`. */
        SessionJobInput: {
            /** @description The session whose content is rendered, as it is when the job is submitted. */
            sessionId: string;
            output?: components["schemas"]["OutputOptions"];
        };
        /** @description An operation that was moved. */
        SessionMove: {
            /**
             * Format: uuid
             * @description The id of the session.
             */
            sessionId: string;
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description The id, for the paths of its routes. */
            operationId: string;
            /** @description Its place in the list, from 0. */
            index: number;
        };
        SessionMoveRequest: {
            /** @description The id of the operation before which it comes. */
            before?: string;
            /** @description The id of the operation after which it comes. */
            after?: string;
            /** @description Its place in the list after the move, from 0. */
            index?: number;
        };
        /** @description An operation of a session, with its fields. A file in them is `{"bytes": n, "sha256": "..."}` in place of its bytes. */
        SessionOperation: {
            /** @description The id, for the paths of its routes. */
            operationId: string;
            /** @description Its place in the list, from 0. */
            index: number;
            /** @description The name of the operation. */
            op: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Operations of a session. */
        SessionOperationList: {
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description The number of operations of the session. */
            total: number;
            /** @description In their order. */
            operations: components["schemas"]["SessionOperation"][];
        };
        SessionOperations: {
            /** @description In their order. */
            operations: components["schemas"]["RenderOperation"][];
        };
        SessionOperationsRequest: components["schemas"]["RenderOperation"] | components["schemas"]["SessionOperations"];
        SessionPagesRequest: {
            /** @description A named size, or width and height. */
            size?: components["schemas"]["SizeOrText"];
            /** @enum {string} */
            orientation?: "portrait" | "landscape";
            /** @description One length for the four sides, or {top, right, bottom, left}. */
            margin?: components["schemas"]["AddPageMargin"];
            /** @description A CSS colour, or the name of an asset that fills the page. */
            background?: string;
        };
        /** @description A merge patch: a field that is `null` is removed. */
        SessionPatch: {
            /** @description Fields of `document`. */
            document?: {
                [key: string]: unknown;
            } | null;
            /** @description Fields of `output`. */
            output?: {
                [key: string]: unknown;
            } | null;
            /** @description How long the session lives unused; `null` = as the deployment has it. */
            ttl?: components["schemas"]["SessionPatchTtl"];
        };
        SessionPatchTtl: string | number | null;
        /** @description An operation that was replaced. */
        SessionReplacement: {
            /**
             * Format: uuid
             * @description The id of the session.
             */
            sessionId: string;
            /** @description One more with every change; also the `ETag`. */
            revision: number;
            /** @description The id, for the paths of its routes. */
            operationId: string;
            /** @description Its place in the list, from 0. */
            index: number;
            /** @description The name of the operation. */
            op: string;
        };
        SessionTablesRequest: {
            /** @description Unless given, the first line of `csv` or the keys of the objects in `rows`, in order of first appearance (whole numbers such as years last) and as words ("unitPrice" is "Unit price"); columns of numbers are aligned to the right. */
            columns?: components["schemas"]["ColumnOrText"][];
            /** @description Arrays with a cell a column (a cell that spans counts for what it covers), or objects with the keys of the columns, at least one of them; other keys are left out, absent ones are empty. */
            rows?: components["schemas"]["RowOrValue"][];
            /** @description CSV, the first line naming the columns by `key` or header; fields are divided by commas, semicolons or tabs. */
            csv?: string;
            caption?: string;
            /**
             * @description Repeats the header on every page.
             * @default true
             */
            repeatHeader?: boolean;
            /** @default false */
            zebra?: boolean;
            /**
             * @description The first cell of a row is its header.
             * @default false
             */
            rowHeaders?: boolean;
            /**
             * @description A row may split across pages.
             * @default false
             */
            splitRows?: boolean;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            fontSize?: components["schemas"]["LengthFrom1To2000"];
            /**
             * @description Space around the text of cells; unless given, `document.density`.
             * @enum {string}
             */
            density?: "compact" | "normal" | "wide";
            /** @description The key of a column, or a field of row objects that at least one row has: rows of equal value stand together under it. A group that continues on the next page has its header there again. */
            groupBy?: components["schemas"]["GroupByOrText"];
            /** @description Where a page ends within the table, its last line is the sum so far, and the first line of the next page repeats it. Sums are exact, and in the format of their columns. */
            carry?: components["schemas"]["Carry"];
            /** @description Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most 10000 items. */
            footnotes?: components["schemas"]["Footnote"][];
            /** @description Stands in the first cell of the total without a footer of its own. Unless given, "Total" in the language of the operation where a column has `sum` or `count` and no column has a text as its footer. */
            totalLabel?: string;
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        SessionTextRequest: {
            /** @description `{ref: id}`, `{ref: id, page}`, `{ref: id, number}` and `{ref: id, text}` show the number (else the text), page, number or text of what has this id. */
            text: string;
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            font?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            size?: components["schemas"]["LengthFrom1To2000"];
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            background?: string;
            /** @enum {string} */
            align?: "left" | "center" | "right" | "justify";
            /** @description A multiple of the font size. */
            lineHeight?: number;
            /** @description http(s), mailto, tel, or #id of an operation. */
            link?: string;
            /** @description Footnotes: `[^1]` in the text calls the first one. Without this field `[^1]` is plain text. At most 10000 items. */
            footnotes?: components["schemas"]["Footnote"][];
            /** @description An id for links (`#id`) and CSS, once in a document. It does not begin with `colophon-`. For example `chapter-1`. */
            id?: string;
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /** @description Places the content on the current page instead of in the flow: from the top-left of the content box. */
            position?: components["schemas"]["Position"];
        };
        /** @description Gives every page of the document a Bates number: `{bates}` in headers and footers, counted from the first page on, pages of PDFs included. The last `set_bates` decides. */
        SetBates: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_bates";
            /** @description Text before the number, the same on every page. */
            prefix?: string;
            /** @description Digits, with leading zeros; 6 by default. Higher numbers have more. */
            digits?: number;
            /** @description The number of the first page; 1 by default. */
            start?: number;
            /** @description Text after the number, the same on every page. */
            suffix?: string;
        };
        /** @description Sets the font of the content after it, until the next. Headings take its family, slope and colour, not its size and weight. */
        SetFont: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_font";
            /** @description A font family, or several separated by commas. Letters, digits, blanks and `.` `_` `-`; several names are divided by commas. For example `Noto Serif, Noto Sans`. */
            family: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 2000 pt. */
            size?: components["schemas"]["LengthFrom1To2000"];
            /** @description 1 to 1000, normal (400) or bold (700). */
            weight?: components["schemas"]["Weight"];
            italic?: boolean;
            /** @description A CSS colour: #1a73e8, rebeccapurple, rgb(0 0 0 / 50%). */
            color?: string;
            /** @description A multiple of the font size. */
            lineHeight?: number;
        };
        /** @description Sets the running footer of all, the first, odd or even pages: of the whole document, or after an `add_page` from that page on. */
        SetFooter: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_footer";
            /** @description HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            html?: string;
            /** @description One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            text?: string;
            left?: string;
            center?: string;
            right?: string;
            /**
             * @description The pages that it is printed on; the default is `all`. `first` (the first page of the document, or of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and `all`.
             * @enum {string}
             */
            on?: "all" | "first" | "odd" | "even" | "not-first";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height?: components["schemas"]["Length"];
        };
        /** @description Sets the running header of all, the first, odd or even pages: of the whole document, or after an `add_page` from that page on. */
        SetHeader: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_header";
            /** @description HTML. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            html?: string;
            /** @description One text, centred. Placeholders: {page} {pageIndex} {pages} {section} {title} {date} {heading:2} {string:name} (docs/typesetting.md), after `set_bates` {bates}. Empty: none. */
            text?: string;
            left?: string;
            center?: string;
            right?: string;
            /**
             * @description The pages that it is printed on; the default is `all`. `first` (the first page of the document, or of those that follow the last `add_page`) wins over `odd` and `even`, these over `not-first` and `all`.
             * @enum {string}
             */
            on?: "all" | "first" | "odd" | "even" | "not-first";
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 14400 pt. */
            height?: components["schemas"]["Length"];
        };
        /** @description Sets title, author, subject, keywords, creator and further entries of the document. */
        SetMetadata: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_metadata";
            title?: string;
            author?: string;
            subject?: string;
            /** @description Up to 1000. */
            keywords?: string[];
            creator?: string;
            /** @description Further entries, by name. The names of the standard entries (Title, Author, Subject, Keywords, Creator, Producer, CreationDate, ModDate, Trapped) have fields of their own or are set by the service. */
            custom?: {
                [key: string]: string;
            };
        };
        /** @description Numbers the pages from the next one on, in a style of their own: `{page}` in headers and footers, tables of contents, and the page labels that viewers show. Begins a new page, unless one has just begun. */
        SetPageNumbers: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_page_numbers";
            /**
             * @description Style of the number; `none` shows the prefix alone.
             * @enum {string}
             */
            style: "decimal" | "roman" | "ROMAN" | "alpha" | "ALPHA" | "none";
            /** @description The number of the next page; 1 by default. */
            start?: number;
            /** @description Text before the number, such as `A-`. */
            prefix?: string;
        };
        /** @description Adds CSS for the whole document. */
        SetStyle: {
            /**
             * @description The operation. `type` is another name of this field. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            op: "set_style";
            css: string;
        };
        SignAppearance: {
            /**
             * @description From 1.
             * @default 1
             */
            page?: number;
            /** @description From the top-left corner of the page as it is shown. For a new field only; an existing field has its place. */
            box?: components["schemas"]["SignBox"];
            /** @description Lines, in any script. With neither `text` nor `image`: who signed, when, why and where. */
            text?: string;
            /** @description A picture in place of the usual text, or beside `text`: PNG, JPEG, WebP, AVIF, GIF or SVG, as base64 or a data URI. */
            image?: string | Bytes;
            /** @description A picture beside the text: PNG, JPEG, WebP, AVIF, GIF or SVG, as base64 or a data URI. Not together with `image`. */
            logo?: string | Bytes;
            /**
             * @description Where the picture is: `auto` (left of the text, in a tall box above it), `logo-left`, `logo-top`, or `text` for none.
             * @enum {string}
             */
            layout?: "auto" | "text" | "logo-left" | "logo-top";
            /** @description A frame inside the box; `true` for a thin grey one. */
            frame?: components["schemas"]["SignFrameOrValue"];
            /** @description Fills the box, so that it hides what is below; text on a dark one is white. An opaque colour: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`. */
            background?: string;
            fields?: ("name" | "reason" | "location" | "contact" | "date")[];
            /** @description A BCP 47 language tag, for example en, de-AT, zh-Hant. For example `en`. */
            lang?: string;
            /**
             * @description How the time of signing is written, in UTC: `medium` unless given; `iso` is 2026-11-27T21:54:00Z.
             * @enum {string}
             */
            dateFormat?: "short" | "medium" | "long" | "full" | "iso";
        };
        SignBox: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            x: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); -14400 to 14400 pt. */
            y: components["schemas"]["Offset"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            width: components["schemas"]["LengthFrom1To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 1 to 14400 pt. */
            height: components["schemas"]["LengthFrom1To14400"];
        };
        SignFrame: {
            /**
             * @description Its colour: #rgb, #rrggbb, or one of the 16 basic colour names. For example `white`.
             * @default #808080
             */
            color?: string;
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 0.1 to 20 pt. */
            width?: components["schemas"]["LengthFrom0Point1To20"];
        };
        SignFrameOrValue: components["schemas"]["SignFrame"] | boolean;
        SignJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "sign";
            input: components["schemas"]["SignRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        SignOptions: {
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description Of who signs, as PEM; further certificates in it count as `chain`. */
            certificate?: string;
            /** @description Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384. */
            privateKey?: string;
            /** @description Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64. */
            pkcs12?: string | Bytes;
            /** @description Opens `privateKey` or `pkcs12`. */
            passphrase?: string;
            /** @description Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs. */
            chain?: components["schemas"]["Chain"];
            /**
             * @description SHA-256, unless the key is bound to another.
             * @enum {string}
             */
            hash?: "SHA-256" | "SHA-384" | "SHA-512";
            /** @description Why it is signed. */
            reason?: string;
            /** @description Where it is signed. */
            location?: string;
            /** @description How the signer can be reached. */
            contact?: string;
            /** @description The name of the signer, where it should differ from the name in the certificate. */
            name?: string;
            /** @description The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one of a free name where it is left out. For example `approval.manager`. */
            field?: string;
            /** @description Makes the signature visible. Without it a new field is invisible, and a field with a place shows who signed and when. */
            appearance?: components["schemas"]["SignAppearance"];
            /**
             * @description Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of that name (`refuse`), or neither.
             * @default warn
             * @enum {string}
             */
            onCover?: "allow" | "warn" | "refuse";
            /**
             * @description Makes it a certification: what may change afterwards.
             * @enum {string}
             */
            certify?: "no-changes" | "form-filling" | "annotations";
            /**
             * @description Signs even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted. This rewrites the document, which makes earlier signatures invalid.
             * @default false
             */
            decrypt?: boolean;
        };
        SignRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description Of who signs, as PEM; further certificates in it count as `chain`. */
            certificate?: string;
            /** @description Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384. */
            privateKey?: string;
            /** @description Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64. */
            pkcs12?: string | Bytes;
            /** @description Opens `privateKey` or `pkcs12`. */
            passphrase?: string;
            /** @description Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs. */
            chain?: components["schemas"]["Chain"];
            /**
             * @description SHA-256, unless the key is bound to another.
             * @enum {string}
             */
            hash?: "SHA-256" | "SHA-384" | "SHA-512";
            /** @description Why it is signed. */
            reason?: string;
            /** @description Where it is signed. */
            location?: string;
            /** @description How the signer can be reached. */
            contact?: string;
            /** @description The name of the signer, where it should differ from the name in the certificate. */
            name?: string;
            /** @description The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one of a free name where it is left out. For example `approval.manager`. */
            field?: string;
            /** @description Makes the signature visible. Without it a new field is invisible, and a field with a place shows who signed and when. */
            appearance?: components["schemas"]["SignAppearance"];
            /**
             * @description Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of that name (`refuse`), or neither.
             * @default warn
             * @enum {string}
             */
            onCover?: "allow" | "warn" | "refuse";
            /**
             * @description Makes it a certification: what may change afterwards.
             * @enum {string}
             */
            certify?: "no-changes" | "form-filling" | "annotations";
            /**
             * @description Signs even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted. This rewrites the document, which makes earlier signatures invalid.
             * @default false
             */
            decrypt?: boolean;
        };
        SignStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "sign";
            input: components["schemas"]["SignStepInput"];
        };
        SignStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. One that opens with the empty password needs none. */
            password?: string;
            /** @description Of who signs, as PEM; further certificates in it count as `chain`. */
            certificate?: string;
            /** @description Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384. */
            privateKey?: string;
            /** @description Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64. */
            pkcs12?: string | Bytes;
            /** @description Opens `privateKey` or `pkcs12`. */
            passphrase?: string;
            /** @description Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs. */
            chain?: components["schemas"]["Chain"];
            /**
             * @description SHA-256, unless the key is bound to another.
             * @enum {string}
             */
            hash?: "SHA-256" | "SHA-384" | "SHA-512";
            /** @description Why it is signed. */
            reason?: string;
            /** @description Where it is signed. */
            location?: string;
            /** @description How the signer can be reached. */
            contact?: string;
            /** @description The name of the signer, where it should differ from the name in the certificate. */
            name?: string;
            /** @description The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one of a free name where it is left out. For example `approval.manager`. */
            field?: string;
            /** @description Makes the signature visible. Without it a new field is invisible, and a field with a place shows who signed and when. */
            appearance?: components["schemas"]["SignAppearance"];
            /**
             * @description Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of that name (`refuse`), or neither.
             * @default warn
             * @enum {string}
             */
            onCover?: "allow" | "warn" | "refuse";
            /**
             * @description Makes it a certification: what may change afterwards.
             * @enum {string}
             */
            certify?: "no-changes" | "form-filling" | "annotations";
            /**
             * @description Signs even where that makes an earlier signature invalid.
             * @default false
             */
            breakSignatures?: boolean;
            /**
             * @description Leaves the result unencrypted where the document was encrypted. This rewrites the document, which makes earlier signatures invalid.
             * @default false
             */
            decrypt?: boolean;
        };
        Size: {
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 20 to 14400 pt. */
            width: components["schemas"]["LengthFrom20To14400"];
            /** @description A length: points, or a string with a unit (pt px in mm cm pc); 20 to 14400 pt. */
            height: components["schemas"]["LengthFrom20To14400"];
        };
        SizeOrText: components["schemas"]["Size"] | ("A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid");
        SplitJob: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "split";
            input: components["schemas"]["SplitRequest"];
            /** @description How long the result is stored once the job has ended: seconds, or a duration such as `90m`, `24h` or `7d`; from a minute to 30 days. The deployment decides where it is not given. */
            retain?: components["schemas"]["Retain"];
        };
        /** @description The JSON body, without `document`. */
        SplitOptions: {
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The pages of each part. */
            ranges?: string[];
            /** @description A part for every so many pages. */
            every?: number;
            /** @description A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost. */
            atBookmarks?: number;
            /** @description As many pages a part as stay within so many bytes. */
            maxBytes?: number;
            /** @description Blank pages are between parts, and in none. */
            atBlankPages?: boolean;
            /** @description A part begins with each page that holds this text. */
            atText?: string;
            /** @description The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it has. */
            names?: string;
            /** @description A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A part without a match has the name of the document and its number instead. */
            nameText?: string;
            /**
             * @description The parts that attachments of the document go with.
             * @default first
             * @enum {string}
             */
            attachments?: "all" | "first" | "none";
            /**
             * @description Leaves the parts unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        SplitRequest: {
            /** @description The PDF, as `data` or by `jobId`. */
            document: components["schemas"]["Document"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The pages of each part. */
            ranges?: string[];
            /** @description A part for every so many pages. */
            every?: number;
            /** @description A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost. */
            atBookmarks?: number;
            /** @description As many pages a part as stay within so many bytes. */
            maxBytes?: number;
            /** @description Blank pages are between parts, and in none. */
            atBlankPages?: boolean;
            /** @description A part begins with each page that holds this text. */
            atText?: string;
            /** @description The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it has. */
            names?: string;
            /** @description A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A part without a match has the name of the document and its number instead. */
            nameText?: string;
            /**
             * @description The parts that attachments of the document go with.
             * @default first
             * @enum {string}
             */
            attachments?: "all" | "first" | "none";
            /**
             * @description Leaves the parts unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        SplitStep: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            tool: "split";
            input: components["schemas"]["SplitStepInput"];
        };
        SplitStepInput: {
            /** @description The PDF, as `data`, by `jobId`, or by the `step` that makes it. */
            document: components["schemas"]["StepDocument"];
            /** @description Opens an encrypted document. */
            password?: string;
            /** @description The pages of each part. */
            ranges?: string[];
            /** @description A part for every so many pages. */
            every?: number;
            /** @description A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost. */
            atBookmarks?: number;
            /** @description As many pages a part as stay within so many bytes. */
            maxBytes?: number;
            /** @description Blank pages are between parts, and in none. */
            atBlankPages?: boolean;
            /** @description A part begins with each page that holds this text. */
            atText?: string;
            /** @description The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it has. */
            names?: string;
            /** @description A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A part without a match has the name of the document and its number instead. */
            nameText?: string;
            /**
             * @description The parts that attachments of the document go with.
             * @default first
             * @enum {string}
             */
            attachments?: "all" | "first" | "none";
            /**
             * @description Leaves the parts unencrypted where the document was encrypted.
             * @default false
             */
            decrypt?: boolean;
        };
        StepDocument: {
            /** @description The PDF as base64 or a data URI. */
            data?: string | Bytes;
            /** @description A finished job of the same client, whose result is the document. */
            jobId?: string;
            /** @description The number of an earlier step, from 0, whose document it is. */
            step?: number;
        };
        StepOptions: {
            /** @enum {string} */
            tool: "render" | "extract-text" | "merge" | "split" | "arrange" | "rasterize" | "sign" | "fill-form" | "check-accessibility" | "redact" | "compare" | "optimize" | "ai-certify" | "compliance-check" | "forensic-analyze";
            input?: Record<string, never>;
        };
        /** @description The name of a tool, and the body that its own route takes. */
        SubmitJobRequest: components["schemas"]["RenderJob"] | components["schemas"]["ExtractTextJob"] | components["schemas"]["MergeJob"] | components["schemas"]["SplitJob"] | components["schemas"]["ArrangeJob"] | components["schemas"]["RasterizeJob"] | components["schemas"]["SignJob"] | components["schemas"]["FillFormJob"] | components["schemas"]["CheckAccessibilityJob"] | components["schemas"]["RedactJob"] | components["schemas"]["CompareJob"] | components["schemas"]["OptimizeJob"] | components["schemas"]["AiCertifyJob"] | components["schemas"]["ComplianceCheckJob"] | components["schemas"]["ForensicAnalyzeJob"] | components["schemas"]["PipeJob"];
        WaitFor: {
            /** @description An element that matches this is there. */
            selector?: string;
            /** @description This JavaScript expression is true, or a promise of a true value. */
            expression?: string;
            /** @description Milliseconds of the page’s clock. */
            delay?: number;
            networkIdle?: boolean;
            /** @description How far the page’s clock runs where it does not come to rest: a duration such as `500ms` or `30s`, or seconds; 10 s by default, 5 min at most. */
            virtualTime?: components["schemas"]["WaitForVirtualTime"];
            /** @description The longest that all of this may take in real time: a duration such as `20s`, or seconds; at most the request timeout of the service. */
            timeout?: components["schemas"]["WaitForTimeout"];
        };
        WaitForTimeout: string | number;
        WaitForVirtualTime: string | number;
        Warning: {
            code: string;
            message: string;
            /** @description The place in the request that it is about (JSON Pointer, RFC 6901). */
            pointer?: string;
        };
        Weight: number | ("normal" | "bold");
        XAxis: {
            /** @description Its lowest number. Bars and lines beyond an end are cut there. */
            min?: number;
            /** @description Its highest number. */
            max?: number;
            /** @description How many labels and grid lines it has, or at which numbers; 0 for none. With `min` and `max` the number is exact, else it is the nearest that gives round numbers. Of categories: how many names are shown. */
            ticks?: components["schemas"]["XAxisTicks"];
            /** @description Above an axis that stands upright, below one that lies. */
            title?: string;
            /** @description `number`, `number:2` (decimals), `integer`, `percent` (0.12 is 12 %), `percent:1`, `currency:EUR`, `currency:EUR:0`, `date`, `time`, `datetime`, each of these with `:short`, `:medium` (default), `:long` or `:full`. Written as the language of the operation has it, times in UTC. A value that is no number or no RFC 3339 date stays as it is. */
            format?: string;
        };
        XAxisTicks: number[] | number;
    };
    responses: {
        /** @description One of the problems `invalid-idempotency-key`, `invalid-multipart`, `invalid-request`, `malformed-json`, `unknown-operation`, `unknown-tool`. */
        Problem400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `invalid-key`, `missing-key`. */
        Problem401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `approval-invalid`, `approval-required`, `capability-denied`, `tier-required`. */
        Problem403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                RateLimit?: string;
                /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `asset-not-found`, `job-not-found`, `not-found`, `operation-not-found`, `session-not-found`, `template-not-found`. */
        Problem404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `method-not-allowed`. */
        Problem405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-acceptable`. */
        Problem406: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `request-timeout-body`. */
        Problem408: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `asset-in-use`, `idempotency-conflict`, `idempotency-in-progress`, `job-not-finished`, `session-conflict`. */
        Problem409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-result-expired`, `session-expired`. */
        Problem410: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `revision-mismatch`. */
        Problem412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `payload-too-large`. */
        Problem413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `unsupported-media-type`. */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                Accept: components["headers"]["Accept"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `attachment-renamed`, `background-left-out`, `barcode-too-small`, `carry-ignored`, `certificate-key-mismatch`, `code-not-highlighted`, `columns-too-wide`, `conformance-not-reached`, `console-error`, `css-ignored`, `diagram-as-code`, `element-unsupported`, `encoding-guessed`, `encrypted-pdf`, `field-not-found`, `field-not-placed`, `field-renamed`, `field-value-invalid`, `font-missing`, `glyph-missing`, `html-as-text`, `image-without-alt`, `invalid-certificate`, `invalid-font`, `invalid-image`, `invalid-pdf`, `language-unknown`, `limit-exceeded`, `link-broken`, `navigation-blocked`, `nothing-to-render`, `numbering-ignored`, `overflow`, `page-ignored`, `page-out-of-range`, `placeholder-unknown`, `redaction-incomplete`, `reference-unresolved`, `reference-unstable`, `render-failed`, `resource-blocked`, `resource-failed`, `signature-covers-text`, `signature-would-break`, `still-moving`, `table-too-wide`, `template-data-invalid`, `template-error`, `too-many-pages`, `variable-unknown`, `wait-ignored`, `wrong-password`. */
        Problem422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `rate-limited`, `storage-quota-exceeded`. */
        Problem429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                RateLimit?: string;
                /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                "RateLimit-Policy"?: string;
                /** @description Seconds to wait before the request is worth sending again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `internal-error`. */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-ready`, `overloaded`, `shutting-down`. */
        Problem503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait before the request is worth sending again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `request-timeout`. */
        Problem504: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request line and headers are larger than 16 KiB. The `type` of the problem is `about:blank`. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-ready`, `shutting-down`. */
        Problem503Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait before the request is worth sending again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `rate-limited`. */
        Problem429Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                RateLimit?: string;
                /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                "RateLimit-Policy"?: string;
                /** @description Seconds to wait before the request is worth sending again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document, as itself or (with `Accept: application/json`) inside JSON. With an image type in `Accept`, its first page as an image; where `output.pages` has several, an archive of images. */
        Render200: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Server-Timing": components["headers"]["Server-Timing"];
                "Content-Digest": components["headers"]["Content-Digest"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Document-Pages": components["headers"]["Document-Pages"];
                "Document-Warnings": components["headers"]["Document-Warnings"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": string;
                "application/json": components["schemas"]["DocumentOrReport"];
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
                "application/zip": string;
            };
        };
        /** @description One of the problems `approval-invalid`, `approval-required`, `capability-denied`. */
        Problem403Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                RateLimit?: string;
                /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-not-found`, `template-not-found`. */
        Problem404Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `idempotency-conflict`, `idempotency-in-progress`, `job-not-finished`. */
        Problem409Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-result-expired`. */
        Problem410Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `attachment-renamed`, `background-left-out`, `barcode-too-small`, `carry-ignored`, `code-not-highlighted`, `columns-too-wide`, `conformance-not-reached`, `console-error`, `css-ignored`, `diagram-as-code`, `element-unsupported`, `encoding-guessed`, `encrypted-pdf`, `field-not-placed`, `field-renamed`, `font-missing`, `glyph-missing`, `html-as-text`, `image-without-alt`, `invalid-font`, `invalid-image`, `invalid-pdf`, `language-unknown`, `limit-exceeded`, `link-broken`, `navigation-blocked`, `nothing-to-render`, `numbering-ignored`, `overflow`, `page-ignored`, `page-out-of-range`, `placeholder-unknown`, `reference-unresolved`, `reference-unstable`, `render-failed`, `resource-blocked`, `resource-failed`, `signature-would-break`, `still-moving`, `table-too-wide`, `template-data-invalid`, `template-error`, `too-many-pages`, `variable-unknown`, `wait-ignored`, `wrong-password`. */
        Problem422Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `invalid-idempotency-key`, `invalid-multipart`, `invalid-request`, `malformed-json`. */
        Problem400Subset1: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-not-found`. */
        Problem404Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `encrypted-pdf`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `too-many-pages`, `wrong-password`. */
        Problem422Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document, as itself or (with `Accept: application/json`) inside JSON. */
        Merge200: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Server-Timing": components["headers"]["Server-Timing"];
                "Content-Digest": components["headers"]["Content-Digest"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Document-Pages": components["headers"]["Document-Pages"];
                "Document-Warnings": components["headers"]["Document-Warnings"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": string;
                "application/json": components["schemas"]["DocumentAnswer"];
            };
        };
        /** @description One of the problems `job-not-found`, `not-found`. */
        Problem404Subset3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document, as itself or (with `Accept: application/json`) inside JSON. */
        FillForm200: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Server-Timing": components["headers"]["Server-Timing"];
                "Content-Digest": components["headers"]["Content-Digest"];
                "Content-Disposition": components["headers"]["Content-Disposition"];
                "Document-Pages": components["headers"]["Document-Pages"];
                "Document-Warnings": components["headers"]["Document-Warnings"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": string;
                "application/json": components["schemas"]["DocumentOrReport"];
            };
        };
        /** @description One of the problems `invalid-request`. */
        Problem400Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It is deleted. */
        DeleteJob204: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One of the problems `invalid-idempotency-key`, `invalid-request`. */
        Problem400Subset3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `idempotency-conflict`, `idempotency-in-progress`. */
        Problem409Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-not-finished`. */
        Problem409Subset3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `invalid-idempotency-key`, `invalid-request`, `malformed-json`. */
        Problem400Subset4: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `capability-denied`. */
        Problem403Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                RateLimit?: string;
                /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `conformance-not-reached`, `invalid-font`, `invalid-image`, `limit-exceeded`, `render-failed`. */
        Problem422Subset3: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-found`, `session-not-found`. */
        Problem404Subset4: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `session-expired`. */
        Problem410Subset2: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The session as it is now. */
        PatchSession200: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Session"];
            };
        };
        /** @description One of the problems `invalid-idempotency-key`, `invalid-request`, `malformed-json`, `unknown-operation`. */
        Problem400Subset5: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-found`, `operation-not-found`, `session-not-found`, `template-not-found`. */
        Problem404Subset5: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `invalid-font`, `invalid-image`, `limit-exceeded`, `template-data-invalid`, `template-error`. */
        Problem422Subset4: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `not-found`, `operation-not-found`, `session-not-found`. */
        Problem404Subset6: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It is removed. */
        RemoveSessionOperation204: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One of the problems `limit-exceeded`. */
        Problem422Subset5: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `idempotency-conflict`, `idempotency-in-progress`, `session-conflict`. */
        Problem409Subset4: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `asset-not-found`, `not-found`, `session-not-found`. */
        Problem404Subset7: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description One of the problems `job-not-found`, `not-found`, `session-not-found`, `template-not-found`. */
        Problem404Subset8: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description It is the last operation now. */
        SessionPages201: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SessionChange"];
            };
        };
        /** @description One of the problems `invalid-font`, `invalid-image`, `limit-exceeded`. */
        Problem422Subset6: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
         * @example order-1042.invoice
         */
        "X-Request-Id": string;
        /**
         * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
         * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
         */
        "Idempotency-Key": string;
        /**
         * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
         * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
         */
        Approval: string;
        /**
         * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
         * @example *
         */
        "If-Match": string;
        /**
         * @description Opens an encrypted document. With a body of `application/pdf` only.
         * @example text
         */
        Password: string;
        /**
         * @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. With a body of `application/pdf` only.
         * @example 1-
         */
        Pages: string;
        /**
         * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
         * @example {}
         */
        Request: string;
        /**
         * @description Opens an encrypted document. One that opens with the empty password needs none. With a body of `application/pdf` only.
         * @example text
         */
        Password2: string;
        /**
         * @description Leaves the result unencrypted where the document was encrypted. With a body of `application/pdf` only.
         * @example false
         */
        Decrypt: boolean;
        /**
         * @description The id of the job.
         * @example mX0iGhLuQF5dA2xkq1JbRw3v
         */
        Id: string;
        /**
         * @description The id of a session of this client.
         * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
         */
        SessionId: string;
        /**
         * @description The id of an operation of the session.
         * @example 5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6
         */
        OperationId: string;
        /**
         * @description The name by which operations refer to the asset.
         * @example logo
         */
        Name: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: the `X-Request-Id` that was sent, where it was acceptable, or else a new one. It is also in the log and in `instance` of a problem. */
        "X-Request-Id": string;
        /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
        RateLimit: string;
        /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the request is worth sending again. */
        "Retry-After": number;
        /** @description The bearer challenge, with `error="invalid_token"` where a key was sent (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description The media types of a body that the route takes (RFC 9110, 15.5.16). */
        Accept: string;
        /** @description The path of the created resource. */
        Location: string;
        /** @description The revision (RFC 9110, 8.8.3). */
        ETag: string;
        /** @description The methods of the path. */
        Allow: string;
        /** @description `true` when this is the stored answer of an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
        /** @description The named stages that the request went through, with their milliseconds. */
        "Server-Timing": string;
        /** @description The file name of the answer. */
        "Content-Disposition": string;
        /** @description The SHA-256 of the body (RFC 9530). */
        "Content-Digest": string;
        /** @description The number of warnings of the document, also where it is 0. The JSON answer lists them. */
        "Document-Warnings": number;
        /** @description The number of pages of the document, also where the answer is images of some of them. */
        "Document-Pages": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    healthz: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            413: components["responses"]["Problem413"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready for requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Probe"];
                };
            };
            413: components["responses"]["Problem413"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
        };
    };
    capabilities: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the deployment offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            401: components["responses"]["Problem401"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    render: {
        parameters: {
            query?: {
                /**
                 * @description A named size, or width and height. With a body of `text/html` only.
                 * @example A3
                 */
                "document.size"?: "A3" | "A4" | "A5" | "A6" | "Letter" | "Legal" | "Tabloid";
                /**
                 * @description With a body of `text/html` only.
                 * @example portrait
                 */
                "document.orientation"?: "portrait" | "landscape";
                /**
                 * @description One length for the four sides, or {top, right, bottom, left}. With a body of `text/html` only.
                 * @example 0
                 */
                "document.margin"?: components["schemas"]["Length"];
                /**
                 * @description A CSS colour, or the name of an asset that fills the page. With a body of `text/html` only.
                 * @example text
                 */
                "document.background"?: string;
                /**
                 * @description A length: points, or a string with a unit (pt px in mm cm pc); 0 to 72 pt. With a body of `text/html` only.
                 * @example 0
                 */
                "document.bleed"?: components["schemas"]["LengthFrom0To72"];
                /**
                 * @description Marks for printers, outside of the bleed: where the page is trimmed, and whether colours register. With a body of `text/html` only.
                 * @example [
                 *       "crop"
                 *     ]
                 */
                "document.marks"?: ("crop" | "registration")[];
                /**
                 * @description Scale of the content. With a body of `text/html` only.
                 * @example 0.1
                 */
                "document.scale"?: number;
                /**
                 * @description The CSS media type. With a body of `text/html` only.
                 * @example print
                 */
                "document.media"?: "print" | "screen";
                /**
                 * @description One page as tall as the content. With a body of `text/html` only.
                 * @example true
                 */
                "document.singlePage"?: boolean;
                /**
                 * @description `virtual` (default): scripts and animations run ahead of real time, and the print follows when nothing moves any more. `real`: they have real time, and the print does not wait for them. With a body of `text/html` only.
                 * @example virtual
                 */
                "document.clock"?: "virtual" | "real";
                /**
                 * @description A BCP 47 language tag, for example en, de-AT, zh-Hant. With a body of `text/html` only.
                 * @example en
                 */
                "document.lang"?: string;
                /**
                 * @description With a body of `text/html` only.
                 * @example text
                 */
                "document.title"?: string;
                /**
                 * @description `none` leaves content in the flow with the look that browsers give it; unless given, `house`: the look of the service. With a body of `text/html` only.
                 * @example house
                 */
                "document.style"?: "house" | "none";
                /**
                 * @description Numbers the headings of the content: `true`, or an object for other levels, another start or style. The text, tables of contents, the outline and `{section}` have the same numbers. With a body of `text/html` only.
                 * @example true
                 */
                "document.numbering"?: boolean;
                /**
                 * @description Space in the cells of tables, and between headings, paragraphs, list items and other blocks; `normal` unless given. A table may have a `density` of its own. With a body of `text/html` only.
                 * @example compact
                 */
                "document.density"?: "compact" | "normal" | "wide";
                /**
                 * @description Colours of the series and slices of charts, in order; after the last one they begin again. With a body of `text/html` only.
                 * @example [
                 *       "text"
                 *     ]
                 */
                "document.palette"?: string[];
                /**
                 * @description Tags for accessibility. With a body of `text/html` only.
                 * @example true
                 */
                "output.tagged"?: boolean;
                /**
                 * @description Bookmarks from the headings. With a body of `text/html` only.
                 * @example true
                 */
                "output.outline"?: boolean;
                /**
                 * @description With a body of `text/html` only.
                 * @example true
                 */
                "output.compress"?: boolean;
                /**
                 * @description One standard, or several that go together, as `["PDF/A-3a", "PDF/UA-1"]`. What follows from the content is made to conform; what only its author knows (a text for a picture, a level of headings that was left out) is a 422 `conformance-not-reached` with each finding, its place and its correction. A document that claims conformance has been checked. With a body of `text/html` only.
                 * @example [
                 *       "PDF/A-1b"
                 *     ]
                 */
                "output.conformance"?: components["schemas"]["OutputConformanceOrValue"];
                /**
                 * @description HTML `<input>`, `<select>` and `<textarea>` become AcroForm fields, 20,000 in a document at most; else they are printed as pictures of what they show. With a body of `text/html` only.
                 * @example false
                 */
                "output.forms"?: boolean;
                /**
                 * @description The same input gives the same bytes, so the document has no dates and takes neither `encryption`, whose salts are random, nor `{date}`. Scripts that read the clock or random numbers are yours to avoid. With a body of `text/html` only.
                 * @example false
                 */
                "output.deterministic"?: boolean;
                /**
                 * @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. With a body of `text/html` only.
                 * @example 1-
                 */
                "output.pages"?: string;
                /**
                 * @description With a body of `text/html` only.
                 * @example 1
                 */
                "output.maxPages"?: number;
                /**
                 * @description With a body of `text/html` only.
                 * @example q3.pdf
                 */
                "output.filename"?: string;
                /**
                 * @description With a body of `text/html` only.
                 * @example [
                 *       "resource"
                 *     ]
                 */
                "output.failOn"?: ("resource" | "console" | "font" | "glyph" | "font-missing" | "glyph-missing" | "overflow" | "resource-blocked" | "resource-failed" | "element-unsupported" | "link-broken" | "reference-unresolved" | "reference-unstable" | "placeholder-unknown" | "variable-unknown" | "css-ignored" | "html-as-text" | "diagram-as-code" | "console-error" | "image-without-alt" | "table-too-wide" | "carry-ignored" | "columns-too-wide" | "barcode-too-small" | "numbering-ignored" | "page-ignored" | "wait-ignored" | "encoding-guessed" | "still-moving" | "navigation-blocked" | "language-unknown" | "code-not-highlighted" | "background-left-out" | "attachment-renamed" | "field-renamed" | "field-not-placed")[];
                /**
                 * @description Answers the resolved plan and prints nothing. With a body of `text/html` only.
                 * @example false
                 */
                dryRun?: boolean;
                /**
                 * @description Further options: the JSON body without `operations`. A field of an object can also have its path as its name, as in `document.margin.top`. With a body of `text/html` only.
                 * @example {}
                 */
                request?: string;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["RenderOptions"];
                    /** @description One part a file, in order. */
                    assets?: string[];
                    /** @description A document and the files that it uses, each with its path as its file name: in place of `operations`. The document is `index.html`, else the only `.html` file; relative addresses and those with a leading slash are looked up from its folder. */
                    files?: string[];
                };
                "text/html": string;
            };
        };
        responses: {
            200: components["responses"]["Render200"];
            /** @description One of the problems `invalid-idempotency-key`, `invalid-multipart`, `invalid-request`, `malformed-json`, `unknown-operation`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset1"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset1"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "extract-text": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. With a body of `application/pdf` only.
                 * @example 1-
                 */
                pages?: components["parameters"]["Pages"];
                /**
                 * @description The order of the text: as it is read, as it is placed on the page, or as the file draws it. With a body of `application/pdf` only.
                 * @example reading
                 */
                layout?: "reading" | "physical" | "raw";
                /**
                 * @description What `blocks` of a page are; `page` leaves them out. With a body of `application/pdf` only.
                 * @example page
                 */
                granularity?: "page" | "block" | "line" | "word";
                /**
                 * @description Adds the headings, lists and tables of a tagged document. With a body of `application/pdf` only.
                 * @example false
                 */
                structure?: boolean;
                /**
                 * @description Adds invisible text to `text`; `blocks` always contains and marks it. With a body of `application/pdf` only.
                 * @example include
                 */
                hidden?: "include";
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtractTextRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["ExtractTextOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The report, or (with `Accept: text/plain`) its text alone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractTextAnswer"];
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset2"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    merge: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["MergeOptions"];
                    /** @description One part a file, in order. */
                    documents: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["Merge200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset2"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    split: {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description The pages of each part. With a body of `application/pdf` only.
                 * @example [
                 *       "1-"
                 *     ]
                 */
                ranges?: string[];
                /**
                 * @description A part for every so many pages. With a body of `application/pdf` only.
                 * @example 1
                 */
                every?: number;
                /**
                 * @description A part begins where an outline item of this level, or of one above it, leads to; 1 is the outermost. With a body of `application/pdf` only.
                 * @example 1
                 */
                atBookmarks?: number;
                /**
                 * @description As many pages a part as stay within so many bytes. With a body of `application/pdf` only.
                 * @example 1
                 */
                maxBytes?: number;
                /**
                 * @description Blank pages are between parts, and in none. With a body of `application/pdf` only.
                 * @example true
                 */
                atBlankPages?: boolean;
                /**
                 * @description A part begins with each page that holds this text. With a body of `application/pdf` only.
                 * @example text
                 */
                atText?: string;
                /**
                 * @description The file name of each part: `{n}` its number, `{parts}` how many there are, `{name}` the name of the document, `{title}` the outline item that begins it, `{text}` what `nameText` finds, `{from}` and `{to}` its first and last page, `{label}` the label of its first page, `{pages}` how many pages it has. With a body of `application/pdf` only.
                 * @example text
                 */
                names?: string;
                /**
                 * @description A regular expression in RE2 syntax. `{text}` of `names` is what its first group matches on the first page of the part, or the whole match where it has no group. `^` and `$` are the ends of lines. A part without a match has the name of the document and its number instead. With a body of `application/pdf` only.
                 * @example text
                 */
                nameText?: string;
                /**
                 * @description The parts that attachments of the document go with. With a body of `application/pdf` only.
                 * @example all
                 */
                attachments?: "all" | "first" | "none";
                /**
                 * @description Leaves the parts unencrypted where the document was encrypted. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: boolean;
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["SplitOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The documents, in an archive or (with `Accept: application/json`) inside JSON. Equal requests get equal archives, byte for byte. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "application/json": components["schemas"]["DocumentsAnswer"];
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset2"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    arrange: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArrangeRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["ArrangeOptions"];
                    /** @description One part a file, in order. */
                    documents: string[];
                };
            };
        };
        responses: {
            200: components["responses"]["Merge200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset2"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `encrypted-pdf`, `invalid-image`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `render-failed`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    rasterize: {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description 1-based pages: '1-3,7,10-', 'last', '-1' (from the end), 'odd', 'even'. Order and repeats are preserved. With a body of `application/pdf` only.
                 * @example 1-
                 */
                pages?: components["parameters"]["Pages"];
                /**
                 * @description Pixels an inch; 144 unless a side is given. With a body of `application/pdf` only.
                 * @example 1
                 */
                dpi?: number;
                /**
                 * @description The width of each image in pixels, in place of `dpi`. With both sides, pages fit inside. With a body of `application/pdf` only.
                 * @example 1
                 */
                width?: number;
                /**
                 * @description The height of each image in pixels, in place of `dpi`. With both sides, pages fit inside. With a body of `application/pdf` only.
                 * @example 1
                 */
                height?: number;
                /**
                 * @description The type of the images, where `Accept` names none; PNG unless given. With a body of `application/pdf` only.
                 * @example png
                 */
                format?: "png" | "jpeg" | "webp";
                /**
                 * @description Of JPEG and WebP; 85 unless given. With a body of `application/pdf` only.
                 * @example 1
                 */
                quality?: number;
                /**
                 * @description The colour of the paper, as #rgb, #rrggbb or a common name; white unless given. With a body of `application/pdf` only.
                 * @example white
                 */
                background?: string;
                /**
                 * @description Leaves the paper out; PNG and WebP only. With a body of `application/pdf` only.
                 * @example false
                 */
                transparent?: boolean;
                /**
                 * @description Draws annotations: notes, stamps, highlights, drawings. With a body of `application/pdf` only.
                 * @example true
                 */
                annotations?: boolean;
                /**
                 * @description Draws form fields with their values, and visible signatures. With a body of `application/pdf` only.
                 * @example true
                 */
                forms?: boolean;
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RasterizeRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["RasterizeOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The image; where there are several, an archive of them; or (with `Accept: application/json`) both inside JSON. Equal requests get equal archives, byte for byte. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "application/zip": string;
                    "application/json": components["schemas"]["ImagesAnswer"];
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset2"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    sign: {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. One that opens with the empty password needs none. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password2"];
                /**
                 * @description Opens `privateKey` or `pkcs12`. With a body of `application/pdf` only.
                 * @example text
                 */
                passphrase?: string;
                /**
                 * @description SHA-256, unless the key is bound to another. With a body of `application/pdf` only.
                 * @example SHA-256
                 */
                hash?: "SHA-256" | "SHA-384" | "SHA-512";
                /**
                 * @description Why it is signed. With a body of `application/pdf` only.
                 * @example text
                 */
                reason?: string;
                /**
                 * @description Where it is signed. With a body of `application/pdf` only.
                 * @example text
                 */
                location?: string;
                /**
                 * @description How the signer can be reached. With a body of `application/pdf` only.
                 * @example text
                 */
                contact?: string;
                /**
                 * @description The name of the signer, where it should differ from the name in the certificate. With a body of `application/pdf` only.
                 * @example text
                 */
                name?: string;
                /**
                 * @description The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one of a free name where it is left out. With a body of `application/pdf` only.
                 * @example approval.manager
                 */
                field?: string;
                /**
                 * @description Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of that name (`refuse`), or neither. With a body of `application/pdf` only.
                 * @example allow
                 */
                onCover?: "allow" | "warn" | "refuse";
                /**
                 * @description Makes it a certification: what may change afterwards. With a body of `application/pdf` only.
                 * @example no-changes
                 */
                certify?: "no-changes" | "form-filling" | "annotations";
                /**
                 * @description Signs even where that makes an earlier signature invalid. With a body of `application/pdf` only.
                 * @example false
                 */
                breakSignatures?: boolean;
                /**
                 * @description Leaves the result unencrypted where the document was encrypted. This rewrites the document, which makes earlier signatures invalid. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: boolean;
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["SignOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            200: components["responses"]["Merge200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `certificate-key-mismatch`, `encrypted-pdf`, `field-not-found`, `field-value-invalid`, `invalid-certificate`, `invalid-image`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `signature-covers-text`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "fill-form": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description Makes what the fields look like content of their pages, and takes the form away. With a body of `application/pdf` only.
                 * @example false
                 */
                flatten?: boolean;
                /**
                 * @description Refuses names that the form does not have (422); otherwise `report` lists them. With a body of `application/pdf` only.
                 * @example true
                 */
                strict?: boolean;
                /**
                 * @description Answers the fields of the form, and changes nothing. With a body of `application/pdf` only.
                 * @example fields
                 */
                export?: "fields";
                /**
                 * @description Changes a signed document even where its signatures do not stay valid. With a body of `application/pdf` only.
                 * @example false
                 */
                breakSignatures?: boolean;
                /**
                 * @description Leaves the result unencrypted where the document was encrypted. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: components["parameters"]["Decrypt"];
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FillFormRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["FillFormOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            200: components["responses"]["FillForm200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `encrypted-pdf`, `field-not-found`, `field-value-invalid`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "check-accessibility": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description PDF/UA-1 by the Matterhorn Protocol; PDF/UA-2 and WCAG 2.2 as far as a machine decides them. With a body of `application/pdf` only.
                 * @example PDF/UA-1
                 */
                standard?: "PDF/UA-1" | "PDF/UA-2" | "WCAG-2.2";
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAccessibilityRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["CheckAccessibilityOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The report, or (with `Accept: application/pdf`) a document of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckAccessibilityAnswer"];
                    "application/pdf": string;
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    redact: {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description Kinds of text to remove. A number of such a form is removed even if its check digit is wrong. With a body of `application/pdf` only.
                 * @example [
                 *       "email"
                 *     ]
                 */
                presets?: ("email" | "phone" | "iban" | "credit-card" | "ssn" | "ip" | "mac-address" | "date" | "url" | "vat-id")[];
                /**
                 * @description Presets find only numbers with valid check digits, in assigned ranges, and with no digit beside them. With a body of `application/pdf` only.
                 * @example false
                 */
                strict?: boolean;
                /**
                 * @description The colour of the boxes: #rgb, #rrggbb, or one of the 16 basic colour names. With a body of `application/pdf` only.
                 * @example white
                 */
                fill?: string;
                /**
                 * @description Written on the boxes, where it fits. With a body of `application/pdf` only.
                 * @example text
                 */
                label?: string;
                /**
                 * @description `keep` preserves Info and XMP, without the redacted text. With a body of `application/pdf` only.
                 * @example scrub
                 */
                metadata?: "scrub" | "keep";
                /**
                 * @description `keep` is refused where an attachment contains redacted text. With a body of `application/pdf` only.
                 * @example remove
                 */
                attachments?: "remove" | "keep";
                /**
                 * @description Whether text after removed letters on the same line can move by up to an eighth of a point, so that its position does not reveal the removed letters. With a body of `application/pdf` only.
                 * @example quantised
                 */
                spacing?: "quantised" | "exact";
                /**
                 * @description Answers what would be removed, with its text, and changes nothing. With a body of `application/pdf` only.
                 * @example false
                 */
                dryRun?: boolean;
                /**
                 * @description Redacts a signed document, without its signatures. With a body of `application/pdf` only.
                 * @example false
                 */
                breakSignatures?: boolean;
                /**
                 * @description Leaves the result unencrypted where the document was encrypted. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: components["parameters"]["Decrypt"];
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["RedactOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            200: components["responses"]["FillForm200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `encrypted-pdf`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `redaction-incomplete`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    compare: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompareRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["CompareOptions"];
                    /** @description One part a file, in order. */
                    documents: string[];
                };
            };
        };
        responses: {
            /** @description The report, or (with `Accept: application/pdf`) a document of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareAnswer"];
                    "application/pdf": string;
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    optimize: {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description `lossless` changes no pixel; `archive`, `print` and `web` make pictures smaller, the last most. With a body of `application/pdf` only.
                 * @example lossless
                 */
                level?: "lossless" | "web" | "print" | "archive";
                /**
                 * @description The most pixels an inch of pictures, where they are shown largest. Replaces the value of the level: 400, 300, 150. With `lossless` it makes pictures smaller too. With a body of `application/pdf` only.
                 * @example 36
                 */
                maxImagePpi?: number;
                /**
                 * @description The quality of JPEG. Replaces the value of the level: 92, 85, 75. With `lossless` it recompresses pictures too. With a body of `application/pdf` only.
                 * @example 20
                 */
                imageQuality?: number;
                /**
                 * @description Removes the colours of all content of pages: text, drawings, shadings, annotations and pictures. `report.left` lists colours that remain. With a body of `application/pdf` only.
                 * @example false
                 */
                grayscale?: boolean;
                /**
                 * @description Whether glyphs that are not shown are removed from fonts. The default is true, and false with `archive`. With a body of `application/pdf` only.
                 * @example true
                 */
                subsetFonts?: boolean;
                /**
                 * @description Puts the objects of the first page first, so that a viewer shows it before it has received the rest. With a body of `application/pdf` only.
                 * @example false
                 */
                linearize?: boolean;
                /**
                 * @description Removes Info, XMP and private data of programs, but not the statement of conformance to a standard. With a body of `application/pdf` only.
                 * @example false
                 */
                removeMetadata?: boolean;
                /**
                 * @description Removes the thumbnails of pages. With a body of `application/pdf` only.
                 * @example false
                 */
                removeThumbnails?: boolean;
                /**
                 * @description Optimizes a signed document, without its signatures. With a body of `application/pdf` only.
                 * @example false
                 */
                breakSignatures?: boolean;
                /**
                 * @description Leaves the result unencrypted where the document was encrypted. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: components["parameters"]["Decrypt"];
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OptimizeRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["OptimizeOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            200: components["responses"]["Merge200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `encrypted-pdf`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "ai-certify": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. One that opens with the empty password needs none. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password2"];
                /**
                 * @description `certified`: the manifest, and a certification after which nothing may change. `claim`: the manifest, and an ordinary signature. With a body of `application/pdf` only.
                 * @example certified
                 */
                level?: "certified" | "claim";
                /**
                 * @description A label on the page: a text, or an object with text and place. With a body of `application/pdf` only.
                 * @example text
                 */
                visibleLabel?: string;
                /**
                 * @description Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones. With a body of `application/pdf` only.
                 * @example false
                 */
                decrypt?: boolean;
                /**
                 * @description Certifies even where that makes an earlier signature invalid. With a body of `application/pdf` only.
                 * @example false
                 */
                breakSignatures?: boolean;
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiCertifyRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["AiCertifyOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            200: components["responses"]["Merge200"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `certificate-key-mismatch`, `conformance-not-reached`, `encrypted-pdf`, `invalid-certificate`, `invalid-pdf`, `limit-exceeded`, `page-out-of-range`, `signature-would-break`, `too-many-pages`, `wrong-password`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "compliance-check": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description The standards to check; what the document itself claims where it is left out. `1b` is `PDF/A-1b`. With a body of `application/pdf` only.
                 * @example [
                 *       "PDF/A-1b"
                 *     ]
                 */
                standards?: ("PDF/A-1b" | "PDF/A-1a" | "PDF/A-2b" | "PDF/A-2u" | "PDF/A-2a" | "PDF/A-3b" | "PDF/A-3u" | "PDF/A-3a" | "PDF/A-4" | "PDF/A-4e" | "PDF/A-4f" | "PDF/UA-1" | "1b" | "1a" | "2b" | "2u" | "2a" | "3b" | "3u" | "3a" | "4" | "4e" | "4f")[];
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComplianceCheckRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["ComplianceCheckOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceCheckAnswer"];
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "forensic-analyze": {
        parameters: {
            query?: {
                /**
                 * @description Opens an encrypted document. With a body of `application/pdf` only.
                 * @example text
                 */
                password?: components["parameters"]["Password"];
                /**
                 * @description Categories of findings that are looked for; all where it is left out. With a body of `application/pdf` only.
                 * @example [
                 *       "revision"
                 *     ]
                 */
                checks?: ("revision" | "signature" | "active-content" | "hidden-content" | "failed-redaction" | "metadata" | "embedded-file" | "structure" | "recoverable" | "parser-difference")[];
                /**
                 * @description `quick`: structure, signatures, actions and metadata, without pictures and text. `deep`: more versions and pages, and attached PDFs within attached PDFs. With a body of `application/pdf` only.
                 * @example quick
                 */
                depth?: "quick" | "standard" | "deep";
                /**
                 * @description Further options: the JSON body without `document`. With a body of `application/pdf` only.
                 * @example {}
                 */
                request?: components["parameters"]["Request"];
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForensicAnalyzeRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["ForensicAnalyzeOptions"];
                    /** Format: binary */
                    document: string;
                };
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The report, or (with `Accept: application/pdf`) a document of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForensicAnalyzeAnswer"];
                    "application/pdf": string;
                };
            };
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset3"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset2"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    pipe: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipeRequest"];
                "multipart/form-data": {
                    request: components["schemas"]["PipeOptions"];
                    /** @description One part a file, in order. */
                    documents?: string[];
                };
            };
        };
        responses: {
            /** @description The answer of the last step, in a form that the route of its tool has. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Server-Timing": components["headers"]["Server-Timing"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/zip": string;
                    "application/json": components["schemas"]["PipeAnswer"];
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404Subset1"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "list-jobs": {
        parameters: {
            query?: {
                /**
                 * @description Only jobs of this status.
                 * @example failed
                 */
                status?: "queued" | "running" | "succeeded" | "failed" | "cancelled";
                /**
                 * @description The largest number of jobs of the page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `next` of the page before. Other parameters may change between pages.
                 * @example
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "submit-job": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitJobRequest"];
                "multipart/form-data": {
                    /** @description The JSON body, whose `input` need not name what the file parts bring. */
                    request: components["schemas"]["JobOptions"];
                    /** @description One part a file, in order. */
                    assets?: string[];
                    /** @description One part a file, in order. */
                    files?: string[];
                    /** Format: binary */
                    document?: string;
                    /** @description One part a file, in order. */
                    documents?: string[];
                };
            };
        };
        responses: {
            /** @description The job is queued. `Location` is where its progress is. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Location: components["headers"]["Location"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            /** @description One of the problems `job-not-found`, `session-not-found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["Problem408"];
            /** @description One of the problems `idempotency-conflict`, `idempotency-in-progress`, `job-not-finished`, `session-conflict`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `invalid-pdf`, `limit-exceeded`, `nothing-to-render`, `reference-unresolved`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "show-job": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of the job.
                 * @example mX0iGhLuQF5dA2xkq1JbRw3v
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404Subset2"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "delete-job": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /**
                 * @description The id of the job.
                 * @example mX0iGhLuQF5dA2xkq1JbRw3v
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["DeleteJob204"];
            400: components["responses"]["Problem400Subset3"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404Subset2"];
            409: components["responses"]["Problem409Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "job-result": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of the job.
                 * @example mX0iGhLuQF5dA2xkq1JbRw3v
                 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    "Document-Warnings": components["headers"]["Document-Warnings"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/zip": string;
                    "application/json": Record<string, never>;
                    "text/plain": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                };
            };
            /** @description One of the problems `invalid-multipart`, `invalid-request`, `malformed-json`, `unknown-operation`, `unknown-tool`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Problem401"];
            /** @description One of the problems `tier-required`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The remaining quota of each limit, and the seconds until it is full again (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                    RateLimit?: string;
                    /** @description The limits of the address and of the client: quota and window in seconds (IETF draft-ietf-httpapi-ratelimit-headers-08). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description One of the problems `job-not-found`, `not-found`, `template-not-found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            406: components["responses"]["Problem406"];
            409: components["responses"]["Problem409Subset3"];
            410: components["responses"]["Problem410Subset1"];
            413: components["responses"]["Problem413"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "open-session": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OpenSessionRequest"];
            };
        };
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            /** @description One of the problems `not-found`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset3"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    session: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            410: components["responses"]["Problem410Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "delete-session": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["DeleteJob204"];
            400: components["responses"]["Problem400Subset3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "patch-session": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionPatch"];
                "application/merge-patch+json": components["schemas"]["SessionPatch"];
            };
        };
        responses: {
            200: components["responses"]["PatchSession200"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset3"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "list-session-operations": {
        parameters: {
            query?: {
                /**
                 * @description The place of the first operation, from 0.
                 * @example 0
                 */
                from?: number;
                /**
                 * @description The largest number of operations.
                 * @example 20
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Operations of the session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOperationList"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            410: components["responses"]["Problem410Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "insert-session-operations": {
        parameters: {
            query?: {
                /**
                 * @description The id of the operation before which the new ones go, in place of the end.
                 * @example
                 */
                before?: string;
                /**
                 * @description The id of the operation after which the new ones go, in place of the end.
                 * @example
                 */
                after?: string;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionOperationsRequest"];
            };
        };
        responses: {
            /** @description They are in the session now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInsertion"];
                };
            };
            400: components["responses"]["Problem400Subset5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset5"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset4"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-operation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The id of an operation of the session.
                 * @example 5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionOperation"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset6"];
            410: components["responses"]["Problem410Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "replace-session-operation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The id of an operation of the session.
                 * @example 5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderOperation"];
            };
        };
        responses: {
            /** @description It is in the session now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionReplacement"];
                };
            };
            400: components["responses"]["Problem400Subset5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset5"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset4"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "remove-session-operation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The id of an operation of the session.
                 * @example 5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["RemoveSessionOperation204"];
            400: components["responses"]["Problem400Subset3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset6"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "move-session-operation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The id of an operation of the session.
                 * @example 5d1f7c3e-2b4a-4e6d-8f90-a1b2c3d4e5f6
                 */
                operationId: components["parameters"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionMoveRequest"];
            };
        };
        responses: {
            /** @description It is in its new place. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionMove"];
                };
            };
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset6"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset5"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "undo-session-change": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PatchSession200"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset4"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset5"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "redo-session-change": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PatchSession200"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset4"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset5"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "fork-session": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionForkRequest"];
            };
        };
        responses: {
            /** @description The new session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset4"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset5"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "list-session-assets": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assets of the session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAssetList"];
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            410: components["responses"]["Problem410Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-asset": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The name by which operations refer to the asset.
                 * @example logo
                 */
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                    "image/avif": string;
                    "image/gif": string;
                    "image/svg+xml": string;
                    "application/pdf": string;
                    "font/ttf": string;
                    "font/otf": string;
                    "font/woff": string;
                    "font/woff2": string;
                    "text/css": string;
                };
            };
            400: components["responses"]["Problem400Subset2"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset7"];
            410: components["responses"]["Problem410Subset2"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "put-session-asset": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The name by which operations refer to the asset.
                 * @example logo
                 */
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It is in the place of the one of the same name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAsset"];
                };
            };
            /** @description It is stored under a new name. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAsset"];
                };
            };
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            /** @description One of the problems `invalid-font`, `invalid-image`, `invalid-pdf`, `limit-exceeded`, `too-many-pages`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "remove-session-asset": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The name by which operations refer to the asset.
                 * @example logo
                 */
                name: components["parameters"]["Name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["RemoveSessionOperation204"];
            400: components["responses"]["Problem400Subset3"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset7"];
            /** @description One of the problems `asset-in-use`, `idempotency-conflict`, `idempotency-in-progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503Subset1"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-page": {
        parameters: {
            query?: {
                /** @description The width of the image in pixels, in place of `dpi`. */
                width?: number;
                /** @description Pixels an inch; 144 unless a width is given. */
                dpi?: number;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
                /**
                 * @description The page, from 1.
                 * @example 1
                 */
                page: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Digest": components["headers"]["Content-Digest"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Document-Pages": components["headers"]["Document-Pages"];
                    /** @description The revision, and the type of the image unless it is PNG. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "image/webp": string;
                };
            };
            /** @description The session is unchanged. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The revision, and the type of the image unless it is PNG. */
                    ETag: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description One of the problems `invalid-request`, `unknown-operation`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset8"];
            406: components["responses"]["Problem406"];
            409: components["responses"]["Problem409Subset3"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            422: components["responses"]["Problem422Subset1"];
            429: components["responses"]["Problem429Subset1"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-pages": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionPagesRequest"];
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-text": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionTextRequest"];
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-images": {
        parameters: {
            query?: {
                /**
                 * @description The text for readers who cannot see it; empty for decoration. With a body of `image/*` only.
                 * @example Brand colour
                 */
                alt?: string;
                /**
                 * @description How it fills width and height when both are given. The default is `contain`; `fill` stretches it. With a body of `image/*` only.
                 * @example contain
                 */
                fit?: "contain" | "cover" | "fill";
                /**
                 * @description With a body of `image/*` only.
                 * @example center
                 */
                align?: "left" | "center" | "right";
                /**
                 * @description With a body of `image/*` only.
                 * @example Our blue
                 */
                caption?: string;
                /**
                 * @description http(s), mailto, tel, or #id of an operation. With a body of `image/*` only.
                 * @example https://example.com/
                 */
                link?: string;
                /**
                 * @description An id for links (`#id`) and CSS, once in a document. With a body of `image/*` only.
                 * @example logo
                 */
                id?: string;
                /**
                 * @description A BCP 47 language tag, for example en, de-AT, zh-Hant. With a body of `image/*` only.
                 * @example en
                 */
                lang?: string;
                /**
                 * @description The other fields, as JSON. With a body of `image/*` only.
                 * @example {"width":"60mm"}
                 */
                request?: string;
            };
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionImagesRequest"];
                "multipart/form-data": {
                    request?: components["schemas"]["SessionImagesOptions"];
                    /** Format: binary */
                    image: string;
                };
                "image/*": string;
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset1"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-tables": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionTablesRequest"];
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-html": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionHtmlRequest"];
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "session-font": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionFontRequest"];
            };
        };
        responses: {
            201: components["responses"]["SessionPages201"];
            400: components["responses"]["Problem400Subset4"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset2"];
            404: components["responses"]["Problem404Subset4"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset2"];
            410: components["responses"]["Problem410Subset2"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset6"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    "render-session": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request: 1 to 128 of `A-Z a-z 0-9 . _ -`. Anything else is replaced.
                 * @example order-1042.invoice
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
                /**
                 * @description Makes a retry safe: a request with the same key, body, `Accept` and `Content-Type` is processed once, and its answer replayed for 24 hours.
                 * @example 5f0c1c7e-7b0a-4d39-9d5e-2f7a4f0c2d11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description The approval of a human for exactly this request: needed where the deployment has the tool in `SERVICE_APPROVAL_REQUIRED` (see `approval` of its entry in capabilities). A compact JWS (RFC 7515) over the digest that the problem `approval-required` names; each is good for one request.
                 * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImFwcHJvdmFsK2p3dCIsImtpZCI6ImFubmEtMSJ9.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJl
                 */
                Approval?: components["parameters"]["Approval"];
                /**
                 * @description Makes the change only where the revision is still one of these `ETag`s (RFC 9110, 13.1.1).
                 * @example *
                 */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /**
                 * @description The id of a session of this client.
                 * @example 0b8e2a5c-6f1d-4c1a-9d3e-5a7b8c9d0e1f
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenderSessionRequest"];
            };
        };
        responses: {
            200: components["responses"]["Render200"];
            400: components["responses"]["Problem400Subset5"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403Subset1"];
            404: components["responses"]["Problem404Subset8"];
            406: components["responses"]["Problem406"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409Subset1"];
            410: components["responses"]["Problem410"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422Subset1"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
}
