import * as v from 'valibot';
import type { JsonObject } from '../../domain/tenant.ts';
import type { ProviderSettings } from '../adapter.ts';
import type { AttemptQuery, NewPayment, Outcome, PaymentProvider, RefundSnapshot, SequenceType } from '../port.ts';
import { newGates } from './at-once.ts';
import { type Intent, noAnswer } from './failures.ts';
import { toWireAmount } from './money.ts';
import { redactedPayload } from './redacted-payload.ts';
import { openTransport, type Transport, type WireCall } from './transport.ts';
import { WireChargeback, WireCustomer, WireMandate, WireMethod, WirePayment, WireProfile, WireRefund, wirePage } from './wire.ts';

/** Mollie remembers idempotency keys for an hour. */
const IDEMPOTENCY_WINDOW_MS = 50 * 60_000;
const PAGE_SIZE = 250;

/**
 * Calls of one account that a process has under way; the others wait in order, and their time begins when it is their turn: waiting for each
 * other does not count against the deadline.
 */
const MOST_CALLS_AT_ONCE = 16;
const gateOf = newGates(MOST_CALLS_AT_ONCE);

/** A direct debit cannot be a first payment: its mandate comes from a first payment by one of these. */
const LEAVES_DEBIT_MANDATE: readonly string[] = ['ideal', 'bancontact', 'eps', 'belfius', 'kbc'];

/** What `method` says on the wire; left out, the buyer chooses, or the mandate does. */
export const wireMethod = (method: string | null, sequenceType: SequenceType): string | readonly string[] | undefined => {
  if (method === null || sequenceType === 'recurring') return undefined;
  return method === 'directdebit' && sequenceType === 'first' ? LEAVES_DEBIT_MANDATE : method;
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

/** Sends a call and reads its answer as `schema`; an answer of another shape is `unavailable`. */
const ask = async <T>(send: Transport, call: WireCall, schema: v.GenericSchema<unknown, T>, deadline: AbortSignal): Promise<Outcome<T>> => {
  const answer = await send(call, deadline);
  if (!answer.ok) return answer;
  const parsed = v.safeParse(schema, answer.value);
  if (parsed.success) return { ok: true, value: parsed.output };
  const where = v.getDotPath(parsed.issues[0]) ?? 'the body';
  return noAnswer(`The payment provider's answer was not understood (${where}).`);
};

/** For deletions: already gone is as good as done. */
const withdrawn = (answer: Outcome<unknown>): Outcome<null> =>
  answer.ok || answer.kind === 'not_found' || answer.kind === 'mandate_gone' ? { ok: true, value: null } : answer;

interface Attempt {
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

/** Looks through a listing, newest first, until the attempt is found or everything left is too old. */
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
    const answer: Outcome<{ readonly items: readonly T[]; readonly next: string | null }> = await ask(
      send,
      { method: 'GET', path: `${path}?limit=${PAGE_SIZE}${cursor}`, intent: 'read' },
      page,
      deadline,
    );
    if (!answer.ok) return answer;
    const found = answer.value.items.find((item) => item.metadata[query.metadataKey] === query.metadataValue);
    if (found !== undefined) return { ok: true, value: found };
    const oldest = answer.value.items.at(-1);
    from = oldest !== undefined && oldest.createdAt < query.notBefore ? null : answer.value.next;
  } while (from !== null);
  return { ok: true, value: null };
};

const PaymentPage = wirePage('payments', WirePayment);
const RefundPage = wirePage('refunds', WireRefund);
const Payload = v.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** The port on Mollie's API v2, or on anything that speaks it. */
export const createMollieProvider = (settings: ProviderSettings): PaymentProvider => {
  const send = openTransport(settings);
  const gate = gateOf(`${settings.baseUrl} ${settings.apiKey}`);
  const inTime = <T>(work: (deadline: AbortSignal) => Promise<T>): Promise<T> =>
    gate.pass(() => work(AbortSignal.timeout(settings.deadlineMs)));
  const get = <T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<Outcome<T>> =>
    inTime((deadline) => ask(send, { method: 'GET', path, intent: 'read' }, schema, deadline));
  const list = async <T>(path: string, name: string, schema: v.GenericSchema<unknown, T>): Promise<Outcome<readonly T[]>> => {
    const answer = await get(path, wirePage(name, schema));
    return answer.ok ? { ok: true, value: answer.value.items } : answer;
  };
  const post = <T>(
    path: string,
    intent: Intent,
    idempotencyKey: string,
    body: NonNullable<WireCall['body']>,
    schema: v.GenericSchema<unknown, T>,
  ): Promise<Outcome<T>> => inTime((deadline) => ask(send, { method: 'POST', path, intent, idempotencyKey, body }, schema, deadline));
  const remove = async (path: string): Promise<Outcome<null>> =>
    withdrawn(await inTime((deadline) => send({ method: 'DELETE', path, intent: 'write' }, deadline)));

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
    findPayment: (customerId, query) => inTime((deadline) => search(send, paymentsPath(customerId), PaymentPage, query, deadline)),
    cancelPayment: (paymentId) =>
      inTime((deadline) => ask(send, { method: 'DELETE', path: paymentPath(paymentId), intent: 'write' }, WirePayment, deadline)),

    listMandates: (customerId) => list(`${customerPath(customerId)}/mandates?limit=${PAGE_SIZE}`, 'mandates', WireMandate),
    getMandate: (customerId, mandateId) => get(mandatePath(customerId, mandateId), WireMandate),
    revokeMandate: (customerId, mandateId) => remove(mandatePath(customerId, mandateId)),

    createRefund: ({ paymentId, description, metadata, idempotencyKey, ...money }): Promise<Outcome<RefundSnapshot>> => {
      const body = { amount: { ...toWireAmount(money) }, description, metadata: { ...metadata } };
      return post(`${paymentPath(paymentId)}/refunds`, 'refund', idempotencyKey, body, WireRefund);
    },
    getRefund: (paymentId, refundId) => get(`${paymentPath(paymentId)}/refunds/${segment(refundId)}`, WireRefund),
    listRefunds: (paymentId) => list(`${paymentPath(paymentId)}/refunds?limit=${PAGE_SIZE}`, 'refunds', WireRefund),
    findRefund: (paymentId, query) => inTime((deadline) => search(send, `${paymentPath(paymentId)}/refunds`, RefundPage, query, deadline)),

    listChargebacks: (paymentId) => list(`${paymentPath(paymentId)}/chargebacks?limit=${PAGE_SIZE}`, 'chargebacks', WireChargeback),
    listMethods: (sequenceType) => list(`/v2/methods?sequenceType=${sequenceType}`, 'methods', WireMethod),
    getProfile: () => get('/v2/profiles/me', WireProfile),
  };
};
