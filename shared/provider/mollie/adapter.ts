import * as v from 'valibot';
import type { JsonObject } from '../../domain/tenant.ts';
import type { ProviderSettings } from '../adapter.ts';
import type { AttemptQuery, NewPayment, Outcome, PaymentProvider, RefundSnapshot, SequenceType } from '../port.ts';
import { createGates } from './concurrency.ts';
import { type Intent, unavailableFailure } from './failures.ts';
import { toWireAmount } from './money.ts';
import { redactedPayload } from './redacted-payload.ts';
import { openTransport, type Transport, type WireCall } from './transport.ts';
import { WireChargeback, WireCustomer, WireMandate, WireMethod, WirePayment, WireProfile, WireRefund, wirePage } from './wire.ts';

/** Mollie stores idempotency keys for one hour; ten minutes are the margin. */
const IDEMPOTENCY_WINDOW_MS = 50 * 60_000;
const PAGE_SIZE = 250;

/** Maximum number of concurrent calls per API key and process. Further calls wait in order; their deadline starts after the wait. */
const MAX_CONCURRENT_CALLS = 16;
const gateOf = createGates(MAX_CONCURRENT_CALLS);

/**
 * Methods whose first payment creates a direct debit mandate. Offered instead of `directdebit`, which cannot be used for a first payment.
 */
const DEBIT_MANDATE_METHODS: readonly string[] = ['ideal', 'bancontact', 'eps', 'belfius', 'kbc'];

/** Returns the `method` parameter of Mollie's API; `undefined`: determined by the buyer or by the mandate. */
export const wireMethod = (method: NewPayment['method'], sequenceType: SequenceType): string | readonly string[] | undefined => {
  if (method === null || sequenceType === 'recurring') return undefined;
  if (typeof method !== 'string') return [...new Set(method.flatMap((each) => wireMethod(each, sequenceType) ?? []))];
  return method === 'directdebit' && sequenceType === 'first' ? DEBIT_MANDATE_METHODS : method;
};

const paymentBody = (payment: NewPayment): NonNullable<WireCall['body']> => ({
  amount: { ...toWireAmount(payment) },
  description: payment.description,
  sequenceType: payment.sequenceType,
  method: wireMethod(payment.method, payment.sequenceType),
  customerId: payment.customerId ?? undefined,
  mandateId: payment.mandateId ?? undefined,
  redirectUrl: payment.redirectUrl ?? undefined,
  webhookUrl: payment.webhookUrl,
  metadata: { ...payment.metadata },
  cardToken: payment.cardToken ?? undefined,
  issuer: payment.issuer ?? undefined,
});

const intentOf = ({ sequenceType, customerId }: NewPayment): Intent => {
  if (sequenceType === 'recurring') return 'charge';
  return customerId === null ? 'write' : 'payment_of_customer';
};

const segment = encodeURIComponent;
const paymentPath = (paymentId: string): string => `/v2/payments/${segment(paymentId)}`;
const customerPath = (customerId: string): string => `/v2/customers/${segment(customerId)}`;
const mandatePath = (customerId: string, mandateId: string): string => `${customerPath(customerId)}/mandates/${segment(mandateId)}`;
const paymentsPath = (customerId: string | null): string => (customerId === null ? '/v2/payments' : `${customerPath(customerId)}/payments`);

