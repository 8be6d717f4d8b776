import { setTimeout as pause } from 'node:timers/promises';
import type { Api, Client } from '../../../scripts/support/api.ts';
import type { Receiver } from '../../../scripts/support/receiver.ts';
import type { TestAccount } from '../../support/host.ts';
import { walletIds } from '../support/wallet.ts';
import { makeWorld, type World } from '../support/world.ts';

type Kind = 'reads' | 'writes';

/** The buckets of the specification: what is in them at most, and what a second adds. */
const BUCKETS = { reads: { size: 100, perSecond: 500 / 60 }, writes: { size: 30, perSecond: 100 / 60 } } as const;

/** An account with one object of every kind, used by one operation at a time. */
export interface Tenant {
  readonly test: Client;
  readonly live: Client;
  readonly world: World;
  /** Tokens left, as the last answer reported and time has added since. */
  readonly tokens: (kind: Kind) => number;
  /** Notes what an answer says of the bucket that served it. */
  readonly note: (kind: Kind, remaining: string | undefined) => void;
}

/** Accounts to send requests from. Refusals cost tokens too, so that one account alone would take hours. */
export interface Accounts {
  /** The account with the most tokens, its own until it is returned; waits for at least as many as asked for. */
  readonly borrow: (kind: Kind, atLeast: number) => Promise<Tenant>;
  readonly returnAccount: (tenant: Tenant) => void;
}

const WAIT_MS = 100;

const meterOf = (): Pick<Tenant, 'tokens' | 'note'> => {
  const seen = { reads: { left: 0, at: 0 }, writes: { left: 0, at: 0 } };
  return {
    tokens: (kind) => {
      const { size, perSecond } = BUCKETS[kind];
      const { left, at } = seen[kind];
      return Math.min(size, left + ((Date.now() - at) / 1000) * perSecond);
    },
    note: (kind, remaining) => {
      if (remaining !== undefined) seen[kind] = { left: Number(remaining), at: Date.now() };
    },
  };
};

/** Makes the account's objects; its endpoint gets no further deliveries, which would only take time. */
const furnish = async (api: Api, { testKey, liveKey }: TestAccount, receiver: Receiver): Promise<Tenant> => {
  const test = api.client(testKey);
  const bare = await makeWorld(test, receiver);
  const world = { ...bare, ...(await walletIds(api, test, String(bare.price_id))) };
  const meter = meterOf();
  const last = await test.call('POST', `/v1/webhook_endpoints/${world.endpoint_id}`, { status: 'disabled' });
  meter.note('writes', last.headers['x-ratelimit-remaining'] as string | undefined);
  return { test, live: api.client(liveKey), world, ...meter };
};

export const accountsOf = (api: Api, receiver: Receiver, made: readonly TestAccount[]): Accounts => {
  const unused = [...made];
  const idle: Tenant[] = [];
  const best = (kind: Kind): Tenant | undefined => idle.sort((left, right) => right.tokens(kind) - left.tokens(kind))[0];
  const take = (tenant: Tenant): Tenant => {
    idle.splice(idle.indexOf(tenant), 1);
    return tenant;
  };

  const borrow: Accounts['borrow'] = async (kind, atLeast) => {
    for (;;) {
      const ready = best(kind);
      if (ready !== undefined && ready.tokens(kind) >= atLeast) return take(ready);
      const fresh = unused.pop();
      if (fresh === undefined) await pause(WAIT_MS);
      else idle.push(await furnish(api, fresh, receiver));
    }
  };

  return { borrow, returnAccount: (tenant) => void idle.push(tenant) };
};
