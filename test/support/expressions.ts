/** The part of DynamoDB's expressions that the service writes, for the table in memory. Anything else is an error, not a guess. */

export type Values = Readonly<Record<string, unknown>>;

export interface Names {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Values;
}

export type Condition = (item: Values, given: Names) => boolean;
export type Update = (item: Values, given: Names) => Values;

type Operand = (item: Values, given: Names) => unknown;

const TOKEN = /\s*(<=|>=|<>|[=<>(),+-]|[#:]?[A-Za-z_][\w]*)/y;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match?.[1] === undefined) throw new Error(`not understood: ${text.slice(at)}`);
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
    if (token === undefined) throw new Error(`${this.#tokens.join(' ')} is cut off`);
    this.#at += 1;
    return token;
  }

  /** Whether the token comes next; it is taken then. */
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
  if (!token.startsWith(':')) return (item, given) => item[attributeOf(token, given)];
  return (_item, { values }) => {
    if (!(token in values)) throw new Error(`no value for ${token}`);
    return values[token];
  };
};

/** Values of one type compare; others, and what is not there, are never equal nor in order. */
const COMPARE: Readonly<Record<string, (one: never, other: never) => boolean>> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

const compare = (operator: string, left: Operand, right: Operand): Condition => {
  if (operator === '<>') return (item, given) => left(item, given) !== right(item, given);
  const holds = COMPARE[operator];
  if (holds === undefined) throw new Error(`no operator: ${operator}`);
  return (item, given) => {
    const [one, other] = [left(item, given), right(item, given)];
    return one !== undefined && typeof one === typeof other && holds(one as never, other as never);
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
    const asked = operandOf(reader.take());
    reader.expect(')');
    return (item, given) => check(asked(item, given));
  }
  const left = operandOf(first);
  const operator = reader.take();
  if (operator !== 'BETWEEN') return compare(operator, left, operandOf(reader.take()));
  const low = compare('>=', left, operandOf(reader.take()));
  reader.expect('AND');
  const high = compare('<=', left, operandOf(reader.take()));
  return (item, given) => low(item, given) && high(item, given);
};

const readAll = (reader: Reader): Condition => {
  const terms = [readTerm(reader)];
  while (reader.has('AND')) terms.push(readTerm(reader));
  return (item, given) => terms.every((term) => term(item, given));
};

const readEither = (reader: Reader): Condition => {
  const terms = [readAll(reader)];
  while (reader.has('OR')) terms.push(readAll(reader));
  return (item, given) => terms.some((term) => term(item, given));
};

/** A value, or what is taken where there is none. */
const readOperand = (reader: Reader): Operand => {
  if (!reader.has('if_not_exists')) return operandOf(reader.take());
  reader.expect('(');
  const wanted = operandOf(reader.take());
  reader.expect(',');
  const otherwise = operandOf(reader.take());
  reader.expect(')');
  return (item, given) => wanted(item, given) ?? otherwise(item, given);
};

type Edit = (before: Values, after: Record<string, unknown>, given: Names) => void;

const readSet = (reader: Reader): Edit => {
  const target = reader.take();
  reader.expect('=');
  const left = readOperand(reader);
  const sign = reader.next === '+' || reader.next === '-' ? reader.take() : null;
  const right = sign === null ? null : readOperand(reader);
  return (before, after, given) => {
    const [value, by] = [left(before, given), right?.(before, given)];
    if (sign !== null && (typeof value !== 'number' || typeof by !== 'number'))
      throw new Error(`no sum of ${String(value)} and ${String(by)}`);
    after[attributeOf(target, given)] = sign === null ? value : Number(value) + (sign === '+' ? Number(by) : -Number(by));
  };
};

const readAdd = (reader: Reader): Edit => {
  const target = reader.take();
  const by = operandOf(reader.take());
  return (before, after, given) => {
    const name = attributeOf(target, given);
    after[name] = Number(before[name] ?? 0) + Number(by(before, given));
  };
};

const readRemove = (reader: Reader): Edit => {
  const target = reader.take();
  return (_before, after, given) => {
    delete after[attributeOf(target, given)];
  };
};

const CLAUSES: Readonly<Record<string, (reader: Reader) => Edit>> = { SET: readSet, ADD: readAdd, REMOVE: readRemove };

const once = <T>(read: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? read(text);
    known.set(text, found);
    return found;
  };
};

const readWhole = <T>(text: string, read: (reader: Reader) => T): T => {
  const reader = new Reader(text);
  const result = read(reader);
  if (reader.next !== undefined) throw new Error(`${reader.next} not understood in ${text}`);
  return result;
};

/** The condition of an expression, also of one that names keys. */
export const conditionOf = once((text): Condition => readWhole(text, readEither));

/** The item as it is after an update. */
export const updateOf = once((text): Update => {
  const edits = readWhole(text, (reader) => {
    const read: Edit[] = [];
    while (reader.next !== undefined) {
      const clause = CLAUSES[reader.take()];
      if (clause === undefined) throw new Error(`not understood: ${text}`);
      do read.push(clause(reader));
      while (reader.has(','));
    }
    return read;
  });
  return (item, given) => {
    const after: Record<string, unknown> = { ...item };
    for (const edit of edits) edit(item, after, given);
    return after;
  };
});
