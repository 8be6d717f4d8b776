import { PNG } from 'pngjs';

/**
 * Compares screenshots. A pixel of one picture matches if the other picture has nearly the same colour at this position or next to it. All
 * but a few pixels of both pictures must match. So a different rasterisation of fonts and curves is ignored, but a missing line, even if it
 * is one pixel wide, and a changed colour, text or position are found.
 */

/** Maximum difference of a colour channel, of 255. The border of a card, for example, differs from the page by at least 26. */
const CHANNEL_TOLERANCE = 12;
/** Distance in pixels within which the colour may be found. */
const DISTANCE = 1;
/** Number of pixels that may differ. */
const PIXEL_TOLERANCE = 12;

const hasColorNear = (from: PNG, to: PNG, x: number, y: number): boolean => {
  const start = (y * from.width + x) * 4;
  for (let row = Math.max(0, y - DISTANCE); row <= Math.min(to.height - 1, y + DISTANCE); row += 1) {
    for (let column = Math.max(0, x - DISTANCE); column <= Math.min(to.width - 1, x + DISTANCE); column += 1) {
      const at = (row * to.width + column) * 4;
      const isNear = [0, 1, 2].every(
        (channel) => Math.abs((from.data[start + channel] ?? 0) - (to.data[at + channel] ?? 0)) <= CHANNEL_TOLERANCE,
      );
      if (isNear) return true;
    }
  }
  return false;
};

/** The number of pixels that differ between two pictures of the same size. */
const differingPixels = (one: PNG, other: PNG): number => {
  let count = 0;
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) if (!hasColorNear(one, other, x, y) || !hasColorNear(other, one, x, y)) count += 1;
  }
  return count;
};

/** Describes how a screenshot differs from the committed picture, both as PNG files; `null` if they match. */
export const pictureDifference = (actual: Buffer, expected: Buffer): string | null => {
  const [one, other] = [PNG.sync.read(actual), PNG.sync.read(expected)];
  if (one.width !== other.width || one.height !== other.height) {
    return `is ${one.width} x ${one.height} pixels instead of ${other.width} x ${other.height}`;
  }
  const count = differingPixels(one, other);
  return count <= PIXEL_TOLERANCE ? null : `differs in ${count} pixels`;
};

/** Colour channels of stored pictures are rounded to multiples of this, so that the edges of letters need less space. */
const COLOR_STEP = 8;

const nearestStep = (channel: number): number => Math.min(255, Math.round(channel / COLOR_STEP) * COLOR_STEP);

/** Encodes a screenshot as a smaller PNG file, without transparency and with fewer colours. */
export const compactPicture = (picture: Buffer): Buffer => {
  const png = PNG.sync.read(picture);
  png.data = Buffer.from(png.data.map(nearestStep));
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
};
