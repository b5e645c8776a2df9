import { certifyPdf, type CertifyResult } from '../../../../pdf/certify/certify-pdf.ts';
import type { WantedLabel, CertifyOptions } from '../../../../pdf/certify/certify-options.ts';
import { AppError } from '../../../../problems.ts';
import { pageSelector } from '../../../wanted-pages.ts';

/** A certification, as it is sent to a thread. */
export interface CertifyJob extends Omit<CertifyOptions, 'label'> {
  readonly label: (Omit<WantedLabel, 'pages'> & { readonly pages: string }) | undefined;
}

/** Certifies a document. Mistakes in the credential are reported with their place in the request. */
export async function runCertify({ label, ...job }: CertifyJob): Promise<CertifyResult> {
  try {
    return await certifyPdf({
      ...job,
      label: label === undefined ? undefined : { ...label, pages: pageSelector()(label.pages, '/visibleLabel/pages') },
    });
  } catch (error) {
    throw error instanceof AppError ? located(error) : error;
  }
}

const ofCredential = /^\/(?:certificate|privateKey|pkcs12|passphrase|chain)(?:\/|$)/;

function located(error: AppError): AppError {
  if (!error.errors.some(({ pointer }) => ofCredential.test(pointer))) return error;
  const errors = error.errors.map(({ pointer, message }) => ({
    pointer: ofCredential.test(pointer) ? `/credential${pointer}` : pointer,
    message,
  }));
  return new AppError(error.slug, error.message, { errors, extra: error.extra, cause: error });
}
