// Made of openapi.json by `npm run openapi`. Do not edit.
import type { FileAnswer, Json } from '../answer.ts';
import type { ToolOptions } from '../options.ts';
import type { WithDocument, WithDocuments, WithFiles } from '../input.ts';
import type { components } from './api.ts';

type Schemas = components['schemas'];

/** What each tool takes, and its answer in each representation. */
export interface ToolTable {
  render: {
    input: Schemas['RenderRequest'] | WithFiles<Schemas['RenderOptions']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']>; report: Json<Schemas['ReportAlone']>; png: FileAnswer; jpeg: FileAnswer; webp: FileAnswer; zip: FileAnswer };
    default: 'pdf';
  };
  'extract-text': {
    input: WithDocument<Schemas['ExtractTextRequest']>;
    answers: { json: Json<Schemas['ExtractTextAnswer']>; text: FileAnswer };
    default: 'json';
  };
  merge: {
    input: WithDocuments<Schemas['MergeRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']> };
    default: 'pdf';
  };
  split: {
    input: WithDocument<Schemas['SplitRequest']>;
    answers: { zip: FileAnswer; json: Json<Schemas['DocumentsAnswer']> };
    default: 'zip';
  };
  arrange: {
    input: WithDocuments<Schemas['ArrangeRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']> };
    default: 'pdf';
  };
  rasterize: {
    input: WithDocument<Schemas['RasterizeRequest']>;
    answers: { png: FileAnswer; jpeg: FileAnswer; webp: FileAnswer; zip: FileAnswer; json: Json<Schemas['ImagesAnswer']> };
    default: 'png';
  };
  sign: {
    input: WithDocument<Schemas['SignRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']> };
    default: 'pdf';
  };
  'fill-form': {
    input: WithDocument<Schemas['FillFormRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']>; report: Json<Schemas['ReportAlone']> };
    default: 'pdf';
  };
  'check-accessibility': {
    input: WithDocument<Schemas['CheckAccessibilityRequest']>;
    answers: { json: Json<Schemas['CheckAccessibilityAnswer']>; pdf: FileAnswer };
    default: 'json';
  };
  redact: {
    input: WithDocument<Schemas['RedactRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']>; report: Json<Schemas['ReportAlone']> };
    default: 'pdf';
  };
  compare: {
    input: WithDocuments<Schemas['CompareRequest']>;
    answers: { json: Json<Schemas['CompareAnswer']>; pdf: FileAnswer };
    default: 'json';
  };
  optimize: {
    input: WithDocument<Schemas['OptimizeRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']> };
    default: 'pdf';
  };
  'ai-certify': {
    input: WithDocument<Schemas['AiCertifyRequest']>;
    answers: { pdf: FileAnswer; json: Json<Schemas['DocumentAnswer']> };
    default: 'pdf';
  };
  'compliance-check': {
    input: WithDocument<Schemas['ComplianceCheckRequest']>;
    answers: { json: Json<Schemas['ComplianceCheckAnswer']> };
    default: 'json';
  };
  'forensic-analyze': {
    input: WithDocument<Schemas['ForensicAnalyzeRequest']>;
    answers: { json: Json<Schemas['ForensicAnalyzeAnswer']>; pdf: FileAnswer };
    default: 'json';
  };
  pipe: {
    input: WithDocuments<Schemas['PipeRequest']>;
    answers: { pdf: FileAnswer; zip: FileAnswer; json: Json<Schemas['PipeAnswer']>; text: FileAnswer };
    default: 'pdf';
  };
}

/** The name of a tool, as the service has it. */
export type ToolName = keyof ToolTable;
/** What a tool takes. */
export type ToolInput<T extends ToolName> = ToolTable[T]['input'];
/** The representations of a tool's answer. */
export type ToolFormat<T extends ToolName> = keyof ToolTable[T]['answers'] & string;
/** The representation that a tool answers in unless another one is chosen. */
export type ToolDefault<T extends ToolName> = ToolTable[T]['default'];
/** The answer of a tool in a representation. */
export type ToolAnswer<T extends ToolName, F extends ToolFormat<T>> = ToolTable[T]['answers'][F];

/** How a tool is called: its path, its file parts, its representations with the default one first. */
export interface ToolRoute {
  readonly path: string;
  readonly parts: readonly string[];
  readonly formats: Readonly<Record<string, string>>;
}

