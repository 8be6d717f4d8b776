/** Metadata as text, one `key=value` per line. Backslashes, line breaks, and `=` in keys are escaped with a backslash. */

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '=': '\\=' };
const CHARACTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

const escaped = (text: string, special: RegExp): string => text.replaceAll(special, (character) => ESCAPES[character] ?? character);
const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, (_match, character: string) => CHARACTERS[character] ?? character);

export const metadataText = (metadata: Readonly<Record<string, unknown>>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${escaped(key, /[\\\n\r=]/g)}=${escaped(String(value), /[\\\n\r]/g)}`)
    .join('\n');

const LINE = /^((?:[^\\=]|\\.)+)=(.*)$/;

/** Parses the lines; empty lines are ignored. `null`: a line is not `key=value`, or a key occurs twice. */
export const parseMetadataText = (text: string): Readonly<Record<string, string>> | null => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const entries = lines.map((line) => {
    const [, key = '', value = ''] = LINE.exec(line) ?? [];
    return [unescaped(key.trim()), unescaped(value.trim())] as const;
  });
  const keys = new Set(entries.map(([key]) => key));
  return keys.has('') || keys.size < entries.length ? null : Object.fromEntries(entries);
};
