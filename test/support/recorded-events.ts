import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { CATALOGUE } from '../../events-schema/catalogue.ts';
import type { EventType } from '../../shared/domain/event-types.ts';
import type { Item } from '../../shared/store/core/table.ts';
import { eventIn } from '../../shared/store/event-log/event-text.ts';

const MAX_SHOWN = 20;

/** The fields of a recorded event that the checks read. */
interface RecordedEvent {
  readonly id: string;
  readonly type: string;
  readonly previous_attributes?: object | null;
}

/** Checks that an event matches the schema of its type, and that an update names its changed fields [EVT-11]; returns the problems. */
const problemsOf = (text: string): readonly string[] => {
  const event = JSON.parse(text) as RecordedEvent;
  if (event.type.endsWith('.updated') && Object.keys(event.previous_attributes ?? {}).length === 0)
    return [`${event.type} ${event.id}: previous_attributes has no changed fields`];
  const entry = CATALOGUE.get(event.type as EventType);
  if (entry === undefined) return [`${event.type} is not an event type`];
  const { success, issues } = v.safeParse(entry.schema, event);
  return success ? [] : issues.map((issue) => `${event.type} ${event.id}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`);
};

/** Throws an error with the first 20 problems unless every event matches its schema. */
export const ensureValidEvents = (texts: readonly string[]): void => {
  const problems = texts.flatMap(problemsOf);
  if (problems.length > 0) throw new Error(`${problems.length} problems of recorded events:\n${problems.slice(0, MAX_SHOWN).join('\n')}`);
};

/** Reads the JSON of every event in the event logs of a table. */
export const readRecordedEvents = async (endpoint: string, tableName: string): Promise<readonly string[]> => {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
  const texts: string[] = [];
  const scan = {
    TableName: tableName,
    FilterExpression: '#t = :event',
    ExpressionAttributeNames: { '#t': 't' },
    ExpressionAttributeValues: { ':event': 'event' },
  };
  for await (const { Items = [] } of paginateScan({ client: DynamoDBDocumentClient.from(client) }, scan)) {
    for (const item of Items) texts.push(eventIn(item as Item)?.json ?? '');
  }
  client.destroy();
  return texts;
};
