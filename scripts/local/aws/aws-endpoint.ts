import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isObject, objectsIn, text } from '../files.ts';
import { hasUnknownHost } from '../http-server.ts';
import type { Log } from '../log.ts';
import { simulatedFeedback } from '../mail/mail-simulator.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import type { Bus } from './bus.ts';
import type { LocalCipher, LocalSecret } from './secrets.ts';
import type { StateMachines } from './state-machines.ts';

type Input = Readonly<Record<string, unknown>>;
type Action = (input: Input) => Promise<unknown> | unknown;

/** An error that the SDK recognizes by its name. */
class ServiceError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

interface Deps {
  readonly bus: Bus;
  readonly stateMachines: StateMachines;
  readonly cipher: LocalCipher;
  readonly secrets: ReadonlyMap<string, LocalSecret>;
  readonly mailbox: Mailbox;
}

/** Local fake of the AWS services that need little code: EventBridge, Step Functions, KMS, Secrets Manager and SES. */
export interface AwsEndpoint {
  readonly origin: string;
  stop(): Promise<void>;
}

const NO_OTHER_HOSTS: ReadonlySet<string> = new Set();

/** Listens on a free port of the loopback interface. Refuses foreign host names, so that pages of other sites cannot read keys. */
export const startAwsEndpoint = async (deps: Deps, log: Log): Promise<AwsEndpoint> => {
  const actions: Readonly<Record<string, Action>> = {
    ...busActions(deps),
    ...machineActions(deps),
    ...keyActions(deps),
    ...secretActions(deps),
    ...mailActions(deps),
  };
  const server = createServer(async (request, response) => {
    if (hasUnknownHost(request, NO_OTHER_HOSTS)) return void response.writeHead(421).end();
    const answer = await perform(actions, request, log);
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return { origin: originOf(server), stop: () => closeServer(server) };
};

const perform = async (
  actions: Readonly<Record<string, Action>>,
  request: IncomingMessage,
  log: Log,
): Promise<{ readonly status: number; readonly body: unknown }> => {
  // Most services name the action in the header `x-amz-target`; SES names it by method and path.
  const target = String(request.headers['x-amz-target'] ?? `${request.method} ${request.url}`);
  try {
    const input: unknown = JSON.parse((await readAll(request)) || '{}');
    const action = actions[target];
    if (action === undefined) throw new ServiceError('UnknownOperationException', `${target} has no local fake.`);
    return { status: 200, body: await action(isObject(input) ? input : {}) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isExpected = error instanceof ServiceError || ['ExecutionAlreadyExists', 'StateMachineDoesNotExist'].includes(error.name);
    if (!isExpected) log.problem(target, error);
    return {
      status: isExpected ? 400 : 500,
      body: { __type: isExpected ? error.name : 'InternalFailure', message: error.message, Message: error.message },
    };
  }
};

const busActions = ({ bus }: Deps): Readonly<Record<string, Action>> => ({
  'AWSEvents.PutEvents': async (input) => {
    const entries = await Promise.all(objectsIn(input['Entries']).map(async (entry) => ({ EventId: await bus.put(entry) })));
    return { FailedEntryCount: 0, Entries: entries };
  },
});

const machineActions = ({ stateMachines }: Deps): Readonly<Record<string, Action>> => ({
  'AWSStepFunctions.StartExecution': (input) => {
    const execution = stateMachines.start(String(input['stateMachineArn']), text(input['name']), JSON.parse(text(input['input']) ?? '{}'));
    return { executionArn: execution.executionArn, startDate: execution.startedMs / 1000 };
  },
  'AWSStepFunctions.DescribeExecution': (input) => {
    const execution = stateMachines.find(String(input['executionArn']));
    if (execution === null) throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${String(input['executionArn'])}'`);
    const { executionArn, stateMachineArn, name, status, startedMs, stoppedMs, output } = execution;
    return {
      executionArn,
      stateMachineArn,
      name,
      status,
      startDate: startedMs / 1000,
      input: JSON.stringify(execution.input),
      ...(stoppedMs === null ? {} : { stopDate: stoppedMs / 1000 }),
      ...(status === 'SUCCEEDED' ? { output: JSON.stringify(output) } : {}),
    };
  },
});

const contextIn = (input: Input): Input => (isObject(input['EncryptionContext']) ? input['EncryptionContext'] : {});
const bytesIn = (input: Input, name: string): Buffer => Buffer.from(text(input[name]) ?? '', 'base64');

const keyActions = ({ cipher }: Deps): Readonly<Record<string, Action>> => ({
  'TrentService.Encrypt': (input) => ({
    KeyId: input['KeyId'],
    CiphertextBlob: cipher.encrypt(bytesIn(input, 'Plaintext'), contextIn(input)).toString('base64'),
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
  }),
  'TrentService.Decrypt': (input) => {
    try {
      const plaintext = cipher.decrypt(bytesIn(input, 'CiphertextBlob'), contextIn(input));
      return { KeyId: input['KeyId'], Plaintext: plaintext.toString('base64'), EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
    } catch {
      throw new ServiceError('InvalidCiphertextException', 'The ciphertext or its encryption context is not valid.');
    }
  },
  'TrentService.GenerateDataKey': (input) => {
    const key = randomBytes(input['KeySpec'] === 'AES_128' ? 16 : 32);
    return {
      KeyId: input['KeyId'],
      Plaintext: key.toString('base64'),
      CiphertextBlob: cipher.encrypt(key, contextIn(input)).toString('base64'),
    };
  },
});

const secretActions = ({ secrets }: Deps): Readonly<Record<string, Action>> => {
  const find = (input: Input): LocalSecret => {
    const id = String(input['SecretId']);
    const secret = secrets.get(id) ?? [...secrets.values()].find((secret) => secret.name === id);
    if (secret === undefined) throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
    return secret;
  };
  return {
    'secretsmanager.GetSecretValue': (input) => {
      const secret = find(input);
      const isOtherStage = (text(input['VersionStage']) ?? 'AWSCURRENT') !== 'AWSCURRENT';
      const isOtherVersion = (text(input['VersionId']) ?? secret.versionId) !== secret.versionId;
      if (isOtherStage || isOtherVersion)
        throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
      const { arn, name, value, versionId, createdMs } = secret;
      return {
        ARN: arn,
        Name: name,
        SecretString: value,
        VersionId: versionId,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: createdMs / 1000,
      };
    },
    'secretsmanager.ListSecretVersionIds': (input) => {
      const { arn, name, versionId, createdMs } = find(input);
      return { ARN: arn, Name: name, Versions: [{ VersionId: versionId, VersionStages: ['AWSCURRENT'], CreatedDate: createdMs / 1000 }] };
    },
  };
};

const mailActions = ({ mailbox, bus }: Deps): Readonly<Record<string, Action>> => ({
  'POST /v2/email/outbound-emails': async (input) => {
    const messageId = mailbox.send(input);
    const feedback = simulatedFeedback(input, { messageId, sentAtMs: Date.now() });
    if (feedback !== null) await bus.put(feedback);
    return { MessageId: messageId };
  },
});

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const originOf = (server: Server): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  return `http://127.0.0.1:${address.port}`;
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
