import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { newPlan, openOneShot, openSession, pay, payOneShot } from '../contract/support/objects.ts';
import { type KillableHost, type KillCase, killPoints, openKillableHost } from './killable-host.ts';
import { countByType, eventsOf, LISTED_WITHIN_MS, typesOf } from './log.ts';

const TIMEOUT_MS = 500_000;
/** Deliveries are usually immediate. If the kill lost a delivery's queue message, the sweep sends the delivery about two minutes later. */
const DELIVERED_WITHIN_MS = 240_000;
/** More transactions than any action makes: the host is killed after the response. */
const AFTER_RESPONSE = 99;

const CUSTOMERS = 10;

const idsOf = (items: readonly ApiObject[]): readonly string[] => items.map(({ id }) => id);

const receivedIds = ({ requests }: Receiver): ReadonlySet<string> =>
  new Set(requests.map(({ headers }) => String(headers['service-event-id'])));

describe('a host that is killed', () => {
  let host: KillableHost;
  let receiver: Receiver;
  let saleCases: readonly KillCase<{ readonly sessionId: string }>[];
  let oneShotCases: readonly KillCase<{ readonly oneShotId: string }>[];
  let customerCases: readonly KillCase<null>[];

  beforeAll(async () => {
    [host, receiver] = await Promise.all([openKillableHost(), startReceiver()]);
    saleCases = await host.prepareCases(
      [...killPoints('service', 1, 2, 3, 4, AFTER_RESPONSE), ...killPoints('provider', 1, 2, 3, 4)],
      async (client) => {
        await client.post('/v1/webhook_endpoints', { url: receiver.url });
        const { priceId } = await newPlan(client);
        return { sessionId: (await openSession(client, priceId)).id };
      },
    );
    oneShotCases = await host.prepareCases(
      [...killPoints('service', 1, 2, 3, 4, AFTER_RESPONSE), ...killPoints('provider', 1, 2, 3, 4)],
      async (client) => ({
        oneShotId: (await openOneShot(client)).id,
      }),
    );
    customerCases = await host.prepareCases(killPoints('service', 1, 5, CUSTOMERS), async () => null);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await host.stop();
    await receiver.stop();
  });

  it(
    '[EVT-13] [EVT-16] [EVT-18] completes a paid checkout once after a kill at any transaction, and delivers each event of the checkout',
    async () => {
      const interruptedCount = await host.killAtPoints(saleCases, (client, { prepared }) => pay(client, prepared.sessionId));
      // Of nine kill points, `AFTER_RESPONSE` never interrupts the action. Nor does a point after the action's last transaction.
      expect(interruptedCount).toBeGreaterThanOrEqual(7);
      const recorded: string[] = [];
      for (const { account, prepared } of saleCases) {
        const client = host.client(account);
        const statusOfSession = async () => (await client.get(`/v1/checkout/sessions/${prepared.sessionId}`)).status;
        const retry = async () => {
          if ((await statusOfSession()) !== 'completed')
            await client.call('POST', `/sandbox/checkout_sessions/${prepared.sessionId}/pay`, {});
          return statusOfSession();
        };
        await eventually(retry, (status) => status === 'completed');
        const [subscriptions, invoices, payments] = await Promise.all([
          client.list('/v1/subscriptions'),
          client.list('/v1/invoices'),
          client.list('/v1/payments'),
        ]);
        expect([subscriptions.length, invoices.length, payments.length]).toEqual([1, 1, 1]);
        expect(await host.paymentsAtProvider(account)).toBe(1);
        const events = await eventually(
          () => eventsOf(client),
          (seen) => typesOf(seen).includes('payment.succeeded'),
          LISTED_WITHIN_MS,
        );
        expect(countByType(events)).toMatchObject({
          'checkout.session.completed': 1,
          'subscription.created': 1,
          'invoice.created': 1,
          'invoice.paid': 1,
          'payment.succeeded': 1,
        });
        const types = typesOf(events);
        expect(types[types.indexOf('checkout.session.completed') + 1]).toBe('subscription.created');
        recorded.push(...idsOf(events.filter(({ type }) => type !== 'webhook_endpoint.created')));
      }
      await eventually(
        async () => recorded.filter((id) => !receivedIds(receiver).has(id)),
        (missing) => missing.length === 0,
        DELIVERED_WITHIN_MS,
      );
    },
    TIMEOUT_MS,
  );

  it(
    '[EVT-32] [EVT-46] completes a paid one-off payment once after a kill at any transaction',
    async () => {
      const interruptedCount = await host.killAtPoints(oneShotCases, (client, { prepared }) => payOneShot(client, prepared.oneShotId));
      expect(interruptedCount).toBeGreaterThanOrEqual(6);
      for (const { account, prepared } of oneShotCases) {
        const client = host.client(account);
        const statusOfOneShot = async () => (await client.get(`/v1/checkout/one_shot/${prepared.oneShotId}`)).status;
        const retry = async () => {
          if ((await statusOfOneShot()) !== 'succeeded') await client.call('POST', `/sandbox/one_shots/${prepared.oneShotId}/pay`, {});
          return statusOfOneShot();
        };
        await eventually(retry, (status) => status === 'succeeded');
        const [invoices, payments] = await Promise.all([client.list('/v1/invoices'), client.list('/v1/payments')]);
        expect([invoices.length, payments.length]).toEqual([1, 1]);
        expect(await host.paymentsAtProvider(account)).toBe(1);
        const events = await eventually(
          () => eventsOf(client),
          (seen) => typesOf(seen).includes('one_shot_payment.succeeded'),
          LISTED_WITHIN_MS,
        );
        expect(countByType(events)).toMatchObject({
          'invoice.created': 1,
          'invoice.paid': 1,
          'payment.succeeded': 1,
          'one_shot_payment.succeeded': 1,
        });
      }
    },
    TIMEOUT_MS,
  );

  it(
    '[IDEM-02] creates each of many customers once when the caller retries with the same idempotency keys',
    async () => {
      const createAll = (client: ReturnType<KillableHost['client']>) =>
        Promise.all(
          Array.from({ length: CUSTOMERS }, (_, index) =>
            client.call(
              'POST',
              '/v1/customers',
              { name: `N${index}`, email: `n${index}@example.com` },
              { 'idempotency-key': `key-${index}` },
            ),
          ),
        );
      expect(await host.killAtPoints(customerCases, createAll)).toBe(customerCases.length);
      for (const { account, point } of customerCases) {
        const client = host.client(account);
        const answers = await createAll(client);
        expect(answers.map(({ status }) => status)).toEqual(Array(CUSTOMERS).fill(200));
        // At least `nth` requests were committed before the kill. They are replayed.
        expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length).toBeGreaterThanOrEqual(point.nth);
        const customers = await client.list('/v1/customers');
        expect(customers.map(({ id }) => id).sort()).toEqual(answers.map(({ body }) => String(body.id)).sort());
        await eventually(
          async () => countByType(await eventsOf(client))['customer.created'],
          (count) => count === CUSTOMERS,
          LISTED_WITHIN_MS,
        );
      }
    },
    TIMEOUT_MS,
  );
});
