import sharp from 'sharp';

/** Pixels of the photographs. */
export const hillsSize = { width: 1800, height: 1200 };

const { width, height } = hillsSize;

/**
 * Hills behind each other under an evening sky, with the grain of a film: red, green and blue. Another `seed`, other
 * hills.
 */
function hills(seed: number): Buffer {
  const bytes = Buffer.alloc(width * height * 3);
  let grain = seed;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const layer =
        [0, 1, 2, 3, 4].findLast(
          (index) =>
            y >
            380 +
              index * 150 +
              90 * Math.sin((x + (seed - 7) * 97) / (310 - index * 40) + index * 2) +
              30 * Math.sin(x / 57 + index),
        ) ?? -1;
      const sky = [250 - y / 6, 170 - y / 9 + x / 40, 120 + y / 8];
      const colour = layer < 0 ? sky : [150 - layer * 32, 110 - layer * 20 + (y % 90) / 9, 135 - layer * 24];
      grain = (grain * 1_103_515_245 + 12_345) & 0x7fffffff;
      for (let component = 0; component < 3; component += 1)
        bytes[(y * width + x) * 3 + component] = Math.max(
          0,
          Math.min(255, (colour[component] ?? 0) + ((grain >> 16) % 9) - 4),
        );
    }
  }
  return bytes;
}

/** As a camera hands it out: JPEG, with its colours at full resolution. */
export function hillsJpeg(seed = 7, quality = 97): Promise<Buffer> {
  return sharp(hills(seed), { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
