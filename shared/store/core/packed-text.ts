import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DICTIONARY_1 } from './dictionary-1.ts';
import { DICTIONARY_2 } from './dictionary-2.ts';
import type { Item } from './table.ts';

/** Item attributes of a compressed text. */
export interface PackedText {
  readonly packed: Uint8Array;
  /** Version of the dictionary that compressed the text. */
  readonly dictionary: number;
}

/** Dictionaries by version. A version never changes, because stored texts were compressed with it. */
export const DICTIONARIES: Readonly<Record<number, Buffer>> = { 1: Buffer.from(DICTIONARY_1), 2: Buffer.from(DICTIONARY_2) };
/** Version with which events are compressed. */
export const EVENT_DICTIONARY = 1;
/** Version with which records are compressed. */
export const RECORD_DICTIONARY = 2;
/** Window of 16 KB: larger than a dictionary, and smaller than the default of 32 KB to save memory per call. */
export const WINDOW_BITS = 14;

/** Compresses a text with a dictionary, because DynamoDB charges writes in units of 1 KB. */
export const pack = (text: string, dictionary: number): PackedText => ({
  packed: deflateRawSync(text, { dictionary: dictionaryOf(dictionary), windowBits: WINDOW_BITS, memLevel: 6 }),
  dictionary,
});

/** Decompresses the text of an item that has `packed`. Throws for a dictionary that this release does not have. */
export const unpack = ({ packed, dictionary }: Item): string =>
  inflateRawSync(packed as Uint8Array, { dictionary: dictionaryOf(Number(dictionary)), windowBits: WINDOW_BITS }).toString();

const dictionaryOf = (version: number): Buffer => {
  const dictionary = DICTIONARIES[version];
  if (dictionary === undefined) throw new Error(`a text is compressed with dictionary ${version}, which this release does not have`);
  return dictionary;
};

/** Shorter texts are not compressed: an item with such a text is smaller than 1 KB anyway. */
const PACKED_FROM_CHARACTERS = 480;

/** Item attributes of a record's text. */
export const recordAttributes = (text: string): PackedText | { readonly json: string } =>
  text.length < PACKED_FROM_CHARACTERS ? { json: text } : pack(text, RECORD_DICTIONARY);

/** The text of a record's item; `undefined` in items of earlier releases, which stored records as maps. */
export const recordText = (item: Item): string | undefined => {
  if (item.packed !== undefined) return unpack(item);
  return item.json === undefined ? undefined : String(item.json);
};
