import { chargeableMandate, chargeReads, mandateKey, requireCustomer, requireNotDeleted } from './customer-routes.ts';
import { goneError, HANG, notFoundError, type RouteResult, routeResult, unprocessableError } from './http.ts';
import { buildOpenPayment, readPaymentRequest } from './input.ts';
import { methodsFor } from './methods.ts';
import { type ChargeBehavior, DEFAULT_BEHAVIOR, DEFAULT_HOLDER, type SandboxMandate, type SandboxPayment } from './model.ts';
import {
  CHARGE_WEBHOOK_DELAY_SECONDS,
  type CreateResult,
  type CreateRoute,
  pageOf,
  pathIdAt,
  type Route,
  type RouteContext,
  splitPage,
  webhooksOf,
} from './routes.ts';
import { decideCardPayment, decideCharge, decideOutcome, type SettlementDetail } from './rules.ts';
import { buildWrite, type SandboxStore, updateSandboxValue } from './store.ts';
import { chargebackViews, listView, methodView, paymentView, profileView } from './view.ts';

export const requirePayment = async (store: SandboxStore, paymentId: string): Promise<SandboxPayment> => {
  const stored = await store.get('payment', paymentId);
  if (stored === null) throw notFoundError(paymentId);
  return stored.value;
};

/** Builds the response for a new payment, and the writes that store the payment. */
const createdResult = (
  payment: SandboxPayment,
  { urls }: RouteContext,
  webhooks: RouteResult['webhooks'] = [],
  mandate: SandboxMandate | null = null,
): CreateResult => ({
  ...routeResult(201, paymentView(payment, urls), webhooks),
  writes: [
    buildWrite('payment', payment.id, payment, 0),
    ...(mandate === null ? [] : [buildWrite('mandate', mandateKey(mandate.customerId, mandate.id), mandate, 0)]),
    ...(payment.customerId === null
      ? []
      : [buildWrite('customer_payment', `${payment.customerId}/${payment.id}`, { paymentId: payment.id }, 0)]),
  ],
});

const charge = (context: RouteContext, newPayment: SandboxPayment, mandate: SandboxMandate, behavior: ChargeBehavior): CreateResult => {
  const decided = decideCharge(newPayment, mandate, behavior, context.now);
  if (decided.kind === 'mandate_gone') throw goneError('mandate');
  if (decided.kind === 'unreachable') return { ...HANG, writes: [] };
  const { payment, answered } = decided;
  // The webhook of a pending payment is sent when the payment is settled.
  return {
    ...createdResult(payment, context, payment.status === 'pending' ? [] : webhooksOf(payment, CHARGE_WEBHOOK_DELAY_SECONDS)),
    hang: !answered,
  };
};

/** Pays with a card token. */
const payByCard = (context: RouteContext, newPayment: SandboxPayment, behavior: ChargeBehavior, holder: string): CreateResult => {
  const decided = decideCardPayment(newPayment, behavior, { now: context.now, method: null, holder });
  switch (decided.kind) {
    case 'by_page':
      return createdResult(newPayment, context);
    case 'refused':
      throw unprocessableError('The card token is invalid or already used', 'cardToken');
    case 'unreachable':
      return { ...HANG, writes: [] };
    case 'settled': {
      const { payment, mandate } = decided.settlement;
      return {
        ...createdResult(payment, context, payment.status === 'pending' ? [] : webhooksOf(payment, CHARGE_WEBHOOK_DELAY_SECONDS), mandate),
        hang: !decided.answered,
      };
    }
  }
};

export const createPayment: CreateRoute = (context) => {
  const request = readPaymentRequest(context.body);
  const { customerId, mandateId, sequenceType, cardToken } = request.input;
  const newPayment = buildOpenPayment(request, context);
  const isRecurring = sequenceType === 'recurring';
  const byCard = !isRecurring && cardToken !== null;
  if (customerId === null) {
    return {
      reads: [],
      decide: async () =>
        byCard ? payByCard(context, newPayment, DEFAULT_BEHAVIOR.charges, DEFAULT_HOLDER) : createdResult(newPayment, context),
    };
  }
  return {
    reads: [{ kind: 'customer', id: customerId }, ...(isRecurring || byCard ? chargeReads(customerId, mandateId) : [])],
    decide: async (lookup) => {
      const customer = lookup('customer', customerId);
      // 422 instead of 404: the id is in the body, not in the path.
      if (customer === null) throw unprocessableError('The customer does not exist', 'customerId');
      const { name } = requireNotDeleted(customer.value);
      if (!isRecurring && !byCard) return createdResult(newPayment, context);
      const behavior = lookup('behavior', customerId)?.value.charges ?? DEFAULT_BEHAVIOR.charges;
      if (byCard) return payByCard(context, newPayment, behavior, name ?? DEFAULT_HOLDER);
      const mandate = await chargeableMandate(context.store, lookup, customerId, mandateId);
      return charge(context, newPayment, mandate, behavior);
    },
  };
};

