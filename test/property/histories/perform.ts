import type { BaseRecord } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { voidInvoice } from '../../../shared/domain/invoice/void.ts';
import { isOneShotId } from '../../../shared/domain/one-shot/record.ts';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type Refund, refundAggregate } from '../../../shared/domain/refund/record.ts';
import { pauseSubscription } from '../../../shared/domain/subscription/lifecycle/pause.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { paymentOfWebhookUrl } from '../../../shared/flows/deps.ts';
import { allOf } from '../../../shared/flows/load/records.ts';
import { workNotice } from '../../../shared/flows/payments/call-back.ts';
import { pollPayment } from '../../../shared/flows/payments/poll.ts';
import { refundCommand } from '../../../shared/flows/refunds/create.ts';
import { workRefund } from '../../../shared/flows/refunds/settle.ts';
import { loadLifecycle } from '../../../shared/flows/subscriptions/load.ts';
import { resumeCommand } from '../../../shared/flows/subscriptions/resume.ts';
import { loadForVoiding } from '../../../shared/flows/subscriptions/void-invoice.ts';
import { beginOperation, finishOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import type { PaymentOutcome, SandboxBehavior, SandboxPayment } from '../../../shared/sandbox/model.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { buyersOf, CARD, IDEAL } from '../../provider/confirming.ts';
import { openOneShot, openSession } from '../../provider/shop.ts';
import { type Mood, steady, type Trouble } from '../../provider/unsteady.ts';
import type { Action, Offer, Step } from './actions.ts';
import { asker, askUnderKey, keep } from './asking.ts';
import { chargesIn } from './books.ts';
import { type History, type Owner, pass, storeWith, sweep } from './stage.ts';
import { performValued } from './valued.ts';

/** What has been done so far, as far as later actions need it. */
export interface Trail {
  readonly payables: string[];
  /** The last confirmation and refund, to be asked for once more under the same key. */
  lastConfirm: { readonly payableId: string; readonly method: 'creditcard' | 'ideal'; readonly key: string } | null;
  lastRefund: { readonly paymentId: string; readonly amountCents: number | null; readonly key: string } | null;
  keys: number;
  codes: number;
}

export const newTrail = (): Trail => ({ payables: [], lastConfirm: null, lastRefund: null, keys: 0, codes: 0 });

/** The one that is named: counted from the latest, round and round. */
const pick = <T>(all: readonly T[], of: number): T | undefined =>
  all[(all.length - 1 - (of % Math.max(1, all.length))) % Math.max(1, all.length)];

const byId = <R extends BaseRecord>(records: readonly R[]): readonly R[] => [...records].sort((one, other) => (one.id < other.id ? -1 : 1));

export const paymentsIn = async ({ shop }: Owner): Promise<readonly Payment[]> =>
  byId(await allOf(shop.fixture.store, paymentAggregate, shop.tenant, { customerId: shop.customerId }));

export const subscriptionsIn = async ({ shop }: Owner): Promise<readonly Subscription[]> =>
  byId(await allOf(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: shop.customerId }));

export const refundsIn = async ({ shop }: Owner): Promise<readonly Refund[]> =>
  byId(await allOf(shop.fixture.store, refundAggregate, shop.tenant, { customerId: shop.customerId }));

/** The next requests that are to change something at the provider meet trouble. */
const nextWrites = (count: number, trouble: Trouble): Mood => {
  let left = count;
  return ({ method }) => {
    if (method === 'GET' || left === 0) return null;
    left -= 1;
    return trouble;
  };
};

/** Whether the provider can withdraw what is open there. */
export const letWithdraw = ({ shop }: Owner, possible: boolean): void =>
  shop.sandbox.refuse(({ method, path }) =>
    !possible && method === 'DELETE' && path.startsWith('/v2/payments/') ? 'The payment cannot be canceled' : null,
  );

export const behave = async ({ shop }: Owner, behavior: Partial<SandboxBehavior>): Promise<void> => {
  const customer = await shop.fixture.store.get(customerAggregate, shop.tenant, shop.customerId);
  const id = customer?.record.providerCustomerIds.sandbox;
  if (id !== undefined) await shop.sandbox.behave(id, behavior);
};

/** The provider's provider webhook about one of its payments. */
export const notice = async ({ shop }: Owner, store: Store, { id, webhookUrl }: SandboxPayment): Promise<void> => {
  const named = paymentOfWebhookUrl(String(webhookUrl));
  if (named !== null) await workNotice({ ...shop.deps, store }, shop.tenant, named.paymentId, id);
};

