import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { LambdaClient, ListEventSourceMappingsCommand } from '@aws-sdk/client-lambda';
import { paginateListExecutions, SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { runConcurrently } from '../../shared/platform/run-concurrently.ts';
import { sandboxPartition } from '../../shared/store/core/keys.ts';
import { type Client, clientOf, textOf } from '../support/api.ts';
import { scanTable } from '../support/scan-table.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { MORE_STACKS } from './changed.ts';
import { clientSettings, type DeployedStacks, deploy, makeAccount, outputOf, runScript, stageOptions, type Target } from './deployment.ts';
import { areRenewed, startSweep, writeSubscriptions } from './renewals.ts';

const COUNT = 3;
/** Renewals start up to a minute before they are due. This leaves a minute to write the subscriptions and take the backup. */
const DUE_IN_SECONDS = 120;
const RENEWED_WITHIN_MS = 300_000;
const CONCURRENT_PUTS = 8;

type Items = readonly Readonly<Record<string, unknown>>[];

const isOfSandbox = ({ pk }: Items[number]): boolean => /^A#[^#]+#test#sandbox$/.test(String(pk));

const indexOf = ({ IndexName, KeySchema, Projection }: GlobalSecondaryIndexDescription) => ({ IndexName, KeySchema, Projection });

/** Creates a table like another one, as a restore does, with a stream. Returns its name and the ARN of the stream. */
const createTableLike = async (
  database: DynamoDBClient,
  { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] }: TableDescription,
) => {
  const restoredName = `${TableName}-restored`;
  const { TableDescription: created } = await database.send(
    new CreateTableCommand({
      TableName: restoredName,
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(indexOf),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  const streamArn = created?.LatestStreamArn;
  if (streamArn === undefined) throw new Error('The restored table has no stream.');
  return { restoredName, streamArn };
};

/** Ids of the payments that the sandbox provider charged to mandates of the account. */
const chargesOf = (items: Items, accountId: string): readonly string[] =>
  items
    .filter(({ pk, sk, value }) => pk === sandboxPartition(accountId) && /payment/.test(String(sk)) && isRecurring(value))
    .map(({ sk }) => String(sk))
    .sort();

const isRecurring = (value: unknown): boolean => (value as { readonly sequenceType?: string } | undefined)?.sequenceType === 'recurring';

const fetchInvoiceNumbers = async (client: Client): Promise<readonly string[]> =>
  (await client.list('/v1/invoices')).map((each) => textOf(each, 'number')).sort();

const ordinalOf = (number: string): number => Number(/(\d+)$/.exec(number)?.[1]);

/** Throws unless the deployment refuses writes with 503 and `Retry-After`, serves reads, and runs no worker except for sign-in mails. */
const checkMaintenance = async ({ endpoint }: Target, client: Client): Promise<void> => {
  const { status, headers } = await client.call('POST', '/v1/customers', { name: 'During maintenance' });
  const retryAfter = headers['retry-after'];
  ensure(status === 503 && Number(retryAfter) > 0, `a write was answered with ${status} and Retry-After ${String(retryAfter)}`);
  const read = await client.call('GET', '/v1/customers');
  ensure(read.status === 200, `a read was answered with ${read.status}`);
  const lambda = new LambdaClient(clientSettings(endpoint));
  try {
    const { EventSourceMappings: sources = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
    const working = sources.filter(({ State: state }) => state === 'Enabled').map(({ EventSourceArn: arn }) => String(arn));
    // Only sign-in mails are sent, so that members can sign in to the console and read.
    ensure(sources.length > 1 && working.length === 1, `of ${sources.length} sources of workers, these are enabled: ${working.join()}`);
  } finally {
    lambda.destroy();
  }
};

/** Throws if the schedule has started a sweep since `sinceMs`. */
const checkNoSweeps = async ({ endpoint }: Target, deployed: DeployedStacks, sinceMs: number): Promise<void> => {
  const client = new SFNClient(clientSettings(endpoint));
  try {
    const stateMachineArn = outputOf(deployed, 'ScheduleSweepMachineArn');
    let started = 0;
    for await (const { executions = [] } of paginateListExecutions({ client }, { stateMachineArn }))
      started += executions.filter(({ startDate }) => startDate !== undefined && startDate.getTime() > sinceMs).length;
    ensure(started === 0, `${started} sweeps started during ${Math.round((Date.now() - sinceMs) / 1000)} seconds of maintenance`);
  } finally {
    client.destroy();
  }
};

/**
 * Tests a restore, with the steps of `infra/operating.md`: sell, back up, renew, begin maintenance, restore into a new table, continue the
 * invoice numbers, adopt the table, end maintenance, renew. Nobody may be charged twice, and no invoice number may be used twice. A real
 * provider keeps the charges made after the backup, so the sandbox's data is not taken from the backup. `root`: the project to deploy.
 */
export const checkRestore = async (target: Target, deployed: DeployedStacks, root: string): Promise<void> => {
  const { accountId, testKey } = await makeAccount(target, stageOptions);
  const client = clientOf(deployed.baseUrl, testKey);
  const database = new DynamoDBClient(clientSettings(target.endpoint));
  const documents = DynamoDBDocumentClient.from(database);
  const TableName = outputOf(deployed, 'TableName');
  try {
    const dueAt = Math.floor(Date.now() / 1000) + DUE_IN_SECONDS;
    await writeSubscriptions(target.endpoint, deployed, accountId, { count: COUNT, dueAt });
    const backup = await scanTable(documents, TableName);
    ensure(chargesOf(backup, accountId).length === 0, 'the renewals began before the backup was taken');
    const renewed = () => areRenewed(client, { count: COUNT, dueAt });
    // Renewed by the sweeps of the schedule.
    await waitForValue('The renewals before the restore', RENEWED_WITHIN_MS, renewed);
    const itemsAfterRenewals = await scanTable(documents, TableName);
    const [charges, numbers] = [chargesOf(itemsAfterRenewals, accountId), await fetchInvoiceNumbers(client)];
    ensure(
      charges.length === COUNT && numbers.length === COUNT,
      `${charges.length} charges and ${numbers.length} invoices before the restore`,
    );

    const laterCustomer = await client.post('/v1/customers', { name: 'After the backup' });

    const settings = { operationStacks: MORE_STACKS };
    await deploy(target, { ...settings, maintenance: '1' }, root);
    const maintainedSinceMs = Date.now();
    await checkMaintenance(target, client);

    const { Table: original } = await database.send(new DescribeTableCommand({ TableName }));
    const { restoredName, streamArn } = await createTableLike(database, original ?? {});
    const restored = [...backup.filter((item) => !isOfSandbox(item)), ...itemsAfterRenewals.filter(isOfSandbox)];
    await runConcurrently(
      CONCURRENT_PUTS,
      restored,
      async (Item) => void (await documents.send(new PutCommand({ TableName: restoredName, Item }))),
    );
    const outputsFile = join(target.directory, 'restored.json');
    writeFileSync(outputsFile, readFileSync(deployed.outputsFile, 'utf8').replaceAll(`"${TableName}"`, `"${restoredName}"`));
    const last = String(Math.max(...numbers.map(ordinalOf)));
    const series = ['--mode', 'test', '--document', 'invoice', '--after', last, '--stack-outputs', outputsFile];
    await runScript(target, 'account', ['numbering', 'continue', '--id', accountId, ...series]);

    const adopted = { ...settings, adoptedTable: streamArn, lookUpCharges: '1' };
    await deploy(target, { ...adopted, maintenance: '1' }, root);
    const { status } = await client.call('GET', `/v1/customers/${laterCustomer.id}`);
    ensure(status === 404, `the service does not use the restored table: a customer of the former one returned ${status}`);
    await checkMaintenance(target, client);
    await checkNoSweeps(target, deployed, maintainedSinceMs);
    await deploy(target, adopted, root);
    await client.post('/v1/customers', { name: 'After maintenance' });
    await startSweep(target, deployed);
    await waitForValue('The renewals after the restore', RENEWED_WITHIN_MS, renewed);
    const chargesAfterwards = chargesOf(await scanTable(documents, restoredName), accountId);
    ensure(
      chargesAfterwards.join() === charges.join(),
      `the provider has the charges ${chargesAfterwards.join()} instead of ${charges.join()}`,
    );
    const repeated = (await fetchInvoiceNumbers(client)).filter((number) => numbers.includes(number));
    ensure(repeated.length === 0, `invoice numbers are used twice: ${repeated.join()}`);
    const payments = await client.list('/v1/payments');
    ensure(payments.length === COUNT && payments.every(({ status }) => status === 'succeeded'), 'not every renewal has one paid payment');
  } finally {
    documents.destroy();
    database.destroy();
  }
};
