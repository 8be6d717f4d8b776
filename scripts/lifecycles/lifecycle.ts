import { isDeepStrictEqual } from 'node:util';
import { type Api, type ApiObject, type Client, type Json, textOf } from '../support/api.ts';
import { ensure, eventually, waitForValue } from '../support/waiting.ts';

export const DAY = 86_400;
/** Start of every subscription, on its test clock. */
export const START = Date.UTC(2027, 0, 31, 12) / 1000;
/** End of the first period. Every period ends on the last day of a month, because the first starts on the 31st. */
export const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
export const MAR = Date.UTC(2027, 2, 31, 12) / 1000;
export const APR = Date.UTC(2027, 3, 30, 12) / 1000;
/** Middle of the first period, which has 28 days. */
export const MIDDLE_OF_FIRST_PERIOD = START + 14 * DAY;
/** Middle of the second period, which has 31 days. */
export const MIDDLE_OF_SECOND_PERIOD = FEB + 15.5 * DAY;

/** Charge that verifies a payment method when nothing is due yet. */
export const VERIFICATION_CENTS = 1;

const ADVANCED_WITHIN_MS = 120_000;
const LISTED_WITHIN_MS = 10_000;
const RECORDED_WITHIN_MS = 60_000;
/** An email whose first attempt fails is sent again by the sweep, at the earliest after two minutes. */
const MAILED_WITHIN_MS = 240_000;

/** A tenant in test mode, with actions that work differently on the local host and in an AWS emulator. */
export interface LifecycleTenant {
  readonly api: Api;
  readonly client: Client;
  /** Adds a member, so that test mode emails are sent to this address. */
  readonly addMember: (address: string) => Promise<unknown>;
  /** Returns the emails sent to this address so far, in any order. */
  readonly mailsTo: (address: string) => Promise<readonly Mail[]>;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** A customer with a separate clock and one subscription. */
export interface Lifecycle {
  readonly client: Client;
  readonly clockId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** Creates a monthly price of a new product; `fields` adds or replaces fields. */
export const createPrice = async ({ client }: Pick<LifecycleTenant, 'client'>, fields: Json): Promise<string> => {
  const product = await client.post('/v1/products', { name: 'Lifecycle plan' });
  return (await client.post('/v1/prices', { product_id: product.id, currency: 'EUR', interval: 'month', ...fields })).id;
};

/** Creates a customer who buys the price in a checkout, at `START`. */
export const startLifecycle = async ({ client }: LifecycleTenant, priceId: string, buyer: Json = {}): Promise<Lifecycle> => {
  const clock = await client.post('/v1/test_clocks', { frozen_time: START });
  const customer = await client.post('/v1/customers', { name: 'Ada Living', test_clock_id: clock.id, ...buyer });
  const links = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  const session = await client.post('/v1/checkout/sessions', { price_id: priceId, customer_id: customer.id, ...links });
  const paid = await client.post(`/sandbox/checkout_sessions/${session.id}/pay`);
  return { client, clockId: clock.id, customerId: customer.id, subscriptionId: textOf(paid, 'subscription_id') };
};

/** Advances the clock and waits until everything due is processed. */
export const advanceTo = async ({ client, clockId }: Lifecycle, frozenTime: number): Promise<void> => {
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: frozenTime });
  const clock = await eventually(
    () => client.get(`/v1/test_clocks/${clockId}`),
    ({ status }) => status !== 'advancing',
    ADVANCED_WITHIN_MS,
  );
  ensureHas('the clock', clock, { status: 'ready', frozen_time: frozenTime });
};

