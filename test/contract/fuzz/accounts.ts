import { setTimeout as pause } from 'node:timers/promises';
import type { Api, Client } from '../../../scripts/support/api.ts';
import type { Receiver } from '../../../scripts/support/receiver.ts';
import type { TestAccount } from '../../support/host.ts';
import { walletIds } from '../support/wallet.ts';
import { makeWorld, type World } from '../support/world.ts';

type Kind = 'reads' | 'writes';

/** Rate limits of the specification: bucket size and refill in tokens per second. */
const BUCKETS = { reads: { size: 100, perSecond: 500 / 60 }, writes: { size: 30, perSecond: 100 / 60 } } as const;

/** An account with one object of every kind. Only one operation uses the account at a time. */
export interface FuzzAccount {
  readonly test: Client;
  readonly live: Client;
  readonly world: World;
  /** Estimates the tokens left: the last reported number plus the refill since then. */
  readonly tokens: (kind: Kind) => number;
  /** Stores the `X-RateLimit-Remaining` of an answer. */
  readonly recordRemaining: (kind: Kind, remaining: string | undefined) => void;
}

/** A pool of accounts. Rejected requests also cost rate limit tokens, so the test would take hours with one account. */
export interface Accounts {
  /** Reserves an account with `atLeast` tokens until `returnAccount`. If none has enough, sets up an unused account or waits. */
  readonly borrowAccount: (kind: Kind, atLeast: number) => Promise<FuzzAccount>;
  readonly returnAccount: (account: FuzzAccount) => void;
}

const WAIT_MS = 100;

const newTokenTracker = (): Pick<FuzzAccount, 'tokens' | 'recordRemaining'> => {
  const lastReport = { reads: { tokens: 0, at: 0 }, writes: { tokens: 0, at: 0 } };
  return {
    tokens: (kind) => {
      const { size, perSecond } = BUCKETS[kind];
      const { tokens, at } = lastReport[kind];
      return Math.min(size, tokens + ((Date.now() - at) / 1000) * perSecond);
    },
    recordRemaining: (kind, remaining) => {
      if (remaining !== undefined) lastReport[kind] = { tokens: Number(remaining), at: Date.now() };
    },
  };
};

/** Creates the account's objects, then disables its webhook endpoint to save time. */
const createAccount = async (api: Api, { testKey, liveKey }: TestAccount, receiver: Receiver): Promise<FuzzAccount> => {
  const test = api.client(testKey);
  const withoutWallet = await makeWorld(test, receiver);
  const world = { ...withoutWallet, ...(await walletIds(api, test, String(withoutWallet.price_id))) };
  const tokenTracker = newTokenTracker();
  const disabling = await test.call('POST', `/v1/webhook_endpoints/${world.endpoint_id}`, { status: 'disabled' });
  tokenTracker.recordRemaining('writes', disabling.headers['x-ratelimit-remaining'] as string | undefined);
  return { test, live: api.client(liveKey), world, ...tokenTracker };
};

export const accountsOf = (api: Api, receiver: Receiver, testAccounts: readonly TestAccount[]): Accounts => {
  const unused = [...testAccounts];
  const idle: FuzzAccount[] = [];
  const fullest = (kind: Kind): FuzzAccount | undefined => idle.sort((left, right) => right.tokens(kind) - left.tokens(kind))[0];
  const take = (account: FuzzAccount): FuzzAccount => {
    idle.splice(idle.indexOf(account), 1);
    return account;
  };

  const borrowAccount: Accounts['borrowAccount'] = async (kind, atLeast) => {
    for (;;) {
      const ready = fullest(kind);
      if (ready !== undefined && ready.tokens(kind) >= atLeast) return take(ready);
      const newAccount = unused.pop();
      if (newAccount === undefined) await pause(WAIT_MS);
      else idle.push(await createAccount(api, newAccount, receiver));
    }
  };

  return { borrowAccount, returnAccount: (account) => void idle.push(account) };
};
