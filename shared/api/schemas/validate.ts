import * as v from 'valibot';
import { ApiError, type ErrorCode } from '../errors/errors.ts';
import type { AnySchema } from '../operation.ts';
import { fieldHint } from './known-fields.ts';

type ParamOf = (issue: v.BaseIssue<unknown>) => string;

/** The field's path, for a body. */
const bodyParamOf: ParamOf = (issue) => v.getDotPath(issue) ?? '';

/** The name of the query parameter, also if only an element of a list parameter is invalid. */
export const queryParamOf: ParamOf = (issue) => String(issue.path?.[0]?.key ?? '');

/** Returns the schema's output; throws a 400 whose `param` is computed by `paramOf` [HTTP-27, HTTP-31..34]. */
export const validate = <Schema extends AnySchema>(schema: Schema, value: unknown, paramOf = bodyParamOf): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw errorOf(schema, result.issues, paramOf);
};

/** Order in which errors are reported. A misspelt field is both unknown and missing: unknown comes first. */
const RANK: readonly ErrorCode[] = ['parameter_unknown', 'parameter_missing', 'parameter_invalid'];

const errorOf = (schema: AnySchema, issues: readonly v.BaseIssue<unknown>[], paramOf: ParamOf): ApiError => {
  const errors = issues.map((issue) => ({ code: codeOf(issue), param: paramOf(issue), issue }));
  const [first, ...others] = RANK.flatMap((code) => errors.filter((error) => error.code === code));
  if (first === undefined) return new ApiError('parameter_invalid', { message: 'Invalid request.' });
  const { code, param, issue } = first;
  const hint = code === 'parameter_unknown' ? fieldHint(schema, issue) : null;
  const alreadyNamed = [param, hint?.field, ''];
  const further = others.filter((other) => !alreadyNamed.includes(other.param));
  return new ApiError(code, { message: `${messageOf(code, param, issue)}${hint?.text ?? ''}${furtherText(further)}`, param });
};

/** Maximum number of further invalid fields that a message names. */
const MAX_NAMED = 5;

interface FieldError {
  readonly code: ErrorCode;
  readonly param: string;
}

/** `param` is only the first invalid field. The message also names the others, so that all can be corrected together. */
const furtherText = (others: readonly FieldError[]): string => {
  const missing = others.filter(({ code }) => code === 'parameter_missing');
  const wrong = others.filter(({ code }) => code !== 'parameter_missing');
  return `${namesText('Also missing', missing)}${namesText('Also check', wrong)}`;
};

const namesText = (label: string, errors: readonly FieldError[]): string => {
  const names = [...new Set(errors.map(({ param }) => param))];
  return names.length === 0 ? '' : ` ${label}: ${names.slice(0, MAX_NAMED).join(', ')}.`;
};

const codeOf = (issue: v.BaseIssue<unknown>): ErrorCode => {
  if (issue.type === 'strict_object' && issue.expected === 'never') return 'parameter_unknown';
  const key = issue.path?.at(-1);
  return key?.type === 'object' && key.value === undefined && issue.received === 'undefined' ? 'parameter_missing' : 'parameter_invalid';
};

const messageOf = (code: ErrorCode, param: string, issue: v.BaseIssue<unknown>): string => {
  if (code === 'parameter_unknown') return `Unknown parameter: ${param}.`;
  if (code === 'parameter_missing') return `Missing required parameter: ${param}.`;
  return issue.kind === 'schema'
    ? `Invalid ${param || 'body'}: expected ${expectedOf(issue)}.`
    : `Invalid ${param || 'body'}: ${issue.message}`;
};

/** What a schema expects: `string`, or `one of open, paid` for a choice, which valibot shows as `("open" | "paid")`. */
const expectedOf = (issue: v.BaseIssue<unknown>): string => {
  const expected = (issue.expected ?? 'another value').replaceAll('"', '').replaceAll('Object', 'object');
  return /^\(.*\)$/.test(expected) && !expected.includes('(', 1) ? `one of ${expected.slice(1, -1).replaceAll(' | ', ', ')}` : expected;
};

const entriesOf = (schema: object): Readonly<Record<string, object>> =>
  'entries' in schema ? (schema.entries as Readonly<Record<string, object>>) : {};

const containsArray = (schema: object): boolean => {
  if ('type' in schema && schema.type === 'array') return true;
  if ('pipe' in schema && (schema.pipe as readonly object[]).some((part) => part !== schema && containsArray(part))) return true;
  return 'wrapped' in schema && containsArray(schema.wrapped as object);
};

/** The query parameters that are lists: separated by commas or repeated. */
const listParametersOf = (query: AnySchema | null): ReadonlySet<string> => {
  const entries = Object.entries(query === null ? {} : entriesOf(query));
  return new Set(entries.filter(([name, schema]) => name === 'expand' || containsArray(schema)).map(([name]) => name));
};

/**
 * Parses a query string; the values of a repeated list parameter are joined by commas. Throws a 400 for any other parameter that is sent
 * twice, because parsers disagree on which value to use. Parameters that a loose schema does not name may be repeated: nobody reads them.
 */
export const readQuery = (rawQueryString: string, query: AnySchema | null): Record<string, string> => {
  const listParameters = listParametersOf(query);
  const known = query?.type === 'loose_object' ? entriesOf(query) : null;
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    if (!(name in parameters)) parameters[name] = value;
    else if (listParameters.has(name)) parameters[name] = `${parameters[name]},${value}`;
    else if (known === null || Object.hasOwn(known, name)) {
      throw new ApiError('parameter_invalid', { message: `Parameter ${name} is given more than once.`, param: name });
    }
  }
  return { ...parameters };
};
