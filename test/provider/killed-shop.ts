import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { handler as payPage } from '../../functions/hosted/checkout-pay.ts';
import { handler as workDueMessages } from '../../functions/workers/due-work.ts';
import { handler as workNotices } from '../../functions/workers/provider-webhook.ts';
import type { LambdaHandler } from '../../shared/api/serve.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { paymentOfWebhookUrl } from '../../shared/flows/deps.ts';
import { mintApiKey } from '../../shared/platform/credentials.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { callHandler } from '../api/functions.ts';
import { recordingPorts, sweepAll } from '../flows/support.ts';
import { memoryFixture, type StoreFixture } from '../store/support.ts';
import { cipherIn } from '../support/cipher.ts';
import { asProcess, type CallFault, type FaultOf, wiredFetch, wiredTable, wireWith } from '../support/faulty-io.ts';
import { type Books, booksOf } from './killed-books.ts';
import { playServices } from './played-services.ts';
import { attemptOf, decide, openShopOn, type Shop, write } from './shop.ts';
import { SECRETS } from './support.ts';

/** A call of one of the API's functions. */
export interface Request {
  readonly handler: LambdaHandler;
  /** `POST` when left out. */
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  /** None when left out. */
  readonly body?: unknown;
  /** An API key, a client secret, or the token of a portal session. */
  readonly bearer: string;
}

/** Does the work in a separate process; where that met the fault, or did not come through, once more in another one. */
export type Again = <T>(work: () => Promise<T>, cameThrough?: (answer: T) => boolean) => Promise<T>;

/** A shop whose functions are called as they are deployed, by processes that can be killed. Its file has `vi.mock` put `playedServices` around them. */
export interface KilledShop extends Shop {
  readonly apiKey: string;
  /** Sends a request as a caller does who comes again under the same key, and then once more: the answer is the same. */
  readonly send: (again: Again, request: Request) => Promise<Readonly<Record<string, unknown>>>;
  /** The buyer chooses a card on the hosted page, says more where `said` has it, and is sent to the provider. */
  readonly payOn: (
    again: Again,
    payable: { readonly id: string; readonly url: unknown },
    said?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** The buyer's bank takes the money of the latest attempt, and the provider calls. */
  readonly settle: (again: Again, payableId: string) => Promise<void>;
  /** The provider webhooks that are on their way arrive; one that is not worked comes again. */
  readonly callBacks: (again: Again) => Promise<void>;
  /** Each of them arrives twice, the last one first. */
  readonly callBacksTwice: () => Promise<void>;
  /** Time passes, and what has fallen due is done. */
  readonly pass: (seconds: number) => Promise<void>;
  /**
   * Does a walk anew, harmed at its 1st, 2nd, ... call of the table or the provider, until one comes through without conflict harm; says how
   * many did. What all of them leave once time has passed must be what `books` says.
   */
  readonly harm: (name: string, walk: Walk, given: Harm) => Promise<void>;
}

/** Something that happens to one customer, whose id it answers. */
export type Walk = (again: Again) => Promise<string>;

export interface Harm {
  readonly books: Books;
  /** Which faults a walk meets at each call; all when left out. */
  readonly faults?: readonly CallFault[];
  /** What happens between a death and the next try; nothing when left out. */
  readonly beforeAgain?: () => Promise<void>;
}

/** Nothing happens to this process. */
export const steady: Again = (work) => work();

/** The caller comes again while the first try is still under way. */
export const STALLS: readonly CallFault[] = [{ when: 'after', what: 'stalls' }];

/** For walks of which a longer one shows the rest. */
export const DEATHS: readonly CallFault[] = [{ when: 'after', what: 'kills' }];

export const KILLS: readonly CallFault[] = [{ when: 'before', what: 'kills' }, ...DEATHS];

const EVERY_FAULT: readonly CallFault[] = [...KILLS, { when: 'after', what: 'lost' }];

/** Buckets are full again after so long. */
const REFILL_SECONDS = 90;

const batchOf = (messages: readonly unknown[]): SQSEvent =>
  ({ Records: messages.map((message, at) => ({ messageId: String(at), body: JSON.stringify(message) })) }) as SQSEvent;

const isWorked = ({ batchItemFailures }: SQSBatchResponse): boolean => batchItemFailures.length === 0;

/** In a store in this process: a walk is done anew for each of its calls. */
export const openKilledShop = (): Promise<KilledShop> => openKilledShopOn(memoryFixture());

export const openKilledShopOn = async (store: StoreFixture): Promise<KilledShop> => {
  const shop = await openShopOn(store);
  const { fixture, sandbox } = shop;
  const nowMs = (): number => fixture.clock.nowMs;
  const ids = idSource(nowMs);
  const { handed, ports } = recordingPorts();
  const directory = mkdtempSync(join(tmpdir(), 'billing-killed-'));
  const cipher = cipherIn(directory);
  sandbox.clock.now = Math.floor(nowMs() / 1000);
  playServices({
    clock: { nowMs },
    ids,
    table: wiredTable(fixture.table),
    storeOf: (table) => openStore(table, { nowMs, ids }),
    secrets: async () => SECRETS,
    cipher: async () => cipher,
    queue: async () => ports.queue,
    stateMachines: async () => ports.stateMachines,
  });
  const settings = { PUBLIC_BASE_URL: sandbox.url, PROVIDER_BASE_URL: sandbox.url, SANDBOX_ENABLED: '1', STRICT_RESPONSES: '1' };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.stubGlobal('fetch', wiredFetch(globalThis.fetch));

  const { secret: apiKey, ...kept } = mintApiKey('test', await SECRETS.apiKeyPeppers());
  const allScopes = { creatorScopes: ['*'], isKnownScope: () => true, createdBy: { type: 'operator_command', id: null } } as const;
  await write(shop, (context) => createApiKey({ ...kept, label: null, scopes: ['*'] }, allScopes, context));

  const send: KilledShop['send'] = async (again, { handler, method = 'POST', path, body, bearer }) => {
    const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID() };
    const call = () => callHandler(handler, { method, path, body, headers });
    const answer = await again(call, ({ status }) => status < 500);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    const replay = await call();
    expect([replay.status, replay.text, replay.headers['idempotent-replayed']]).toEqual([200, answer.text, 'true']);
    return JSON.parse(answer.text);
  };
  const payOn: KilledShop['payOn'] = async (again, { id, url }, said = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = {
      method: 'POST',
      path: `${new URL(String(url)).pathname}/pay`,
      text: `${new URLSearchParams({ method: 'creditcard', ...said })}`,
      headers,
    };
    const answer = await again(
      () => callHandler(payPage, form),
      ({ status }) => status < 500,
    );
    expect([answer.status, answer.headers.location]).toEqual([303, (await attemptOf(shop, id)).providerCheckoutUrl]);
  };
  const callBacks: KilledShop['callBacks'] = async (again) => {
    const notices = sandbox.webhooks.splice(0).map(({ url, id }) => ({ ...paymentOfWebhookUrl(url), providerPaymentId: id }));
    for (const notice of notices) {
      const worked = await again(() => workNotices(batchOf([notice])), isWorked);
      if (!isWorked(worked)) throw new Error('a provider webhook is not worked');
    }
  };
  const callBacksTwice: KilledShop['callBacksTwice'] = () => {
    sandbox.webhooks.push(...sandbox.webhooks.toReversed());
    return callBacks(steady);
  };
  const settle: KilledShop['settle'] = async (again, payableId) => {
    await decide(shop, await attemptOf(shop, payableId), 'paid');
    await callBacks(again);
  };
  const move = (seconds: number): void => {
    fixture.clock.nowMs += seconds * 1000;
    sandbox.clock.now = Math.floor(nowMs() / 1000);
  };
  const pass: KilledShop['pass'] = async (seconds) => {
    move(seconds);
    await sweepAll({ ...shop.deps, ...ports });
    const due = handed.splice(0).filter(({ to }) => to === 'due-work');
    const worked = await workDueMessages(batchOf(due.map(({ message }) => message)));
    if (!isWorked(worked)) throw new Error('what was due is not worked');
  };
  const harm: KilledShop['harm'] = async (name, walk, given) => {
    const refilled: Walk = (again) => {
      move(REFILL_SECONDS);
      return walk(again);
    };
    const harmed = await harmedAtEachCall(refilled, given);
    // A provider webhook without an answer leaves the rest to the next try.
    await pass(3600);
    for (const { customerId, where } of harmed) expect(await booksOf(shop, customerId), where).toEqual(given.books);
    const steps = harmed.length - 1;
    process.stdout.write(`${name}: harmed at ${steps} steps\n`);
    expect(steps).toBeGreaterThan(8);
  };
  const close = async (): Promise<void> => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
    await shop.close();
  };
  return { ...shop, apiKey, send, payOn, settle, callBacks, callBacksTwice, pass, harm, close };
};

