import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { handler as payPage } from '../../../functions/hosted/checkout-pay.ts';
import { handler as processDueMessages } from '../../../functions/workers/due-work.ts';
import { handler as processWebhooks } from '../../../functions/workers/provider-webhook.ts';
import type { LambdaHandler } from '../../../shared/api/serve/serve.ts';
import { createApiKey } from '../../../shared/domain/api-key/create.ts';
import { paymentOfWebhookUrl } from '../../../shared/flows/deps.ts';
import { mintApiKey } from '../../../shared/platform/credentials.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { callHandler } from '../../api/functions.ts';
import { recordingPorts, sweepAll } from '../../flows/support.ts';
import { cipherIn } from '../../support/cipher.ts';
import { deferred } from '../../support/deferred.ts';
import { asProcess, type CallFault, type FaultOf, wiredFetch, wiredTable, wireWith } from '../../support/faulty-io.ts';
import { type BillingData, readBillingData } from '../billing-data.ts';
import { latestPaymentOf, openShop, type Shop, setOutcome, writeDecision } from '../shop.ts';
import { SECRETS } from '../support.ts';
import { setServices } from '../test-services.ts';

/** A request to an API function. */
export interface ApiRequest {
  readonly handler: LambdaHandler;
  /** Default: `POST`. */
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  /** Default: none. */
  readonly body?: unknown;
  /** API key, client secret, or token of a portal session. */
  readonly bearer: string;
}

/**
 * Runs the work in a simulated process. Runs it again in another process if a fault killed or stalled the first process, or if a fault
 * occurred and `hasSucceeded` returns false for the answer.
 */
export type Runner = <T>(work: () => Promise<T>, hasSucceeded?: (answer: T) => boolean) => Promise<T>;

/** A shop whose API functions run in simulated processes with faults. The test file must mock the services with `testServices`. */
export interface FaultyShop extends Shop {
  readonly apiKey: string;
  /** Sends a request, with retries under one idempotency key, then checks that a further request replays the response. */
  readonly send: (run: Runner, request: ApiRequest) => Promise<Readonly<Record<string, unknown>>>;
  /** Submits the hosted page with a card and the buyer's details; the buyer is redirected to the provider. */
  readonly payOnHostedPage: (
    run: Runner,
    payable: { readonly id: string; readonly url: unknown },
    details?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Marks the latest payment of the session or one-off payment as paid at the provider, and delivers the webhooks. */
  readonly settle: (run: Runner, payableId: string) => Promise<void>;
  /** Delivers pending provider webhooks; a webhook that fails is delivered again. */
  readonly deliverWebhooks: (run: Runner) => Promise<void>;
  /** Delivers each pending provider webhook twice: all in order, then all in reverse order. */
  readonly deliverWebhooksTwice: () => Promise<void>;
  /** Advances the time of the service and of the provider. */
  readonly advanceTime: (seconds: number) => void;
  /** Advances the time, sweeps and processes due work. */
  readonly passTime: (seconds: number) => Promise<void>;
  /**
   * Repeats a scenario with a fault at its 1st, 2nd, ... call of the database or provider, until a repetition ends before its fault occurs.
   * Prints the number of repetitions with a fault, which must be more than 8. The billing data of each repetition must equal `expected`.
   */
  readonly testWithFaults: (name: string, scenario: Scenario, options: FaultOptions) => Promise<void>;
}

/** A scenario with one customer; returns the customer's id. */
export type Scenario = (run: Runner) => Promise<string>;

export interface FaultOptions {
  readonly expected: BillingData;
  /** Faults to simulate at each call; default: kills and lost responses, no stalls. */
  readonly faults?: readonly CallFault[];
  /** Runs between a fault and the next try. */
  readonly beforeRetry?: () => Promise<void>;
}

/** Sends the request once with this idempotency key. */
export const sendOnce = async ({ handler, method = 'POST', path, body, bearer }: ApiRequest, key: string) => {
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key };
  const { status, text } = await callHandler(handler, { method, path, body, headers });
  return { status, body: JSON.parse(text) };
};

