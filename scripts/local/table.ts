import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';

/** Creates the table unless it is there. Answers the ARN of its stream. */
export const ensureTable = async (
  client: DynamoDBClient,
  definition: CreateTableCommandInput & { readonly TableName: string },
  ttlAttribute: string | null,
): Promise<{ readonly streamArn: string | null; readonly created: boolean }> => {
  const existing = await describe(client, definition.TableName);
  if (existing !== null) return { streamArn: existing.LatestStreamArn ?? null, created: false };
  await client.send(new CreateTableCommand(definition));
  if (ttlAttribute !== null) {
    const specification = { Enabled: true, AttributeName: ttlAttribute };
    await client.send(new UpdateTimeToLiveCommand({ TableName: definition.TableName, TimeToLiveSpecification: specification }));
  }
  const table = await describe(client, definition.TableName);
  return { streamArn: table?.LatestStreamArn ?? null, created: true };
};

const describe = async (client: DynamoDBClient, tableName: string) => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: tableName }))).Table ?? null;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
};
