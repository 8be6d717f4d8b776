import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../shared/api/operation.ts';
import { loadOperations } from '../../shared/api/registry.ts';
import { startFakeProvider } from '../../test/support/fake-provider.ts';
import { openShop, type Shop } from '../journey/shop.ts';
import { waitForValue } from '../support/waiting.ts';
import { type ApiClient, newApiClient } from './api.ts';
import { type DrivenRequest, driveCatalogAndBilling } from './drive/drive.ts';
import { driveAsSeller, SELLER_DRIVES } from './drive/drive-money.ts';
import { drivePortal } from './drive/drive-portal.ts';
import { driveSettings } from './drive/drive-settings.ts';
import { median } from './measure.ts';
import { newSubject, type Subject } from './subject.ts';
import { atMost, columns, type Finding, type PartResult, shortNumber, unmeasured } from './verdict.ts';

const CALLS_PER_OPERATION = 3;
const LOGGED_WITHIN_MS = 5000;
const READ_ROUNDS_BUDGET = 2;
const READ_WRITE_UNITS_BUDGET = 1;
const LOCAL_WRITE_ROUNDS_BUDGET = 3;
const MONEY_ROUNDS_BUDGET = 4;
const MONEY_OPERATIONS: ReadonlySet<string> = new Set([
  'refunds.create',
  'checkout_element.confirm',
  'checkout_element.confirm_one_shot',
  'checkout_payment_methods.setup_confirm',
]);

/** Table usage of a request: calls, sequential rounds of calls (concurrent calls are one round), and capacity units. */
const QUANTITIES = ['calls', 'rounds', 'readUnits', 'writeUnits'] as const;
type Quantity = (typeof QUANTITIES)[number];

/** Log line of a request. */
type Line = Readonly<Record<Quantity, number>> & { readonly kind: string; readonly requestId: string; readonly operation: string };

/** Table usage of one kind of call: medians. */
export type TableUsage = Readonly<Record<Quantity, number>> & {
  readonly label: string;
  readonly operation: string;
  readonly profile: Profile;
  readonly count: number;
};

const requestsIn = (file: string): ReadonlyMap<string, Line> => {
  const lines = readFileSync(file, 'utf8').split('\n');
  const requests = lines.filter((line) => line.includes('"kind":"request"')).map((line) => JSON.parse(line) as Line);
  return new Map(requests.map((line) => [line.requestId, line]));
};

/** Waits for the log lines of these requests; they are written shortly after the responses. */
const linesOf = (file: string, driven: readonly DrivenRequest[]): Promise<ReadonlyMap<string, Line>> =>
  waitForValue('The log line of every request', LOGGED_WITHIN_MS, () => {
    const lines = requestsIn(file);
    return driven.every(({ requestId }) => lines.has(requestId)) ? lines : null;
  });

const costsOf = (
  driven: readonly DrivenRequest[],
  lines: ReadonlyMap<string, Line>,
  profiles: ReadonlyMap<string, Profile>,
): readonly TableUsage[] => {
  const labels = [...new Set(driven.map(({ label }) => label))];
  return labels.map((label) => {
    const requests = driven.filter((each) => each.label === label);
    const logged = requests.flatMap(({ requestId }) => lines.get(requestId) ?? []);
    const operation = logged[0]?.operation ?? label;
    const profile = profiles.get(operation);
    if (profile === undefined) throw new Error(`There is no operation ${operation}.`);
    const medianOf = (quantity: Quantity): number => median(logged.map((line) => line[quantity]));
    const medians = {
      calls: medianOf('calls'),
      rounds: medianOf('rounds'),
      readUnits: medianOf('readUnits'),
      writeUnits: medianOf('writeUnits'),
    };
    return { label, operation, profile, count: logged.length, ...medians };
  });
};

/** Compares the most expensive kind of call with the budget; the finding's text counts the kinds over budget. */
const mostExpensiveOf = (what: string, costs: readonly TableUsage[], quantity: Quantity, budget: number): Finding => {
  const [mostExpensive] = [...costs].sort((one, other) => other[quantity] - one[quantity]);
  if (mostExpensive === undefined) return unmeasured(what, 'none was called');
  const over = costs.filter((cost) => cost[quantity] > budget);
  return atMost(
    `${what}: ${over.length === 0 ? `maximum of ${costs.length}` : `${over.length} of ${costs.length} over`}`,
    mostExpensive[quantity],
    budget,
  );
};

