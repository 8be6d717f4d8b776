/** An AWS call with the values that IAM compares with policies. */
export interface Call {
  readonly action: string;
  /** The last part of the ARN of the called resource, such as `table/billing`. */
  readonly resource: string;
  /** The values of each IAM condition key; several values if the call concerns several items. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}

type Values = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Values => (typeof value === 'object' && value !== null ? (value as Values) : {});
const objectsOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.map(objectOf) : []);
const partitionOf = (item: unknown): string => String(objectOf(objectOf(item)['pk'])['S']);

/** Builds the call of an action on a table. The condition key `dynamodb:LeadingKeys` has the partitions of the items. */
const tableCall = (action: string, input: Values, items: readonly unknown[]): Call => ({
  action: `dynamodb:${action}`,
  resource: `table/${String(input['TableName'])}`,
  context: { 'dynamodb:LeadingKeys': items.map(partitionOf) },
});

/** Splits a transaction by action, as IAM does: one call per action, with all items of that action. */
const transactionCalls = (input: Values): readonly Call[] => {
  const items = objectsOf(input['TransactItems']).flatMap((item) =>
    Object.entries(item).map(([kind, value]) => ({ kind, value: objectOf(value) })),
  );
  const actions: Readonly<Record<string, string>> = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
    Get: 'GetItem',
  };
  return [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const sameKind = items.filter((each) => each.kind === kind).map(({ value }) => value);
    return tableCall(
      actions[kind] ?? kind,
      sameKind[0] ?? {},
      sameKind.map((each) => each['Item'] ?? each['Key']),
    );
  });
};

/** Builds one call per table of a batch request. */
const batchCalls = (action: string, input: Values): readonly Call[] =>
  Object.entries(objectOf(input['RequestItems'])).map(([TableName, request]) =>
    tableCall(action, { TableName }, Array.isArray(request) ? request.map(writtenItem) : objectsOf(objectOf(request)['Keys'])),
  );

const writtenItem = (write: unknown): unknown => objectOf(objectOf(write)['PutRequest'])['Item'];

/** Builds the call of a KMS request. */
const kmsCall = (action: string, input: Values): Call => ({
  action: `kms:${action}`,
  resource: String(input['KeyId']).split(':').at(-1) ?? '',
  context: Object.fromEntries(
    Object.entries(objectOf(input['EncryptionContext'])).map(([key, value]) => [`kms:EncryptionContext:${key}`, [String(value)]]),
  ),
});

/** Builds a call without condition keys. `name`: an ARN, a URL or a name, whose last part is the resource. */
const simpleCall = (action: string, name: unknown): Call => ({ action, resource: String(name).split(/[/:]/).at(-1) ?? '', context: {} });

/** Builds the call of an S3 request. S3 requests have no operation name, so method and query determine the action. */
const s3Call = (method: string, path: string): Call => {
  const { pathname, searchParams } = new URL(path, 'http://bucket');
  const [bucket = '', ...key] = pathname.slice(1).split('/');
  if (searchParams.has('list-type')) return { action: 's3:ListBucket', resource: bucket, context: {} };
  return { action: method === 'PUT' ? 's3:PutObject' : 's3:GetObject', resource: [bucket, ...key].join('/'), context: {} };
};

/**
 * Returns the AWS calls for which a request needs permission. `target`: as returned by `targetOf` in `recorder.ts`, such as
 * `DynamoDB_20120810.GetItem` or `S3 GET /bucket/key`. Throws if the service is not in the list below.
 */
export const callsOf = (target: string, body: string): readonly Call[] => {
  const [service, method = '', path = ''] = target.split(' ');
  if (service === 'S3') return [s3Call(method, path)];
  const input = objectOf(JSON.parse(body === '' ? '{}' : body));
  const [, operation = ''] = target.split('.');
  switch (target.split('.')[0]?.split('_')[0]) {
    case 'DynamoDB':
      return dynamoCalls(operation, input);
    // The name of KMS in its API.
    case 'TrentService':
      return [kmsCall(operation, input)];
    case 'AmazonSQS':
      // `SendMessageBatch` requires the permission for `SendMessage`.
      return [simpleCall(`sqs:${operation.replace(/Batch$/, '')}`, input['QueueUrl'])];
    case 'AWSEvents':
      return objectsOf(input['Entries']).map((entry) => simpleCall('events:PutEvents', entry['EventBusName']));
    case 'AWSStepFunctions':
      return [simpleCall(`states:${operation}`, input['stateMachineArn'])];
    case 'secretsmanager':
      return [simpleCall(`secretsmanager:${operation}`, input['SecretId'])];
    default:
      throw new Error(`The required permission of ${target} is unknown: add it to callsOf.`);
  }
};

const dynamoCalls = (operation: string, input: Values): readonly Call[] => {
  if (operation.startsWith('Transact')) return transactionCalls(input);
  if (operation.startsWith('Batch')) return batchCalls(operation, input);
  if (operation !== 'Query') return [tableCall(operation, input, [input['Item'] ?? input['Key']])];
  const index = input['IndexName'];
  const call = tableCall(operation, input, [queriedKey(input)]);
  return [index === undefined ? call : { ...call, resource: `${call.resource}/index/${String(index)}` }];
};

/** Returns a key with the partition that a query reads. Throws unless the condition starts with `<partition key> = :value`. */
const queriedKey = (input: Values): Values => {
  const [, name = ''] = /^\S+ = (:\w+)/.exec(String(input['KeyConditionExpression'])) ?? [];
  const value = objectOf(input['ExpressionAttributeValues'])[name];
  if (value === undefined) throw new Error(`The condition ${String(input['KeyConditionExpression'])} does not start with a partition.`);
  return { pk: value };
};