export const getPayment: Route = async ({ store, urls }, ids) =>
  routeResult(200, paymentView(await requirePayment(store, pathIdAt(ids, 0)), urls));

const paymentList = (
  context: RouteContext,
  payments: readonly SandboxPayment[],
  page: { readonly limit: number; readonly next: string | null },
): RouteResult => {
  const items = payments.map((payment) => paymentView(payment, context.urls));
  return routeResult(200, listView('payments', items, context.urls, context.path, page));
};

export const listPayments: Route = async (context) => {
  const { limit, from } = pageOf(context.query);
  const payments = await context.store.list('payment', '', { limit: limit + 1, from });
  const { shown, next } = splitPage(payments, limit, (payment) => payment.id);
  return paymentList(context, shown, { limit, next });
};

export const listCustomerPayments: Route = async (context, ids) => {
  const customer = await requireCustomer(context.store, pathIdAt(ids, 0));
  const { limit, from } = pageOf(context.query);
  const start = from === null ? null : `${customer.id}/${from}`;
  const pointers = await context.store.list('customer_payment', `${customer.id}/`, { limit: limit + 1, from: start });
  const { shown, next } = splitPage(pointers, limit, (pointer) => pointer.paymentId);
  const payments = await Promise.all(shown.map((pointer) => context.store.get('payment', pointer.paymentId)));
  return paymentList(
    context,
    payments.flatMap((payment) => (payment === null ? [] : [payment.value])),
    { limit, next },
  );
};

/**
 * Applies an outcome to a payment, then writes the mandate that the outcome creates. The payment is written first, so that only one of two
 * concurrent writers creates a mandate.
 */
export const applyOutcome = async (
  store: SandboxStore,
  paymentId: string,
  outcome: Parameters<typeof decideOutcome>[1],
  detail: SettlementDetail,
): Promise<ReturnType<typeof decideOutcome> | null> => {
  const result = await updateSandboxValue(store, 'payment', paymentId, (current) => {
    if (current === null) return { next: null, result: null };
    const decided = decideOutcome(current, outcome, detail);
    return { next: decided.ok ? decided.settlement.payment : null, result: decided };
  });
  const mandate = result?.ok === true ? result.settlement.mandate : null;
  if (mandate === null) return result;
  const mandateId = mandateKey(mandate.customerId, mandate.id);
  // The mandate is usually new. An existing mandate is replaced unless it is revoked.
  if (!(await store.commit([buildWrite('mandate', mandateId, mandate, 0)]))) {
    await updateSandboxValue(store, 'mandate', mandateId, (current) => ({
      next: current?.status === 'revoked' ? null : mandate,
      result: null,
    }));
  }
  return result;
};

export const cancelPayment: Route = async ({ store, urls, now }, ids) => {
  const payment = await requirePayment(store, pathIdAt(ids, 0));
  const refusal = unprocessableError('The payment cannot be canceled');
  if (payment.status !== 'open') throw refusal;
  const outcomeResult = await applyOutcome(store, payment.id, 'canceled', { now, failureReason: null, method: null, holder: '' });
  if (outcomeResult === null || !outcomeResult.ok) throw refusal;
  return routeResult(200, paymentView(outcomeResult.settlement.payment, urls), webhooksOf(payment, CHARGE_WEBHOOK_DELAY_SECONDS));
};

export const listPaymentChargebacks: Route = async ({ store, urls, path }, ids) => {
  const items = chargebackViews(await requirePayment(store, pathIdAt(ids, 0)), urls);
  return routeResult(200, listView('chargebacks', items, urls, path, { limit: items.length, next: null }));
};

export const getPaymentChargeback: Route = async ({ store, urls }, ids) => {
  const views = chargebackViews(await requirePayment(store, pathIdAt(ids, 0)), urls);
  const chargeback = views.find(({ id }) => id === pathIdAt(ids, 1));
  if (chargeback === undefined) throw notFoundError(pathIdAt(ids, 1));
  return routeResult(200, chargeback);
};

export const listMethods: Route = async ({ urls, query, path }) => {
  const sequenceType = query.sequenceType ?? 'oneoff';
  if (sequenceType !== 'first' && sequenceType !== 'recurring' && sequenceType !== 'oneoff')
    throw unprocessableError('The sequence type is invalid', 'sequenceType');
  const items = methodsFor(sequenceType).map((method) => methodView(method, urls));
  return routeResult(200, listView('methods', items, urls, path, { limit: items.length, next: null }));
};

export const getProfile: Route = async ({ urls }) => routeResult(200, profileView(urls));
