import { echoableId, missingMessage } from '../../domain/missing-message.ts';
import type { PathParam } from '../operation.ts';
import { ApiError } from './errors.ts';

/** The parts of a request that can contain ids of objects. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/** Message of a 404 without an id: `No such customer.` */
const NO_SUCH = /^No such ([^:.`]+)\.$/;

const fieldOf = (source: unknown, name: string): unknown =>
  typeof source === 'object' && source !== null ? (source as Readonly<Record<string, unknown>>)[name] : undefined;

/** Returns the id that the caller sent for the missing object: in the field `param` if the error has one, else in the path. */
const sentId = (
  param: string | undefined,
  what: string,
  declared: Readonly<Record<string, PathParam>>,
  { params, query, body }: RequestParts,
): string | null => {
  if (param !== undefined) return echoableId(fieldOf(body, param)) ?? echoableId(fieldOf(query, param));
  const [name] = Object.entries(declared).find(([, each]) => each.what === what) ?? [];
  const value = name === undefined ? undefined : params[name];
  return value !== undefined && name !== undefined && declared[name]?.pattern.test(value) === true ? echoableId(value) : null;
};

/** Adds the requested id to the message of a 404: ``No customer `cus_...`.`` Returns other errors unchanged. */
export const withRequestedId = (
  error: ApiError,
  { params: declared }: { readonly params: Readonly<Record<string, PathParam>> },
  request: RequestParts,
): ApiError => {
  const [, what] = error.code === 'resource_missing' ? (NO_SUCH.exec(error.message) ?? []) : [];
  if (what === undefined) return error;
  const id = sentId(error.param, what, declared, request);
  if (id === null) return error;
  const { code, param, reason, headers } = error;
  return new ApiError(code, { message: missingMessage(what, id), param, reason, headers });
};
