import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startAwsEndpoint } from './aws/aws-endpoint.ts';
import { createBus } from './aws/bus.ts';
import { createFunctions, declaredFunctions, type LocalFunction, mergedEnvironment } from './aws/functions.ts';
import { startLogSubscriptions } from './aws/log-subscriptions.ts';
import { startQueueSources } from './aws/queue-sources.ts';
import { startQueues } from './aws/queues.ts';
import { startSchedules } from './aws/schedules.ts';
import { openCipher, openSecrets } from './aws/secrets.ts';
import { createStateMachines } from './aws/state-machines.ts';
import { openPosition, type StreamPosition } from './aws/stream-position.ts';
import { declaredStreamProcess, startStreamProcess } from './aws/stream-process.ts';
import { deleteProcessedRecords } from './aws/stream-records.ts';
import { openStreams, startStreamSource } from './aws/stream-source.ts';
import { createCors } from './cors.ts';
import { type DemoAccount, ensureDemoAccount, type MakeAccount } from './demo-account.ts';
import { apiHandler, listen } from './http-server.ts';
import { localRoutes } from './local-routes.ts';
import type { Log } from './log.ts';
import { openMailbox } from './mail/mailbox.ts';
import { collectWithheldMails } from './mail/withheld-mails.ts';
import { defaultEngine, spawnEngine, tableFile } from './prepare/engine.ts';
import type { Prepared } from './prepare/prepare.ts';
import { ensureTable } from './prepare/table.ts';
import { declaredTable } from './prepare/table-of-template.ts';
import { readTemplates, resolveTemplates } from './prepare/template.ts';
import { createRouter } from './routes.ts';
import { fetchRunningHostUrl, removeRunFacts, writeRunFacts } from './run-file.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION, type Settings } from './settings.ts';

/** A running local host. */
export interface Host {
  readonly baseUrl: string;
  readonly demo: DemoAccount;
  /** Resolves if the engine ends unexpectedly; the host cannot work without it. */
  readonly engineEnded: Promise<void>;
  /** Reloads the functions and the stream process from their bundles. */
  reload(): Promise<void>;
  /** Waits for running work, then stops every part in reverse order of start. */
  stop(): Promise<void>;
}