/** Runs the work once without a fault. */
export const withoutFault: Runner = (work) => work();

/** The call stalls: the caller retries while the first try is still running. */
export const STALLS: readonly CallFault[] = [{ when: 'after', what: 'stalls' }];

/** The process is killed after the call. A smaller set, for variants of a scenario that another test runs with all faults. */
export const KILLS_AFTER_CALL: readonly CallFault[] = [{ when: 'after', what: 'kills' }];

/** The process is killed before or after the call. */
export const KILLS: readonly CallFault[] = [{ when: 'before', what: 'kills' }, ...KILLS_AFTER_CALL];

/** The process is killed before or after the call, or the response of the call is lost. */
const KILLS_AND_LOST_RESPONSES: readonly CallFault[] = [...KILLS, { when: 'after', what: 'lost' }];

/** Time after which rate limit buckets are full again. */
const REFILL_SECONDS = 90;

const batchOf = (messages: readonly unknown[]): SQSEvent =>
  ({ Records: messages.map((message, at) => ({ messageId: String(at), body: JSON.stringify(message) })) }) as SQSEvent;

const isProcessed = ({ batchItemFailures }: SQSBatchResponse): boolean => batchItemFailures.length === 0;

/** Opens a shop. Its store is in memory, so that the many repetitions of a scenario are fast. */
export const openFaultyShop = async (): Promise<FaultyShop> => {
  const shop = await openShop();
  const { fixture, sandbox } = shop;
  const nowMs = (): number => fixture.clock.nowMs;
  const ids = idSource(nowMs);
  const { dispatched, ports } = recordingPorts();
  const directory = mkdtempSync(join(tmpdir(), 'billing-killed-'));
  const cipher = cipherIn(directory);
  sandbox.clock.now = Math.floor(nowMs() / 1000);
  setServices({
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

  const { secret: apiKey, ...keyFields } = mintApiKey('test', await SECRETS.apiKeyPeppers());
  const allScopes = { creatorScopes: ['*'], scopeErrorOf: () => null, createdBy: { type: 'operator_command', id: null } } as const;
  await writeDecision(shop, (context) => createApiKey({ ...keyFields, label: null, scopes: ['*'] }, allScopes, context));

  const send: FaultyShop['send'] = async (run, { handler, method = 'POST', path, body, bearer }) => {
    const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID() };
    const call = () => callHandler(handler, { method, path, body, headers });
    const answer = await run(call, ({ status }) => status < 500);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    const replay = await call();
    expect([replay.status, replay.text, replay.headers['idempotent-replayed']]).toEqual([200, answer.text, 'true']);
    return JSON.parse(answer.text);
  };
  const payOnHostedPage: FaultyShop['payOnHostedPage'] = async (run, { id, url }, details = {}) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = {
      method: 'POST',
      path: `${new URL(String(url)).pathname}/pay`,
      text: `${new URLSearchParams({ method: 'creditcard', ...details })}`,
      headers,
    };
    const answer = await run(
      () => callHandler(payPage, form),
      ({ status }) => status < 500,
    );
    expect([answer.status, answer.headers.location]).toEqual([303, (await latestPaymentOf(shop, id)).providerCheckoutUrl]);
  };
  const deliverWebhooks: FaultyShop['deliverWebhooks'] = async (run) => {
    const messages = sandbox.webhooks.splice(0).map(({ url, id }) => ({ ...paymentOfWebhookUrl(url), providerPaymentId: id }));
    for (const message of messages) {
      const response = await run(() => processWebhooks(batchOf([message])), isProcessed);
      if (!isProcessed(response)) throw new Error('A provider webhook was not processed.');
    }
  };
  const deliverWebhooksTwice: FaultyShop['deliverWebhooksTwice'] = () => {
    sandbox.webhooks.push(...sandbox.webhooks.toReversed());
    return deliverWebhooks(withoutFault);
  };
  const settle: FaultyShop['settle'] = async (run, payableId) => {
    await setOutcome(shop, await latestPaymentOf(shop, payableId), 'paid');
    await deliverWebhooks(run);
  };
  const advanceTime = (seconds: number): void => {
    fixture.clock.nowMs += seconds * 1000;
    sandbox.clock.now = Math.floor(nowMs() / 1000);
  };
  const passTime: FaultyShop['passTime'] = async (seconds) => {
    advanceTime(seconds);
    await sweepAll({ ...shop.deps, ...ports });
    const due = dispatched.splice(0).filter(({ to }) => to === 'due-work');
    const response = await processDueMessages(batchOf(due.map(({ message }) => message)));
    if (!isProcessed(response)) throw new Error('Due work was not processed.');
  };
  const testWithFaults: FaultyShop['testWithFaults'] = async (name, scenario, options) => {
    const scenarioWithFullBuckets: Scenario = (run) => {
      advanceTime(REFILL_SECONDS);
      return scenario(run);
    };
    const results = await runWithEachFault(scenarioWithFullBuckets, options);
    // Process the work that is due later, such as polls and retries.
    await passTime(3600);
    for (const { customerId, where } of results) expect(await readBillingData(shop, customerId), where).toEqual(options.expected);
    const faultCount = results.length - 1;
    process.stdout.write(`${name}: repeated with ${faultCount} faults\n`);
    expect(faultCount).toBeGreaterThan(8);
  };
  const close = async (): Promise<void> => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true, force: true });
    await shop.close();
  };
  return {
    ...shop,
    apiKey,
    send,
    payOnHostedPage,
    settle,
    deliverWebhooks,
    deliverWebhooksTwice,
    advanceTime,
    passTime,
    testWithFaults,
    close,
  };
};

