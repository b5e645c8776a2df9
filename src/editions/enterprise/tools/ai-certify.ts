import { sourceTypeOf } from '../../../pdf/certify/digital-source-types.ts';
import type { Provenance } from '../../../pdf/certify/manifest/provenance.ts';
import { points } from '../../../input/length.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { changeReport } from '../../change-report.ts';
import { credentialOf } from '../../credential-fields.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { certifyInput, labelDefaults, type Certify, type GivenProvenance } from './ai-certify/certify-input.ts';
import type { CertifyJob } from './ai-certify/certify-job.ts';
import { exampleAuthority, exampleCertificate, exampleKey } from './ai-certify/example-credential.ts';
import { readerView } from './ai-certify/reader-view.ts';

const onThread = tasksOnThread<typeof tasks>(import.meta.url);

const credential = { certificate: exampleCertificate, privateKey: exampleKey, chain: exampleAuthority };

/**
 * `POST /api/v1/ai-certify`: a C2PA manifest, the digital source type, and a signature over all of it
 * (docs/spec/tools.md).
 */
export const aiCertify: Tool<Certify> = {
  name: 'ai-certify',
  tier: 'enterprise',
  summary: 'Certify the origin of a document',
  description:
    'Adds the caller’s assertions about the origin of a PDF: a C2PA manifest (Content Credentials, claim ' +
    'version 2) that is bound to every byte of the document, the IPTC digital source type in its metadata, a ' +
    'visible label on request, and a certifying signature (PAdES baseline-B, DocMDP) over all of it, ' +
    'in one incremental update that is verified before it is returned. It states only the assertions and nothing ' +
    'more. The key is in memory only, for as long as the signing takes.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  secrets: true,
  input: () => certifyInput,
  examples: {
    generated: {
      document: { data: examplePdf('A report') },
      provenance: {
        digitalSourceType: 'trainedAlgorithmicMedia',
        generator: { name: 'Example Writer', version: '2.1', vendor: 'Example Ltd' },
        created: '2026-11-20T10:00:00Z',
      },
      credential,
      visibleLabel: 'Created using Generative AI',
    },
    reviewed: {
      document: { data: examplePdf('A report') },
      provenance: {
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
        ingredients: [
          {
            name: 'figures.csv',
            sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            format: 'text/csv',
          },
          { name: 'map.png', format: 'image/png', relationship: 'componentOf' },
        ],
        humanReview: { reviewer: 'Ada Tester', statement: 'I have read the report and checked its figures.' },
      },
      credential: { ...credential, hash: 'SHA-384' },
      level: 'claim',
      visibleLabel: { text: 'KI-unterstützt\nموسوم', pages: '1-', position: 'top-right', size: '3mm', lang: 'de' },
    },
  },
  problems: [
    'conformance-not-reached',
    'signature-would-break',
    'invalid-certificate',
    'certificate-key-mismatch',
    'wrong-password',
    'page-out-of-range',
  ],
  async run(request, { threads, fonts }, context) {
    const { data } = request.document;
    const bytes = await data.bytes();
    const job = jobOf(request, { bytes, fonts, now: new Date() });
    const result = await onThread('aiCertify', job, { threads, context, stage: 'certify', transfer: [bytes] });
    const { pdf, pages, warnings, manifest, signature, broken } = result;
    const dropped = broken.map((field) => ({
      document: 1,
      what: 'signature',
      count: 1,
      reason: `The signature in the field '${field}' is no longer valid.`,
    }));
    const report = {
      warnings: changeReport('certify', { warnings, dropped, signed: [] }).warnings,
      dropped,
      manifest,
      signature,
      reader: { digitalSourceType: job.provenance.sourceType.uri, says: readerView(job.provenance, result) },
    };
    return { kind: 'document', pdf, pages, filename: `${data.stem}.pdf`, report };
  },
};

function jobOf(request: Certify, given: Pick<CertifyJob, 'bytes' | 'fonts' | 'now'>): CertifyJob {
  const { password, decrypt, credential: own, provenance, level, visibleLabel, breakSignatures } = request;
  const label = typeof visibleLabel === 'string' ? { ...labelDefaults, text: visibleLabel } : visibleLabel;
  return {
    ...given,
    password,
    decrypt,
    level,
    breakSignatures,
    hash: own.hash,
    credential: credentialOf(own),
    provenance: provenanceOf(provenance),
    label: label === undefined ? undefined : { ...label, size: points(label.size) },
  };
}

function provenanceOf({ digitalSourceType, ...provenance }: GivenProvenance): Provenance {
  const sourceType = sourceTypeOf(digitalSourceType);
  if (sourceType === null) throw new Error(`'${digitalSourceType}' passed the schema and is no digital source type`);
  return { ...provenance, sourceType };
}
