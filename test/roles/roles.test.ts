import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changeMembers } from '../../scripts/account/members.ts';
import { createSignInLink } from '../../scripts/account/sign-in.ts';
import type { Mail } from '../../scripts/lifecycles/lifecycle.ts';
import { runAllLifecycles } from '../../scripts/lifecycles/run-all.ts';
import { type Host, startHost } from '../../scripts/local/host.ts';
import { type Log, openLog } from '../../scripts/local/log.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { prepare } from '../../scripts/local/prepare/prepare.ts';
import { readTemplates, type Templates } from '../../scripts/local/prepare/template.ts';
import { readSettings } from '../../scripts/local/settings.ts';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { loadOperations, REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { isPublicOperation } from '../../shared/api/table-access.ts';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { openTable, secrets } from '../../shared/runtime/services.ts';
import { sandboxSecret } from '../../shared/sandbox/secret.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { cookieOf, MemberBrowser, openMemberSession, sendConsoleRequest } from '../contract/support/console.ts';
import { importsOf } from '../contract/support/imports.ts';
import { bodyOf, createSpareIds, headersFor, modeOf, operations, pathWith, requiresApiKey } from '../contract/support/operations.ts';
import { addPasskey, newDevice, signInByPasskey } from '../contract/support/passkeys.ts';
import { openStream } from '../contract/support/stream.ts';
import { makeWorld } from '../contract/support/world.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { createOldGap } from '../support/old-gap.ts';
import { bounceMail } from './bounced-mail.ts';
import { type Call, callsOf } from './calls.ts';
import { RARE_ON_PAGES, usePages } from './pages.ts';
import { allows, unusedPermissions } from './policy.ts';
import { type RecordedRequest, recordRequests, runAsFunction } from './recorder.ts';
import { RARE_IN_RUNS, RUN_STEPS, renewInRealTime } from './renewals.ts';
import { CHARGE_STEP, RACE_PERMISSIONS, SETTLING_FUNCTIONS } from './settling.ts';
import { rolesOf } from './template-roles.ts';

const RECORDER = fileURLToPath(new URL('recorder.ts', import.meta.url));
/** The id of the stream process, which serves `GET /v1/events/stream` outside this process. */
const STREAM = 'stream-main';
/** The id of the documents worker, which runs in another thread. */
const DOCUMENTS = 'workers-documents';
/** The id of the worker that records bounces. Like a public operation, it may access only the parts of the table that it declares. */
const MAIL_FEEDBACK = 'workers-mail-feedback';
/** The file to which the stream process and the documents worker append their requests. */
const REQUEST_FILE = 'requests.jsonl';

let directory: string;
let log: Log;
let host: Host;
let receiver: Receiver;
let provider: FakeProvider;
let templates: Templates;
const recordedLines = new Set<string>();
/** The original method, which `openLog` replaces. */
const originalWrite = process.stdout.write;
let stopRecording = (): void => undefined;

/** Writes bundles that call the real handlers in `runAsFunction`, so that each recorded request has the id of its function. */
const writeRecordingBundles = async (bundles: string, ids: readonly string[]): Promise<string> => {
  const recordingBundles = join(directory, 'bundles');
  mkdirSync(recordingBundles);
  Reflect.set(globalThis, 'withinFunction', runAsFunction);
  for (const id of ids) {
    const real = JSON.stringify(pathToFileURL(join(bundles, `${id}.mjs`)).href);
    const text = `import { handler as real } from ${real};\nexport const handler = (...args) => globalThis.withinFunction('${id}', () => real(...args));\n`;
    writeFileSync(join(recordingBundles, `${id}.mjs`), text);
  }
  await build({ entryPoints: [RECORDER], outfile: join(recordingBundles, 'recorder.mjs'), format: 'esm', platform: 'node' });
  for (const id of [STREAM, DOCUMENTS]) writeFileSync(join(recordingBundles, `${id}.mjs`), recordingBundle(bundles, id));
  return recordingBundles;
};

/** Returns the source of a bundle that runs the real bundle outside this thread and appends its requests to `REQUEST_FILE`. */
const recordingBundle = (bundles: string, id: string): string =>
  [
    `import { appendFileSync } from 'node:fs';`,
    `import { recordRequests } from './recorder.mjs';`,
    `recordRequests((request) => appendFileSync(${JSON.stringify(join(directory, REQUEST_FILE))}, JSON.stringify(request) + '\\n'), '${id}');`,
    `export const { handler } = await import(${JSON.stringify(pathToFileURL(join(bundles, `${id}.mjs`)).href)});`,
  ].join('\n');

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-roles-'));
  const prepared = await prepare(REPOSITORY_ROOT, join(REPOSITORY_ROOT, '.build', 'local'), () => undefined);
  templates = readTemplates(prepared.assembly);
  const ids = [...rolesOf(templates).keys()].filter((id) => id !== STREAM);
  log = openLog(join(directory, 'data'), false);
  stopRecording = recordRequests((request) => recordedLines.add(JSON.stringify(request)));
  provider = await startFakeProvider();
  receiver = await startReceiver();
  host = await startHost({
    prepared: { assembly: prepared.assembly, bundles: await writeRecordingBundles(prepared.bundles, ids) },
    settings: readSettings({
      PORT: '0',
      DATA_DIR: join(directory, 'data'),
      PROVIDER_BASE_URL: `${provider.url}/v2`,
      STREAM_CHECK_SECONDS: '2',
    }),
    log,
    makeAccount,
  });
}, 300_000);

