import { createHash } from 'node:crypto';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DeleteMessageBatchCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBusClient, openQueueClient, openStateMachineClient } from '../../shared/ports/aws-clients.ts';
import { type RecordedCall, startCallRecorder } from '../support/recorded-calls.ts';

interface Response {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const calls: RecordedCall[] = [];
let responses: Response[] = [];
let settings: {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { accessKeyId: string; secretAccessKey: string };
};
let queueUrl: string;

let stop: () => void;

beforeAll(async () => {
  const recorder = await startCallRecorder(calls, (response) => {
    const { status, body, headers } = responses.shift() ?? { status: 200, body: {} };
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', ...headers }).end(JSON.stringify(body));
  });
  stop = recorder.stop;
  const { endpoint } = recorder;
  settings = { endpoint, region: 'eu-west-3', credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/key' } };
  queueUrl = `${endpoint}/000000000000/deliveries`;
});
afterAll(() => stop());
beforeEach(() => {
  calls.length = 0;
  responses = [];
});

/** Headers that differ between two calls or that the clients leave out on purpose. `authorization` is compared separately. */
const VARIABLE_HEADERS = [
  'authorization',
  'x-amz-date',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'user-agent',
  'x-amz-user-agent',
  'x-amz-content-sha256',
];

/** The call without variable headers, and the scope of its signature: date, region and service. */
const comparable = ({ path, headers, body }: RecordedCall) => ({
  path,
  body: JSON.parse(body),
  scope: /Credential=([^,]+),/.exec(String(headers.authorization))?.[1],
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VARIABLE_HEADERS.includes(name))),
});

/** The response of SQS to a message with this body. The SDK checks the body's hash. */
const accepted = (body: string) => ({ MessageId: 'a', MD5OfMessageBody: createHash('md5').update(body).digest('hex') });

type Send = () => Promise<unknown>;

/** Sends a command with a client of the SDK and with ours. Returns both calls. */
const sendWithBoth = async (sdk: Send, ours: Send, response: object) => {
  responses = [response, response].map((body) => ({ status: 200, body }));
  const results = [await sdk(), await ours()];
  expect(calls).toHaveLength(2);
  return { calls: calls.map(comparable), results };
};

/** The fields of a result, without the metadata of the call. */
const fieldsOf = (result: unknown): object => ({ ...(result as object), $metadata: undefined });

describe('our client sends the same request as the SDK', () => {
  const message = { MessageBody: '{"text":"€ ü"}' };
  const entries = { Entries: [{ Id: '0', ReceiptHandle: 'handle' }] };

  it.each([
    [
      'SendMessage',
      () => new SendMessageCommand({ QueueUrl: queueUrl, DelaySeconds: 5, MessageGroupId: 'acct_1', ...message }),
      accepted(message.MessageBody),
    ],
    [
      'SendMessageBatch',
      () => new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: [{ Id: '0', ...message }] }),
      { Successful: [], Failed: [] },
    ],
    [
      'ReceiveMessage',
      () => new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 20 }),
      { Messages: [] },
    ],
    [
      'DeleteMessageBatch',
      () => new DeleteMessageBatchCommand({ QueueUrl: queueUrl, ...entries }),
      { Successful: [{ Id: '0' }], Failed: [] },
    ],
  ])('to SQS: %s', async (_name, command, response) => {
    const [sdk, ours] = [new SQSClient(settings), openQueueClient(settings)];
    const sent = await sendWithBoth(
      () => sdk.send(command() as SendMessageCommand),
      () => ours.send(command() as SendMessageCommand),
      response,
    );
    expect(sent.calls[1]).toEqual(sent.calls[0]);
    expect(fieldsOf(sent.results[1])).toEqual(fieldsOf(sent.results[0]));
  });

  it('to EventBridge', async () => {
    const Entries = [{ EventBusName: 'bus', Source: 'billing', DetailType: 'events.recorded', Detail: '{"text":"€"}' }];
    const [sdk, ours] = [new EventBridgeClient(settings), openBusClient(settings)];
    const response = { FailedEntryCount: 1, Entries: [{ ErrorCode: 'ThrottlingException', ErrorMessage: 'Slow down' }] };
    const sent = await sendWithBoth(
      () => sdk.send(new PutEventsCommand({ Entries })),
      () => ours.send(new PutEventsCommand({ Entries })),
      response,
    );
    expect(sent.calls[1]).toEqual(sent.calls[0]);
    expect(fieldsOf(sent.results[1])).toEqual(fieldsOf(sent.results[0]));
  });

  it('to Step Functions', async () => {
    const input = { stateMachineArn: 'arn:aws:states:eu-west-3:000000000000:stateMachine:run', name: 'run-1', input: '{}' };
    const [sdk, ours] = [new SFNClient(settings), openStateMachineClient(settings)];
    const sent = await sendWithBoth(
      () => sdk.send(new StartExecutionCommand(input)),
      () => ours.send(new StartExecutionCommand(input)),
      { executionArn: 'arn' },
    );
    expect(sent.calls[1]).toEqual(sent.calls[0]);
  });
});

describe('a call by our client that fails', () => {
  it('rejects with the error class of the SDK if the execution exists (Step Functions)', async () => {
    responses = [{ status: 400, body: { __type: 'ExecutionAlreadyExists', message: 'Execution Already Exists' } }];
    const command = new StartExecutionCommand({ stateMachineArn: 'arn', name: 'run-1', input: '{}' });
    await expect(openStateMachineClient(settings).send(command)).rejects.toBeInstanceOf(ExecutionAlreadyExists);
  });

  it('takes the error class from the body, not from the header `x-amzn-query-error` (SQS)', async () => {
    const body = { __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: 'The specified queue does not exist.' };
    responses = [{ status: 400, body, headers: { 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' } }];
    const sending = openQueueClient(settings).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'a' }));
    await expect(sending).rejects.toBeInstanceOf(QueueDoesNotExist);
  });

  it('is repeated if the service is overloaded', async () => {
    responses = [{ status: 503, body: {} }];
    await openBusClient(settings).send(new PutEventsCommand({ Entries: [] }));
    expect(calls).toHaveLength(2);
  });

  it('rejects if SQS returns the hash of another message', async () => {
    responses = [{ status: 200, body: { MessageId: 'a', MD5OfMessageBody: '0'.repeat(32) } }];
    const sending = openQueueClient(settings).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'a' }));
    await expect(sending).rejects.toThrow('InvalidChecksumError');
  });
});

it('a call contains the trace header of the function, but does not sign the header', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'billing-worker');
  vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793');
  responses = [{ status: 200, body: accepted('a') }];
  await openQueueClient(settings).send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'a' }));
  vi.unstubAllEnvs();
  expect(calls[0]?.headers['x-amzn-trace-id']).toMatch(/^Root=1-5759e988/);
  expect(calls[0]?.headers.authorization).not.toContain('x-amzn-trace-id');
});
