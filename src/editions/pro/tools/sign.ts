import type { SignOptions } from '../../../pdf/sign/sign-pdf.ts';
import { tasksOnThread } from '../../tasks-on-thread.ts';
import type * as tasks from './tasks.ts';
import { credentialOf } from '../../credential-fields.ts';
import type { Tool } from '../../edition.ts';
import { examplePdf } from '../../example-pdf.ts';
import { exampleCertificate, exampleKey } from './sign/example-credential.ts';
import { appearanceOf } from './sign/appearance-input.ts';
import { certifications, signInput, type Sign } from './sign/sign-input.ts';

/** The code of warnings that only this tool has. */
const code = 'sign';
const onThread = tasksOnThread<typeof tasks>(import.meta.url);

/** A ring, as SVG. */
const exampleLogo =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="15" fill="none" ' +
      'stroke="#1d3f8f" stroke-width="6"/></svg>',
  ).toString('base64');

const credential = { certificate: exampleCertificate, privateKey: exampleKey };

/** `POST /api/v1/sign`: a PAdES baseline-B signature (docs/spec/tools.md). */
export const sign: Tool<Sign> = {
  name: 'sign',
  tier: 'pro',
  summary: 'Sign a document',
  description:
    'Signs a PDF with a certificate: PAdES baseline-B (ETSI EN 319 142-1), appended to the document, so that ' +
    'earlier signatures stay valid. It is verified before it is returned. It is invisible, or visible with ' +
    'text and an image; in a new or an existing field; an approval or a certification. The private key ' +
    'is only in memory, and only while the document is signed.',
  produces: 'document',
  documents: 'one',
  fileParts: [],
  secrets: true,
  input: () => signInput,
  examples: {
    invisible: { document: { data: examplePdf('Agreed') }, ...credential, reason: 'I agree', location: 'Vienna' },
    visible: {
      document: { data: examplePdf('Agreed') },
      ...credential,
      field: 'approval.first',
      appearance: {
        page: 1,
        box: { x: 72, y: 120, width: '70mm', height: '20mm' },
        text: 'Signed by Ada\nموقّع · 署名',
      },
    },
    styled: {
      document: { data: examplePdf('Agreed') },
      ...credential,
      field: 'approval.second',
      reason: 'Approved',
      location: 'Wien',
      appearance: {
        box: { x: 72, y: 120, width: '80mm', height: '22mm' },
        layout: 'logo-left',
        logo: exampleLogo,
        frame: { color: '#1d3f8f', width: 1 },
        background: '#f4f7fd',
        fields: ['name', 'date', 'reason', 'location'],
        lang: 'de-AT',
        dateFormat: 'long',
      },
      onCover: 'refuse',
    },
    certified: { document: { data: examplePdf('Form') }, ...credential, certify: 'form-filling', hash: 'SHA-512' },
  },
  problems: [
    'invalid-certificate',
    'certificate-key-mismatch',
    'wrong-password',
    'signature-would-break',
    'field-not-found',
    'field-value-invalid',
    'page-out-of-range',
    'invalid-image',
    'signature-covers-text',
  ],
  async run(request, { threads, fonts }, context) {
    const { data } = request.document;
    const bytes = await data.bytes();
    const options = optionsOf(request, { bytes, fonts, now: new Date() });
    const { pdf, pages, warnings, coverWarnings, signature, broken, strays } = await onThread('sign', options, {
      threads,
      context,
      stage: 'sign',
      transfer: [bytes],
    });
    const dropped = [
      ...broken.map((field) => `The signature in the field '${field}' is no longer valid.`),
      ...strays.map((at) => `The signature at byte ${at}, which no field leads to, is no longer valid.`),
    ].map((reason) => ({ document: 1, what: 'signature', count: 1, reason }));
    const plain = warnings.map((message) => ({ code, message }));
    return {
      kind: 'document',
      pdf,
      pages,
      filename: `${data.stem}.pdf`,
      report: { warnings: [...coverWarnings, ...plain], dropped, signature },
    };
  },
};

function optionsOf(request: Sign, given: Pick<SignOptions, 'bytes' | 'fonts' | 'now'>): SignOptions {
  const {
    password,
    hash,
    field,
    reason,
    location,
    contact,
    name,
    breakSignatures,
    decrypt,
    certify,
    onCover,
    appearance,
  } = request;
  return {
    ...given,
    password,
    hash,
    field,
    reason,
    location,
    contact,
    name,
    breakSignatures,
    decrypt,
    onCover,
    credential: credentialOf(request),
    certify: certify === undefined ? undefined : certifications[certify],
    appearance: appearance === undefined ? undefined : appearanceOf(appearance),
  };
}
