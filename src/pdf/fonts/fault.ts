/**
 * Handles a fault of a font, and so decides how strict its reader is: it throws, or lets the reader continue with the
 * data that it has.
 */
export type OnFault = (fault: string) => void;

/** For readers that want a font to be whole. @throws RangeError as reading beyond its end does */
export const refuse: OnFault = (fault) => {
  throw new RangeError(fault);
};

/** For readers that take what there is. */
export const passOver: OnFault = () => undefined;

/** The answer of a reader, or null where the font breaks off, or was refused. */
export function unlessBroken<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
