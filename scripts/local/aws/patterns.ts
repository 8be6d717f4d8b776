import { isObject } from '../files.ts';

/**
 * Whether an event matches an event pattern of an EventBridge rule or event source filter: every key of the pattern must match, and
 * each leaf is a list of alternatives. A list in the event matches if one of its elements matches. Throws on an unsupported operator.
 */
export const matchesPattern = (pattern: unknown, event: unknown): boolean => {
  if (!isObject(pattern)) throw new Error('An event pattern must be an object.');
  if (Array.isArray(event)) return event.some((item) => matchesPattern(pattern, item));
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or') return Array.isArray(expected) && expected.some((alternative) => matchesPattern(alternative, event));
    const actual = isObject(event) ? event[key] : undefined;
    return Array.isArray(expected) ? matchesAny(expected, actual) : matchesPattern(expected, actual);
  });
};

const matchesAny = (alternatives: readonly unknown[], actual: unknown): boolean =>
  Array.isArray(actual)
    ? actual.some((item) => matchesAny(alternatives, item))
    : alternatives.some((alternative) => matchesOne(alternative, actual));

const matchesOne = (alternative: unknown, actual: unknown): boolean => {
  if (!isObject(alternative)) return alternative === actual;
  const [operator, ...more] = Object.keys(alternative);
  if (operator === undefined || more.length > 0) throw new Error('A condition of an event pattern must have one operator.');
  const operand = alternative[operator];
  switch (operator) {
    case 'exists':
      return (actual !== undefined) === operand;
    case 'prefix':
      return typeof actual === 'string' && actual.startsWith(String(operand));
    case 'suffix':
      return typeof actual === 'string' && actual.endsWith(String(operand));
    case 'equals-ignore-case':
      return typeof actual === 'string' && actual.toLowerCase() === String(operand).toLowerCase();
    case 'anything-but':
      return actual !== undefined && !excluded(operand, actual);
    case 'numeric':
      return Array.isArray(operand) && typeof actual === 'number' && inRange(operand, actual);
    default:
      throw new Error(`The event pattern operator '${operator}' is not supported.`);
  }
};

const excluded = (operand: unknown, actual: unknown): boolean =>
  Array.isArray(operand) ? operand.includes(actual) : isObject(operand) ? matchesOne(operand, actual) : operand === actual;

const inRange = (conditions: readonly unknown[], actual: number): boolean => {
  for (let index = 0; index < conditions.length; index += 2) {
    const bound = Number(conditions[index + 1]);
    const comparisons = { '=': actual === bound, '<': actual < bound, '<=': actual <= bound, '>': actual > bound, '>=': actual >= bound };
    const operator = String(conditions[index]);
    if (!(operator in comparisons)) throw new Error(`The numeric operator '${operator}' is not supported.`);
    if (!comparisons[operator as keyof typeof comparisons]) return false;
  }
  return true;
};
