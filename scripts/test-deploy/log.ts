import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newMeter } from '../../shared/store/core/meter.ts';
import { tableOf } from '../../shared/store/core/table.ts';
import { plantOldHole } from '../../test/support/planted-hole.ts';
import { type ApiObject, clientOf } from '../support/api.ts';
import { answerTo, ensure } from '../support/waiting.ts';
import { clientSettings, type Deployed, type MadeAccount, operate, outputOf, type Place } from './deployment.ts';
import { openStream, type Service } from './smoke.ts';

const STREAMED_MS = 60_000;

/**
 * Readers of the event log give up holes that dead writers left, which is a write: a list and a stream get past one each. `streamUrl`
 * is the process of the stream, which here has all rights; the list has those of its role.
 */
export const checkOldHoles = async (service: Service, place: Place, deployed: Deployed, { accountId }: MadeAccount): Promise<void> => {
  const client = clientOf(service.baseUrl, service.testKey);
  const database = new DynamoDBClient(clientSettings(place.endpoint));
  const table = tableOf(DynamoDBDocumentClient.from(database), outputOf(deployed, 'TableName'), newMeter());
  const leaveHole = async (name: string): Promise<ApiObject> => {
    const made: ApiObject[] = [];
    await plantOldHole(table, { accountId, mode: 'test' }, async () => made.push(await client.post('/v1/customers', { name })));
    const [customer] = made;
    if (customer === undefined) throw new Error('no customer was made');
    return customer;
  };
  const stream = await openStream(service, `Bearer ${service.testKey}`);
  try {
    const followed = await leaveHole('Behind a hole');
    await answerTo('The event behind the hole, in the stream', STREAMED_MS, async () =>
      stream.text().includes(followed.id) ? true : null,
    );
    const listed = await leaveHole('Behind another hole');
    const [newest] = await client.list('/v1/events');
    ensure((newest?.data as ApiObject | undefined)?.id === listed.id, `the newest event is ${JSON.stringify(newest)}`);
  } finally {
    stream.close();
    database.destroy();
  }
};

/** An operator sends what is recorded again; anyone who got it does not get it twice. */
export const checkReplay = async (place: Place, where: readonly string[], { accountId }: MadeAccount): Promise<void> => {
  const report = await operate(place, 'events', ['replay', '--account', accountId, '--from', '0', ...where]);
  ensure(Number(report.test_events) > 0, `the replay said ${JSON.stringify(report)}`);
};