/** Started parts, stopped in reverse order. */
class Parts {
  readonly #stops: (() => Promise<void> | void)[] = [];
  add<T extends { stop(): Promise<void> | void }>(part: T): T {
    this.#stops.push(() => part.stop());
    return part;
  }
  async stop(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}

export interface HostInput {
  readonly prepared: Prepared;
  readonly settings: Settings;
  readonly log: Log;
  /** Creates the demo account at the first start, after the environment is set. */
  readonly makeAccount: MakeAccount;
}

/** Runs everything that the templates declare. Stops all parts and throws if one does not start. */
export const startHost = async (input: HostInput): Promise<Host> => {
  const parts = new Parts();
  try {
    return await start(input, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
};

const start = async ({ prepared, settings, log, makeAccount }: HostInput, parts: Parts): Promise<Host> => {
  const { dataDirectory } = settings;
  const runningUrl = await fetchRunningHostUrl(dataDirectory);
  if (runningUrl !== null) throw new Error(`A host with the data directory ${dataDirectory} already runs at ${runningUrl}.`);
  removeRunFacts(dataDirectory);
  const server = await listen(settings.port, log);
  parts.add({ stop: () => server.close() });
  const publicBaseUrl = `http://127.0.0.1:${server.port}`;
  const [engine, queues] = await Promise.all([startEngine(settings, log), startQueues(dataDirectory)]);
  parts.add(engine);
  parts.add(queues);
  const resources = resolveTemplates(readTemplates(prepared.assembly), { queueOrigin: queues.origin, publicBaseUrl });
  const streamArn = await createTable(resources, engine.endpoint);
  await queues.create(resources);

  const position = openPosition(dataDirectory, streamArn);
  await deleteOldRecords(engine.recordsFile, streamArn, position, log);
  let afterInvocation = (): void => undefined;
  const declared = declaredFunctions(resources);
  const functions = createFunctions(declared, prepared.bundles, () => afterInvocation());
  const stateMachines = parts.add(createStateMachines(resources, functions, log));
  const bus = createBus(resources, queues, functions);
  const secrets = openSecrets(dataDirectory, resources);
  const mailbox = openMailbox(dataDirectory);
  const withheld = parts.add(collectWithheldMails(dataDirectory));
  const endpoint = parts.add(await startAwsEndpoint({ bus, stateMachines, cipher: openCipher(dataDirectory), secrets, mailbox }, log));
  const origins = { dynamoDb: engine.endpoint, queues: queues.origin, others: endpoint.origin };
  const environment = {
    ...environmentOf(declared, origins),
    PUBLIC_BASE_URL: publicBaseUrl,
    ALLOW_LOOPBACK_RECEIVERS: settings.allowLoopbackReceivers ? '1' : '0',
    ...(settings.providerBaseUrl === null ? {} : { PROVIDER_BASE_URL: settings.providerBaseUrl }),
  };
  Object.assign(process.env, environment);

  const startingStreamProcess = startStreamProcess({
    declared: declaredStreamProcess(resources),
    bundleDirectory: prepared.bundles,
    environment: settings.streamCheckSeconds === null ? environment : { ...environment, STREAM_CHECK_SECONDS: settings.streamCheckSeconds },
    log,
  });
  // Prevents an unhandled rejection; `await startingStreamProcess` below throws the error.
  startingStreamProcess.catch(() => undefined);
  const demo = await ensureDemoAccount(dataDirectory, makeAccount);
  parts.add({ stop: () => functions.stop() });
  if (settings.requestsOnly) parts.add({ stop: () => position.close() });
  else {
    const source = { client: openStreams(engine.endpoint), streamArn, position, functions, log };
    const stream = parts.add(startStreamSource(resources, source));
    // An invocation may have written to the table, so the stream is polled soon after it.
    afterInvocation = stream.pollSoon;
    parts.add(startLogSubscriptions(resources, functions, log));
  }
  parts.add(startQueueSources(resources, queues, functions, log));
  parts.add(startSchedules(resources, stateMachines, functions, log));
  const local = localRoutes({ baseUrl: publicBaseUrl, dataDirectory, demo, mailbox, withheld });
  // Adds the server a second time: parts stop in reverse order, and the server must close before the parts above. Because it was also added
  // as the first part, it closes after a failed start, too.
  parts.add({ stop: () => server.close() });
  const streamProcess = parts.add(await startingStreamProcess);
  server.answerWith({
    answer: apiHandler({ router: createRouter(resources), cors: createCors(resources), functions, local, log }),
    forwardOf: streamProcess.forwardOf,
  });

  writeRunFacts(
    dataDirectory,
    { base_url: publicBaseUrl, test_key: demo.testKey, live_key: demo.liveKey, account_id: demo.accountId, pid: process.pid },
    environment,
  );
  parts.add({ stop: () => removeRunFacts(dataDirectory) });
  return {
    baseUrl: publicBaseUrl,
    demo,
    engineEnded: engine.ended,
    reload: async () => {
      await functions.reload();
      streamProcess.restart();
    },
    stop: () => parts.stop(),
  };
};

interface Engine {
  readonly endpoint: string;
  readonly ended: Promise<void>;
  /**
   * File from which the host deletes old stream records. `null` if the host did not start dynoxide (the native engine), or if the index
   * that the deletion needs is missing; the records then stay.
   */
  readonly recordsFile: string | null;
  stop(): Promise<void>;
}

const startEngine = async (settings: Settings, log: Log): Promise<Engine> => {
  if (settings.dynamoDbEndpoint !== null)
    return { endpoint: settings.dynamoDbEndpoint, ended: new Promise(() => undefined), recordsFile: null, stop: async () => undefined };
  const kind = defaultEngine();
  const directory = join(settings.dataDirectory, kind);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const engine = await spawnEngine(kind, directory);
  if (engine.slowdownReason !== null)
    log.problem('engine', `Stream records have no index, so the engine slows down with each change: ${engine.slowdownReason}.`);
  return { ...engine, recordsFile: kind === 'dynoxide' && engine.slowdownReason === null ? tableFile(directory) : null };
};

/** Deletes old stream records. Only logs errors, because the next start tries again. */
const deleteOldRecords = async (file: string | null, streamArn: string, position: StreamPosition, log: Log): Promise<void> => {
  const tableName = streamArn.split('/')[1];
  if (file === null || tableName === undefined) return;
  await deleteProcessedRecords(file, tableName, position.all(), Date.now()).catch((error: unknown) => log.problem('engine', error));
};

const createTable = async (resources: ReturnType<typeof resolveTemplates>, endpoint: string): Promise<string> => {
  const client = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const { definition, ttlAttribute } = declaredTable(resources);
  const { streamArn } = await ensureTable(client, definition, ttlAttribute);
  client.destroy();
  if (streamArn === null) throw new Error('The table has no stream.');
  return streamArn;
};

const environmentOf = (
  functions: readonly LocalFunction[],
  origins: { readonly dynamoDb: string; readonly queues: string; readonly others: string },
) => ({
  ...mergedEnvironment(functions),
  AWS_REGION: LOCAL_REGION,
  AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  AWS_ENDPOINT_URL_DYNAMODB: origins.dynamoDb,
  AWS_ENDPOINT_URL_SQS: origins.queues,
  AWS_ENDPOINT_URL_S3: origins.queues,
  AWS_ENDPOINT_URL_EVENTBRIDGE: origins.others,
  AWS_ENDPOINT_URL_KMS: origins.others,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: origins.others,
  AWS_ENDPOINT_URL_SESV2: origins.others,
  AWS_ENDPOINT_URL_SFN: origins.others,
});
