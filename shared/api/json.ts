/** What a strict reading of a JSON text gives: the text with keys sorted and numbers as written, to compare requests by. */
export interface StrictJson {
  readonly canonical: string;
}

/** Why a text was refused. `position` counts UTF-16 units. */
export class JsonRefused extends Error {
  readonly position: number;
  constructor(why: string, position: number) {
    super(why);
    this.name = 'JsonRefused';
    this.position = position;
  }
}

const MAX_DEPTH = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null/y;
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Reads `text` as JSON, more strictly than `JSON.parse`: refuses duplicate keys, `__proto__`, lone surrogates, numbers
 * that a double does not hold exactly as an integer, and nesting deeper than 32. Such texts are read differently by
 * different readers, and money must not depend on who reads.
 */
export const readStrictJson = (text: string): StrictJson => {
  const reader = new Reader(text);
  const canonical = reader.value(0);
  reader.end();
  return { canonical };
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token(SPACE);
  }

  value(depth: number): string {
    if (depth > MAX_DEPTH) this.#refuse(`nesting deeper than ${MAX_DEPTH}`);
    switch (this.#text.charAt(this.#at)) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      default:
        return this.#token(LITERAL) || this.#number();
    }
  }

  end(): void {
    if (this.#at < this.#text.length) this.#refuse('text after the end');
  }

  #object(depth: number): string {
    const members = new Map<string, string>();
    this.#expect('{');
    while (this.#text.charAt(this.#at) !== '}') {
      if (members.size > 0) this.#expect(',');
      const key = this.#string();
      if (members.has(key)) this.#refuse(`duplicate key ${key}`);
      if (JSON.parse(key) === '__proto__') this.#refuse('key "__proto__"');
      this.#expect(':');
      members.set(key, this.value(depth + 1));
    }
    this.#expect('}');
    const sorted = [...members].sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${sorted.map(([key, value]) => `${key}:${value}`).join(',')}}`;
  }

  #array(depth: number): string {
    const elements: string[] = [];
    this.#expect('[');
    while (this.#text.charAt(this.#at) !== ']') {
      if (elements.length > 0) this.#expect(',');
      elements.push(this.value(depth + 1));
    }
    this.#expect(']');
    return `[${elements.join(',')}]`;
  }

  /** The string in one spelling, whatever escapes it was written with. */
  #string(): string {
    const token = this.#token(STRING);
    if (token === '') this.#refuse('a string was expected');
    const value = String(JSON.parse(token));
    if (LONE_SURROGATE.test(value)) this.#refuse('a lone surrogate');
    return JSON.stringify(value);
  }

  #number(): string {
    const token = this.#token(NUMBER);
    if (token === '') this.#refuse('a value was expected');
    if (Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER) this.#refuse('a number beyond 2^53');
    return token;
  }

  #expect(character: string): void {
    if (this.#text.charAt(this.#at) !== character) this.#refuse(`"${character}" was expected`);
    this.#at += 1;
    this.#token(SPACE);
  }

  /** The token at this place with the space behind it taken, or '' when it is not there. */
  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    if (pattern !== SPACE && token !== '') this.#token(SPACE);
    return token;
  }

  #refuse(why: string): never {
    throw new JsonRefused(why, this.#at);
  }
}
