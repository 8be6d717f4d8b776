import * as v from 'valibot';
import { BODY_MAX_BYTES } from '../../domain/limits.ts';
import { ApiError } from '../errors.ts';
import { JsonRefused, readStrictJson } from '../json.ts';
import type { AnySchema, Operation } from '../operation.ts';
import { allows } from '../scopes.ts';
import { readQuery, validate, validateQuery } from '../validate.ts';
import { type HttpEvent, type Step, stateOf } from './state.ts';

const NOTHING = v.strictObject({});

/** Checks the query string against the operation's schema; without one, no parameter is known [PAGE-10]. */
export const readParameters = (operation: Operation): Step => ({
  before: ({ event, context }) => {
    if (operation.response === 'wire') return;
    stateOf(context).query = validateQuery(operation.query ?? NOTHING, readQuery(event.rawQueryString));
  },
});

const notJson = (why: string): ApiError => new ApiError('parameter_invalid', { message: `The body is not valid JSON: ${why}.`, param: '' });

const textOf = (event: HttpEvent): string =>
  event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString('utf8') : (event.body ?? '');

/** True when the operation reads a JSON body at all. */
export const takesBody = (operation: Operation): boolean => operation.method === 'POST' && typeof operation.response !== 'string';

/** In the sandbox and the portal a call without a body is one whose fields are all left out. */
export const readsNoBodyAsEmpty = ({ body, auth }: Operation): boolean =>
  body === null || auth.kind === 'sandbox_key' || auth.kind === 'portal_token';

/** Reads the raw text strictly, before any other parser sees it, and keeps its canonical form for the idempotency fingerprint. */
export const inspectBody = (operation: Operation): Step => ({
  before: ({ event, context }) => {
    const text = textOf(event);
    if (Buffer.byteLength(text) > BODY_MAX_BYTES) {
      throw new ApiError('parameter_invalid', { message: 'The body is larger than 256 KB.', param: '', reason: 'body_too_large' });
    }
    if (text === '' && readsNoBodyAsEmpty(operation)) {
      event.body = '{}';
      event.isBase64Encoded = false;
      event.headers['content-type'] = 'application/json';
      return;
    }
    try {
      stateOf(context).canonicalBody = readStrictJson(text).canonical;
    } catch (error) {
      if (error instanceof JsonRefused) throw notJson(`${error.message} at position ${error.position}`);
      throw error;
    }
  },
  onError: (request) => {
    // What the body parser throws is a client's mistake: 415 for another media type, 422 for text that is no JSON.
    const status = (request.error as { readonly statusCode?: number } | null)?.statusCode;
    if (status === 415 || status === 422) request.error = notJson('send it as application/json');
  },
});

/** Checks the parsed body against the operation's schema. */
export const readBody = (operation: Operation): Step => ({
  before: ({ event, context }) => {
    const schema: AnySchema = operation.body ?? NOTHING;
    const parsed: unknown = event.body;
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
      throw new ApiError('parameter_invalid', { message: 'The body must be a JSON object.', param: '' });
    }
    stateOf(context).body = validate(schema, parsed);
  },
});

/** Reads `expand`: a name the operation does not know is 400, one whose scope the key lacks 403 [EXP-02]. */
export const readExpand = (operation: Operation): Step => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const asked = (state.query as { readonly expand?: string }).expand;
    if (asked === undefined) return;
    const known = operation.expand ?? {};
    for (const name of asked.split(',')) {
      const scope = Object.hasOwn(known, name) ? known[name] : undefined;
      if (scope === undefined) throw new ApiError('parameter_invalid', { message: `Cannot expand ${name}.`, param: 'expand' });
      if (scope !== null && !allows(state.caller?.scopes ?? [], scope)) {
        throw new ApiError('insufficient_scope', { message: `The key lacks the scope ${scope}.`, param: 'expand' });
      }
    }
    state.expand = new Set(asked.split(','));
  },
});
