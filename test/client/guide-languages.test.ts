import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../scripts/support/api.ts';
import { startReceiver } from '../../scripts/support/receiver.ts';
import { eventually, until } from '../../scripts/support/waiting.ts';
import { ERROR_CATALOGUE } from '../../shared/api/errors/errors.ts';
import { REASONS } from '../../shared/domain/reasons.ts';
import { deliveryHeaders } from '../../shared/webhooks/signing.ts';
import { service } from '../support/service.ts';
import { blocksOf, GUIDE_NAMES, readGuide, runnableBlocks } from './guide-blocks.ts';
import { missingFor, PROGRAM_ENV, PROGRAM_LANGUAGES, writeProgram } from './guide-languages.ts';

const { baseUrl, createAccount } = service();
const TIMEOUT_MS = 120_000;

const RECEIVER_LANGUAGES: readonly string[] = ['ts', 'python', 'go', 'java', 'php'];

/** The part of a title that says why the test is skipped; empty if the test runs. */
const skipNote = (missing: string | null): string => (missing === null ? '' : `(skipped, ${missing})`);

describe('the guides in other languages', () => {
  const cases = PROGRAM_LANGUAGES.flatMap((language) =>
    GUIDE_NAMES.filter((guide) => runnableBlocks(guide, language).length > 0).map((guide) => {
      const code = runnableBlocks(guide, language).join('\n');
      const missing = missingFor(language, code);
      return { language, guide, code, missing, note: skipNote(missing) };
    }),
  );

  it.for(cases)('have working code: $guide, $language $note', async ({ language, code, missing }, { skip }) => {
    skip(missing !== null, missing ?? '');
    const { testKey } = await createAccount();
    const { command, remove } = writeProgram(language, code);
    const [program, ...args] = command;
    const env = { ...process.env, ...PROGRAM_ENV, BASE_URL: baseUrl, TEST_KEY: testKey };
    try {
      const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: TIMEOUT_MS });
      expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
    } finally {
      remove();
    }
  });
});

interface Delivered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly secret: string;
}

/** Creates an endpoint and an event, and returns the delivery that the service sent. */
const receiveDelivery = async (): Promise<Delivered> => {
  const client = apiOf(baseUrl).client((await createAccount()).testKey);
  const receiver = await startReceiver();
  try {
    const { secret } = await client.post('/v1/webhook_endpoints', { url: receiver.url, enabled_events: ['customer.created'] });
    await client.post('/v1/customers', { name: 'Zoë €' });
    const [request] = await eventually(
      () => receiver.requests,
      ({ length }) => length > 0,
      TIMEOUT_MS,
    );
    if (request === undefined) throw new Error('No delivery.');
    const names = ['service-signature', 'service-event-id', 'webhook-id', 'webhook-timestamp', 'webhook-signature', 'content-type'];
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
    return { headers, body: request.body, secret: String(secret) };
  } finally {
    await receiver.stop();
  }
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a receiver of the guide in its own process group: `go run` starts the program as a child, which must be stopped too. */
const startProgram = async (command: readonly [string, ...string[]], port: number, secret: string): Promise<() => void> => {
  const [program, ...args] = command;
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
  };
  try {
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(output.join(''));
        return fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
          () => true,
          () => false,
        );
      },
      TIMEOUT_MS,
      'The receiver does not listen.',
    );
  } catch (error) {
    stop();
    throw new Error(`The receiver did not start: ${output.join('')}`, { cause: error });
  }
  return stop;
};

type Headers = Readonly<Record<string, string>>;

/** Posts a body to both paths of a receiver. Returns the statuses of the responses. */
const statusesOf = (port: number, headers: Headers, body: Buffer): Promise<readonly number[]> =>
  Promise.all(
    ['/service-signature', '/standard-webhooks'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: new Uint8Array(body) })).status,
    ),
  );

/** Opens a connection and sends half of a request: the head, and a part of the body that it announces. */
const sendHalf = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = 'POST /service-signature HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';
  await new Promise((sent) => socket.write(`${head}{"id":`, sent));
  // The receiver begins to read the body.
  await sleep(200);
  return socket;
};