afterAll(async () => {
  await host.stop();
  await receiver.stop();
  await provider.close();
  stopRecording();
  process.stdout.write = originalWrite;
  await log.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Calls every operation with a valid and an invalid key. */
const callEverything = async (): Promise<void> => {
  const api = apiOf(host.baseUrl);
  const clients: Readonly<Record<'live' | 'test', Client>> = { test: api.client(host.demo.testKey), live: api.client(host.demo.liveKey) };
  const world = await makeWorld(clients.test, receiver);
  for (const [, operation] of operations) {
    if (operation.runs === 'stream-process') continue;
    const client = clients[modeOf(operation)];
    const ids = await createSpareIds(operation, world, client, host.baseUrl);
    const body = operation.method === 'POST' ? bodyOf(operation, ids, host.baseUrl) : undefined;
    const headers = requiresApiKey(operation) ? {} : undefined;
    await client.call(operation.method, pathWith(operation, ids), body, { ...headers, authorization: 'Bearer svc_test_none' });
    await client.call(operation.method, pathWith(operation, ids), body, headersFor(operation, ids));
  }
};

/** Makes the stream process and `GET /v1/events` each fill a gap in the event log (log numbers that were allocated and not written). */
const readPastGaps = async (): Promise<void> => {
  const client = apiOf(host.baseUrl).client(host.demo.testKey);
  const [table, tenant] = [openTable(), { accountId: host.demo.accountId, mode: 'test' as const }];
  const stream = await openStream(host.baseUrl, { key: client.key });
  let streamedEvents = 0;
  // Retries, because another reader of the log may fill a gap first.
  await vi.waitFor(
    async () => {
      await createOldGap(table, tenant, () => client.post('/v1/customers', { name: 'Streamed' }));
      streamedEvents += 1;
      await stream.received(streamedEvents);
      expect(gapFillers()).toContain(STREAM);
    },
    { timeout: 60_000, interval: 200 },
  );
  stream.close();
  await vi.waitFor(
    async () => {
      await createOldGap(table, tenant, () => client.post('/v1/customers', { name: 'Listed' }));
      await client.list('/v1/events');
      expect(gapFillers()).toContain('events-list');
    },
    { timeout: 60_000, interval: 200 },
  );
};

const sentMails = async () => (await (await fetch(`${host.baseUrl}/_local/mail`)).json()) as readonly (Mail & { readonly to: string })[];

/** Runs subscription lifecycles: ends of trials and periods, dunning, credit, usage billing, events and mail. */
const runLifecycles = async (): Promise<void> => {
  const { accountId, testKey } = await makeAccount({ name: 'Lives', email: 'lives@example.com' });
  const api = apiOf(host.baseUrl);
  const mailsTo = async (email: string): Promise<readonly Mail[]> => (await sentMails()).filter(({ to }) => to === email);
  const addMember = (email: string) => changeMembers(accountId, { kind: 'add', email, role: 'viewer' });
  await runAllLifecycles({ api, client: api.client(testKey), addMember, mailsTo }, (name, work) =>
    work().catch((cause: unknown) => {
      throw new Error(name, { cause });
    }),
  );
};

const signInAs = async (email: string): Promise<MemberBrowser> => {
  const token = new URL((await createSignInLink(host.demo.accountId, email)).url).hash.replace('#sign-in=', '');
  const opened = await openMemberSession(host.baseUrl, token);
  return new MemberBrowser(host.baseUrl, cookieOf(opened), opened.body);
};

/** Signs in an invited member, and the owner with a new passkey. An unknown passkey and an unknown token are rejected. */
const signInMembers = async (): Promise<void> => {
  const member = await signInAs('demo@example.com');
  const email = 'invited@example.com';
  await member.call({ method: 'POST', path: 'members', body: { email, role: 'viewer' } });
  await sendConsoleRequest(host.baseUrl, { method: 'POST', path: 'sign_in_links', body: { email } });
  await signInAs(email);
  const device = newDevice(host.baseUrl);
  await addPasskey(member, device);
  expect((await signInByPasskey(host.baseUrl, device)).status).toBe(200);
  expect((await signInByPasskey(host.baseUrl, newDevice(host.baseUrl))).status).toBe(401);
  expect((await openMemberSession(host.baseUrl, 'nobody')).status).toBe(401);
  const expectedSubjects = ['You are invited', 'Sign in to', 'A passkey was added'].map((start) => expect.stringMatching(start));
  const subjects = async () => (await sentMails()).map(({ subject }) => subject);
  const expectMails = async () => expect(await subjects()).toEqual(expect.arrayContaining(expectedSubjects));
  await vi.waitFor(expectMails, { timeout: 60_000, interval: 100 });
};

/** Imports customers in the console and undoes the import. */
const importCustomers = async (): Promise<void> => {
  const member = await signInAs('demo@example.com');
  const imports = importsOf(member);
  const { id } = await imports.check([{ reference: 'C-1' }]);
  await imports.start(id);
  await imports.undo(id);
  await imports.rowsOf(id);
  await imports.ok('GET', '');
};

/** Lists payments at the sandbox provider, as the service does after a lost response. */
const listSandbox = async (): Promise<void> => {
  const { accountId } = host.demo;
  const token = sandboxToken(accountId, await sandboxSecret(await secrets(), accountId));
  const { status } = await fetch(`${host.baseUrl}${SANDBOX_PROVIDER_PATH}/v2/payments`, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
};

/** Returns the recorded requests of this thread, of the stream process and of the documents worker. */
const recordedRequests = (): readonly RecordedRequest[] => {
  const file = join(directory, REQUEST_FILE);
  const fileLines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return [...recordedLines, ...fileLines].map((line): RecordedRequest => JSON.parse(line));
};

const textOf = ({ action, resource, context }: Call): string => `${action} on ${resource} ${JSON.stringify(context)}`;

/** Returns the AWS calls for which the recorded requests need permission, with the ids of their functions. */
const requestedCalls = (): readonly { readonly by: string; readonly call: Call }[] =>
  recordedRequests().flatMap(({ by, target, body }) => callsOf(target, body).map((call) => ({ by, call })));

/** Returns the functions that put an entry into the event log of test mode without a transaction, which happens only to fill a gap. */
const gapFillers = (): readonly string[] =>
  requestedCalls().flatMap(({ by, call }) => (call.action === 'dynamodb:PutItem' && textOf(call).includes('#test#log') ? [by] : []));

describe('the role of each function', () => {
  it('allows every call that the function makes, also under the IAM conditions on partition keys and encryption contexts', async () => {
    await callEverything();
    await readPastGaps();
    await runLifecycles();
    await importCustomers();
    await renewInRealTime(join(directory, 'data'));
    await bounceMail(host.baseUrl);
    await signInMembers();
    await usePages(host.baseUrl);
    await listSandbox();
    const roles = rolesOf(templates);
    const expectBothRecorded = () => expect(recordedRequests().map(({ by }) => by)).toEqual(expect.arrayContaining([DOCUMENTS, STREAM]));
    await vi.waitFor(expectBothRecorded, { timeout: 60_000, interval: 100 });
    const calls = requestedCalls();
    const functions = new Set(calls.map(({ by }) => by));
    const denied = calls.filter(({ by, call }) => !allows(roles.get(by) ?? [], call));
    expect([...new Set(denied.map(({ by, call }) => `${by} may not ${textOf(call)}`))]).toEqual([]);
    expect([...functions]).toEqual(
      expect.arrayContaining([
        'console-imports-undo',
        'console-members-add',
        'console-passkey-sign-in',
        'console-passkeys-add',
        'console-request-sign-in-link',
        'customers-create',
        'portal-pay-invoice',
        'schedules-clock-next',
        'schedules-run-prepare',
        'schedules-run-charge',
        'schedules-sweep',
        'workers-customer-import',
        'workers-mail',
        MAIL_FEEDBACK,
        'workers-webhook-delivery',
        'workers-webhook-fanout',
        STREAM,
        DOCUMENTS,
      ]),
    );
    expect(gapFillers()).toEqual(expect.arrayContaining(['events-list', STREAM]));
  }, 600_000);

  it('grants no unused table access to public operations, the mail feedback worker and the billing run steps', async () => {
    const roles = rolesOf(templates);
    const calls = requestedCalls();
    const unusedOf = (id: string): readonly string[] => {
      const sameRole = [id, ...(id === CHARGE_STEP || SETTLING_FUNCTIONS.includes(id) ? SETTLING_FUNCTIONS : [])];
      const usedCalls = calls.flatMap(({ by, call }) => (sameRole.includes(by) ? call : []));
      const isRare = (permission: string): boolean => {
        if (RUN_STEPS.includes(id)) return RARE_IN_RUNS.test(permission);
        // `log#2`: the event log of this test is too short to use its second partition.
        return id === MAIL_FEEDBACK ? permission.endsWith('#log#2') : RARE_ON_PAGES[id]?.test(permission) === true;
      };
      const isExpected = (permission: string): boolean => isRare(permission) || (sameRole.length > 1 && RACE_PERMISSIONS.test(permission));
      return unusedPermissions(roles.get(id) ?? [], usedCalls).flatMap((unused) => (isExpected(unused) ? [] : [`${id}: ${unused}`]));
    };
    const publicOperations = (await loadOperations()).filter(({ operation }) => isPublicOperation(operation));
    const restricted = [...publicOperations.map(({ functionId }) => functionId), MAIL_FEEDBACK, CHARGE_STEP, ...RUN_STEPS];
    expect(restricted.flatMap(unusedOf)).toEqual([]);
  });
});
