import { checkCompliance, type ComplianceOptions } from '../../../pdf/conformance/compliance.ts';
import { task } from '../../../threads/threads.ts';
import { jsonBytes } from '../../json-bytes.ts';
import { runCertify, type CertifyJob } from './ai-certify/certify-job.ts';
import { runForensic, type ForensicJob } from './forensic-analyze/forensic-job.ts';

/** Checks a document against standards. The report is JSON in UTF-8, because it may have thousands of places. */
export const complianceCheck = task((options: ComplianceOptions) => jsonBytes(checkCompliance(options)));

/** Certifies the origin of a document. The key is sent to the thread in memory, and is deleted with the task. */
export const aiCertify = task((job: CertifyJob) => runCertify(job));

/** Examines a document, and draws the findings. */
export const forensicAnalyze = task((job: ForensicJob) => runForensic(job));
