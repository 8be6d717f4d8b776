import { ensure } from '../support/waiting.ts';
import {
  advanceTo,
  createPrice,
  ensureEvents,
  ensureHas,
  ensureInvoices,
  ensureLines,
  ensurePayments,
  ensureSame,
  ensureSubscription,
  FEB,
  type LifecycleTenant,
  MAR,
  pathOf,
  START,
  startLifecycle,
  VERIFICATION_CENTS,
} from './lifecycle.ts';

const TIERS = [
  { up_to: 10, flat_amount_cents: 100, unit_amount_cents: 20 },
  { up_to: null, unit_amount_decimal: '12.345' },
];
/** Prices of 13 and 40 units: 100 + 10 × 20 cents for the first ten units, 12.345 cents for each further unit, rounded down. */
const [FIRST_CENTS, LAST_CENTS] = [300 + 37, 300 + 370];

/** Usage is charged at the end of each period, including the last one after a cancellation; a repeated idempotency key counts once. */
export const runUsage = async (tenant: LifecycleTenant): Promise<void> => {
  const { client } = tenant;
  const life = await startLifecycle(tenant, await createPrice(tenant, { usage_type: 'metered', tiers: TIERS }));
  const records = pathOf(life, '/usage_records');
  await client.post(records, { quantity: 8 });
  const repeated = [0, 1].map(() => client.call('POST', records, { quantity: 5 }, { 'idempotency-key': `five-${life.subscriptionId}` }));
  // 409: the other request with the same idempotency key was still running.
  for (const { status } of await Promise.all(repeated)) ensure([200, 409].includes(status), `a usage record returned ${status}`);
  const firstSummary = { period_start: START, period_end: FEB, total_quantity: 13, record_count: 2, amount_cents: FIRST_CENTS };
  ensureHas('the summary', await client.get(pathOf(life, '/usage_summary')), firstSummary);
  await advanceTo(life, FEB);
  const secondSummary = { period_start: FEB, total_quantity: 0, record_count: 0, amount_cents: 0 };
  ensureHas('the next summary', await client.get(pathOf(life, '/usage_summary')), secondSummary);
  await client.post(records, { quantity: 40 });
  await client.post(pathOf(life, '/cancel'));
  await advanceTo(life, MAR);
  await ensureSubscription(life, { status: 'canceled', renewal_state: 'ended', cancellation_reason: 'requested', payment_count: 2 });
  const lateRecord = await client.call('POST', records, { quantity: 1 });
  ensureSame('late usage', [lateRecord.status, lateRecord.error?.code], [409, 'state_conflict']);
  ensureSame(
    'the records',
    (await client.list(records)).map(({ quantity }) => quantity),
    [40, 5, 8],
  );
  await ensurePayments(life, [
    ['initial', 'succeeded', VERIFICATION_CENTS],
    ['usage', 'succeeded', FIRST_CENTS],
    ['usage', 'succeeded', LAST_CENTS],
  ]);
  const [first, last] = await ensureInvoices(life, [
    ['usage', 'paid', FIRST_CENTS, FIRST_CENTS],
    ['usage', 'paid', LAST_CENTS, LAST_CENTS],
  ]);
  await ensureLines(life, first, [
    ['usage', 300],
    ['usage', 37],
  ]);
  ensureHas('the last invoice', last ?? {}, { period_start: FEB, period_end: MAR });
  await ensureEvents(life, { 'invoice.created': 2, 'invoice.paid': 2, 'subscription.canceled': 1, 'payment.succeeded': 3 });
};
