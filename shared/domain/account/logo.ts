import { invalidParam, type Refusal } from '../refusal.ts';

export const LOGO_MAX_BYTES = 100 * 1024;

/** Formats that pages and documents can show, by the first bytes of a file. Other formats, such as SVG, can contain scripts. */
const FORMATS = [
  { type: 'image/png', extension: 'png', signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', extension: 'jpg', signature: [0xff, 0xd8, 0xff] },
] as const;

export type LogoFormat = (typeof FORMATS)[number];

/** Determines the format of a logo file from its content. Refuses other formats and files above 100 KB. */
export const logoFormat = (file: Uint8Array): LogoFormat | Refusal => {
  if (file.byteLength > LOGO_MAX_BYTES) return invalidParam('content', 'The logo must have at most 100 KB.');
  const format = FORMATS.find(({ signature }) => signature.every((byte, index) => file[index] === byte));
  return format ?? invalidParam('content', 'The logo must be a PNG or JPEG file.');
};
