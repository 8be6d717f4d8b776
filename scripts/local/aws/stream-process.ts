import { type ChildProcess, spawn } from 'node:child_process';
import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SECURITY_HEADERS } from '../../../shared/api/serve/http.ts';
import { isObject, objectsIn } from '../files.ts';
import type { Log } from '../log.ts';
import { ofType, type Resource } from '../prepare/template.ts';

/** The process for streaming responses, as declared by its ECS task and load balancer rules. */
export interface DeclaredProcess {
  /** The id in the template's metadata, `stream-main`; also the name of the bundle. */
  readonly id: string;
  /** Source file, relative to the repository root. */
  readonly entry: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Paths that are routed to the stream process; `*` matches any text. */
  readonly paths: readonly string[];
}

/** Forwards a request and its response. */
export type Forward = (request: IncomingMessage, response: ServerResponse) => void;

export interface StreamProcess {
  /** Returns the forwarder of a path; `null` if the path is not routed to the stream process. */
  readonly forwardOf: (path: string) => Forward | null;
  /** Id of the running process; `null` during a restart. */
  readonly pid: () => number | null;
  /** Stops the running process; a new one starts from the current bundle. */
  restart(): void;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 5_000;

/** Reads the declared stream process; `null` if the templates declare none. */
export const declaredStreamProcess = (resources: readonly Resource[]): DeclaredProcess | null => {
  const [task] = ofType(resources, 'AWS::ECS::TaskDefinition').filter(({ metadata }) => 'billing:entry' in metadata);
  if (task === undefined) return null;
  const [container] = objectsIn(task.properties['ContainerDefinitions']);
  const conditions = ofType(resources, 'AWS::ElasticLoadBalancingV2::ListenerRule').flatMap(({ properties }) =>
    objectsIn(properties['Conditions']),
  );
  return {
    id: String(task.metadata['billing:function']),
    entry: String(task.metadata['billing:entry']),
    environment: Object.fromEntries(objectsIn(container?.['Environment']).map(({ Name, Value }) => [String(Name), String(Value)])),
    paths: conditions.flatMap(({ PathPatternConfig: config }) =>
      isObject(config) && Array.isArray(config['Values']) ? config['Values'].map(String) : [],
    ),
  };
};

const matchesPath = (pattern: string, path: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(path);

export interface ProcessInput {
  readonly declared: DeclaredProcess | null;
  readonly bundleDirectory: string;
  /** Endpoints of the local AWS fakes and settings of the host; overrides the task's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: Log;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly ended: Promise<void>;
}

/**
 * Runs the declared stream process as a child process and restarts it if it ends unexpectedly, as ECS does. The child ends when
 * this process ends. Rejects if the child does not start at the first attempt.
 */
export const startStreamProcess = async (input: ProcessInput): Promise<StreamProcess> => {
  const { declared, log } = input;
  if (declared === null) return { forwardOf: () => null, pid: () => null, restart: () => undefined, stop: async () => undefined };
  let running: Running | null = await launch(declared, input);
  let stopping = false;
  const keepRunning = async (): Promise<void> => {
    let restartMs = FIRST_RESTART_MS;
    while (!stopping) {
      const startedMs = Date.now();
      await running?.ended;
      running = null;
      if (stopping) return;
      log.problem('stream process', new Error('The stream process is not running and is restarted.'));
      restartMs = Date.now() - startedMs > MAX_RESTART_MS ? FIRST_RESTART_MS : Math.min(restartMs * 2, MAX_RESTART_MS);
      await pause(restartMs);
      if (stopping) return;
      running = await launch(declared, input).catch((error: unknown) => {
        log.problem('stream process', error);
        return null;
      });
    }
  };
  const supervision = keepRunning();
  return {
    forwardOf: (path) => (declared.paths.some((pattern) => matchesPath(pattern, path)) ? forwardTo(() => running?.port ?? null) : null),
    pid: () => running?.child.pid ?? null,
    restart: () => running?.child.kill('SIGTERM'),
    stop: async () => {
      stopping = true;
      running?.child.kill('SIGTERM');
      await supervision;
      // Ends a process that was being launched when `stop` was called.
      running?.child.kill('SIGTERM');
    },
  };
};

const launch = async ({ id, environment: declared }: DeclaredProcess, { bundleDirectory, environment }: ProcessInput): Promise<Running> => {
  const env = {
    PATH: process.env['PATH'],
    SystemRoot: process.env['SystemRoot'],
    ...declared,
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
  };
  // The child reports its port on the IPC channel. The channel closes when this process ends, and the child then ends too.
  const child = spawn(process.execPath, [join(bundleDirectory, `${id}.mjs`)], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => process.stdout.write(chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return { child, ended, port: await portOf(child, ended) };
};

const portOf = (child: ChildProcess, ended: Promise<void>): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`The stream process ${reason}.`));
    };
    const timer = setTimeout(() => fail('did not start in time'), READY_WITHIN_MS);
    child.once('error', ({ message }) => fail(`could not be started: ${message}`));
    child.once('message', (message) => {
      clearTimeout(timer);
      resolve(isObject(message) ? Number(message['port']) : 0);
    });
    ended.then(() => {
      clearTimeout(timer);
      fail('ended before it was ready');
    });
  });

/** Forwards a request to the stream process and streams the response. Adds two addresses to `X-Forwarded-For`, like deployed proxies. */
const forwardTo =
  (currentPort: () => number | null): Forward =>
  (request, response) => {
    const port = currentPort();
    const { method, url, headers, socket } = request;
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress, '127.0.0.1'].filter((hop) => hop !== undefined).join(', ');
    const refuse = (): void => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'content-type': 'application/json', ...SECURITY_HEADERS }).end('{"message":"Service Unavailable"}');
    };
    if (port === null) return refuse();
    const upstream = openRequest({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, 'x-forwarded-for': forwarded },
      agent: false,
    });
    upstream.on('error', refuse);
    upstream.on('response', (answer) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...responseHeaders } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, responseHeaders);
      response.flushHeaders();
      answer.on('error', refuse);
      answer.pipe(response);
    });
    response.on('error', () => upstream.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  };