/** The routes of all tools. */
export const toolRoutes: Readonly<Record<ToolName, ToolRoute>> = {
  render: {
    path: '/api/v1/render',
    parts: ['assets', 'files'],
    formats: { pdf: 'application/pdf', json: 'application/json', report: 'application/json', png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', zip: 'application/zip' },
  },
  'extract-text': {
    path: '/api/v1/extract-text',
    parts: ['document'],
    formats: { json: 'application/json', text: 'text/plain' },
  },
  merge: {
    path: '/api/v1/merge',
    parts: ['documents'],
    formats: { pdf: 'application/pdf', json: 'application/json' },
  },
  split: {
    path: '/api/v1/split',
    parts: ['document'],
    formats: { zip: 'application/zip', json: 'application/json' },
  },
  arrange: {
    path: '/api/v1/arrange',
    parts: ['documents'],
    formats: { pdf: 'application/pdf', json: 'application/json' },
  },
  rasterize: {
    path: '/api/v1/rasterize',
    parts: ['document'],
    formats: { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp', zip: 'application/zip', json: 'application/json' },
  },
  sign: {
    path: '/api/v1/sign',
    parts: ['document'],
    formats: { pdf: 'application/pdf', json: 'application/json' },
  },
  'fill-form': {
    path: '/api/v1/fill-form',
    parts: ['document'],
    formats: { pdf: 'application/pdf', json: 'application/json', report: 'application/json' },
  },
  'check-accessibility': {
    path: '/api/v1/check-accessibility',
    parts: ['document'],
    formats: { json: 'application/json', pdf: 'application/pdf' },
  },
  redact: {
    path: '/api/v1/redact',
    parts: ['document'],
    formats: { pdf: 'application/pdf', json: 'application/json', report: 'application/json' },
  },
  compare: {
    path: '/api/v1/compare',
    parts: ['documents'],
    formats: { json: 'application/json', pdf: 'application/pdf' },
  },
  optimize: {
    path: '/api/v1/optimize',
    parts: ['document'],
    formats: { pdf: 'application/pdf', json: 'application/json' },
  },
  'ai-certify': {
    path: '/api/v1/ai-certify',
    parts: ['document'],
    formats: { pdf: 'application/pdf', json: 'application/json' },
  },
  'compliance-check': {
    path: '/api/v1/compliance-check',
    parts: ['document'],
    formats: { json: 'application/json' },
  },
  'forensic-analyze': {
    path: '/api/v1/forensic-analyze',
    parts: ['document'],
    formats: { json: 'application/json', pdf: 'application/pdf' },
  },
  pipe: {
    path: '/api/v1/pipe',
    parts: ['documents'],
    formats: { pdf: 'application/pdf', zip: 'application/zip', json: 'application/json', text: 'text/plain' },
  },
};

/** What can be added to a session. */
export interface SessionAppends {
  operations: Schemas['SessionOperationsRequest'];
  pages: Schemas['SessionPagesRequest'];
  text: Schemas['SessionTextRequest'];
  images: Schemas['SessionImagesRequest'];
  tables: Schemas['SessionTablesRequest'];
  html: Schemas['SessionHtmlRequest'];
  font: Schemas['SessionFontRequest'];
}

/** One method a tool. */
export abstract class ToolMethods {
  protected abstract call<T extends ToolName, F extends ToolFormat<T>>(
    tool: T,
    input: ToolInput<T>,
    options: ToolOptions<F>,
  ): Promise<ToolAnswer<T, F>>;

  /** Render a document */
  render<F extends ToolFormat<'render'> = 'pdf'>(
    input: ToolInput<'render'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'render', F>> {
    return this.call('render', input, options);
  }

  /** Extract text */
  extractText<F extends ToolFormat<'extract-text'> = 'json'>(
    input: ToolInput<'extract-text'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'extract-text', F>> {
    return this.call('extract-text', input, options);
  }

  /** Merge documents */
  merge<F extends ToolFormat<'merge'> = 'pdf'>(
    input: ToolInput<'merge'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'merge', F>> {
    return this.call('merge', input, options);
  }

  /** Split a document */
  split<F extends ToolFormat<'split'> = 'zip'>(
    input: ToolInput<'split'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'split', F>> {
    return this.call('split', input, options);
  }

  /** Arrange the pages of documents */
  arrange<F extends ToolFormat<'arrange'> = 'pdf'>(
    input: ToolInput<'arrange'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'arrange', F>> {
    return this.call('arrange', input, options);
  }

  /** Draw pages as images */
  rasterize<F extends ToolFormat<'rasterize'> = 'png'>(
    input: ToolInput<'rasterize'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'rasterize', F>> {
    return this.call('rasterize', input, options);
  }

  /** Sign a document */
  sign<F extends ToolFormat<'sign'> = 'pdf'>(
    input: ToolInput<'sign'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'sign', F>> {
    return this.call('sign', input, options);
  }

  /** Fill in a form */
  fillForm<F extends ToolFormat<'fill-form'> = 'pdf'>(
    input: ToolInput<'fill-form'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'fill-form', F>> {
    return this.call('fill-form', input, options);
  }

  /** Check accessibility */
  checkAccessibility<F extends ToolFormat<'check-accessibility'> = 'json'>(
    input: ToolInput<'check-accessibility'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'check-accessibility', F>> {
    return this.call('check-accessibility', input, options);
  }

  /** Redact a document */
  redact<F extends ToolFormat<'redact'> = 'pdf'>(
    input: ToolInput<'redact'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'redact', F>> {
    return this.call('redact', input, options);
  }

  /** Compare documents */
  compare<F extends ToolFormat<'compare'> = 'json'>(
    input: ToolInput<'compare'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'compare', F>> {
    return this.call('compare', input, options);
  }

  /** Make a document smaller */
  optimize<F extends ToolFormat<'optimize'> = 'pdf'>(
    input: ToolInput<'optimize'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'optimize', F>> {
    return this.call('optimize', input, options);
  }

  /** Certify the origin of a document */
  aiCertify<F extends ToolFormat<'ai-certify'> = 'pdf'>(
    input: ToolInput<'ai-certify'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'ai-certify', F>> {
    return this.call('ai-certify', input, options);
  }

  /** Check compliance */
  complianceCheck<F extends ToolFormat<'compliance-check'> = 'json'>(
    input: ToolInput<'compliance-check'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'compliance-check', F>> {
    return this.call('compliance-check', input, options);
  }

  /** Examine a document forensically */
  forensicAnalyze<F extends ToolFormat<'forensic-analyze'> = 'json'>(
    input: ToolInput<'forensic-analyze'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'forensic-analyze', F>> {
    return this.call('forensic-analyze', input, options);
  }

  /** Run several tools */
  pipe<F extends ToolFormat<'pipe'> = 'pdf'>(
    input: ToolInput<'pipe'>,
    options: ToolOptions<F> = {},
  ): Promise<ToolAnswer<'pipe', F>> {
    return this.call('pipe', input, options);
  }
}
