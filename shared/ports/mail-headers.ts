/** What is in the header of a mail, of text that may come from anywhere. */

const MOST_CHARACTERS = 200;

/** One line of text for a header: what would end a line, or cannot be seen, becomes a blank. Nobody's text adds a separate header. */
export const headerText = (text: string): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= MOST_CHARACTERS ? line : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
};

const PLAIN = /^[\x20-\x7e]*$/;
/** An encoded word has at most 75 characters, 12 of which frame it: 63 of base64 carry 45 bytes, whole characters only. */
const ENCODED_BYTES = 45;

/** The text in pieces of so many bytes at most, none of which parts a character. */
const pieces = (text: string): readonly string[] => {
  const found: string[] = [];
  let piece = '';
  for (const character of text) {
    if (Buffer.byteLength(piece + character) > ENCODED_BYTES) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
};

/** An address with the name before it (RFC 5322); a name beyond ASCII in encoded texts (RFC 2047). */
export const mailbox = (name: string | null, address: string): string => {
  const line = headerText(name ?? '');
  if (line === '') return address;
  if (PLAIN.test(line)) return `"${line.replace(/["\\]/g, '\\$&')}" <${address}>`;
  const strings = pieces(line).map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`);
  return `${strings.join(' ')} <${address}>`;
};
