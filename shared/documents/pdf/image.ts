import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { PNG } from 'pngjs';
import { NO_FONT } from './sheet.ts';

/** A picture that can be put into a document as it is: an opaque PNG, or a JPEG. */
export interface Logo {
  readonly bytes: Buffer;
}

const MOST_PIXELS = 2_000_000;
/** Four channels of 16 bits, and as much again for the bytes before each row. */
const MOST_RAW_BYTES = MOST_PIXELS * 16;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);
const WHITE = { red: 255, green: 255, blue: 255 };

/** The logo in a file; `null` for what is neither PNG nor JPEG, is broken, or larger than a logo is. Never throws. */
export const logoIn = (file: Uint8Array): Logo | null => {
  const bytes = Buffer.from(file);
  try {
    if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return pngLogo(bytes);
    return bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE) ? jpegLogo(bytes) : null;
  } catch {
    return null;
  }
};

const isLogoSized = (width: number, height: number): boolean => width > 0 && height > 0 && width * height <= MOST_PIXELS;

/**
 * Decoded here and laid on white, so that a broken file is found out now: where a document is written, transparent pictures are
 * decoded later, and nobody could catch what that throws.
 */
const pngLogo = (bytes: Buffer): Logo | null => {
  if (!isLogoSized(bytes.readUInt32BE(16), bytes.readUInt32BE(20))) return null;
  // Throws for a small file that would fill the memory.
  inflateSync(imageData(bytes), { maxOutputLength: MOST_RAW_BYTES });
  return { bytes: PNG.sync.write(PNG.sync.read(bytes), { colorType: 2, bgColor: WHITE }) };
};

/** What the chunks of pixels hold together. */
const imageData = (bytes: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = PNG_SIGNATURE.length; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return Buffer.concat(parts);
};

/** Which bytes say how many colours a JPEG has, the library knows; it throws for what is none. */
const jpegLogo = (bytes: Buffer): Logo | null => {
  const scratch = new PDFDocument({ autoFirstPage: false, font: NO_FONT });
  const { width, height, colorSpace } = (scratch as PDFKit.PDFDocument & ImageOpener).openImage(bytes);
  return isLogoSized(width, height) && colorSpace !== undefined ? { bytes } : null;
};

/** As documented; its types do not say it. */
interface ImageOpener {
  openImage(bytes: Buffer): { readonly width: number; readonly height: number; readonly colorSpace?: string };
}
