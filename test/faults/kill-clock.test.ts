import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { PLACE_MS } from '../../shared/store/runs/clock-places.ts';
import { clockAt, newPlan, subscribe } from '../contract/support/objects.ts';
import { type KillableHost, type KillCase, killPoints, openKillableHost } from './killable-host.ts';
import { countByType, eventsOf, LISTED_WITHIN_MS } from './log.ts';

const TIMEOUT_MS = 500_000;
/**
 * A running advance has two places, which limit the concurrent advances (`clock-places.ts`). After the execution was killed, the places
 * expire. Then the sweep, which runs every minute, continues the advance.
 */
const CONTINUED_WITHIN_MS = PLACE_MS + 150_000;
const START = 1_800_000_000;
const TARGET = START + 32 * 86_400;
/**
 * Transaction 1 of the service starts the advance, before the API responds. All later transactions happen in the background: they advance
 * the clock and renew the subscription. A deployment runs at most five advances at the same time, so there are five kill points in the
 * background: a sixth advance would wait and not reach its kill point.
 */
const KILL_POINTS = [...killPoints('service', 1, 2, 3, 4, 6), ...killPoints('provider', 1)];

describe('a host that is killed while a clock advances', () => {
  let host: KillableHost;
  let cases: readonly KillCase<{ readonly clockId: string; readonly subscriptionId: string }>[];

  beforeAll(async () => {
    host = await openKillableHost();
    cases = await host.prepareCases(KILL_POINTS, async (client) => {
      const clock = await clockAt(client, START);
      const { priceId } = await newPlan(client);
      const customer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
      const subscription = await subscribe(client, priceId, { customer_id: customer.id });
      return { clockId: clock.id, subscriptionId: subscription.id };
    });
  }, TIMEOUT_MS);
  afterAll(() => host.stop());

  it(
    '[CLK-05] [RENEW-01] still advances the clock to the target and renews the subscription once, after a kill at each kill point',
    async () => {
      await host.killAtPoints(cases, async (client, { prepared: { clockId } }) => {
        await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: TARGET });
        await eventually(
          () => client.get(`/v1/test_clocks/${clockId}`),
          ({ status }) => status === 'ready',
        );
      });
      for (const { account, prepared } of cases) {
        const client = host.client(account);
        const clock = await eventually(
          () => client.get(`/v1/test_clocks/${prepared.clockId}`),
          ({ status }) => status !== 'advancing',
          CONTINUED_WITHIN_MS,
        );
        expect(clock).toMatchObject({ status: 'ready', frozen_time: TARGET });
        expect(await host.paymentsAtProvider(account)).toBe(2);
        const [payments, invoices, subscription] = await Promise.all([
          client.list('/v1/payments'),
          client.list('/v1/invoices'),
          client.get(`/v1/subscriptions/${prepared.subscriptionId}`),
        ]);
        expect(payments.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
        expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
        expect(subscription).toMatchObject({ status: 'active', payment_count: 2 });
        const events = await eventually(
          () => eventsOf(client),
          (listed) => (countByType(listed)['invoice.paid'] ?? 0) >= 2,
          LISTED_WITHIN_MS,
        );
        expect(countByType(events)).toMatchObject({ 'invoice.created': 2, 'invoice.paid': 2, 'payment.succeeded': 2 });
      }
    },
    TIMEOUT_MS,
  );
});
