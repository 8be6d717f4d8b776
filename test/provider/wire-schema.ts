import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CORE_SCHEMA, load } from 'js-yaml';

/** Where the provider's own description of its API is, if it was placed there: it is not ours to publish. */
const DESCRIPTION = process.env.MOLLIE_SPECS ?? fileURLToPath(new URL('../../../shared/mollie/specs.yaml', import.meta.url));

export const hasDescription = existsSync(DESCRIPTION);
export const WITHOUT_DESCRIPTION = `${DESCRIPTION} is not there: the wire format is not checked against the provider's own description`;

/** A request with its answer, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** From `/v2` on, without the query. */
  readonly path: string;
  readonly requestBody: unknown;
  readonly status: number;
  /** `null`: none. */
  readonly answerBody: unknown;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

interface Described {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: object }>>;

/** What only answers have, and is required of requests anyway where both are described as one. */
const ANSWERS_ONLY = new Set(['resource', 'id', 'mode', 'status', 'createdAt', 'paymentId', '_links']);

/** Where the description itself does not fit its provider. */
const isFlawOfDescription = ({ keyword, instancePath, params, data }: ErrorObject, request: Record<string, unknown> | null): boolean => {
  // The buyer has not chosen a method yet: described as a list of methods without `null`.
  if (request === null) return keyword === 'enum' && instancePath.endsWith('/method') && data === null;
  if (keyword !== 'required' || instancePath !== '') return false;
  const missing = String(params.missingProperty);
  // Nobody is led anywhere by a recurring charge.
  return ANSWERS_ONLY.has(missing) || (missing === 'redirectUrl' && request.sequenceType === 'recurring');
};

const pointer = (...parts: readonly string[]): string =>
  `provider#/${parts
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')}`;

/** Tells in which way an exchange is not as the provider describes it; nothing: it is. */
export type CheckExchange = (exchange: Exchange) => readonly string[];

export const openWireSchema = (): CheckExchange => {
  // Written for YAML 1.2: 1.1 takes one of its texts for a date that there is not.
  const description = load(readFileSync(DESCRIPTION, 'utf8'), { schema: CORE_SCHEMA }) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: 'provider' });
  const compiled = new Map<string, ValidateFunction>();
  /** No field next to the described ones: a misspelt one would be overlooked by the provider. */
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
      .filter((error) => !isFlawOfDescription(error, request))
      .map(({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`);
  };
  const templates = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  // A fixed part is before a variable one: `/v2/profiles/me` is no `/v2/profiles/{profileId}`.
  const templateOf = (path: string): string | undefined =>
    templates.filter(({ pattern }) => pattern.test(path)).toSorted((a, b) => a.template.split('{').length - b.template.split('{').length)[0]
      ?.template;

  return ({ method, path, requestBody, status, answerBody }) => {
    const template = templateOf(path);
    const verb = method.toLowerCase();
    const described = template === undefined ? undefined : description.paths[template]?.[verb];
    if (template === undefined || described === undefined) return [`${method} ${path} is not described`];
    const what = `${method} ${template}`;
    const asked = Object.keys(described.requestBody?.content ?? {})[0];
    const answered = Object.keys(described.responses[status]?.content ?? {})[0];
    return [
      ...(requestBody === null || asked === undefined
        ? []
        : problemsOf(what, pointer('paths', template, verb, 'requestBody', 'content', asked, 'schema'), requestBody, true)),
      ...(answerBody === null
        ? []
        : problemsOf(
            `${what} ${status}`,
            answered === undefined
              ? pointer('components', 'schemas', 'error-response')
              : pointer('paths', template, verb, 'responses', String(status), 'content', answered, 'schema'),
            answerBody,
            false,
          )),
    ];
  };
};