const isMoney = ({ operation }: TableUsage): boolean => MONEY_OPERATIONS.has(operation);

const verdictOf = (cost: TableUsage): string => {
  if (isMoney(cost)) return cost.rounds > MONEY_ROUNDS_BUDGET ? 'OVER' : '';
  if (cost.profile === 'provider') return '';
  if (cost.profile === 'write') return cost.rounds > LOCAL_WRITE_ROUNDS_BUDGET ? 'OVER' : '';
  return cost.rounds > READ_ROUNDS_BUDGET || cost.writeUnits > READ_WRITE_UNITS_BUDGET ? 'OVER' : '';
};

/** Operations that are not measured: two have streaming responses, and only the service calls the third. */
const EXCLUDED: ReadonlySet<string> = new Set(['events.stream', 'tenant.export', 'sandbox.provider']);

/** Whether the operation is part of the console. The console has few users, so it has no budget. */
const isOfConsole = (id: string): boolean => id.startsWith('console.');

/** Calls every operation `times` times. Uses many accounts, because the rate limit of one account is too low. */
const driveAll = async (subject: Subject, caller: ApiClient, shop: Shop, times: number): Promise<readonly DrivenRequest[]> => {
  const driven: DrivenRequest[] = [];
  for (const account of await subject.accounts(times)) driven.push(...(await driveCatalogAndBilling(caller, account, shop)));
  for (const account of await subject.accounts(times)) driven.push(...(await driveSettings(caller, account)));
  for (const drive of [...SELLER_DRIVES, drivePortal]) {
    for (const account of await subject.accounts(times)) driven.push(...(await driveAsSeller(caller, account, shop, drive)));
  }
  return driven;
};

/**
 * Measures the table usage of every operation from the service's log. Throws if an operation was not called. The subject must come from
 * `withFakeProvider`.
 */
export const measureTableUsage = async (subject: Subject, times: number): Promise<readonly TableUsage[]> => {
  const operations = await loadOperations();
  const profiles = new Map(operations.map(({ operation }) => [operation.id, operation.profile]));
  const { baseUrl } = await subject.host();
  const shop = await openShop();
  const caller = newApiClient(baseUrl, 1);
  try {
    const driven = await driveAll(subject, caller, shop, times);
    const lines = await linesOf(join(subject.dataDirectory, 'log', 'function.log'), driven);
    const costs = costsOf(driven, lines, profiles);
    const called = new Set(costs.map(({ operation }) => operation));
    const missing = [...profiles.keys()].filter((id) => !called.has(id) && !EXCLUDED.has(id) && !isOfConsole(id));
    if (missing.length > 0) throw new Error(`Operations without a call: ${missing.join(', ')}`);
    return costs;
  } finally {
    caller.close();
    await shop.close();
  }
};

/** Runs `work` with a new local service whose accounts connect to a fake payment provider. */
export const withFakeProvider = async <T>(work: (subject: Subject) => Promise<T>): Promise<T> => {
  const provider = await startFakeProvider();
  const subject = newSubject({ PROVIDER_BASE_URL: `${provider.url}/v2` });
  try {
    return await work(subject);
  } finally {
    await subject.discard();
    await provider.close();
  }
};

export const measureOperations = async (): Promise<PartResult> => {
  const costs = await withFakeProvider((subject) => measureTableUsage(subject, CALLS_PER_OPERATION));
  const reads = costs.filter(({ profile }) => profile === 'read');
  const writes = costs.filter(({ profile }) => profile === 'write');
  const money = costs.filter(isMoney);
  return {
    findings: [
      mostExpensiveOf('rounds of a read', reads, 'rounds', READ_ROUNDS_BUDGET),
      mostExpensiveOf('write units of a read', reads, 'writeUnits', READ_WRITE_UNITS_BUDGET),
      mostExpensiveOf('rounds of a local write', writes, 'rounds', LOCAL_WRITE_ROUNDS_BUDGET),
      mostExpensiveOf('rounds of a refund or confirm', money, 'rounds', MONEY_ROUNDS_BUDGET),
    ],
    detail: columns([
      ['operation', 'profile', ...QUANTITIES, ''],
      ...costs.map((cost) => [cost.label, cost.profile, ...QUANTITIES.map((each) => shortNumber(cost[each])), verdictOf(cost)]),
    ]),
    data: { costs },
  };
};
