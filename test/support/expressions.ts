/** Evaluates the DynamoDB expressions that the service uses, for the table in memory. Throws on any other syntax. */

export type Values = Readonly<Record<string, unknown>>;

export interface Names {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Values;
}

export type Condition = (item: Values, params: Names) => boolean;
export type Update = (item: Values, params: Names) => Values;

type Operand = (item: Values, params: Names) => unknown;

const TOKEN = /\s*(<=|>=|<>|[=<>(),+-]|[#:]?[A-Za-z_][\w]*)/y;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match?.[1] === undefined) throw new Error(`Unsupported expression: ${text.slice(at)}`);
    tokens.push(match[1]);
  }
  return tokens;
};

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  take(): string {
    const token = this.next;
    if (token === undefined) throw new Error(`Unexpected end of ${this.#tokens.join(' ')}`);
    this.#at += 1;
    return token;
  }

  /** Takes the token if it is next; returns whether it was. */
  has(token: string): boolean {
    if (this.next !== token) return false;
    this.#at += 1;
    return true;
  }

  expect(token: string): void {
    if (!this.has(token)) throw new Error(`${token} expected in ${this.#tokens.join(' ')}`);
  }
}

const attributeOf = (token: string, { names }: Names): string => {
  if (!token.startsWith('#')) return token;
  const name = names[token];
  if (name === undefined) throw new Error(`no name for ${token}`);
  return name;
};

const operandOf = (token: string): Operand => {
  if (!token.startsWith(':')) return (item, params) => item[attributeOf(token, params)];
  return (_item, { values }) => {
    if (!(token in values)) throw new Error(`no value for ${token}`);
    return values[token];
  };
};

/** Comparisons of values of the same type; false for other values and missing ones. */
const COMPARE: Readonly<Record<string, (one: never, other: never) => boolean>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

const compare = (operator: string, left: Operand, right: Operand): Condition => {
  if (operator === '<>') return (item, params) => left(item, params) !== right(item, params);
  const compareValues = COMPARE[operator];
  if (compareValues === undefined) throw new Error(`no operator: ${operator}`);
  return (item, params) => {
    const [one, other] = [left(item, params), right(item, params)];
    return one !== undefined && typeof one === typeof other && compareValues(one as never, other as never);
  };
};

const FUNCTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
};

const readTerm = (reader: Reader): Condition => {
  if (reader.has('(')) {
    const inner = readEither(reader);
    reader.expect(')');
    return inner;
  }
  const first = reader.take();
  const check = FUNCTIONS[first];
  if (check !== undefined) {
    reader.expect('(');
    const operand = operandOf(reader.take());
    reader.expect(')');
    return (item, params) => check(operand(item, params));
  }
  const left = operandOf(first);
  const operator = reader.take();
  if (operator !== 'BETWEEN') return compare(operator, left, operandOf(reader.take()));
  const low = compare('>=', left, operandOf(reader.take()));
  reader.expect('AND');
  const high = compare('<=', left, operandOf(reader.take()));
  return (item, params) => low(item, params) && high(item, params);
};

const readAll = (reader: Reader): Condition => {
  const terms = [readTerm(reader)];
  while (reader.has('AND')) terms.push(readTerm(reader));
  return (item, params) => terms.every((term) => term(item, params));
};

const readEither = (reader: Reader): Condition => {
  const terms = [readAll(reader)];
  while (reader.has('OR')) terms.push(readAll(reader));
  return (item, params) => terms.some((term) => term(item, params));
};

/** Reads a value or `if_not_exists(value, default)`. */
const readOperand = (reader: Reader): Operand => {
  if (!reader.has('if_not_exists')) return operandOf(reader.take());
  reader.expect('(');
  const value = operandOf(reader.take());
  reader.expect(',');
  const otherwise = operandOf(reader.take());
  reader.expect(')');
  return (item, params) => value(item, params) ?? otherwise(item, params);
};

type Edit = (before: Values, after: Record<string, unknown>, params: Names) => void;

const readSet = (reader: Reader): Edit => {
  const target = reader.take();
  reader.expect('=');
  const left = readOperand(reader);
  const sign = reader.next === '+' || reader.next === '-' ? reader.take() : null;
  const right = sign === null ? null : readOperand(reader);
  return (before, after, params) => {
    const [value, by] = [left(before, params), right?.(before, params)];
    if (sign !== null && (typeof value !== 'number' || typeof by !== 'number'))
      throw new Error(`no sum of ${String(value)} and ${String(by)}`);
    after[attributeOf(target, params)] = sign === null ? value : Number(value) + (sign === '+' ? Number(by) : -Number(by));
  };
};

const readAdd = (reader: Reader): Edit => {
  const target = reader.take();
  const by = operandOf(reader.take());
  return (before, after, params) => {
    const name = attributeOf(target, params);
    after[name] = Number(before[name] ?? 0) + Number(by(before, params));
  };
};

const readRemove = (reader: Reader): Edit => {
  const target = reader.take();
  return (_before, after, params) => {
    delete after[attributeOf(target, params)];
  };
};

const CLAUSES: Readonly<Record<string, (reader: Reader) => Edit>> = { SET: readSet, ADD: readAdd, REMOVE: readRemove };

const memoize = <T>(read: (text: string) => T): ((text: string) => T) => {
  const results = new Map<string, T>();
  return (text) => {
    const result = results.get(text) ?? read(text);
    results.set(text, result);
    return result;
  };
};

const readWhole = <T>(text: string, read: (reader: Reader) => T): T => {
  const reader = new Reader(text);
  const result = read(reader);
  if (reader.next !== undefined) throw new Error(`Unsupported token ${reader.next} in ${text}`);
  return result;
};

/** Parses a condition or key condition. */
export const conditionOf = memoize((text): Condition => readWhole(text, readEither));

/** Parses an update expression; the result returns the updated item. */
export const updateOf = memoize((text): Update => {
  const edits = readWhole(text, (reader) => {
    const read: Edit[] = [];
    while (reader.next !== undefined) {
      const clause = CLAUSES[reader.take()];
      if (clause === undefined) throw new Error(`Unsupported clause in ${text}`);
      do read.push(clause(reader));
      while (reader.has(','));
    }
    return read;
  });
  return (item, params) => {
    const after: Record<string, unknown> = { ...item };
    for (const edit of edits) edit(item, after, params);
    return after;
  };
});
