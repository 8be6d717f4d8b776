/** Evaluates the DynamoDB expressions that the service uses, for `memory-table.ts`. Throws if an expression uses other syntax. */

export type Values = Readonly<Record<string, unknown>>;

/** Attribute names by `#placeholder` and values by `:placeholder`. */
export interface ExpressionParams {
  readonly names: Readonly<Record<string, string>>;
  readonly values: Values;
}

export type Condition = (item: Values, params: ExpressionParams) => boolean;
export type Update = (item: Values, params: ExpressionParams) => Values;

type Operand = (item: Values, params: ExpressionParams) => unknown;

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

/** Reads the tokens of an expression in order. */
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

  /** Takes the next token if it equals `token`; returns whether it does. */
  takeIf(token: string): boolean {
    if (this.next !== token) return false;
    this.#at += 1;
    return true;
  }

  expect(token: string): void {
    if (!this.takeIf(token)) throw new Error(`${token} expected in ${this.#tokens.join(' ')}`);
  }
}

const attributeOf = (token: string, { names }: ExpressionParams): string => {
  if (!token.startsWith('#')) return token;
  const name = names[token];
  if (name === undefined) throw new Error(`No name for ${token}.`);
  return name;
};

const operandOf = (token: string): Operand => {
  if (!token.startsWith(':')) return (item, params) => item[attributeOf(token, params)];
  return (_item, { values }) => {
    if (!(token in values)) throw new Error(`No value for ${token}.`);
    return values[token];
  };
};

/** Comparisons of two values of the same type. */
const COMPARE: Readonly<Record<string, (left: never, right: never) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** Returns the condition of a comparison. If one value is missing, or the values have different types, only `<>` is true. */
const compare = (operator: string, left: Operand, right: Operand): Condition => {
  if (operator === '<>') return (item, params) => left(item, params) !== right(item, params);
  const compareValues = COMPARE[operator];
  if (compareValues === undefined) throw new Error(`Unsupported operator: ${operator}`);
  return (item, params) => {
    const [leftValue, rightValue] = [left(item, params), right(item, params)];
    return leftValue !== undefined && typeof leftValue === typeof rightValue && compareValues(leftValue as never, rightValue as never);
  };
};

const FUNCTIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
};

/** Reads a condition in parentheses, a function, a comparison or `BETWEEN`. */
const readTerm = (reader: Reader): Condition => {
  if (reader.takeIf('(')) {
    const inner = readOrTerms(reader);
    reader.expect(')');
    return inner;
  }
  const token = reader.take();
  const check = FUNCTIONS[token];
  if (check !== undefined) {
    reader.expect('(');
    const operand = operandOf(reader.take());
    reader.expect(')');
    return (item, params) => check(operand(item, params));
  }
  const left = operandOf(token);
  const operator = reader.take();
  if (operator !== 'BETWEEN') return compare(operator, left, operandOf(reader.take()));
  const first = operandOf(reader.take());
  reader.expect('AND');
  const last = operandOf(reader.take());
  const isReversed = compare('>', first, last);
  const [low, high] = [compare('>=', left, first), compare('<=', left, last)];
  return (item, params) => {
    if (isReversed(item, params)) throw new Error('The upper bound of BETWEEN must be greater than or equal to the lower bound.');
    return low(item, params) && high(item, params);
  };
};

const readAndTerms = (reader: Reader): Condition => {
  const terms = [readTerm(reader)];
  while (reader.takeIf('AND')) terms.push(readTerm(reader));
  return (item, params) => terms.every((term) => term(item, params));
};

const readOrTerms = (reader: Reader): Condition => {
  const terms = [readAndTerms(reader)];
  while (reader.takeIf('OR')) terms.push(readAndTerms(reader));
  return (item, params) => terms.some((term) => term(item, params));
};

/** Reads a value or `if_not_exists(value, default)`. */
const readOperand = (reader: Reader): Operand => {
  if (!reader.takeIf('if_not_exists')) return operandOf(reader.take());
  reader.expect('(');
  const value = operandOf(reader.take());
  reader.expect(',');
  const defaultValue = operandOf(reader.take());
  reader.expect(')');
  return (item, params) => value(item, params) ?? defaultValue(item, params);
};

/** Changes one attribute of `after`, which starts as a copy of `before`. */
type Edit = (before: Values, after: Record<string, unknown>, params: ExpressionParams) => void;

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** Adds exactly, like DynamoDB: an integer beyond the safe range is a `bigint`. */
const addNumbers = (one: number | bigint, other: number | bigint): number | bigint => {
  const isExact = [one, other].every((each) => typeof each === 'bigint' || Number.isInteger(each));
  if (!isExact) return Number(one) + Number(other);
  const sum = BigInt(one) + BigInt(other);
  return Number.isSafeInteger(Number(sum)) ? Number(sum) : sum;
};

const readSet = (reader: Reader): Edit => {
  const target = reader.take();
  reader.expect('=');
  const left = readOperand(reader);
  const sign = reader.next === '+' || reader.next === '-' ? reader.take() : null;
  const right = sign === null ? null : readOperand(reader);
  return (before, after, params) => {
    const [value, operand] = [left(before, params), right?.(before, params)];
    if (sign !== null && !(isNumber(value) && isNumber(operand))) throw new Error(`No sum of ${String(value)} and ${String(operand)}.`);
    after[attributeOf(target, params)] =
      isNumber(value) && isNumber(operand) ? addNumbers(value, sign === '-' ? -operand : operand) : value;
  };
};

const readAdd = (reader: Reader): Edit => {
  const target = reader.take();
  const increment = operandOf(reader.take());
  return (before, after, params) => {
    const name = attributeOf(target, params);
    const [value, added] = [before[name] ?? 0, increment(before, params)];
    if (!isNumber(value) || !isNumber(added)) throw new Error(`No sum of ${String(value)} and ${String(added)}.`);
    after[name] = addNumbers(value, added);
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
export const conditionOf = memoize((text): Condition => readWhole(text, readOrTerms));

/** Parses an update expression into a function that returns the updated item. */
export const updateOf = memoize((text): Update => {
  const edits = readWhole(text, (reader) => {
    const clauseEdits: Edit[] = [];
    while (reader.next !== undefined) {
      const clause = CLAUSES[reader.take()];
      if (clause === undefined) throw new Error(`Unsupported clause in ${text}`);
      do clauseEdits.push(clause(reader));
      while (reader.takeIf(','));
    }
    return clauseEdits;
  });
  return (item, params) => {
    const after: Record<string, unknown> = { ...item };
    for (const edit of edits) edit(item, after, params);
    return after;
  };
});