/** A refund of a payment; answers the code of a refusal, `no_response` or `null`, as `askUnderKey` does. */
export const refund = (owner: Owner, store: Store, asked: NonNullable<Trail['lastRefund']>): Promise<string | null> => {
  const { tenant, deps } = owner.shop;
  const request = { paymentId: asked.paymentId, amountCents: asked.amountCents, subscriptionId: null, reason: null, metadata: {} };
  return askUnderKey(owner, store, asked.key, (given) => refundCommand(given, tenant, request, Math.floor(deps.nowMs() / 1000)));
};

const voidLatest = async ({ shop }: Owner, store: Store, of: number): Promise<void> => {
  const { tenant, customerId } = shop;
  const found = pick(byId(await allOf(store, invoiceAggregate, tenant, { customerId })), of);
  if (found === undefined) return;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadForVoiding(store, tenant, found.id),
    nowOf: () => null,
    decide: (state, context) => voidInvoice(null, state, context),
  });
};

const turn = async ({ shop }: History, store: Store, rule: typeof pauseSubscription, of: number): Promise<void> => {
  const { tenant, customerId } = shop;
  const found = pick(byId(await allOf(store, subscriptionAggregate, tenant, { customerId })), of);
  if (found === undefined) return;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, tenant, found.id),
    nowOf: () => null,
    decide: (state, context) => rule(null, state, context),
  });
};

/** Resumes a subscription, for a caller without a key: what is cut off is continued by the reaper. */
const resume = async ({ shop }: History, store: Store, of: number): Promise<void> => {
  const { tenant, customerId } = shop;
  const found = pick(byId(await allOf(store, subscriptionAggregate, tenant, { customerId })), of);
  if (found === undefined) return;
  const deps = { ...shop.deps, store };
  const command = resumeCommand(store, tenant, found.id);
  const begun = await beginOperation(deps, command, { tenant, actor: SYSTEM, now: Math.floor(deps.nowMs() / 1000), claim: null, keep });
  if (begun.kind === 'open') await finishOperation(deps, tenant, command.flow, begun.operation, asker);
};

const offer = async ({ shop, terms }: History, trail: Trail, what: Offer): Promise<void> => {
  const { customerId } = shop;
  const oneShot = { currency: terms.currency, amountCents: terms.amountCents * 3 };
  const open = {
    hosted: () => openSession(shop, { customerId, uiMode: 'hosted' }),
    embedded: () => openSession(shop, { customerId, uiMode: 'embedded' }),
    hosted_one_shot: () => openOneShot(shop, customerId, oneShot),
    embedded_one_shot: () => openOneShot(shop, customerId, { ...oneShot, uiMode: 'embedded', paymentMethod: null }),
  } satisfies Readonly<Record<Offer, () => Promise<BaseRecord>>>;
  trail.payables.push((await open[what]()).id);
};

const confirm = async (history: History, store: Store, trail: Trail, action: Extract<Action, { kind: 'confirm' }>): Promise<void> => {
  const sessionId = pick(
    trail.payables.filter((id) => !isOneShotId(id)),
    action.of,
  );
  if (sessionId === undefined) return;
  trail.keys += 1;
  const asked =
    action.again && trail.lastConfirm !== null
      ? trail.lastConfirm
      : { payableId: sessionId, method: action.method, key: `confirm-${trail.keys}` };
  trail.lastConfirm = asked;
  const { shop } = history;
  await buyersOf({ ...shop, deps: { ...shop.deps, store } }).confirm(asked.payableId, asked.method === 'ideal' ? IDEAL : CARD, asked.key);
};

const askForRefund = async (history: History, store: Store, trail: Trail, action: Extract<Action, { kind: 'refund' }>): Promise<void> => {
  const payment = pick(
    (await paymentsIn(history)).filter(({ status }) => status === 'succeeded'),
    action.of,
  );
  if (payment === undefined) return;
  trail.keys += 1;
  const left = payment.amountCents - payment.amountRefundedCents;
  const amountCents = action.share === 1 ? null : Math.max(1, Math.floor(left / action.share));
  const asked =
    action.again && trail.lastRefund !== null ? trail.lastRefund : { paymentId: payment.id, amountCents, key: `refund-${trail.keys}` };
  trail.lastRefund = asked;
  await refund(history, store, asked);
};

const atBank = async (history: History, of: number, becomes: PaymentOutcome): Promise<void> => {
  const charge = pick(await chargesIn(history), of);
  if (charge !== undefined) await history.shop.sandbox.settle(charge.id, becomes);
};

