import type { connect, ProtocolError } from 'puppeteer';

/** The part of puppeteer that sends commands to a browser. */
interface Protocol {
  readonly connect: typeof connect;
  readonly ProtocolError: typeof ProtocolError;
}

/**
 * Loads puppeteer's entry for browsers: the one for Node also loads what downloads and starts them, and with it a
 * client for HTTP, which takes 70 ms. It loads while the browsers start. Its types are those of a file of their own.
 */
export const loadProtocol = (): Promise<Protocol> =>
  import('puppeteer-core/internal/puppeteer-core-browser.js') as Promise<unknown> as Promise<Protocol>;
