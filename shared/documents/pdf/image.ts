import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import { NO_FONT } from './sheet.ts';

/** An image that PDFKit embeds as it is: an opaque PNG or a JPEG. */
export interface Logo {
  readonly bytes: Buffer;
}

const MAX_PIXELS = 2_000_000;
/** Four channels of 16 bits, doubled to allow for the filter byte of each row. */
const MAX_RAW_BYTES = MAX_PIXELS * 16;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
const WHITE = { red: 255, green: 255, blue: 255 };

/** Parses a logo file; `null` if it is not a PNG or JPEG, or if it is broken or too large. Never throws. */
export const parseLogo = (file: Uint8Array): Logo | null => {
  const bytes = Buffer.from(file);
  try {
    if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return pngLogo(bytes);
    return bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE) ? jpegLogo(bytes) : null;
  } catch {
    return null;
  }
};

const isAllowedSize = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= MAX_PIXELS;

/**
 * Decodes the PNG and flattens it on white. PDFKit would decode a transparent image asynchronously while it writes the document, so the
 * error of a broken file could not be caught.
 */
const pngLogo = (bytes: Buffer): Logo | null => {
  if (!isAllowedSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))) return null;
  // Throws on decompression bombs.
  inflateSync(imageData(bytes), { maxOutputLength: MAX_RAW_BYTES });
  return { bytes: PNG.sync.write(PNG.sync.read(bytes), { colorType: 2, bgColor: WHITE }) };
};

/** The joined contents of the IDAT chunks: the compressed pixels. */
const imageData = (bytes: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let offset = PNG_SIGNATURE.length; offset + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset);
    if (bytes.toString('latin1', offset + 4, offset + 8) === 'IDAT') parts.push(bytes.subarray(offset + 8, offset + 8 + length));
    offset += length + 12;
  }
  return Buffer.concat(parts);
};

/**
 * Checks a JPEG by opening it with PDFKit, which throws for invalid files. Refuses the colors of print (CMYK), which PDF/A with sRGB
 * forbids.
 */
const jpegLogo = (bytes: Buffer): Logo | null => {
  const scratch = new PDFDocument({ autoFirstPage: false, font: NO_FONT });
  const { width, height, colorSpace } = (scratch as PDFKit.PDFDocument & ImageOpener).openImage(bytes);
  return isAllowedSize(width, height) && (colorSpace === 'DeviceRGB' || colorSpace === 'DeviceGray') ? { bytes } : null;
};

/** Documented by PDFKit, but missing in its types. */
interface ImageOpener {
  openImage(bytes: Buffer): { readonly width: number; readonly height: number; readonly colorSpace?: string };
}
