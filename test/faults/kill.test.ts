import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sequenceOf } from '../../shared/store/ids.ts';
import type { ApiObject, Client, Json } from '../contract/support/api.ts';
import { type Receiver, startReceiver } from '../contract/support/receiver.ts';
import { clockAt, openSession, openShop, pay, subscribe } from '../contract/support/shop.ts';
import { eventually } from '../contract/support/wait.ts';
import type { TestAccount } from '../support/host.ts';
import { until } from '../support/until.ts';
import { openStage, type Stage } from './stage.ts';

/** The due entry of an advance lies 60 seconds after its beginning; the sweep comes once a minute. */
const PICKED_UP_WITHIN_MS = 150_000;
const LONG_MS = 400_000;
const START = 1_800_000_000;
const A_MONTH_AND_A_DAY = 32 * 86_400;

/** An account of its own for each moment of death. */
interface Scene {
  readonly nth: number;
  readonly account: TestAccount;
  readonly prepared: Readonly<Record<string, string>>;
}

const idsOf = (items: readonly ApiObject[]): readonly string[] => items.map(({ id }) => id);

/** Every event of an account, oldest first; no number and no id twice, and each after its cause. */
const logOf = async (client: Client): Promise<readonly ApiObject[]> => {
  const events = (await client.list('/v1/events')).toReversed();
  const numbers = events.map(({ id }) => sequenceOf(id));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => Number(a) - Number(b)));
  return events;
};

const typesOf = (events: readonly ApiObject[]): readonly string[] => events.map(({ type }) => String(type));
const timesOf = (events: readonly ApiObject[], type: string): number => typesOf(events).filter((each) => each === type).length;

const receivedIds = (receiver: Receiver): ReadonlySet<string> =>
  new Set(receiver.received.map(({ headers }) => String(headers['service-event-id'])));

describe('a host that is killed', () => {
  let stage: Stage;
  let receiver: Receiver;

  beforeAll(async () => {
    [stage, receiver] = await Promise.all([openStage(), startReceiver()]);
  }, LONG_MS);
  afterAll(async () => {
    await stage.stop();
    await receiver.stop();
  });

  const scenes = async (
    steps: readonly number[],
    prepare: (client: Client) => Promise<Readonly<Record<string, string>>>,
  ): Promise<readonly Scene[]> => {
    const made: Scene[] = [];
    for (const nth of steps) {
      const account = await stage.account();
      made.push({ nth, account, prepared: await prepare(stage.client(account)) });
    }
    return made;
  };

  /** Does something in every scene, each up to its own numbered step, then kills the host and starts it again. */
  const killAtSteps = async (all: readonly Scene[], act: (client: Client, scene: Scene) => Promise<unknown>): Promise<void> => {
    const moments = all.map((scene) => {
      const { outstanding } = stage.stallAt(scene.account, scene.nth);
      let answered = false;
      act(stage.client(scene.account), scene).then(
        () => {
          answered = true;
        },
        () => undefined,
      );
      return () => answered || outstanding() === 0;
    });
    await until(() => moments.every((reached) => reached()), 60_000);
    await stage.killAndRestart();
  };

  it(
    '[EVT-13] [EVT-18] [SUB-01] completes a paid checkout once, wherever it was cut off, and delivers every event',
    async () => {
      const all = await scenes([1, 2, 3, 4, 5, 6, 40], async (client) => {
        await client.post('/v1/webhook_endpoints', { url: receiver.url });
        const { priceId } = await openShop(client);
        return { sessionId: (await openSession(client, priceId)).id };
      });
      await killAtSteps(all, (client, { prepared }) => pay(client, String(prepared['sessionId'])));
      for (const { account, prepared, nth } of all) {
        const client = stage.client(account);
        const again = await client.call('POST', `/sandbox/checkout_sessions/${prepared['sessionId']}/pay`, {});
        console.log(nth, again.status, again.text.slice(0, 150));
        const [subscriptions, invoices, payments] = await Promise.all([
          client.list('/v1/subscriptions'),
          client.list('/v1/invoices'),
          client.list('/v1/payments'),
        ]);
        console.log(nth, typesOf(await logOf(client)), subscriptions.length, invoices.length, payments.length);
      }
    },
    LONG_MS,
  );
});