/** The provider's payment of a refund, and its own id of it. */
const placeOf = async (history: Owner, { paymentId, providerRefundId }: Refund) => {
  const payment = (await paymentsIn(history)).find(({ id }) => id === paymentId);
  return { payment: String(payment?.providerPaymentId), refund: String(providerRefundId) };
};

export const bankRefund = async (history: Owner, of: number, becomes: 'refunded' | 'failed'): Promise<void> => {
  const found = pick(
    (await refundsIn(history)).filter(({ providerRefundId }) => providerRefundId !== null),
    of,
  );
  if (found === undefined) return;
  const place = await placeOf(history, found);
  await history.shop.sandbox.settleRefund(place.payment, place.refund, becomes);
};

/** A refund of what a payment bought, made by a person at the provider. */
const refundByHand = async (history: History, trail: Trail, of: number, share: number): Promise<void> => {
  const refunds = await refundsIn(history);
  const isOverpaid = ({ id }: Payment): boolean => refunds.some(({ paymentId, overpayment }) => overpayment && paymentId === id);
  const payment = pick(
    (await paymentsIn(history)).filter((each) => each.status === 'succeeded' && !isOverpaid(each)),
    of,
  );
  if (payment === undefined) return;
  trail.keys += 1;
  await history.shop.sandbox.provider.createRefund({
    paymentId: String(payment.providerPaymentId),
    amountCents: Math.max(1, Math.floor((payment.amountCents - payment.amountRefundedCents) / share)),
    currency: payment.currency,
    description: 'by hand',
    metadata: {},
    idempotencyKey: `${payment.id}-by-hand-${trail.keys}`,
  });
};

/** Waits for all, also where one fails: nothing continues on its own. */
const allEnded = async (works: readonly Promise<unknown>[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};

const perform = async (history: History, store: Store, trail: Trail, action: Action): Promise<unknown> => {
  const { shop } = history;
  const deps = { ...shop.deps, store };
  switch (action.kind) {
    case 'offer':
      return offer(history, trail, action.what);
    case 'choose': {
      const payableId = pick(trail.payables, action.of);
      return payableId === undefined ? null : beginPayment(deps, shop.tenant, payableId, action.method);
    }
    case 'confirm':
      return confirm(history, store, trail, action);
    case 'bank':
      return atBank(history, action.of, action.becomes);
    case 'chargeback':
      return atBank(history, action.of, action.becomes);
    case 'notices': {
      const charges = await chargesIn(history);
      const reported = action.of.flatMap((each) => pick(charges, each) ?? []);
      return allEnded(reported.map((charge) => notice(history, store, charge)));
    }
    case 'poll': {
      const payment = pick(await paymentsIn(history), action.of);
      return payment === undefined ? null : pollPayment(deps, shop.tenant, payment.id);
    }
    case 'refund':
      return askForRefund(history, store, trail, action);
    case 'bank_refund':
      return bankRefund(history, action.of, action.becomes);
    case 'refund_by_hand':
      return refundByHand(history, trail, action.of, action.share);
    case 'ask_refunds': {
      const found = pick(await refundsIn(history), action.of);
      return found === undefined ? null : workRefund(deps, shop.tenant, found.id);
    }
    case 'void':
      return voidLatest(history, store, action.of);
    case 'pause':
      return turn(history, store, pauseSubscription, action.of);
    case 'resume':
      return resume(history, store, action.of);
    case 'plan':
    case 'code':
    case 'usage': {
      const subscription = pick(await subscriptionsIn(history), action.of);
      if (subscription === undefined) return null;
      trail.codes += 1;
      return performValued(history, store, action, { subscription, number: trail.codes });
    }
    case 'behave':
      return behave(history, action.behavior);
    case 'withdrawals':
      return letWithdraw(history, action.possible);
    case 'time':
      pass(history, action.seconds);
      return sweep(history, store);
  }
};

/** Does what a step says, side by side, in the troubles that it says. What is cut off ends there; nobody is reported. */
export const take = async (history: History, trail: Trail, { actions, troubles }: Step): Promise<void> => {
  const { provider } = history;
  if (troubles.provider !== null) provider.be(nextWrites(troubles.provider.count, troubles.provider.trouble));
  const store = storeWith(history, troubles.calls);
  const failed = await allEnded(actions.map((action) => perform(history, store, trail, action))).then(
    () => null,
    (reason: unknown) => ({ reason }),
  );
  provider.be(steady);
  if (failed !== null && troubles.calls.size === 0) throw failed.reason;
};
