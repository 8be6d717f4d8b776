import { echoableId, missingMessage } from '../domain/missing.ts';
import { ApiError } from './errors.ts';
import type { PathParam } from './operation.ts';

/** What a request named objects by, as far as it was read. */
export interface NamedObjects {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** `No such customer.`: what rules answer, which know the record that is not there but not what it was asked for by. */
const NO_SUCH = /^No such ([^:.`]+)\.$/;

const fieldOf = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? (source as Readonly<Record<string, unknown>>)[name] : undefined;

/** The id that the caller sent for the object: in the field at fault, otherwise in the path. */
const sentId = (
  param: string | undefined,
  what: string,
  declared: Readonly<Record<string, PathParam>>,
  { params, query, body }: NamedObjects,
): string | null => {
  if (param !== undefined) return echoableId(fieldOf(body, param)) ?? echoableId(fieldOf(query, param));
  const [name] = Object.entries(declared).find(([, each]) => each.what === what) ?? [];
  const value = name === undefined ? undefined : params[name];
  return value !== undefined && name !== undefined && declared[name]?.pattern.test(value) === true ? echoableId(value) : null;
};

/** The error of an object that is not there, with the id that was asked for: ``No customer `cus_...`.``; other errors as they are. */
export const namingMissing = (
  error: ApiError,
  { params: declared }: { readonly params: Readonly<Record<string, PathParam>> },
  request: NamedObjects,
): ApiError => {
  const [, what] = error.code === 'resource_missing' ? (NO_SUCH.exec(error.message) ?? []) : [];
  if (what === undefined) return error;
  const id = sentId(error.param, what, declared, request);
  if (id === null) return error;
  const { code, param, reason, headers } = error;
  return new ApiError(code, { message: missingMessage(what, id), param, reason, headers });
};
