import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/** Reads all items of a table. */
export const scanTable = async (client: DynamoDBDocumentClient, TableName: string): Promise<readonly Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true })) items.push(...Items);
  return items;
};