/** A moment that comes when it is reported to. */
const moment = () => {
  let come = (): void => undefined;
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come, came };
};

/** How long a call stalls at most. */
const TURN_MS = 1000;

/** One walk in which the call with this number, counted over all of its processes, meets the fault. */
const faultyWalk = (number: number, fault: CallFault, beforeAgain: () => Promise<void>) => {
  let passed = 0;
  let met = false;
  const [stall, proceed] = [moment(), moment()];
  const faultOf: FaultOf = (call) => {
    if (met || passed + call < number) return null;
    met = true;
    return fault;
  };
  const again: Again = async (work, cameThrough = () => true) => {
    if (met) return work();
    const wire = wireWith(faultOf, () => {
      stall.come();
      return proceed.came;
    });
    const first = asProcess(wire, work).catch((error: unknown) => {
      if (!met) throw error;
      return null;
    });
    const answer = await Promise.race([first, stall.came.then(() => null)]);
    passed += wire.calls();
    if (answer !== null && !wire.isDead() && (!met || cameThrough(answer))) return answer;
    await beforeAgain();
    const second = work();
    // What had stalled continues then, with nobody to hear its answer; or before, where writers of one process take turns.
    await Promise.race([second, pause(TURN_MS)]);
    proceed.come();
    await first;
    return cameThrough(await second) ? second : work();
  };
  return { again, met: () => met };
};

interface Harmed {
  readonly customerId: string;
  /** What it met. */
  readonly where: string;
}

/** Walks that met each fault at each of their calls, and the one that met none. */
const harmedAtEachCall = async (walk: Walk, { faults = EVERY_FAULT, beforeAgain }: Harm): Promise<readonly Harmed[]> => {
  const harmed: Harmed[] = [];
  for (let call = 0; ; call += 1) {
    for (const fault of faults) {
      const { again, met } = faultyWalk(call, fault, beforeAgain ?? (async () => undefined));
      const where = `call ${call}: ${fault.when} ${fault.what}`;
      try {
        harmed.push({ customerId: await walk(again), where });
      } catch (cause) {
        throw new Error(where, { cause });
      }
      if (!met()) return harmed;
    }
  }
};
