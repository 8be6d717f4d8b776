import type { Answer } from '../../../scripts/support/api.ts';
import type { Described, Document } from './document.ts';
import type { Case } from './request.ts';
import { judgeOf } from './schema.ts';

/** What must hold of every answer, whatever was asked. Each rule tells what it found wrong; nothing when all is well. */
type Rule = (operation: Described, given: Case, answer: Answer) => readonly string[];

/** The code for a path that fits no route, which no operation can describe. */
const NO_ROUTE = 'route_not_found';

/** The only 5xx that a request can bring about on its own, where it is described: the registry of VAT numbers that cannot answer. */
const isAskedFor = (operation: Described, { status, error }: Answer): boolean =>
  status === 503 && operation.codes.has(503) && error?.reason === 'vat_service_unavailable';

const isJson: Rule = (_operation, _given, { headers, text }) => {
  const type = String(headers['content-type'] ?? '');
  if (!type.startsWith('application/json')) return [`content-type ${type}`];
  try {
    JSON.parse(text);
    return [];
  } catch {
    return ['the answer is no JSON'];
  }
};

const isNoFault: Rule = (operation, _given, answer) =>
  answer.status < 500 || isAskedFor(operation, answer) ? [] : [`a fault of the service: ${answer.status}`];

const isDescribedRefusal: Rule = (operation, _given, { status, error }) => {
  if (status === 200) return [];
  if (error === null) return ['a refusal without error'];
  if (status === 404 && error.code === NO_ROUTE) return [];
  const codes = operation.codes.get(status);
  if (codes === undefined) return [`the status ${status} is not described`];
  return codes.includes(error.code) ? [] : [`the code ${error.code} is not described for ${status}`];
};

const namesWhatIsWrong: Rule = (_operation, _given, { status, error }) =>
  status === 400 && typeof error?.param !== 'string' ? ['a 400 that names nothing'] : [];

const isAsExpected: Rule = (_operation, { expected }, { status, error }) => {
  if (expected === null) return [];
  const { param, codes } = expected;
  const found = [status, error?.code, ...(param === null ? [] : [error?.param])];
  const right = status === expected.status && codes.includes(error?.code ?? '') && (param === null || error?.param === param);
  return right ? [] : [`expected ${JSON.stringify([expected.status, codes.join('|'), param])}, got ${JSON.stringify(found)}`];
};

const fits = (document: Document): Rule => {
  const judge = judgeOf(document);
  return ({ answer: schema, answerPointer }, _given, { status, body }) => {
    if (status !== 200)
      return judge.misfits('#/components/schemas/error', body).concat(judge.undocumented({ $ref: '#/components/schemas/error' }, body));
    const fields = judge.undocumented(schema, body).map((place) => `${place} is not described`);
    return [...judge.misfits(answerPointer, body), ...fields];
  };
};

/** Everything that is wrong with an answer. */
export const verdictOf = (document: Document): Rule => {
  const rules = [isJson, isNoFault, isDescribedRefusal, namesWhatIsWrong, isAsExpected, fits(document)];
  return (operation, given, answer) => rules.flatMap((rule) => rule(operation, given, answer));
};

/** The order of an object's members says nothing. */
export const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};

/** The fields that both objects have and that differ. A text that is dated or reported once only is left out by anyone who asks. */
export const differences = (left: Answer, right: Answer): readonly string[] =>
  Object.keys(left.body)
    .filter((name) => Object.hasOwn(right.body, name))
    .filter((name) => JSON.stringify(sorted(left.body[name])) !== JSON.stringify(sorted(right.body[name])));

/** Fields that are kept in another form than they are sent in, or not kept: a currency in capitals, a tier's amount as a decimal. */
const NORMALIZED = new Set(['currency', 'tiers', 'vat_number', 'unit_amount_decimal', 'address', 'api_key', 'country', 'payment_methods']);

/** An address is kept as it is read. */
const asKept = (name: string, value: unknown): unknown =>
  name.endsWith('url') && typeof value === 'string' && URL.canParse(value) ? new URL(value).href : value;

/** A list of names says each of them once. */
const said = (value: unknown): string => JSON.stringify(sorted(Array.isArray(value) ? [...new Set(value)] : value));

/** What was sent and is answered as something else. A `null` may be for the value that a field has on its own. */
export const changedOnTheWay = (sent: unknown, { body }: Answer): readonly string[] =>
  typeof sent !== 'object' || sent === null
    ? []
    : Object.entries(sent)
        .filter(([name, value]) => value !== null && !NORMALIZED.has(name) && Object.hasOwn(body, name))
        .filter(([name, value]) => said(asKept(name, value)) !== said(body[name]))
        .map(([name]) => `${name} was not kept as it was sent`);
