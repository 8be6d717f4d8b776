/** Builds mail headers from untrusted text. */

const MAX_CHARACTERS = 200;

/** Converts text to one line: replaces line breaks and invisible characters with blanks, so that the text cannot add a header. */
export const headerText = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= MAX_CHARACTERS ? line : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`;
};

const PLAIN = /^[\x20-\x7e]*$/;
/**
 * Bytes of text per encoded word. An encoded word has at most 75 characters, of which `=?UTF-8?B?` and `?=` take 12. The base64 of 45 bytes
 * takes 60 of the other 63.
 */
const ENCODED_BYTES = 45;

/** Splits text between characters into pieces of at most `ENCODED_BYTES` bytes. */
const splitText = (text: string): readonly string[] => {
  const completePieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > ENCODED_BYTES) {
      completePieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...completePieces, piece];
};

/** Formats an address with a display name (RFC 5322), encoded if it is not ASCII (RFC 2047). */
export const mailbox = (name: string | null, address: string): string => {
  const line = headerText(name ?? '');
  if (line === '') return address;
  if (PLAIN.test(line)) return `"${line.replace(/["\\]/g, '\\$&')}" <${address}>`;
  const encoded = splitText(line).map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`);
  return `${encoded.join(' ')} <${address}>`;
};
