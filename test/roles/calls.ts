/** One call to AWS as a policy sees it. */
export interface Call {
  readonly action: string;
  /** The end of the resource's ARN. */
  readonly resource: string;
  /** Keys of conditions; several values where a call touches several things. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}

type Values = Readonly<Record<string, unknown>>;

const record = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const list = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.map(record) : []);

const partitionOf = (item: unknown): string => String(record(record(item)['pk'])['S']);

/** Reads one action's share of a table: the partitions of its items are what conditions look at. */
const tableCall = (action: string, input: Values, items: readonly unknown[]): Call => ({
  action: `dynamodb:${action}`,
  resource: `table/${String(input['TableName'])}`,
  context: { 'dynamodb:LeadingKeys': items.map(partitionOf) },
});

/** A transaction is allowed action by action, each with all the items that it touches so. */
const transactionCalls = (input: Values): readonly Call[] => {
  const items = list(input['TransactItems']).flatMap((item) =>
    Object.entries(item).map(([kind, value]) => ({ kind, value: record(value) })),
  );
  const kinds: Readonly<Record<string, string>> = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
    Get: 'GetItem',
  };
  return [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const same = items.filter((each) => each.kind === kind).map(({ value }) => value);
    return tableCall(
      kinds[kind] ?? kind,
      same[0] ?? {},
      same.map((each) => each['Item'] ?? each['Key']),
    );
  });
};

const batchCalls = (action: string, input: Values): readonly Call[] =>
  Object.entries(record(input['RequestItems'])).map(([TableName, asked]) => tableCall(action, { TableName }, list(record(asked)['Keys'])));

const cipherCall = (action: string, input: Values): Call => ({
  action: `kms:${action}`,
  resource: String(input['KeyId']).split(':').at(-1) ?? '',
  context: Object.fromEntries(
    Object.entries(record(input['EncryptionContext'])).map(([key, value]) => [`kms:EncryptionContext:${key}`, [String(value)]]),
  ),
});

const plain = (action: string, name: unknown): Call => ({ action, resource: String(name).split(/[/:]/).at(-1) ?? '', context: {} });

/** `S3 GET /bucket/key`: buckets know no names of operations. */
const bucketCall = (method: string, address: string): Call => {
  const { pathname, searchParams } = new URL(address, 'http://bucket');
  const [bucket = '', ...key] = pathname.slice(1).split('/');
  if (searchParams.has('list-type')) return { action: 's3:ListBucket', resource: bucket, context: {} };
  return { action: method === 'PUT' ? 's3:PutObject' : 's3:GetObject', resource: [bucket, ...key].join('/'), context: {} };
};

/** What a request asks for, as actions of policies. Throws on one that it does not know. */
export const callsOf = (target: string, body: string): readonly Call[] => {
  const [service, method = '', address = ''] = target.split(' ');
  if (service === 'S3') return [bucketCall(method, address)];
  const input = record(JSON.parse(body === '' ? '{}' : body));
  const [, operation = ''] = target.split('.');
  switch (target.split('.')[0]?.split('_')[0]) {
    case 'DynamoDB':
      return dynamoCalls(operation, input);
    case 'TrentService':
      return [cipherCall(operation, input)];
    case 'AmazonSQS':
      // The batched form of a call needs the right to the single one.
      return [plain(`sqs:${operation.replace(/Batch$/, '')}`, input['QueueUrl'])];
    case 'AWSEvents':
      return list(input['Entries']).map((entry) => plain('events:PutEvents', entry['EventBusName']));
    case 'AWSStepFunctions':
      return [plain(`states:${operation}`, input['stateMachineArn'])];
    case 'secretsmanager':
      return [plain(`secretsmanager:${operation}`, input['SecretId'])];
    default:
      throw new Error(`Nobody knows which right ${target} needs.`);
  }
};

const dynamoCalls = (operation: string, input: Values): readonly Call[] => {
  if (operation.startsWith('Transact')) return transactionCalls(input);
  if (operation === 'BatchGetItem') return batchCalls(operation, input);
  if (operation !== 'Query') return [tableCall(operation, input, [input['Item'] ?? input['Key']])];
  const index = input['IndexName'];
  const call = tableCall(operation, input, [queriedKey(input)]);
  return [index === undefined ? call : { ...call, resource: `${call.resource}/index/${String(index)}` }];
};

/** The partition that a query reads; of an index, the index's own. Throws where the condition does not begin with it. */
const queriedKey = (input: Values): Values => {
  const [, name = ''] = /^\S+ = (:\w+)/.exec(String(input['KeyConditionExpression'])) ?? [];
  const value = record(input['ExpressionAttributeValues'])[name];
  if (value === undefined) throw new Error(`No partition is read from ${String(input['KeyConditionExpression'])}.`);
  return { pk: value };
};
