/** Thrown for invalid JSON. `position` counts UTF-16 units. */
export class InvalidJsonError extends Error {
  readonly position: number;
  constructor(reason: string, position: number) {
    super(reason);
    this.name = 'InvalidJsonError';
    this.position = position;
  }
}

const MAX_DEPTH = 32;
/** Tokens of JSON (RFC 8259). The flag `y` matches only at `lastIndex`. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A number with more digits is rounded when it is parsed, for example 999.99999999999999999999 to 1000. */
const MAX_DIGITS = 17;
/** The digits of a number without sign, exponent, decimal point, and zeros at the beginning and end; `''`: the number is 0. */
const significantDigits = (token: string): string => {
  const digits = (token.split(/e/i)[0] ?? '').replace('.', '');
  // Linear in the length, unlike `0+$`, which would try each zero of a long number.
  return /[1-9](?:\d*[1-9])?/.exec(digits)?.[0] ?? '';
};
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null/y;
/** A high surrogate without a low surrogate after it, or a low surrogate without a high surrogate before it. */
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Returns the JSON with sorted keys, for comparing requests; numbers stay as written. Is stricter than `JSON.parse`: rejects duplicate
 * keys, `__proto__`, lone surrogates, numbers beyond 2^53 - 1 and nesting deeper than 32, because JSON parsers treat these differently.
 * Throws `InvalidJsonError`.
 */
export const canonicalJson = (text: string): string => {
  const reader = new Reader(text);
  const canonical = reader.value(0);
  reader.end();
  return canonical;
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

  /** Returns the string with canonical escapes. */
  #string(): string {
    const token = this.#token(STRING);
    if (token === '') this.#refuse('expected a string');
    const value = String(JSON.parse(token));
    if (LONE_SURROGATE.test(value)) this.#refuse('a lone surrogate');
    return JSON.stringify(value);
  }

  #number(): string {
    const token = this.#token(NUMBER);
    if (token === '') this.#refuse('expected a value');
    const value = Number(token);
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#refuse('a number beyond 2^53 - 1');
    const digits = significantDigits(token);
    if (digits.length > MAX_DIGITS) this.#refuse(`a number with more than ${MAX_DIGITS} digits`);
    if (value === 0 && digits !== '') this.#refuse('a number too close to 0');
    return token;
  }

  #expect(character: string): void {
    if (this.#text.charAt(this.#at) !== character) this.#refuse(`expected "${character}"`);
    this.#at += 1;
    this.#token(SPACE);
  }

  /** Returns the token at the current position and moves past it and the following whitespace; `''` if `pattern` does not match. */
  #token(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += token.length;
    if (pattern !== SPACE && token !== '') this.#token(SPACE);
    return token;
  }

  #refuse(reason: string): never {
    throw new InvalidJsonError(reason, this.#at);
  }
}
