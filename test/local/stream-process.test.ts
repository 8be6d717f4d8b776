import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declaredStreamProcess, type StreamProcess, startStreamProcess } from '../../scripts/local/aws/stream-process.ts';
import type { Resource } from '../../scripts/local/prepare/template.ts';
import { until } from '../../scripts/support/waiting.ts';

const resource = (type: string, properties: Resource['properties'], metadata: Resource['metadata'] = {}): Resource => ({
  stack: 'stream',
  logicalId: type,
  type,
  properties,
  metadata,
  name: type,
  arn: type,
});

const RESOURCES = [
  resource(
    'AWS::ECS::TaskDefinition',
    { ContainerDefinitions: [{ Environment: [{ Name: 'GREETING', Value: 'hello' }] }] },
    { 'billing:entry': 'functions/stream/main.ts', 'billing:function': 'stream-main' },
  ),
  resource('AWS::ElasticLoadBalancingV2::ListenerRule', {
    Conditions: [{ Field: 'path-pattern', PathPatternConfig: { Values: ['/v1/long', '/v1/*/export'] } }],
  }),
];

/** Program that responds with `GREETING` and parts of the request, and keeps the response open. */
const PROGRAM = `
import { createServer } from 'node:http';
const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-pid': String(process.pid) });
  response.write([process.env.GREETING, request.method, request.url, request.headers['x-forwarded-for']].join(' '));
});
server.listen(Number(process.env.PORT), process.env.HOST, () => process.send({ port: server.address().port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
`;

let directory: string;
let streamProcess: StreamProcess;
let hostServer: Server;

/** Starts the stream process, and a server that forwards the requests for the paths of the process to it, as the host does. */
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-stream-process-'));
  writeFileSync(join(directory, 'stream-main.mjs'), PROGRAM);
  const log = { problem: () => undefined, close: async () => undefined };
  const declared = declaredStreamProcess(RESOURCES);
  streamProcess = await startStreamProcess({ declared, bundleDirectory: directory, environment: {}, log });
  hostServer = createServer((request, response) => {
    const forward = streamProcess.forwardOf(request.url?.split('?')[0] ?? '');
    if (forward === null) response.writeHead(418).end();
    else forward(request, response);
  });
  await new Promise<void>((resolve) => hostServer.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  hostServer.closeAllConnections();
  hostServer.close();
  await streamProcess.stop();
  rmSync(directory, { recursive: true, force: true });
});

const request = (path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: (hostServer.address() as AddressInfo).port, path, agent: false }, resolve).once('error', reject);
  });

const firstChunk = (response: IncomingMessage): Promise<string> =>
  new Promise((resolve) => response.once('data', (chunk: Buffer) => resolve(chunk.toString())));

describe('the stream process of the local service', () => {
  it('is declared by the task definition and the listener rule, and does not exist without them', async () => {
    expect(declaredStreamProcess(RESOURCES)).toEqual({
      id: 'stream-main',
      entry: 'functions/stream/main.ts',
      environment: { GREETING: 'hello' },
      paths: ['/v1/long', '/v1/*/export'],
    });
    expect(declaredStreamProcess([])).toBeNull();
  });

  it('receives the requests to its paths and streams its responses', async () => {
    const response = await request('/v1/long?a=1');
    expect(await firstChunk(response)).toBe('hello GET /v1/long?a=1 127.0.0.1, 127.0.0.1');
    expect(response.headers['content-type']).toBe('text/event-stream');
    response.destroy();
    expect((await request('/v1/tenant/export')).statusCode).toBe(200);
    for (const path of ['/v1/longer', '/v1', '/v1/long/', '/x/v1/long']) expect((await request(path)).statusCode, path).toBe(418);
  });

  it('is restarted after a kill; until then its paths answer 503', async () => {
    const pid = streamProcess.pid() ?? 0;
    const openResponse = await request('/v1/long');
    const closed = new Promise<void>((resolve) => openResponse.once('close', () => resolve()));
    openResponse.on('error', () => undefined).resume();
    process.kill(pid, 'SIGKILL');
    await closed;
    await until(async () => (await request('/v1/long')).statusCode === 503);
    await until(async () => (await request('/v1/long')).statusCode === 200);
    expect(streamProcess.pid()).not.toBe(pid);
  });

  it('ends with the host', async () => {
    const pid = streamProcess.pid() ?? 0;
    await streamProcess.stop();
    expect(() => process.kill(pid, 0)).toThrow();
    expect(streamProcess.pid()).toBeNull();
  });
});