/** Sets the outcome of the customer's next charges. */
export const setChargeBehavior = ({ client, customerId }: Lifecycle, charges: string): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${customerId}/behavior`, { charges });

/** Returns the path of the subscription, or of an action on it, such as `/cancel`. */
export const pathOf = ({ subscriptionId }: Lifecycle, action = ''): string => `/v1/subscriptions/${subscriptionId}${action}`;

/** Waits for `count` emails about failed payments to the address and returns them. Throws if there are more. */
export const waitForNotices = async ({ mailsTo }: LifecycleTenant, address: string, count: number): Promise<readonly Mail[]> => {
  const notices = await eventually(
    async () => (await mailsTo(address)).filter(({ subject }) => /^Your payment to .* failed$/.test(subject)),
    ({ length }) => length >= count,
    MAILED_WITHIN_MS,
  );
  ensureSame(`the notices to ${address}`, notices.length, count);
  return notices;
};

const format = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Throws unless the actual value deeply equals the expected one. */
export const ensureSame = (what: string, actual: unknown, expected: unknown): void =>
  ensure(isDeepStrictEqual(actual, expected), `${what}: ${format(actual)} instead of ${format(expected)}`);

/** Throws unless the object has these fields; ignores other fields. */
export const ensureHas = (what: string, actual: Json, expected: Json): void =>
  ensureSame(what, Object.fromEntries(Object.keys(expected).map((field) => [field, actual[field]])), expected);

export const ensureSubscription = async (life: Lifecycle, expected: Json): Promise<void> =>
  ensureHas('the subscription', await life.client.get(pathOf(life)), expected);

/** Waits until a list has at least `count` items, because its index may be updated with a delay. Returns all items, oldest first. */
const waitForItems = async (client: Client, path: string, count: number): Promise<readonly ApiObject[]> => {
  const items = await eventually(
    () => client.list(path),
    ({ length }) => length >= count,
    LISTED_WITHIN_MS,
  );
  return items.toReversed();
};

/** Type, status and cents of a payment. */
type ExpectedPayment = readonly [type: string, status: string, cents: number];

/** Throws unless the subscription has exactly these payments, oldest first. */
export const ensurePayments = async ({ client, subscriptionId }: Lifecycle, expected: readonly ExpectedPayment[]): Promise<void> => {
  const payments = await waitForItems(client, `/v1/payments?subscription_id=${subscriptionId}`, expected.length);
  const actual = payments.map(({ type, status, amount_cents: cents }) => [type, status, cents]);
  ensureSame('the payments', actual, expected);
};

/** Billing reason, status, total and paid amount of an invoice. */
type ExpectedInvoice = readonly [reason: string, status: string, totalCents: number, paidCents: number];

/** Throws unless the subscription has exactly these invoices, oldest first; returns the invoices. */
export const ensureInvoices = async (
  { client, subscriptionId }: Lifecycle,
  expected: readonly ExpectedInvoice[],
): Promise<readonly ApiObject[]> => {
  const invoices = await waitForItems(client, `/v1/invoices?subscription_id=${subscriptionId}`, expected.length);
  const actual = invoices.map((each) => [each.billing_reason, each.status, each.total_cents, each.amount_paid_cents]);
  ensureSame('the invoices', actual, expected);
  return invoices;
};

/** Throws unless the invoice has exactly these lines: type and cents of each. */
export const ensureLines = async (
  { client }: Lifecycle,
  invoice: ApiObject | undefined,
  expected: readonly (readonly [string, number])[],
): Promise<void> => {
  const { lines } = await client.get(`/v1/invoices/${String(invoice?.id)}`);
  ensureSame(
    'the lines',
    (lines as readonly Json[]).map(({ type, amount_cents: cents }) => [type, cents]),
    expected,
  );
};

/**
 * Waits until the log has the expected number of events of each type about the customer; throws if it has more. Returns these events,
 * oldest first.
 */
export const ensureEvents = async (
  { client, customerId }: Lifecycle,
  expected: Readonly<Record<string, number>>,
): Promise<readonly ApiObject[]> => {
  let actual: Record<string, number> = {};
  const recordedEvents = await waitForValue(
    'The events of the customer',
    RECORDED_WITHIN_MS,
    async () => {
      const events = (await client.list(`/v1/events?type=${Object.keys(expected).join(',')}`)).filter(({ data }) => {
        const object = data as Json;
        return object.customer_id === customerId || object.id === customerId;
      });
      actual = Object.fromEntries(Object.keys(expected).map((name) => [name, events.filter(({ type }) => type === name).length]));
      return Object.entries(expected).every(([name, count]) => (actual[name] ?? 0) >= count) ? events.toReversed() : null;
    },
    () => `Recorded: ${format(actual)} instead of ${format(expected)}.`,
  );
  ensureSame('the recorded events', actual, expected);
  return recordedEvents;
};
