import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CORE_SCHEMA, load } from 'js-yaml';

/** Path of Mollie's OpenAPI description, which is not part of this repository. */
const DESCRIPTION = process.env.MOLLIE_SPECS ?? fileURLToPath(new URL('../../../shared/mollie/specs.yaml', import.meta.url));

export const hasMollieOpenApi = existsSync(DESCRIPTION);
export const MOLLIE_OPENAPI_MISSING = `${DESCRIPTION} is missing: the wire format is not checked against Mollie's OpenAPI description`;

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** Starts with `/v2`; without the query. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  /** `null`: the response has no body. */
  readonly answerBody: unknown;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

/** Response fields that the description wrongly requires in requests, because one schema describes both requests and responses. */
const RESPONSE_FIELDS = new Set(['resource', 'id', 'mode', 'status', 'createdAt', 'paymentId', '_links']);

/** True if the error comes from a known mistake in the description. `request`: the checked request body; `null`: a response is checked. */
const isKnownDescriptionError = (
  { keyword, instancePath, params, data }: ErrorObject,
  request: Record<string, unknown> | null,
): boolean => {
  // Until the buyer chooses a method, `method` is `null`. The description does not allow `null`.
  if (request === null) return keyword === 'enum' && instancePath.endsWith('/method') && data === null;
  if (keyword !== 'required' || instancePath !== '') return false;
  const missing = String(params.missingProperty);
  // The description requires `redirectUrl`, but recurring charges have no redirect.
  return RESPONSE_FIELDS.has(missing) || (missing === 'redirectUrl' && request.sequenceType === 'recurring');
};

/** Builds the URI of a part of the description. */
const pointer = (...parts: readonly string[]): string =>
  `provider#/${parts
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')}`;

/** Returns the differences between an exchange and the description. */
export type CheckExchange = (exchange: Exchange) => readonly string[];

/** Reads Mollie's OpenAPI description; returns a function that checks exchanges. */
export const openWireSchema = (): CheckExchange => {
  // Parsed as YAML 1.2, because YAML 1.1 reads one of the strings as an invalid date.
  const description = load(readFileSync(DESCRIPTION, 'utf8'), { schema: CORE_SCHEMA }) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: 'provider' });
  const compiled = new Map<string, ValidateFunction>();
  /** Rejects fields that are not described: Mollie ignores unknown fields, so a field with a misspelled name would have no effect. */
  const checkerOf = (at: string): ValidateFunction => {
    const checker = compiled.get(at) ?? ajv.compile({ $ref: at, unevaluatedProperties: false });
    compiled.set(at, checker);
    return checker;
  };
  const problemsOf = (what: string, at: string, value: unknown, isRequest: boolean): readonly string[] => {
    const checker = checkerOf(at);
    if (checker(value)) return [];
    const request = isRequest ? (value as Record<string, unknown>) : null;
    return (checker.errors ?? [])
      .filter((error) => !isKnownDescriptionError(error, request))
      .map(({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`);
  };
  const templates = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  // Templates with fewer parameters take precedence: `/v2/profiles/me` over `/v2/profiles/{profileId}`.
  const templateOf = (path: string): string | undefined =>
    templates.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)[0]
      ?.template;

  return ({ method, path, requestBody, status, answerBody }) => {
    const template = templateOf(path);
    const verb = method.toLowerCase();
    const described = template === undefined ? undefined : description.paths[template]?.[verb];
    if (template === undefined || described === undefined) return [`${method} ${path} is not described`];
    const what = `${method} ${template}`;
    const requestType = Object.keys(described.requestBody?.content ?? {})[0];
    const responseType = Object.keys(described.responses[status]?.content ?? {})[0];
    return [
      ...(requestBody === null || requestType === undefined
        ? []
        : problemsOf(what, pointer('paths', template, verb, 'requestBody', 'content', requestType, 'schema'), requestBody, true)),
      ...(answerBody === null
        ? []
        : problemsOf(
            `${what} ${status}`,
            responseType === undefined
              ? pointer('components', 'schemas', 'error-response')
              : pointer('paths', template, verb, 'responses', String(status), 'content', responseType, 'schema'),
            answerBody,
            false,
          )),
    ];
  };
};
