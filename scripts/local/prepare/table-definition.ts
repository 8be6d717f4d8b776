import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';

/**
 * The table as the data stack declares it, for tests that use the store without the local host. The host reads the definition from the
 * template; a test checks that both definitions are the same.
 */
export const TABLE_DEFINITION: Omit<CreateTableCommandInput, 'TableName'> = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'cpk', 'csk', 'ppk', 'psk', 'fpk', 'fsk', 'dpk', 'dsk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-customer',
      KeySchema: [
        { AttributeName: 'cpk', KeyType: 'HASH' },
        { AttributeName: 'csk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'by-parent',
      KeySchema: [
        { AttributeName: 'ppk', KeyType: 'HASH' },
        { AttributeName: 'psk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'by-filter',
      KeySchema: [
        { AttributeName: 'fpk', KeyType: 'HASH' },
        { AttributeName: 'fsk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'dpk', KeyType: 'HASH' },
        { AttributeName: 'dsk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['due_kind', 'due_at'] },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
};

/** The attribute with the expiry of items. */
export const TTL_ATTRIBUTE = 'ttl';
