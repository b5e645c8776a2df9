import { checkCompliance, type ComplianceOptions } from '../../../pdf/conformance/compliance.ts';
import { task } from '../../../threads/threads.ts';
import { jsonBytes } from '../../json-bytes.ts';
import { runCertify, type CertifyJob } from './ai-certify/certify-job.ts';
import { runForensic, type ForensicJob } from './forensic-analyze/forensic-job.ts';

/** Checks a document against standards; the report as JSON in UTF-8, for it may name thousands of places. */
export const complianceCheck = task((options: ComplianceOptions) => jsonBytes(checkCompliance(options)));

/** Certifies the origin of a document. The key crosses to the thread in memory, and is gone with the task. */
export const aiCertify = task((job: CertifyJob) => runCertify(job));

/** Examines a document, and draws what was found. */
export const forensicAnalyze = task((job: ForensicJob) => runForensic(job));
