import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { BODY_MAX_BYTES } from '../../domain/limits.ts';
import { ApiError } from '../errors/errors.ts';
import type { AnySchema, Operation } from '../operation.ts';
import { canonicalJson, InvalidJsonError } from '../schemas/json.ts';
import { queryParamOf, readQuery, validate } from '../schemas/validate.ts';
import { allows } from '../scopes.ts';
import { type HttpEvent, type Middleware, stateOf } from './state.ts';

const NO_FIELDS = v.strictObject({});

/** Checks the query string against the operation's schema; without a schema, every parameter is unknown [PAGE-10]. */
export const readParameters = (operation: Operation): Middleware => ({
  before: ({ event, context }) => {
    if (operation.response === 'http-result') return;
    stateOf(context).query = validate(operation.query ?? NO_FIELDS, readQuery(event.rawQueryString, operation.query), queryParamOf);
  },
});

const notJson = (reason: string): ApiError =>
  new ApiError('parameter_invalid', { message: `The body is not valid JSON: ${reason}.`, param: '' });

/** The text of the body. Throws for bytes that are not UTF-8, because decoding would silently replace them and so change names. */
const textOf = (event: HttpEvent): string => {
  if (!event.isBase64Encoded) return event.body ?? '';
  const bytes = Buffer.from(event.body ?? '', 'base64');
  if (!isUtf8(bytes)) throw notJson('send it in UTF-8');
  return bytes.toString('utf8');
};

/**
 * True if the operation reads a JSON body. This includes deletions, which refuse a body with fields. Operations that respond with a page or
 * a file read a form or no body.
 */
export const readsJsonBody = (operation: Operation): boolean => operation.method !== 'GET' && typeof operation.response !== 'string';

/**
 * True if the operation accepts an empty body as `{}`: in the sandbox, in the portal, and where the body has no fields or had none in its
 * first version.
 */
export const acceptsEmptyBody = ({ body, bodyIsOptional, auth }: Operation): boolean =>
  body === null || bodyIsOptional === true || auth.kind === 'sandbox_key' || auth.kind === 'portal_token';

/** The content type without parameters, in lower case. */
const mediaTypeOf = ({ headers }: HttpEvent): string => (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const looksFormEncoded = (event: HttpEvent, text: string): boolean =>
  mediaTypeOf(event) === 'application/x-www-form-urlencoded' || /^[\w.[\]%-]+=[^\s{"]*$/.test(text);

/** Checks the raw body with the strict parser, before the JSON parser, and stores its canonical form for the idempotency fingerprint. */
export const inspectBody = (operation: Operation): Middleware => ({
  before: ({ event, context }) => {
    const text = textOf(event);
    const { bodyMaxBytes = BODY_MAX_BYTES } = operation;
    if (Buffer.byteLength(text) > bodyMaxBytes) {
      const message = `The body is larger than ${bodyMaxBytes / 1024} KB.`;
      throw new ApiError('parameter_invalid', { message, param: '', reason: 'body_too_large' });
    }
    if (text === '' && acceptsEmptyBody(operation)) {
      event.body = '{}';
      event.isBase64Encoded = false;
      event.headers['content-type'] = 'application/json';
      return;
    }
    if (looksFormEncoded(event, text)) {
      const message = 'The body must be JSON, and this looks form-encoded: send JSON with the header "Content-Type: application/json".';
      throw new ApiError('parameter_invalid', { message, param: '' });
    }
    // Media types are case-insensitive, but the parser accepts lower case only.
    if (event.headers['content-type'] !== undefined) event.headers['content-type'] = mediaTypeOf(event);
    try {
      const canonical = canonicalJson(text);
      // As for an empty body, so that a retry may send either.
      stateOf(context).canonicalBody = canonical === '{}' && acceptsEmptyBody(operation) ? '' : canonical;
    } catch (error) {
      if (error instanceof InvalidJsonError) throw notJson(`${error.message} at position ${error.position}`);
      throw error;
    }
  },
  onError: (request) => {
    // The body parser throws 415 for a media type other than JSON, and 422 for invalid JSON.
    const status = (request.error as { readonly statusCode?: number } | null)?.statusCode;
    if (status === 415 || status === 422) request.error = notJson('send it as application/json');
  },
});

/** The content type of the body, without parameters, if it is one of the operation's `bodyFormats`; otherwise `null`. */
const bodyFormatOf = ({ bodyFormats = {} }: Operation, event: HttpEvent): string | null => {
  const type = mediaTypeOf(event);
  return Object.hasOwn(bodyFormats, type) ? type : null;
};

/** Checks the parsed body against the operation's schema. */
export const readBody = (operation: Operation): Middleware => ({
  before: ({ event, context }) => {
    const state = stateOf(context);
    const parsed: unknown = event.body;
    state.bodyFormat = bodyFormatOf(operation, event);
    const format = state.bodyFormat === null ? undefined : operation.bodyFormats?.[state.bodyFormat];
    if (format !== undefined) {
      state.body = validate(format, parsed);
      return;
    }
    const schema: AnySchema = operation.body ?? NO_FIELDS;
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
      throw new ApiError('parameter_invalid', { message: 'The body must be a JSON object.', param: '' });
    }
    state.body = validate(schema, parsed);
  },
});

/** Reads `expand`; throws 400 for an unknown name, 403 if the key lacks the scope that a name requires [EXP-02]. */
export const readExpand = (operation: Operation): Middleware => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const requested = (state.query as { readonly expand?: string }).expand;
    if (requested === undefined) return;
    const scopesByName = operation.expand ?? {};
    for (const name of requested.split(',')) {
      const scope = Object.hasOwn(scopesByName, name) ? scopesByName[name] : undefined;
      if (scope === undefined) {
        const message = `Cannot expand ${name}. Possible values: ${Object.keys(scopesByName).join(', ')}.`;
        throw new ApiError('parameter_invalid', { message, param: 'expand' });
      }
      if (scope !== null && !allows(state.caller?.scopes ?? [], scope)) {
        throw new ApiError('insufficient_scope', { message: `The key lacks the scope ${scope}.`, param: 'expand' });
      }
    }
    state.expand = new Set(requested.split(','));
  },
});
