import type { Answer } from '../../../scripts/support/api.ts';
import type { DescribedOperation, Document } from './document.ts';
import type { Case } from './request.ts';
import { validatorOf } from './schema.ts';

/** A rule for every answer. Returns the violations. */
type Rule = (operation: DescribedOperation, testCase: Case, answer: Answer) => readonly string[];

/** The code for a path without a route. No operation documents it. */
const NO_ROUTE = 'route_not_found';

/** True for the only 5xx that a request can cause: the VAT service is unavailable. */
const isVatServiceError = (operation: DescribedOperation, { status, error }: Answer): boolean =>
  status === 503 && operation.codes.has(503) && error?.reason === 'vat_service_unavailable';

const checkJson: Rule = (_operation, _case, { headers, text }) => {
  const type = String(headers['content-type'] ?? '');
  if (!type.startsWith('application/json')) return [`content-type ${type}`];
  try {
    JSON.parse(text);
    return [];
  } catch {
    return ['the body is not valid JSON'];
  }
};

const checkNoServerError: Rule = (operation, _case, answer) =>
  answer.status < 500 || isVatServiceError(operation, answer) ? [] : [`server error ${answer.status}`];

const checkDocumentedError: Rule = (operation, _case, { status, error }) => {
  if (status === 200) return [];
  if (error === null) return ['an error status without an error envelope'];
  if (status === 404 && error.code === NO_ROUTE) return [];
  const codes = operation.codes.get(status);
  if (codes === undefined) return [`the status ${status} is not documented`];
  return codes.includes(error.code) ? [] : [`the code ${error.code} is not documented for ${status}`];
};

/** Reasons that operations return without declaring them: those of credentials, idempotency keys and body sizes. */
const GENERAL_REASONS: readonly string[] = [
  'account_suspended',
  'body_too_large',
  'client_secret_expired',
  'idempotency_key_blank',
  'idempotency_key_reused',
  'portal_session_expired',
  'portal_session_limited',
  'portal_session_revoked',
];

const checkDocumentedReason: Rule = ({ reasons }, _case, { error }) =>
  error?.reason === undefined || reasons.has(error.reason) || GENERAL_REASONS.includes(error.reason)
    ? []
    : [`the reason ${error.reason} is not documented`];

const checkHelpLink: Rule = (_operation, _case, { error, headers }) =>
  error === null || String(headers.link).endsWith(`/docs/errors#${error.reason ?? error.code}>; rel="help"`)
    ? []
    : [`the link ${headers.link}`];

const checkParam: Rule = (_operation, _case, { status, error }) =>
  status === 400 && typeof error?.param !== 'string' ? ['a 400 without param'] : [];

const checkExpected: Rule = (_operation, { expected }, { status, error }) => {
  if (expected === null) return [];
  const { param, codes } = expected;
  const received = [status, error?.code, ...(param === null ? [] : [error?.param])];
  const matches = status === expected.status && codes.includes(error?.code ?? '') && (param === null || error?.param === param);
  return matches ? [] : [`expected ${JSON.stringify([expected.status, codes.join('|'), param])}, got ${JSON.stringify(received)}`];
};

const schemaRule = (document: Document): Rule => {
  const validator = validatorOf(document);
  return ({ answer: schema, answerPointer }, _case, { status, body }) => {
    if (status !== 200)
      return validator
        .schemaErrors('#/components/schemas/ApiError', body)
        .concat(validator.undocumented({ $ref: '#/components/schemas/ApiError' }, body));
    const fields = validator.undocumented(schema, body).map((path) => `${path} is not documented`);
    return [...validator.schemaErrors(answerPointer, body), ...fields];
  };
};

const mediaTypeOf = ({ headers }: Answer): string => String(headers['content-type'] ?? '').split(';')[0] ?? '';

/** True for a file that the operation documents, such as a report as CSV. */
const isFile = ({ fileTypes }: DescribedOperation, answer: Answer): boolean =>
  answer.status === 200 && fileTypes.some((type) => type.split(';')[0] === mediaTypeOf(answer));

/** Applies a rule to JSON answers only. */
const unlessFile =
  (rule: Rule): Rule =>
  (operation, testCase, answer) =>
    isFile(operation, answer) ? [] : rule(operation, testCase, answer);

/** Combines all rules. */
export const allRules = (document: Document): Rule => {
  const rules = [
    unlessFile(checkJson),
    checkNoServerError,
    checkDocumentedError,
    checkDocumentedReason,
    checkHelpLink,
    checkParam,
    checkExpected,
    unlessFile(schemaRule(document)),
  ];
  return (operation, testCase, answer) => rules.flatMap((rule) => rule(operation, testCase, answer));
};

/** A copy with sorted keys, to compare values regardless of key order. */
export const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  );
};

/** The names of the fields that both bodies have and whose values differ. */
export const differingFields = (left: Answer, right: Answer): readonly string[] =>
  Object.keys(left.body)
    .filter((name) => Object.hasOwn(right.body, name))
    .filter((name) => JSON.stringify(sortKeys(left.body[name])) !== JSON.stringify(sortKeys(right.body[name])));

/** Fields that are normalized or not stored, such as a currency in lower case or an API key. */
const NORMALIZED = new Set(['currency', 'tiers', 'vat_number', 'unit_amount_decimal', 'address', 'api_key', 'country', 'payment_methods']);

/** URLs are stored in normalized form. */
const asStored = (name: string, value: unknown): unknown =>
  name.endsWith('url') && typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value;

/** The JSON of a value with sorted keys and without duplicates in lists. */
const comparableJson = (value: unknown): string => JSON.stringify(sortKeys(Array.isArray(value) ? [...new Set(value)] : value));

/** A violation for each sent field that the answer returns with another value. A sent `null` is ignored: it can become a default. */
export const alteredFields = (sent: unknown, { body }: Answer): readonly string[] =>
  typeof sent !== 'object' || sent === null
    ? []
    : Object.entries(sent)
        .filter(([name, value]) => value !== null && !NORMALIZED.has(name) && Object.hasOwn(body, name))
        .filter(([name, value]) => comparableJson(asStored(name, value)) !== comparableJson(body[name]))
        .map(([name]) => `${name} was changed`);