/** Sends a call and parses its response with `schema`; an invalid response is `unavailable`. */
const request = async <T>(
  send: Transport,
  call: WireCall,
  schema: v.GenericSchema<unknown, T>,
  deadline: AbortSignal,
): Promise<Outcome<T>> => {
  const response = await send(call, deadline);
  if (!response.ok) return response;
  const parsed = v.safeParse(schema, response.value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const path = v.getDotPath(parsed.issues[0]) ?? 'the body';
  return unavailableFailure(`The payment provider's response is invalid (${path}).`);
};

/** Treats a missing object as deleted. */
const deletionOutcome = (response: Outcome<unknown>): Outcome<null> =>
  response.ok || response.kind === 'not_found' || response.kind === 'mandate_gone' ? { ok: true, value: null } : response;

/** An item of a listing: a payment or a refund. */
interface Attempt {
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

/** Searches a listing, which is sorted newest first. Stops when an item matches or the remaining items are older than `notBefore`. */
const search = async <T extends Attempt>(
  send: Transport,
  path: string,
  page: v.GenericSchema<unknown, { readonly items: readonly T[]; readonly next: string | null }>,
  query: AttemptQuery,
  deadline: AbortSignal,
): Promise<Outcome<T | null>> => {
  let from: string | null = null;
  do {
    const cursor: string = from === null ? '' : `&from=${segment(from)}`;
    const response: Outcome<{ readonly items: readonly T[]; readonly next: string | null }> = await request(
      send,
      { method: 'GET', path: `${path}?limit=${PAGE_SIZE}${cursor}`, intent: 'read' },
      page,
      deadline,
    );
    if (!response.ok) return response;
    const match = response.value.items.find((item) => item.metadata[query.metadataKey] === query.metadataValue);
    if (match !== undefined) return { ok: true, value: match };
    const oldest = response.value.items.at(-1);
    from = oldest !== undefined && oldest.createdAt < query.notBefore ? null : response.value.next;
  } while (from !== null);
  return { ok: true, value: null };
};

const PaymentPage = wirePage('payments', WirePayment);
const RefundPage = wirePage('refunds', WireRefund);
const Payload = v.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** Implements the port with Mollie's API v2, or with a server that is compatible with this API. */
export const createMollieProvider = (settings: ProviderSettings): PaymentProvider => {
  const send = openTransport(settings);
  const gate = gateOf(`${settings.baseUrl} ${settings.apiKey}`);
  const withDeadline = <T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> =>
    gate.pass(() => work(AbortSignal.timeout(settings.deadlineMs)));
  const get = <T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<Outcome<T>> =>
    withDeadline((deadline) => request(send, { method: 'GET', path, intent: 'read' }, schema, deadline));
  const list = async <T>(path: string, name: string, schema: v.GenericSchema<unknown, T>): Promise<Outcome<readonly T[]>> => {
    const response = await get(path, wirePage(name, schema));
    return response.ok ? { ok: true, value: response.value.items } : response;
  };
  const post = <T>(
    path: string,
    intent: Intent,
    idempotencyKey: string,
    body: NonNullable<WireCall['body']>,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<Outcome<T>> =>
    withDeadline((deadline) => request(send, { method: 'POST', path, intent, idempotencyKey, body }, schema, deadline));
  const remove = async (path: string): Promise<Outcome<null>> =>
    deletionOutcome(await withDeadline((deadline) => send({ method: 'DELETE', path, intent: 'write' }, deadline)));

  return {
    name: settings.name,
    idempotencyWindowMs: IDEMPOTENCY_WINDOW_MS,
    redactedPayload,

    createCustomer: ({ name, email, metadata, idempotencyKey }) =>
      post('/v2/customers', 'write', idempotencyKey, { name, email, metadata: { ...metadata } }, WireCustomer),
    deleteCustomer: (customerId) => remove(customerPath(customerId)),

    createPayment: (payment) => post('/v2/payments', intentOf(payment), payment.idempotencyKey, paymentBody(payment), WirePayment),
    getPayment: (paymentId) => get(paymentPath(paymentId), WirePayment),
    getPaymentPayload: (paymentId) => get(paymentPath(paymentId), Payload),
    listPayments: (customerId) => list(`${paymentsPath(customerId)}?limit=${PAGE_SIZE}`, 'payments', WirePayment),
    findPayment: (customerId, query) => withDeadline((deadline) => search(send, paymentsPath(customerId), PaymentPage, query, deadline)),
    cancelPayment: (paymentId) =>
      withDeadline((deadline) => request(send, { method: 'DELETE', path: paymentPath(paymentId), intent: 'write' }, WirePayment, deadline)),

    listMandates: (customerId) => list(`${customerPath(customerId)}/mandates?limit=${PAGE_SIZE}`, 'mandates', WireMandate),
    getMandate: (customerId, mandateId) => get(mandatePath(customerId, mandateId), WireMandate),
    revokeMandate: (customerId, mandateId) => remove(mandatePath(customerId, mandateId)),

    createRefund: ({ paymentId, description, metadata, idempotencyKey, ...money }): Promise<Outcome<RefundSnapshot>> => {
      const body = { amount: { ...toWireAmount(money) }, description, metadata: { ...metadata } };
      return post(`${paymentPath(paymentId)}/refunds`, 'refund', idempotencyKey, body, WireRefund);
    },
    getRefund: (paymentId, refundId) => get(`${paymentPath(paymentId)}/refunds/${segment(refundId)}`, WireRefund),
    listRefunds: (paymentId) => list(`${paymentPath(paymentId)}/refunds?limit=${PAGE_SIZE}`, 'refunds', WireRefund),
    findRefund: (paymentId, query) =>
      withDeadline((deadline) => search(send, `${paymentPath(paymentId)}/refunds`, RefundPage, query, deadline)),

    listChargebacks: (paymentId) => list(`${paymentPath(paymentId)}/chargebacks?limit=${PAGE_SIZE}`, 'chargebacks', WireChargeback),
    listMethods: (sequenceType) => list(`/v2/methods?sequenceType=${sequenceType}`, 'methods', WireMethod),
    getProfile: () => get('/v2/profiles/me', WireProfile),
  };
};
