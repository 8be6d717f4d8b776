import { createOneShot } from '../../shared/domain/one-shot/create.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { refundCommand } from '../../shared/flows/refunds/create.ts';
import { beginOperation, finishOperation } from '../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type ApiClient, type ApiRequest, newApiClient } from './api.ts';
import { newCatalogue, runRule } from './fill/catalogue.ts';
import { fillChanges } from './fill/changes.ts';
import type { HostData } from './fill/host-data.ts';
import { type EmbeddedSale, fillEmbeddedSales, fillHostedSessions, fillPaidPayments, secretOf } from './fill/sales.ts';
import { measureMs, repeatConcurrently } from './measure.ts';
import type { Subject } from './subject.ts';
import { atLeast, atMost, columns, type Finding, type PartResult, shortNumber } from './verdict.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const MANY = 200;
const LOW_CONCURRENCY = 8;
const WARM_UP = 24;
const CHANGES = 20_000;
const FILL_WITHIN_MS = 120_000;
/** Maximum ratio of the duration of a write with `CHANGES` stored changes to its duration without them. */
const GROWTH_BUDGET = 1.3;
const FIRST_SERVER_ERROR = 500;

const KINDS = ['refunds', 'one-offs created', 'setups confirmed', 'sessions confirmed', 'one-offs confirmed', 'hosted pages paid'] as const;
type Kind = (typeof KINDS)[number];

/** Result of the writes of one kind. `failures`: number of 5xx responses and of writes that were not completed. */
interface RunResult {
  readonly perSecond: number;
  readonly failures: number;
}
type RunResults = Readonly<Record<Kind, RunResult>>;

interface RunDeps {
  readonly data: HostData;
  readonly caller: ApiClient;
  readonly tenant: Tenant;
}

/** Makes one write; returns whether it succeeded. */
type Write = (index: number) => Promise<boolean>;

const runWrites = async (count: number, concurrency: number, write: Write): Promise<RunResult> => {
  let failures = 0;
  const ms = await measureMs(() =>
    repeatConcurrently(count, concurrency, async (index) => {
      if (!(await write(index))) failures += 1;
    }),
  );
  return { perSecond: (count * 1000) / ms, failures };
};

const refundWrite =
  ({ data: { flow }, tenant }: RunDeps, paymentIds: readonly string[]): Write =>
  async (index) => {
    const now = Math.floor(Date.now() / 1000);
    const request = { paymentId: paymentIds[index] ?? '', subscriptionId: null, amountCents: null, reason: null, metadata: {} };
    const command = refundCommand(flow.store, tenant, request, now);
    const buildResponse = async () => ({ status: 200, body: '', sealed: false });
    const operationStart = await beginOperation(flow, command, { tenant, actor: SYSTEM, now, claim: null, toStoredAnswer: buildResponse });
    if (operationStart.kind !== 'open') throw new Error(`A refund was not started: ${operationStart.kind}.`);
    const requester = { actor: SYSTEM, refusalAnswer: () => ({ status: 402, body: '', sealed: false }) };
    return (await finishOperation(flow, tenant, command.flow, operationStart.operation, requester)).kind === 'answered';
  };

const oneShotWrite =
  ({ data: { flow }, tenant }: RunDeps, createdIds: string[]): Write =>
  async () => {
    const command = {
      amountCents: 1500,
      currency: 'EUR',
      description: 'Workshop',
      uiMode: 'embedded' as const,
      country: 'NL',
      hostedUrlOf: () => '',
    };
    const oneShot = await runRule(
      flow.store,
      tenant,
      async () => ({ customer: null, clock: null }),
      (state, context) => createOneShot(command, state, context),
    );
    createdIds.push(oneShot.id);
    return true;
  };

/** Confirms over HTTP. Throws on a 4xx response. */
const confirmWrite =
  (caller: ApiClient, callOf: (index: number) => Promise<Pick<ApiRequest, 'path' | 'key' | 'body'>>): Write =>
  async (index) => {
    const call = await callOf(index);
    const { status, text } = await caller.call({ method: 'POST', idempotencyKey: call.path, ...call });
    if (status >= FIRST_SERVER_ERROR) return false;
    if (status !== 200) throw new Error(`${call.path} returned ${status}: ${text.slice(0, 200)}`);
    return true;
  };

const BUYER = { email: 'ada@example.com', name: 'Ada Lovelace', country: 'DE', vat_number: 'DE123456789' };

/** Submits buyer details and a payment method on the hosted page. */
const hostedPaymentWrite =
  (urls: readonly string[]): Write =>
  async (index) => {
    const body = new URLSearchParams({ method: 'creditcard', ...BUYER });
    const { status } = await fetch(`${urls[index]}/pay`, { method: 'POST', body, redirect: 'manual' });
    if (status >= FIRST_SERVER_ERROR) return false;
    if (status !== 303) throw new Error(`A page returned ${status} instead of 303.`);
    return true;
  };

