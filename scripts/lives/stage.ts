import { isDeepStrictEqual } from 'node:util';
import { type Api, type ApiObject, type Client, type Json, textOf } from '../support/api.ts';
import { answerTo, ensure, eventually } from '../support/waiting.ts';

export const DAY = 86_400;
/** When every life begins on its clock: its periods end on the last of each month. */
export const START = Date.UTC(2027, 0, 31, 12) / 1000;
export const FEB = Date.UTC(2027, 1, 28, 12) / 1000;
export const MAR = Date.UTC(2027, 2, 31, 12) / 1000;
export const APR = Date.UTC(2027, 3, 30, 12) / 1000;
/** Half of the first period, of 28 days. */
export const HALF_OF_FIRST = START + 14 * DAY;
/** Half of the second, of 31 days. */
export const HALF_OF_SECOND = FEB + 15.5 * DAY;

const ADVANCED_MS = 120_000;
const LISTED_MS = 10_000;
const REPORT_MS = 60_000;
const MAILED_MS = 60_000;

/** A tenant in test mode in which lives go by, and what only its environment can do. */
export interface Stage {
  readonly api: Api;
  readonly client: Client;
  /** From now on mail of the test mode goes to this address, too. */
  readonly addMember: (address: string) => Promise<unknown>;
  /** The mails to this address so far, in any order. */
  readonly mailsTo: (address: string) => Promise<readonly Mail[]>;
}

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** A customer on a separate clock, with one subscription. */
export interface Life {
  readonly client: Client;
  readonly clockId: string;
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** A monthly price of a separate product; `given` next to or instead. */
export const priceOf = async ({ client }: Pick<Stage, 'client'>, given: Json): Promise<string> => {
  const product = await client.post('/v1/products', { name: 'Plan of a life' });
  return (await client.post('/v1/prices', { product_id: product.id, currency: 'EUR', interval: 'month', ...given })).id;
};

/** Has a customer buy the price through a checkout, at the beginning of all lives. */
export const beginLife = async ({ client }: Stage, priceId: string, buyer: Json = {}): Promise<Life> => {
  const clock = await client.post('/v1/test_clocks', { frozen_time: START });
  const customer = await client.post('/v1/customers', { name: 'Ada Living', test_clock_id: clock.id, ...buyer });
  const links = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
  const session = await client.post('/v1/checkout/sessions', { price_id: priceId, customer_id: customer.id, ...links });
  const paid = await client.post(`/sandbox/checkout_sessions/${session.id}/pay`);
  return { client, clockId: clock.id, customerId: customer.id, subscriptionId: textOf(paid, 'subscription_id') };
};

/** Plays everything that is due until then. */
export const advanceTo = async ({ client, clockId }: Life, frozenTime: number): Promise<void> => {
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: frozenTime });
  const clock = await eventually(
    () => client.get(`/v1/test_clocks/${clockId}`),
    ({ status }) => status !== 'advancing',
    ADVANCED_MS,
  );
  ensureHas('the clock', clock, { status: 'ready', frozen_time: frozenTime });
};

/** How charges to the customer go from now on. */
export const letCharges = ({ client, customerId }: Life, charges: string): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${customerId}/behavior`, { charges });

/** Of the subscription's own path. */
export const pathOf = ({ subscriptionId }: Life, action = ''): string => `/v1/subscriptions/${subscriptionId}${action}`;

/** The notices of failed payments that were mailed to the address, once there are so many; more are wrong. */
export const noticesTo = async ({ mailsTo }: Stage, address: string, count: number): Promise<readonly Mail[]> => {
  const notices = await eventually(
    async () => (await mailsTo(address)).filter(({ subject }) => /did not go through/.test(subject)),
    ({ length }) => length >= count,
    MAILED_MS,
  );
  ensureSame(`the notices to ${address}`, notices.length, count);
  return notices;
};

const tell = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Throws unless both are the same in every part. */
export const ensureSame = (what: string, seen: unknown, wanted: unknown): void =>
  ensure(isDeepStrictEqual(seen, wanted), `${what}: ${tell(seen)} instead of ${tell(wanted)}`);

/** Throws unless the object has these fields; what else it has does not matter. */
export const ensureHas = (what: string, seen: Json, wanted: Json): void =>
  ensureSame(what, Object.fromEntries(Object.keys(wanted).map((field) => [field, seen[field]])), wanted);

export const ensureSubscription = async (life: Life, wanted: Json): Promise<void> =>
  ensureHas('the subscription', await life.client.get(pathOf(life)), wanted);

/** A list that an index may show late, oldest first, once it is as long as it must be. */
const listed = async (client: Client, path: string, count: number): Promise<readonly ApiObject[]> => {
  const items = await eventually(
    () => client.list(path),
    ({ length }) => length >= count,
    LISTED_MS,
  );
  return items.toReversed();
};

/** Type, status and cents of a payment. */
type Paid = readonly [type: string, status: string, cents: number];

/** All payments of the subscription, oldest first. */
export const ensurePayments = async ({ client, subscriptionId }: Life, wanted: readonly Paid[]): Promise<void> => {
  const payments = await listed(client, `/v1/payments?subscription_id=${subscriptionId}`, wanted.length);
  const seen = payments.map(({ type, status, amount_cents: cents }) => [type, status, cents]);
  ensureSame('the payments', seen, wanted);
};

/** Reason, status, total and what was paid of it. */
type Invoiced = readonly [reason: string, status: string, totalCents: number, paidCents: number];

/** All invoices of the subscription, oldest first; gives them. */
export const ensureInvoices = async ({ client, subscriptionId }: Life, wanted: readonly Invoiced[]): Promise<readonly ApiObject[]> => {
  const invoices = await listed(client, `/v1/invoices?subscription_id=${subscriptionId}`, wanted.length);
  const seen = invoices.map((each) => [each.billing_reason, each.status, each.total_cents, each.amount_paid_cents]);
  ensureSame('the invoices', seen, wanted);
  return invoices;
};

/** Type and cents of each line of an invoice. */
export const ensureLines = async (
  { client }: Life,
  invoice: ApiObject | undefined,
  wanted: readonly (readonly [string, number])[],
): Promise<void> => {
  const { lines } = await client.get(`/v1/invoices/${String(invoice?.id)}`);
  ensureSame(
    'the lines',
    (lines as readonly Json[]).map(({ type, amount_cents: cents }) => [type, cents]),
    wanted,
  );
};

/** Gives the events about the customer and theirs, oldest first, once each of these types was shown so often; more often is wrong. */
export const ensureReported = async (
  { client, customerId }: Life,
  wanted: Readonly<Record<string, number>>,
): Promise<readonly ApiObject[]> => {
  let seen: Record<string, number> = {};
  const reported = await answerTo(
    'What is notified of the life',
    REPORT_MS,
    async () => {
      const events = (await client.list(`/v1/events?type=${Object.keys(wanted).join(',')}`)).filter(({ data }) => {
        const about = data as Json;
        return about.customer_id === customerId || about.id === customerId;
      });
      seen = Object.fromEntries(Object.keys(wanted).map((name) => [name, events.filter(({ type }) => type === name).length]));
      return Object.entries(wanted).every(([name, count]) => (seen[name] ?? 0) >= count) ? events.toReversed() : null;
    },
    () => `Reported: ${tell(seen)} instead of ${tell(wanted)}.`,
  );
  ensureSame('what was reported', seen, wanted);
  return reported;
};
