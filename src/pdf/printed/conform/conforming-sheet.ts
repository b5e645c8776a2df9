import { claimOf } from '../../xmp/claim.ts';
import { repack } from '../compress-objects.ts';

/**
 * A printed sheet whose fonts and structure conform to PDF/A-2, so that what is taken out of it conforms in another
 * document.
 */
export const conformingSheet = (pdf: Uint8Array): Uint8Array =>
  repack(pdf, {
    compress: true,
    deterministic: true,
    info: {
      title: null,
      author: null,
      subject: null,
      keywords: [],
      creator: 'Colophon',
      producer: 'Colophon',
      custom: {},
      lang: null,
      date: null,
    },
    lang: null,
    untouched: true,
    printed: true,
    headings: [],
    claim: claimOf(['PDF/A-2b']),
  });
