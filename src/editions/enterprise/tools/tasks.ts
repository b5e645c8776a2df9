import { checkCompliance, type ComplianceOptions } from '../../../pdf/conformance/compliance.ts';
import { task } from '../../../threads/threads.ts';
import { jsonBytes } from '../../json-bytes.ts';

/** Checks a document against standards; the report as JSON in UTF-8, for it may name thousands of places. */
export const complianceCheck = task((options: ComplianceOptions) => jsonBytes(checkCompliance(options)));