const setupCall = ({ secret, setupSecret }: EmbeddedSale) => ({
  path: '/v1/checkout/payment-methods/setup/confirm',
  key: secret,
  body: { client_secret: setupSecret, method: 'creditcard', card_token: 'tkn_1' },
});

const sessionCall = ({ sessionId, secret }: EmbeddedSale) => ({
  path: `/v1/checkout/sessions/${sessionId}/confirm`,
  key: secret,
  body: { method: 'creditcard' },
});

/** Makes `count` writes of each kind on separate objects, `concurrency` at a time. */
const runEach = async (deps: RunDeps, count: number, concurrency: number): Promise<RunResults> => {
  const { data, caller, tenant } = deps;
  const catalogue = await newCatalogue(data.flow.store, tenant);
  const paymentIds = await fillPaidPayments(data, tenant, catalogue, count);
  const sales = await fillEmbeddedSales(data, tenant, catalogue, count);
  const saleAt = (index: number): EmbeddedSale => sales[index] ?? { sessionId: '', secret: '', setupSecret: '' };
  const pages = await fillHostedSessions(data, tenant, catalogue, count);
  const oneShotIds: string[] = [];
  const oneShotCall = async (index: number) => {
    const id = oneShotIds[index] ?? '';
    return { path: `/v1/checkout/one_shot/${id}/confirm`, key: await secretOf(data, tenant, id), body: { method: 'creditcard' } };
  };
  return {
    refunds: await runWrites(count, concurrency, refundWrite(deps, paymentIds)),
    'one-offs created': await runWrites(count, concurrency, oneShotWrite(deps, oneShotIds)),
    'setups confirmed': await runWrites(
      count,
      concurrency,
      confirmWrite(caller, async (index) => setupCall(saleAt(index))),
    ),
    'sessions confirmed': await runWrites(
      count,
      concurrency,
      confirmWrite(caller, async (index) => sessionCall(saleAt(index))),
    ),
    'one-offs confirmed': await runWrites(count, concurrency, confirmWrite(caller, oneShotCall)),
    'hosted pages paid': await runWrites(count, concurrency, hostedPaymentWrite(pages)),
  };
};

const findingsOf = (few: RunResults, many: RunResults, afterChanges: RunResults): readonly Finding[] => [
  ...KINDS.map((kind) =>
    atLeast(`${kind} a second: ${MANY} at once / ${LOW_CONCURRENCY}`, many[kind].perSecond / few[kind].perSecond, 1, ' x'),
  ),
  atMost(
    `5xx responses and incomplete writes with ${MANY} writes at once`,
    KINDS.reduce((sum, kind) => sum + many[kind].failures + afterChanges[kind].failures, 0),
    0,
  ),
  ...KINDS.map((kind) =>
    atMost(`${kind}: time after ${CHANGES} changes / before`, many[kind].perSecond / afterChanges[kind].perSecond, GROWTH_BUDGET, ' x'),
  ),
];

/** Measures whether concurrency or many stored changes lower the throughput of one tenant's refunds, one-off payments and confirmations. */
export const measureMoney = async (subject: Subject): Promise<PartResult> => {
  const { baseUrl } = await subject.host();
  const data = await subject.data();
  const [account] = await subject.accounts(1);
  if (account === undefined) throw new Error('There is no account.');
  const caller = newApiClient(baseUrl, MANY);
  const deps: RunDeps = { data, caller, tenant: { accountId: account.accountId, mode: 'test' } };
  try {
    await runEach(deps, WARM_UP, LOW_CONCURRENCY);
    const few = await runEach(deps, MANY, LOW_CONCURRENCY);
    const many = await runEach(deps, MANY, MANY);
    await fillChanges(data, { from: 0, to: CHANGES, untilMs: performance.now() + FILL_WITHIN_MS });
    await waitUntilIdle(subject.dataDirectory);
    const afterChanges = await runEach(deps, MANY, MANY);
    const cell = ({ perSecond, failures }: RunResult): string =>
      `${shortNumber(perSecond)}${failures === 0 ? '' : ` (${failures} failures)`}`;
    return {
      findings: findingsOf(few, many, afterChanges),
      detail: [
        'Refunds and new one-offs use the flows of the service, without the API and its rate limits; confirmations and pages use HTTP.',
        ...columns([
          ['a second, of one tenant', `${LOW_CONCURRENCY} at once`, `${MANY} at once`, `${MANY} after ${CHANGES} changes`],
          ...KINDS.map((kind) => [kind, cell(few[kind]), cell(many[kind]), cell(afterChanges[kind])]),
        ]),
      ],
      data: { few, many, grown: afterChanges },
    };
  } finally {
    caller.close();
  }
};