/** Maximum duration of a stalled call. */
const MAX_STALL_MS = 1000;

/** Creates a runner with a fault at the call with this number, counted over all processes of the scenario. */
const faultyRunner = (number: number, fault: CallFault, beforeRetry: () => Promise<void>) => {
  let passedCalls = 0;
  let hasOccurred = false;
  const [stalled, proceed] = [deferred<void>(), deferred<void>()];
  const faultOf: FaultOf = (call) => {
    if (hasOccurred || passedCalls + call < number) return null;
    hasOccurred = true;
    return fault;
  };
  const run: Runner = async (work, hasSucceeded = () => true) => {
    if (hasOccurred) return work();
    const wire = wireWith(faultOf, () => {
      stalled.resolve();
      return proceed.promise;
    });
    const first = asProcess(wire, work).catch((error: unknown) => {
      if (!hasOccurred) throw error;
      return null;
    });
    const answer = await Promise.race([first, stalled.promise.then(() => null)]);
    passedCalls += wire.calls();
    if (answer !== null && !wire.isDead() && (!hasOccurred || hasSucceeded(answer))) return answer;
    await beforeRetry();
    const second = work();
    // The stalled call continues after the second try, or after `MAX_STALL_MS` if the second try waits for the stalled call.
    await Promise.race([second, pause(MAX_STALL_MS)]);
    proceed.resolve();
    await first;
    return hasSucceeded(await second) ? second : work();
  };
  return { run, hasOccurred: () => hasOccurred };
};

interface FaultResult {
  readonly customerId: string;
  /** Description of the fault. */
  readonly where: string;
}

/** Runs the scenario with each fault at each call, and finally without a fault. */
const runWithEachFault = async (
  scenario: Scenario,
  { faults = KILLS_AND_LOST_RESPONSES, beforeRetry }: FaultOptions,
): Promise<readonly FaultResult[]> => {
  const results: FaultResult[] = [];
  for (let call = 0; ; call += 1) {
    for (const fault of faults) {
      const { run, hasOccurred } = faultyRunner(call, fault, beforeRetry ?? (async () => undefined));
      const where = `call ${call}: ${fault.when} ${fault.what}`;
      try {
        results.push({ customerId: await scenario(run), where });
      } catch (cause) {
        throw new Error(where, { cause });
      }
      if (!hasOccurred()) return results;
    }
  }
};
