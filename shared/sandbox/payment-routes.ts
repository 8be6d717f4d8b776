import { type Done, done, gone, HANG, noEntity, unprocessable } from './answers.ts';
import { behaviorOf, chargeableMandate, presentCustomer } from './customer-routes.ts';
import { openPayment, readPaymentRequest } from './input.ts';
import { decideCharge, decideOutcome, type SettlementDetail } from './machine.ts';
import { methodViews } from './methods.ts';
import type { SandboxPayment } from './model.ts';
import { cut, idAt, noticeOf, pageOf, type Route, type RouteContext } from './routes.ts';
import { change, type SandboxStore } from './store.ts';
import { chargebackViews, listView, paymentView, profileView } from './view.ts';

export const presentPayment = async (store: SandboxStore, paymentId: string): Promise<SandboxPayment> => {
  const stored = await store.get('payment', paymentId);
  if (stored === null) throw noEntity(paymentId);
  return stored.value;
};

/** Records a payment once; a repetition under the same id finds the first one. */
const record = async (store: SandboxStore, payment: SandboxPayment): Promise<SandboxPayment> => {
  if (payment.customerId !== null) {
    await store.put('customer_payment', `${payment.customerId}/${payment.id}`, { paymentId: payment.id }, 0);
  }
  return change(store, 'payment', payment.id, (current) => ({ next: current === null ? payment : null, result: current ?? payment }));
};

const charge = async (context: RouteContext, open: SandboxPayment, customerId: string, mandateId: string | null): Promise<Done> => {
  const behavior = await behaviorOf(context.store, customerId);
  const mandate = await chargeableMandate(context, customerId, mandateId);
  const decided = decideCharge(open, mandate, behavior.charges, context.now);
  if (decided.kind === 'mandate_gone') throw gone('mandate');
  if (decided.kind === 'unreachable') return HANG;
  const payment = await record(context.store, decided.payment);
  const notices = payment.status === 'pending' ? [] : noticeOf(payment);
  return { ...done(201, paymentView(payment, context.urls), notices), hang: !decided.answered };
};

export const createPayment: Route = async (context) => {
  const request = readPaymentRequest(context.body);
  const { customerId, mandateId, sequenceType } = request.input;
  const open = openPayment(request, `tr_${context.suffix}`, context.now);
  const earlier = await context.store.get('payment', open.id);
  if (earlier !== null) return done(201, paymentView(earlier.value, context.urls));
  if (customerId !== null) await customerForPayment(context.store, customerId);
  if (sequenceType === 'recurring' && customerId !== null) return charge(context, open, customerId, mandateId);
  return done(201, paymentView(await record(context.store, open), context.urls));
};

/** A customer that a payment names: an unknown one is a fault of the body, not of the path. */
const customerForPayment = async (store: SandboxStore, customerId: string): Promise<void> => {
  if ((await store.get('customer', customerId)) === null) throw unprocessable('The customer does not exist', 'customerId');
  await presentCustomer(store, customerId);
};

export const getPayment: Route = async ({ store, urls }, ids) => done(200, paymentView(await presentPayment(store, idAt(ids, 0)), urls));

const paymentList = (
  context: RouteContext,
  payments: readonly SandboxPayment[],
  page: { readonly limit: number; readonly next: string | null },
): Done => {
  const items = payments.map((payment) => paymentView(payment, context.urls));
  return done(200, listView('payments', items, context.urls, context.path, page));
};

export const listPayments: Route = async (context) => {
  const { limit, from } = pageOf(context.query);
  const found = await context.store.list('payment', '', { limit: limit + 1, from });
  const { shown, next } = cut(found, limit, (payment) => payment.id);
  return paymentList(context, shown, { limit, next });
};

export const listCustomerPayments: Route = async (context, ids) => {
  const customer = await presentCustomer(context.store, idAt(ids, 0));
  const { limit, from } = pageOf(context.query);
  const start = from === null ? null : `${customer.id}/${from}`;
  const found = await context.store.list('customer_payment', `${customer.id}/`, { limit: limit + 1, from: start });
  const { shown, next } = cut(found, limit, (pointer) => pointer.paymentId);
  const payments = await Promise.all(shown.map((pointer) => context.store.get('payment', pointer.paymentId)));
  return paymentList(
    context,
    payments.flatMap((payment) => (payment === null ? [] : [payment.value])),
    { limit, next },
  );
};

/** Moves a payment on and writes what follows: the payment first, so that of two writers only the winner leaves a mandate. */
export const applyOutcome = async (
  store: SandboxStore,
  paymentId: string,
  outcome: Parameters<typeof decideOutcome>[1],
  detail: SettlementDetail,
): Promise<ReturnType<typeof decideOutcome> | null> => {
  const result = await change(store, 'payment', paymentId, (current) => {
    if (current === null) return { next: null, result: null };
    const decided = decideOutcome(current, outcome, detail);
    return { next: decided.ok ? decided.settlement.payment : null, result: decided };
  });
  const mandate = result?.ok === true ? result.settlement.mandate : null;
  if (mandate === null) return result;
  const mandateId = `${mandate.customerId}/${mandate.id}`;
  // Nearly always it is new.
  if (!(await store.put('mandate', mandateId, mandate, 0))) {
    await change(store, 'mandate', mandateId, (current) => ({
      next: current?.status === 'revoked' ? null : mandate,
      result: null,
    }));
  }
  return result;
};

export const cancelPayment: Route = async ({ store, urls, now }, ids) => {
  const payment = await presentPayment(store, idAt(ids, 0));
  const refusal = unprocessable('The payment cannot be canceled');
  if (payment.status !== 'open') throw refusal;
  const settled = await applyOutcome(store, payment.id, 'canceled', { now, failureReason: null, method: null, holder: '' });
  if (settled === null || !settled.ok) throw refusal;
  return done(200, paymentView(settled.settlement.payment, urls), noticeOf(payment));
};

export const listPaymentChargebacks: Route = async ({ store, urls, path }, ids) => {
  const items = chargebackViews(await presentPayment(store, idAt(ids, 0)), urls);
  return done(200, listView('chargebacks', items, urls, path, { limit: items.length, next: null }));
};

export const listMethods: Route = async ({ urls, query, path }) => {
  const asked = query.sequenceType ?? 'oneoff';
  if (asked !== 'first' && asked !== 'recurring' && asked !== 'oneoff') throw unprocessable('The sequence type is invalid', 'sequenceType');
  const items = methodViews(asked);
  return done(200, listView('methods', items, urls, path, { limit: items.length, next: null }));
};

export const getProfile: Route = async ({ urls }) => done(200, profileView(urls));
