import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { createOldGap } from '../../test/support/old-gap.ts';
import { type ApiObject, clientOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { type CreatedAccount, clientSettings, type DeployedStacks, outputOf, runScript, type Target } from './deployment.ts';
import { openStream, type Service } from './smoke.ts';

const STREAMED_WITHIN_MS = 180_000;

/**
 * Checks that the list of events and the stream of events fill old gaps in the event log (numbers that were allocated and not written),
 * and read past them. So it tests that the IAM role of the list operation allows the writes. It does not test the role of the stream
 * process, which has all permissions in a test deployment.
 */
export const checkOldGaps = async (
  service: Service,
  target: Target,
  deployed: DeployedStacks,
  { accountId }: CreatedAccount,
): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const database = new DynamoDBClient(clientSettings(target.endpoint));
  const table = tableOf(database, outputOf(deployed, 'TableName'), newCapacityCounter());
  const createAfterGap = async (name: string): Promise<ApiObject> => {
    const created: ApiObject[] = [];
    await createOldGap(table, { accountId, mode: 'test' }, async () => created.push(await client.post('/v1/customers', { name })));
    const [customer] = created;
    if (customer === undefined) throw new Error('No customer was created.');
    return customer;
  };
  const stream = await openStream(service, `Bearer ${service.testKey}`);
  try {
    const followed = await createAfterGap('After a gap');
    await waitForValue('The event after the gap, in the stream', STREAMED_WITHIN_MS, async () =>
      stream.text().includes(followed.id) ? true : null,
    );
    const listed = await createAfterGap('After another gap');
    const [newest] = await client.list('/v1/events');
    ensure((newest?.data as ApiObject | undefined)?.id === listed.id, `the newest event is ${JSON.stringify(newest)}`);
  } finally {
    stream.close();
    database.destroy();
  }
};

/** Checks that an operator can replay recorded events. */
export const checkEventReplay = async (target: Target, stageArgs: readonly string[], { accountId }: CreatedAccount): Promise<void> => {
  const report = await runScript(target, 'events', ['replay', '--account', accountId, '--from', '0', ...stageArgs]);
  ensure(Number(report.test_events) > 0, `the replay returned ${JSON.stringify(report)}`);
};
