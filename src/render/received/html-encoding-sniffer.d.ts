declare module 'html-encoding-sniffer' {
  interface SnifferOptions {
    /** `charset` of a Content-Type. */
    readonly transportLayerEncodingLabel?: string;
    readonly maxPrescanBytes?: number;
    /** Returned where nothing states an encoding. */
    readonly defaultEncoding?: string;
  }

  /** The name of the encoding of HTML (HTML Standard, 13.2.3.2). */
  export default function sniffEncoding(bytes: Uint8Array, options?: SnifferOptions): string;
}
