/**
 * The C functions of PDFium that we call (public headers fpdfview.h, fpdf_text.h, fpdf_edit.h,
 * fpdf_structtree.h, fpdf_flatten.h, fpdf_formfill.h). Handles and pointers are numbers, 0 is none; a C string is a pointer.
 */
export interface Calls {
  malloc: (bytes: number) => number;
  free: (pointer: number) => void;
  PDFiumExt_Init: () => void;
  FPDF_LoadMemDocument: (data: number, bytes: number, password: number) => number;
  FPDF_CloseDocument: (document: number) => void;
  FPDF_GetLastError: () => number;
  FPDF_GetPageCount: (document: number) => number;
  FPDF_GetMetaText: (document: number, tag: number, buffer: number, bytes: number) => number;
  FPDFCatalog_IsTagged: (document: number) => number;
  FPDFCatalog_GetLanguage: (document: number, buffer: number, bytes: number) => number;
  EPDF_IsEncrypted: (document: number) => number;
  FPDF_GetPageSizeByIndexF: (document: number, index: number, size: number) => number;
  FPDF_LoadPage: (document: number, index: number) => number;
  FPDF_ClosePage: (page: number) => void;
  FPDF_GetPageBoundingBox: (page: number, rect: number) => number;
  FPDFPage_GetRotation: (page: number) => number;
  FPDFPage_GetAnnotCount: (page: number) => number;
  FPDFPage_GetAnnot: (page: number, index: number) => number;
  FPDFPage_CloseAnnot: (annotation: number) => void;
  FPDFAnnot_GetSubtype: (annotation: number) => number;
  FPDFAnnot_GetRect: (annotation: number, rect: number) => number;
  FPDFPage_Flatten: (page: number, usage: number) => number;
  FPDFPage_CountObjects: (page: number) => number;
  FPDFPage_GetObject: (page: number, index: number) => number;
  FPDFFormObj_CountObjects: (form: number) => number;
  FPDFFormObj_GetObject: (form: number, index: number) => number;
  FPDFPageObj_GetType: (object: number) => number;
  FPDFPageObj_GetMatrix: (object: number, matrix: number) => number;
  FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number;
  FPDFPageObj_GetMarkedContentID: (object: number) => number;
  FPDFPageObj_CountMarks: (object: number) => number;
  FPDFPageObj_GetMark: (object: number, index: number) => number;
  FPDFPageObj_GetClipPath: (object: number) => number;
  FPDFPageObj_HasTransparency: (object: number) => number;
  FPDFPageObj_GetFillColor: (object: number, r: number, g: number, b: number, a: number) => number;
  FPDFPageObj_GetStrokeColor: (object: number, r: number, g: number, b: number, a: number) => number;
  FPDFPageObj_GetStrokeWidth: (object: number, width: number) => number;
  FPDFPageObj_GetDashCount: (object: number) => number;
  FPDFPageObjMark_GetName: (mark: number, buffer: number, bytes: number, needed: number) => number;
  FPDFPageObjMark_GetParamValueType: (mark: number, key: number) => number;
  FPDFPageObjMark_GetParamBlobValue: (
    mark: number,
    key: number,
    buffer: number,
    bytes: number,
    needed: number,
  ) => number;
  FPDFClipPath_CountPaths: (clip: number) => number;
  FPDFClipPath_CountPathSegments: (clip: number, path: number) => number;
  FPDFClipPath_GetPathSegment: (clip: number, path: number, segment: number) => number;
  FPDFPath_CountSegments: (path: number) => number;
  FPDFPath_GetPathSegment: (path: number, segment: number) => number;
  FPDFPath_GetDrawMode: (path: number, fillMode: number, stroke: number) => number;
  FPDFPathSegment_GetPoint: (segment: number, x: number, y: number) => number;
  FPDFPathSegment_GetType: (segment: number) => number;
  FPDFImageObj_GetImagePixelSize: (image: number, width: number, height: number) => number;
  FPDFImageObj_GetRenderedBitmap: (document: number, page: number, image: number) => number;
  FPDFBitmap_CreateEx: (width: number, height: number, format: number, first: number, stride: number) => number;
  FPDFBitmap_FillRect: (
    bitmap: number,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ) => number;
  FPDF_RenderPageBitmap: (
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void;
  FPDF_RenderPageBitmapWithMatrix: (
    bitmap: number,
    page: number,
    matrix: number,
    clipping: number,
    flags: number,
  ) => void;
  PDFiumExt_OpenFormFillInfo: () => number;
  PDFiumExt_CloseFormFillInfo: (info: number) => void;
  PDFiumExt_InitFormFillEnvironment: (document: number, info: number) => number;
  PDFiumExt_ExitFormFillEnvironment: (form: number) => void;
  FPDF_FFLDraw: (
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ) => void;
  FPDFBitmap_GetFormat: (bitmap: number) => number;
  FPDFBitmap_GetBuffer: (bitmap: number) => number;
  FPDFBitmap_GetWidth: (bitmap: number) => number;
  FPDFBitmap_GetHeight: (bitmap: number) => number;
  FPDFBitmap_GetStride: (bitmap: number) => number;
  FPDFBitmap_Destroy: (bitmap: number) => void;
  FPDFTextObj_GetTextRenderMode: (object: number) => number;
  FPDFTextObj_GetFont: (object: number) => number;
  FPDFTextObj_GetFontSize: (object: number, size: number) => number;
  FPDFFont_GetBaseFontName: (font: number, buffer: number, bytes: number) => number;
  FPDFText_LoadPage: (page: number) => number;
  FPDFText_ClosePage: (text: number) => void;
  FPDFText_CountChars: (text: number) => number;
  FPDFText_GetUnicode: (text: number, index: number) => number;
  FPDFText_IsGenerated: (text: number, index: number) => number;
  FPDFText_GetTextObject: (text: number, index: number) => number;
  FPDFText_GetCharOrigin: (text: number, index: number, x: number, y: number) => number;
  FPDFText_GetLooseCharBox: (text: number, index: number, rect: number) => number;
  FPDFText_GetMatrix: (text: number, index: number, matrix: number) => number;
  FPDF_StructTree_GetForPage: (page: number) => number;
  FPDF_StructTree_Close: (tree: number) => void;
  FPDF_StructTree_CountChildren: (tree: number) => number;
  FPDF_StructTree_GetChildAtIndex: (tree: number, index: number) => number;
  FPDF_StructElement_GetType: (element: number, buffer: number, bytes: number) => number;
  FPDF_StructElement_GetActualText: (element: number, buffer: number, bytes: number) => number;
  FPDF_StructElement_GetLang: (element: number, buffer: number, bytes: number) => number;
  FPDF_StructElement_CountChildren: (element: number) => number;
  FPDF_StructElement_GetChildAtIndex: (element: number, index: number) => number;
  FPDF_StructElement_GetChildMarkedContentID: (element: number, index: number) => number;
}
