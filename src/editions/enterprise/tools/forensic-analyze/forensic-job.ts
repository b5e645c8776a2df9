import { evidencePictures, type EvidencePicture } from '../../../../pdf/forensic/evidence-pictures.ts';
import { examine, type ForensicOptions } from '../../../../pdf/forensic/examine.ts';
import { jsonBytes } from '../../../json-bytes.ts';

/** An examination, as it is sent to a thread. */
export interface ForensicJob extends ForensicOptions {
  /** True when the report also becomes a document, which has pictures. */
  readonly pictures: boolean;
}

/** The result of an examination. `pictures` is empty unless requested. */
export interface ForensicOutcome {
  /** The report as JSON in UTF-8, because it may have thousands of objects. */
  readonly json: Uint8Array;
  readonly pictures: readonly EvidencePicture[];
}

/** Examines a document, and draws the pictures of its evidence where requested. */
export async function runForensic({ pictures, ...options }: ForensicJob): Promise<ForensicOutcome> {
  const report = await examine(options);
  return {
    json: jsonBytes(report),
    pictures: pictures ? await evidencePictures({ bytes: options.bytes, password: options.password, report }) : [],
  };
}
