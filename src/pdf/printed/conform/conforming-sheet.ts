import { claimOf } from '../../xmp/claim.ts';
import { repack } from '../compress-objects.ts';

/**
 * A printed sheet with fonts and structure that conform to PDF/A-2. Its page conforms also after it was put into another
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
