import * as v from 'valibot';
import { ApiError, type ErrorCode } from './errors.ts';
import type { AnySchema } from './operation.ts';

type ParamOf = (issue: v.BaseIssue<unknown>) => string;

/** The field's path, for a body. */
const bodyParamOf: ParamOf = (issue) => v.getDotPath(issue) ?? '';

/** The name of the query parameter, also for an issue of an element of a list parameter. */
export const queryParamOf: ParamOf = (issue) => String(issue.path?.[0]?.key ?? '');

/** Returns the schema's output; throws a 400 whose `param` is computed by `paramOf` [HTTP-27, HTTP-31..34]. */
export const validate = <Schema extends AnySchema>(schema: Schema, value: unknown, paramOf = bodyParamOf): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw errorOf(result.issues, paramOf);
};

/** Order in which errors are reported. A misspelt field is both unknown and missing: unknown comes first. */
const RANK: readonly ErrorCode[] = ['parameter_unknown', 'parameter_missing', 'parameter_invalid'];

const errorOf = (issues: readonly v.BaseIssue<unknown>[], paramOf: ParamOf): ApiError => {
  const errors = issues.map((issue) => errorOfIssue(issue, paramOf(issue)));
  return (
    RANK.flatMap((code) => errors.filter((error) => error.code === code))[0] ??
    new ApiError('parameter_invalid', { message: 'Invalid request.' })
  );
};

const errorOfIssue = (issue: v.BaseIssue<unknown>, param: string): ApiError => {
  const code = codeOf(issue);
  return new ApiError(code, { message: messageOf(code, param, issue), param });
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

const expectedOf = (issue: v.BaseIssue<unknown>): string =>
  (issue.expected ?? 'another value').replaceAll('"', '').replaceAll('Object', 'object');

/** Parses a query string. Throws a 400 for a parameter that is sent twice, because parsers disagree on which value to use. */
export const readQuery = (rawQueryString: string): Record<string, string> => {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    if (name in parameters) throw new ApiError('parameter_invalid', { message: `Parameter ${name} is given more than once.`, param: name });
    parameters[name] = value;
  }
  return { ...parameters };
};