describe('the webhook receivers of the guides', () => {
  let delivered: Delivered;
  beforeAll(async () => {
    delivered = await receiveDelivery();
  }, TIMEOUT_MS);

  const receivers = GUIDE_NAMES.flatMap((guide) =>
    blocksOf(guide)
      .filter(({ mark }) => mark === 'receiver')
      .map(({ language, text }) => ({ guide, language, text, missing: missingFor(language, text) })),
  );

  it('exist in five languages in the guide to webhooks', () => {
    expect(receivers.filter(({ guide }) => guide === 'webhooks.md').map(({ language }) => language)).toEqual(RECEIVER_LANGUAGES);
  });

  const cases = receivers.map((each) => ({ ...each, note: skipNote(each.missing) }));

  /** Starts a receiver, which accepts `delivered`, on a free port. `stop` also deletes its file. */
  const start = async (language: string, text: string): Promise<{ readonly port: number; readonly stop: () => void }> => {
    const port = await freePort();
    const { command, remove } = writeProgram(language, text, port);
    const stop = await startProgram(command, port, delivered.secret);
    return {
      port,
      stop: () => {
        stop();
        remove();
      },
    };
  };

  it.for(cases)(
    '[WHD-04] accept a genuine delivery and refuse any other request: $guide, $language $note',
    { timeout: TIMEOUT_MS },
    async ({ language, text, missing }, { skip }) => {
      skip(missing !== null, missing ?? '');
      const { headers, body, secret } = delivered;
      const { port, stop } = await start(language, text);
      const nowSeconds = Math.floor(Date.now() / 1000);
      const eventId = headers['webhook-id'] ?? '';
      const signed = (secrets: readonly string[], atSeconds = nowSeconds): Headers => {
        const all = deliveryHeaders({ eventId, eventType: 'customer.created', attempt: 1, body, secrets }, atSeconds);
        const { 'Content-Length': _length, ...rest } = all;
        return rest;
      };
      const changed = Buffer.from(body.toString('utf8').replace('Zoë', 'Eve'));
      try {
        expect(changed.equals(body)).toBe(false);
        expect({
          genuine: await statusesOf(port, headers, body),
          duringRotation: await statusesOf(port, signed(['svcwhsec_new', secret]), body),
          changedBody: await statusesOf(port, headers, changed),
          wrongSecret: await statusesOf(port, signed(['svcwhsec_other']), body),
          tooOld: await statusesOf(port, signed([secret], nowSeconds - 310), body),
          fromTheFuture: await statusesOf(port, signed([secret], nowSeconds + 310), body),
          unsigned: await statusesOf(port, { 'content-type': 'application/json' }, body),
        }).toEqual({
          genuine: [200, 200],
          duringRotation: [200, 200],
          changedBody: [400, 400],
          wrongSecret: [400, 400],
          tooOld: [400, 400],
          fromTheFuture: [400, 400],
          unsigned: [400, 400],
        });
      } finally {
        stop();
      }
    },
  );

  it.for(cases)(
    'refuse malformed signatures, and accept deliveries after a broken and during an unfinished request: $guide, $language $note',
    { timeout: TIMEOUT_MS },
    async ({ language, text, missing }, { skip }) => {
      skip(missing !== null, missing ?? '');
      const { headers, body } = delivered;
      const { port, stop } = await start(language, text);
      const time = headers['webhook-timestamp'] ?? '';
      const statusesWith = (hex: string, base64: string, sentTime = time): Promise<readonly number[]> => {
        const signatures = { 'service-signature': `t=${sentTime},v1=${hex}`, 'webhook-signature': `v1,${base64}` };
        return statusesOf(port, { ...headers, ...signatures, 'webhook-timestamp': sentTime }, body);
      };
      let unfinished: Socket | undefined;
      try {
        expect({
          // As long as a signature, but one byte is no ASCII character.
          notAscii: await statusesWith(`${'0'.repeat(63)}\xe9`, `${'A'.repeat(42)}\xe9=`),
          empty: await statusesWith('', ''),
          hugeTime: await statusesWith('0'.repeat(64), `${'A'.repeat(43)}=`, '9'.repeat(5000)),
        }).toEqual({ notAscii: [400, 400], empty: [400, 400], hugeTime: [400, 400] });
        (await sendHalf(port)).destroy();
        expect(await statusesOf(port, headers, body)).toEqual([200, 200]);
        unfinished = await sendHalf(port);
        expect(await statusesOf(port, headers, body)).toEqual([200, 200]);
      } finally {
        unfinished?.destroy();
        stop();
      }
    },
  );
});

describe('the guide to errors', () => {
  it('lists every code with its status, and every reason of the API', () => {
    const guide = readGuide('errors.md');
    const missingCodes = Object.entries(ERROR_CATALOGUE).filter(
      ([code, { status }]) => !new RegExp(`^\\| ${status} .*\`${code}\``, 'm').test(guide),
    );
    expect(missingCodes.map(([code]) => code)).toEqual([]);
    expect(REASONS.filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([]);
  });
});
