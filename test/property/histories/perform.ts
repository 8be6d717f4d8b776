import type { BaseRecord } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { isOneShotId } from '../../../shared/domain/one-shot/record.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import { pauseSubscription } from '../../../shared/domain/subscription/lifecycle/pause.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { pollPayment } from '../../../shared/flows/payments/poll.ts';
import { refundCommand } from '../../../shared/flows/refunds/create.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { resumeCommand } from '../../../shared/flows/subscriptions/resume.ts';
import { beginOperation, finishOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import type { PaymentOutcome, SandboxBehavior } from '../../../shared/sandbox/model.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { buyersOf, CARD, IDEAL } from '../../provider/buyers.ts';
import { type FaultRule, noFaults, type SimulatedFault } from '../../provider/faults/faulty-provider.ts';
import { returnRefund } from '../../provider/payments.ts';
import { openOneShot, openSession } from '../../provider/shop.ts';
import type { Action, OfferKind, RefundBankOutcome, Step } from './actions.ts';
import { performBillingChange } from './billing-changes.ts';
import { type History, type HistoryShop, moveBuyer, passTime, storeWith, sweep } from './environment.ts';
import { buildStoredResponse, OPERATION_RUNNER, sendWithKey } from './idempotent-request.ts';
import { fetchProviderPayments, paymentsIn, pickFromEnd, refundsIn, sortById, subscriptionsIn } from './queries.ts';
import { changeLifecycle, requestVoid, sendWebhook } from './requests.ts';

/** Results of earlier actions that later actions need. */
export interface Results {
  readonly payables: string[];
  /** The last confirmation and the last refund, which an action with `repeat` sends again with the same idempotency key. */
  lastConfirm: { readonly payableId: string; readonly method: 'creditcard' | 'ideal'; readonly key: string } | null;
  lastRefund: { readonly paymentId: string; readonly amountCents: number | null; readonly key: string } | null;
  /** Number of idempotency keys so far. */
  keys: number;
  /** Number of billing changes so far. It makes the name of the next coupon code unique. */
  billingChanges: number;
}

export const noResults = (): Results => ({ payables: [], lastConfirm: null, lastRefund: null, keys: 0, billingChanges: 0 });

/** Makes the next `count` requests to the provider fail, except `GET` requests. */
const failNextWrites = (count: number, fault: SimulatedFault): FaultRule => {
  let remaining = count;
  return ({ method }) => {
    if (method === 'GET' || remaining === 0) return null;
    remaining -= 1;
    return fault;
  };
};

/** Sets whether the provider allows canceling open payments. */
export const allowCancel = ({ shop }: HistoryShop, possible: boolean): void =>
  shop.sandbox.refuse(({ method, path }) =>
    !possible && method === 'DELETE' && path.startsWith('/v2/payments/') ? 'The payment cannot be canceled' : null,
  );

export const setBehavior = async ({ shop }: HistoryShop, behavior: Partial<SandboxBehavior>): Promise<void> => {
  const customer = await shop.fixture.store.get(customerAggregate, shop.tenant, shop.customerId);
  const id = customer?.record.providerCustomerIds.sandbox;
  if (id !== undefined) await shop.sandbox.behave(id, behavior);
};

/** Refunds a payment. Returns an error code, `no_response` or `null`, as `sendWithKey` does. */
export const sendRefundRequest = (
  history: HistoryShop,
  store: Store,
  details: NonNullable<Results['lastRefund']>,
): Promise<string | null> => {
  const { tenant, deps } = history.shop;
  const request = { paymentId: details.paymentId, amountCents: details.amountCents, subscriptionId: null, reason: null, metadata: {} };
  return sendWithKey(history, store, details.key, (usedStore) =>
    refundCommand(usedStore, tenant, request, Math.floor(deps.nowMs() / 1000)),
  );
};

const voidInvoice = async ({ shop }: HistoryShop, store: Store, fromEnd: number): Promise<void> => {
  const { tenant, customerId } = shop;
  const invoice = pickFromEnd(sortById(await loadAll(store, invoiceAggregate, tenant, { customerId })), fromEnd);
  if (invoice !== undefined) await requestVoid(shop, store, invoice.id);
};

/** Resumes a subscription. The request has no idempotency key; if it is interrupted, the reaper completes it. */
const resume = async ({ shop }: History, store: Store, subscriptionId: string): Promise<void> => {
  const { tenant } = shop;
  const deps = { ...shop.deps, store };
  const command = resumeCommand(store, tenant, subscriptionId);
  const now = Math.floor(deps.nowMs() / 1000);
  const started = await beginOperation(deps, command, { tenant, actor: SYSTEM, now, claim: null, toStoredAnswer: buildStoredResponse });
  if (started.kind === 'open') await finishOperation(deps, tenant, command.flow, started.operation, OPERATION_RUNNER);
};

/** Creates a session or a one-off payment. */
const openPayable = async ({ shop, terms }: History, prior: Results, what: OfferKind): Promise<void> => {
  const { customerId } = shop;
  const oneShot = { currency: terms.currency, amountCents: terms.amountCents * 3 };
  const open = {
    hosted: () => openSession(shop, { customerId, uiMode: 'hosted' }),
    embedded: () => openSession(shop, { customerId, uiMode: 'embedded' }),
    hosted_one_shot: () => openOneShot(shop, customerId, oneShot),
    embedded_one_shot: () => openOneShot(shop, customerId, { ...oneShot, uiMode: 'embedded', paymentMethod: null }),
  } satisfies Readonly<Record<OfferKind, () => Promise<BaseRecord>>>;
  prior.payables.push((await open[what]()).id);
};

/** Confirms a checkout session as the payment element does, or repeats the last confirmation. */
const confirm = async (history: History, store: Store, prior: Results, action: Extract<Action, { kind: 'confirm' }>): Promise<void> => {
  const sessionId = pickFromEnd(
    prior.payables.filter((id) => !isOneShotId(id)),
    action.fromEnd,
  );
  if (sessionId === undefined) return;
  prior.keys += 1;
  const request =
    action.repeat && prior.lastConfirm !== null
      ? prior.lastConfirm
      : { payableId: sessionId, method: action.method, key: `confirm-${prior.keys}` };
  prior.lastConfirm = request;
  const { shop } = history;
  const { payableId, method, key } = request;
  await buyersOf({ ...shop, deps: { ...shop.deps, store } }).confirm(payableId, method === 'ideal' ? IDEAL : CARD, key);
};

/** Refunds a payment in full or in part through the API, or repeats the last refund. */
const makeRefund = async (history: History, store: Store, prior: Results, action: Extract<Action, { kind: 'refund' }>): Promise<void> => {
  const payment = pickFromEnd(
    (await paymentsIn(history)).filter(({ status }) => status === 'succeeded'),
    action.fromEnd,
  );
  if (payment === undefined) return;
  prior.keys += 1;
  const refundableCents = payment.amountCents - payment.amountRefundedCents;
  const amountCents = action.divisor === 1 ? null : Math.max(1, Math.floor(refundableCents / action.divisor));
  const request =
    action.repeat && prior.lastRefund !== null ? prior.lastRefund : { paymentId: payment.id, amountCents, key: `refund-${prior.keys}` };
  prior.lastRefund = request;
  await sendRefundRequest(history, store, request);
};

/** Sets the outcome of a payment at the provider. */
const setPaymentOutcome = async (history: History, fromEnd: number, becomes: PaymentOutcome): Promise<void> => {
  const charge = pickFromEnd(await fetchProviderPayments(history), fromEnd);
  if (charge !== undefined) await history.shop.sandbox.settle(charge.id, becomes);
};

/** The provider's ids of a refund and its payment. */
const providerIdsOf = async (history: HistoryShop, { paymentId, providerRefundId }: Refund) => {
  const payment = (await paymentsIn(history)).find(({ id }) => id === paymentId);
  return { payment: String(payment?.providerPaymentId), refund: String(providerRefundId) };
};

/** The bank decides a pending refund, or returns a refund that has succeeded (`returned`). */
export const settleRefundAtBank = async (history: HistoryShop, fromEnd: number, becomes: RefundBankOutcome): Promise<void> => {
  const record = pickFromEnd(
    (await refundsIn(history)).filter(({ providerRefundId }) => providerRefundId !== null),
    fromEnd,
  );
  if (record === undefined) return;
  const providerIds = await providerIdsOf(history, record);
  const { sandbox } = history.shop;
  if (becomes === 'returned') return returnRefund(history.shop, { providerPaymentId: providerIds.payment }, providerIds.refund);
  const atBank = await sandbox.store.get('refund', `${providerIds.payment}/${providerIds.refund}`);
  if (atBank?.value.status === 'pending') await sandbox.settleRefund(providerIds.payment, providerIds.refund, becomes);
};

/** Refunds a payment in the provider's dashboard, unless it is an overpayment, which the service refunds. */
const refundInDashboard = async (history: History, prior: Results, fromEnd: number, divisor: number): Promise<void> => {
  const refunds = await refundsIn(history);
  const isOverpaid = ({ id }: Payment): boolean => refunds.some(({ paymentId, overpayment }) => overpayment && paymentId === id);
  const payment = pickFromEnd(
    (await paymentsIn(history)).filter((each) => each.status === 'succeeded' && !isOverpaid(each)),
    fromEnd,
  );
  if (payment === undefined) return;
  prior.keys += 1;
  await history.shop.sandbox.provider.createRefund({
    paymentId: String(payment.providerPaymentId),
    amountCents: Math.max(1, Math.floor((payment.amountCents - payment.amountRefundedCents) / divisor)),
    currency: payment.currency,
    description: 'Goodwill',
    metadata: {},
    idempotencyKey: `${payment.id}-dashboard-${prior.keys}`,
  });
};

/** Waits for all promises, then throws the first error. */
const settleAll = async (promises: readonly Promise<unknown>[]): Promise<void> => {
  const rejection = (await Promise.allSettled(promises)).find((end) => end.status === 'rejected');
  if (rejection !== undefined) throw rejection.reason;
};

const perform = async (history: History, store: Store, prior: Results, action: Action): Promise<unknown> => {
  const { shop } = history;
  const deps = { ...shop.deps, store };
  switch (action.kind) {
    case 'offer':
      return openPayable(history, prior, action.what);
    case 'choose': {
      const payableId = pickFromEnd(prior.payables, action.fromEnd);
      return payableId === undefined ? null : beginPayment(deps, shop.tenant, payableId, action.method);
    }
    case 'confirm':
      return confirm(history, store, prior, action);
    case 'bank':
      return setPaymentOutcome(history, action.fromEnd, action.becomes);
    case 'chargeback':
      return setPaymentOutcome(history, action.fromEnd, action.becomes);
    case 'webhooks': {
      const charges = await fetchProviderPayments(history);
      const chosenCharges = action.fromEnd.flatMap((each) => pickFromEnd(charges, each) ?? []);
      return settleAll(chosenCharges.map((charge) => sendWebhook(history, store, charge)));
    }
    case 'poll': {
      const payment = pickFromEnd(await paymentsIn(history), action.fromEnd);
      return payment === undefined ? null : pollPayment(deps, shop.tenant, payment.id);
    }
    case 'refund':
      return makeRefund(history, store, prior, action);
    case 'bank_refund':
      return settleRefundAtBank(history, action.fromEnd, action.becomes);
    case 'dashboard_refund':
      return refundInDashboard(history, prior, action.fromEnd, action.divisor);
    case 'sync_refund': {
      const record = pickFromEnd(await refundsIn(history), action.fromEnd);
      return record === undefined ? null : syncRefund(deps, shop.tenant, record.id);
    }
    case 'void':
      return voidInvoice(history, store, action.fromEnd);
    case 'pause':
    case 'resume': {
      const subscription = pickFromEnd(await subscriptionsIn(history), action.fromEnd);
      if (subscription === undefined) return null;
      return action.kind === 'pause'
        ? changeLifecycle(shop, store, subscription.id, pauseSubscription)
        : resume(history, store, subscription.id);
    }
    case 'plan':
    case 'code':
    case 'usage': {
      const subscription = pickFromEnd(await subscriptionsIn(history), action.fromEnd);
      if (subscription === undefined) return null;
      prior.billingChanges += 1;
      return performBillingChange(history, store, action, { subscription, number: prior.billingChanges });
    }
    case 'move':
      return moveBuyer(history, action.to);
    case 'behave':
      return setBehavior(history, action.behavior);
    case 'cancelable':
      return allowCancel(history, action.possible);
    case 'time':
      passTime(history, action.seconds);
      return sweep(history, store);
  }
};

/** Performs a step's actions concurrently, with the step's faults. Errors are ignored if the step has faults of database calls. */
export const runStep = async (history: History, prior: Results, { actions, faults }: Step): Promise<void> => {
  const { provider } = history;
  if (faults.provider !== null) provider.setFaults(failNextWrites(faults.provider.count, faults.provider.fault));
  const store = storeWith(history, faults.calls);
  const rejection = await settleAll(actions.map((action) => perform(history, store, prior, action))).then(
    () => null,
    (reason: unknown) => ({ reason }),
  );
  provider.setFaults(noFaults);
  if (rejection !== null && faults.calls.size === 0) throw rejection.reason;
};
