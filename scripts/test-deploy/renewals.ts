import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetExecutionHistoryCommand, paginateListExecutions, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { PaymentProgress } from '../../shared/flows/renewals/billing-run.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { type FilledSubscriptions, fillSubscriptions } from '../bench/fill/subscriptions.ts';
import { type ApiObject, type Client, clientOf, numberOf, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { clientSettings, type DeployedStacks, makeAccount, outputOf, stageOptions, type Target } from './deployment.ts';

const COUNT = 25;
const RENEWED_WITHIN_MS = 240_000;
const ENDED_WITHIN_MS = 240_000;
const LONGEST_MONTH_SECONDS = 31 * 24 * 3600;
/** A billing run reads all due renewals; a second run is needed only if the index shows a renewal late. */
const MAX_CHARGING_RUNS = 2;
/** Maximum number of history events per response. The tested runs have fewer events. */
const HISTORY_EVENTS = 1000;

/** Subscriptions of a tenant that are due at the same time. */
interface DueSubscriptions {
  readonly count: number;
  /** Unix seconds. */
  readonly dueAt: number;
}

/** Writes subscriptions directly to the table. */
export const writeSubscriptions = async (
  endpoint: string,
  deployed: DeployedStacks,
  accountId: string,
  due: DueSubscriptions,
): Promise<FilledSubscriptions> => {
  const database = new DynamoDBClient(clientSettings(endpoint));
  try {
    const nowMs = (): number => Date.now();
    const ids = idSource(nowMs);
    const store = openStore(tableOf(database, outputOf(deployed, 'TableName'), newCapacityCounter()), { nowMs, ids });
    return await fillSubscriptions({ flow: { store, ids } }, accountId, due);
  } finally {
    database.destroy();
  }
};

/** Starts a sweep, as the schedule does each minute. */
export const startSweep = async ({ endpoint }: Target, deployed: DeployedStacks): Promise<void> => {
  const client = new SFNClient(clientSettings(endpoint));
  try {
    await client.send(new StartExecutionCommand({ stateMachineArn: outputOf(deployed, 'ScheduleSweepMachineArn'), input: '{}' }));
  } finally {
    client.destroy();
  }
};

/** Returns `true` if all subscriptions are renewed, else `null`, as `waitForValue` expects. */
export const areRenewed = async (client: Client, { count, dueAt }: DueSubscriptions): Promise<true | null> => {
  const subscriptions = await client.list('/v1/subscriptions');
  return subscriptions.length === count && subscriptions.every((each) => numberOf(each, 'current_period_start') >= dueAt) ? true : null;
};

const checkObjects = async (client: Client, { subscriptionIds }: FilledSubscriptions, dueAt: number): Promise<readonly string[]> => {
  for (const each of await client.list('/v1/subscriptions')) {
    const [start, end] = [numberOf(each, 'current_period_start'), numberOf(each, 'current_period_end')];
    const isNext = start === dueAt && end > start && end <= start + LONGEST_MONTH_SECONDS;
    ensure(each.status === 'active' && isNext, `${each.id} is ${each.status} in the period from ${start} to ${end}`);
  }
  const payments = await client.list('/v1/payments');
  const wrong = payments.filter(({ type, status }) => type !== 'renewal' || status !== 'succeeded');
  ensure(wrong.length === 0, `${wrong.length} payments are not succeeded renewals: ${JSON.stringify(wrong[0])}`);
  const paid = payments.map((each) => textOf(each, 'subscription_id')).sort();
  ensure(paid.join() === [...subscriptionIds].sort().join(), `${paid.length} payments are of ${new Set(paid).size} subscriptions`);
  checkInvoices(await client.list('/v1/invoices'));
  return payments.map(({ id }) => id);
};

const checkInvoices = (invoices: readonly ApiObject[]): void => {
  const unpaid = invoices.filter(({ status }) => status !== 'paid');
  ensure(unpaid.length === 0, `${unpaid.length} invoices are not paid`);
  const numbers = invoices.map((each) => textOf(each, 'number')).sort();
  const expected = Array.from({ length: COUNT }, (_, index) => `TEST-${String(index + 1).padStart(6, '0')}`);
  ensure(numbers.join() === expected.join(), `the invoices are numbered ${numbers.join(', ')}`);
};

/** Returns the ids of the payments that an execution of billing-run charged, from the outputs of its iterations. */
const fetchChargedPayments = async (client: SFNClient, executionArn: string): Promise<readonly string[]> => {
  const { events = [] } = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: HISTORY_EVENTS }));
  return events.flatMap(({ type, stateExitedEventDetails: exited }) => {
    if (type !== 'ParallelStateExited') return [];
    const { iteration } = JSON.parse(exited?.output ?? '') as {
      readonly iteration: { readonly answers: readonly (readonly PaymentProgress[])[] };
    };
    return iteration.answers.flat().flatMap(({ paymentId, progress }) => (progress.kind === 'settled' ? [paymentId] : []));
  });
};

interface ChargingRun {
  readonly name: string;
  readonly status: string;
  readonly paymentIds: readonly string[];
}

/** Returns the tenant's executions with at least one charge. `null` while an execution is running, since its history lists charges late. */
const fetchChargingRuns = async (client: SFNClient, stateMachineArn: string, accountId: string): Promise<readonly ChargingRun[] | null> => {
  const runs: ChargingRun[] = [];
  for await (const { executions = [] } of paginateListExecutions({ client }, { stateMachineArn }))
    for (const { name = '', executionArn = '', status = '' } of executions) {
      if (!name.startsWith(`${accountId}-test-`)) continue;
      if (status === 'RUNNING') return null;
      const paymentIds = await fetchChargedPayments(client, executionArn);
      if (paymentIds.length > 0) runs.push({ name, status, paymentIds });
    }
  return runs;
};

/** Checks that one or two billing runs renew all subscriptions of a tenant that are due at the same time, and charge each once. */
export const checkSimultaneousRenewals = async (target: Target, deployed: DeployedStacks): Promise<void> => {
  const { accountId, testKey } = await makeAccount(target, stageOptions);
  const client = clientOf(deployed.baseUrl, testKey);
  const stateMachines = new SFNClient(clientSettings(target.endpoint));
  try {
    const dueAt = Math.floor(Date.now() / 1000);
    const due = { count: COUNT, dueAt };
    const filled = await writeSubscriptions(target.endpoint, deployed, accountId, due);
    await startSweep(target, deployed);
    await waitForValue(`The renewal of all ${COUNT} subscriptions`, RENEWED_WITHIN_MS, () => areRenewed(client, due));
    const machineArn = outputOf(deployed, 'BillingRunMachineArn');
    const runs = await waitForValue('The end of the billing run', ENDED_WITHIN_MS, () =>
      fetchChargingRuns(stateMachines, machineArn, accountId),
    );
    const summary = runs.map(({ name, status, paymentIds }) => `${name}: ${status}, ${paymentIds.length} charges`).join('; ');
    ensure(runs.every(({ status }) => status === 'SUCCEEDED') && runs.length <= MAX_CHARGING_RUNS, `the renewals used the runs ${summary}`);
    const payments = await checkObjects(client, filled, dueAt);
    const charged = runs.flatMap(({ paymentIds }) => paymentIds);
    ensure([...charged].sort().join() === [...payments].sort().join(), `the runs did not charge each payment once: ${summary}`);
  } finally {
    stateMachines.destroy();
  }
};
