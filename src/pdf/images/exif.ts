import exifReader from 'exif-reader';

/** What a camera or a program wrote into a JPEG beside its pixels (EXIF 3.0). */
export interface Exif {
  /** Degrees, north and east positive; null where there are none. */
  readonly location: { readonly latitude: number; readonly longitude: number } | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly software: string | null;
  /** RFC 3339. */
  readonly taken: string | null;
}

const longestText = 200;

/** The EXIF of a JPEG, or null where it has none that can be read. */
export function readExif(jpeg: Buffer): Exif | null {
  const segment = exifSegment(jpeg);
  if (segment === null) return null;
  try {
    const { Image: image, Photo: photo, GPSInfo: gps } = exifReader(segment);
    return {
      location: locationOf(gps),
      make: textOf(image?.Make),
      model: textOf(image?.Model),
      software: textOf(image?.Software),
      taken: dateOf(photo?.DateTimeOriginal ?? image?.DateTime),
    };
  } catch {
    // The library throws plain errors for damaged data.
    return null;
  }
}

/** APP1 before the first scan (ITU-T T.81, annex B). */
function exifSegment(jpeg: Buffer): Buffer | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return null;
  for (
    let at = 2;
    at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda;
    at += 2 + jpeg.readUInt16BE(at + 2)
  ) {
    if (jpeg[at + 1] === 0xe1 && jpeg.toString('latin1', at + 4, at + 9) === 'Exif\0')
      return jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2));
  }
  return null;
}

function locationOf(
  gps:
    | {
        readonly GPSLatitude?: unknown;
        readonly GPSLongitude?: unknown;
        readonly GPSLatitudeRef?: unknown;
        readonly GPSLongitudeRef?: unknown;
      }
    | undefined,
): Exif['location'] {
  const latitude = degrees(gps?.GPSLatitude);
  const longitude = degrees(gps?.GPSLongitude);
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return {
    latitude: gps?.GPSLatitudeRef === 'S' ? -latitude : latitude,
    longitude: gps?.GPSLongitudeRef === 'W' ? -longitude : longitude,
  };
}

/** Degrees, minutes and seconds. */
function degrees(value: unknown): number | null {
  if (!Array.isArray(value)) return null;
  const [whole = 0, minutes = 0, seconds = 0] = value.map(Number);
  const sum = whole + minutes / 60 + seconds / 3600;
  return Number.isFinite(sum) && sum >= 0 && sum <= 180 ? Math.round(sum * 1e6) / 1e6 : null;
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, longestText) : '';
  return text === '' ? null : text;
}

function dateOf(value: unknown): string | null {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : null;
}
