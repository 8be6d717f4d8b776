import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthenticationError, type Billing, createBilling, IncompleteExportError } from '../../shared/client/index.ts';
import { hangUp, json, type PlayedService, playService, type Reply, refusal } from './support.ts';

let service: PlayedService;
let billing: Billing;
beforeAll(async () => {
  service = await playService();
  billing = createBilling({ key: 'svc_test_1', baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

const message = (id: string) => `id: ${id}\nevent: message\ndata: {"id":"${id}","type":"customer.created"}\n\n`;
const listed = (...ids: readonly string[]) => json(200, { object: 'list', data: ids.map((id) => ({ id })), has_more: false });

/** A stream of these chunks, which then ends, is lost, or stays open. */
const stream =
  (chunks: readonly string[], then: 'ends' | 'is lost' | 'stays'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const next = (index: number): void => {
      const chunk = chunks[index];
      if (chunk !== undefined) response.write(chunk, () => setImmediate(() => next(index + 1)));
      else if (then === 'ends') response.end();
      else if (then === 'is lost') response.destroy();
    };
    response.flushHeaders();
    next(0);
  };

const idsUntil = async (last: string, events: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of events) {
    ids.push(id);
    if (id === last) break;
  }
  return ids;
};

describe('a stream of events', () => {
  it('continues after the last event, however its connections end', async () => {
    service.plan(
      listed('evt_0'),
      stream([': keep-alive\n\n', message('evt_1'), message('evt_2')], 'is lost'),
      hangUp,
      stream([`${message('evt_3')}event: timeout\ndata: {"message":"come back"}\n\n`], 'ends'),
      stream([message('evt_4')], 'stays'),
    );
    expect(await idsUntil('evt_4', billing.events.stream({ types: ['customer.created'] }))).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
    const cursors = service.seen
      .filter(({ url }) => url.pathname === '/v1/events/stream')
      .map(({ url }) => url.searchParams.get('starting_after'));
    expect(cursors).toEqual(['evt_0', 'evt_2', 'evt_2', 'evt_3']);
    expect(service.seen[1]?.url.searchParams.get('type')).toBe('customer.created');
  });

  it('begins where it is reported, and asks nothing else then', async () => {
    service.plan(stream([message('evt_6')], 'stays'));
    expect(await idsUntil('evt_6', billing.events.stream({ startingAfter: 'evt_5' }))).toEqual(['evt_6']);
    expect(service.seen.map(({ url }) => url.search)).toEqual(['?starting_after=evt_5']);
  });

  it('is read frame by frame, wherever its chunks begin', async () => {
    const text = `${message('evt_1')}${message('evt_2').replaceAll('\n', '\r\n')}`;
    service.plan(listed(), stream([...text], 'stays'));
    expect(await idsUntil('evt_2', billing.events.stream())).toEqual(['evt_1', 'evt_2']);
  });

  it('leaves out a frame that its connection broke off in', async () => {
    service.plan(
      listed('evt_0'),
      stream([message('evt_1'), message('evt_2').slice(0, -1)], 'is lost'),
      stream([message('evt_2')], 'stays'),
    );
    expect(await idsUntil('evt_2', billing.events.stream())).toEqual(['evt_1', 'evt_2']);
  });

  it('ends when the key opens nothing any more', async () => {
    service.plan(listed('evt_0'), stream([`${message('evt_1')}event: unauthorized\ndata: {"message":"revoked"}\n\n`], 'ends'));
    await expect(idsUntil('never', billing.events.stream())).rejects.toThrow(AuthenticationError);
    service.plan(refusal(401, 'invalid_api_key'));
    await expect(idsUntil('never', billing.events.stream())).rejects.toThrow(AuthenticationError);
  });

  it('ends when its reader gives it up', async () => {
    const reader = new AbortController();
    service.plan(listed('evt_0'), stream([message('evt_1')], 'stays'));
    const events = billing.events.stream({ signal: reader.signal });
    expect((await events.next()).value).toMatchObject({ id: 'evt_1' });
    const next = events.next();
    reader.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
  });
});

const DOCUMENT = '{"object":"tenant_export",\n"products":[\n{"id":"prod_1","name":"]}"}]\n}\n';
const body =
  (text: string, then: 'ends' | 'is lost'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text, () => setImmediate(() => (then === 'ends' ? response.end() : response.destroy())));
  };

describe('an export', () => {
  it('is a document', async () => {
    service.plan(body(DOCUMENT, 'ends'), body(DOCUMENT, 'ends'));
    expect(await billing.tenant.export()).toEqual(JSON.parse(DOCUMENT));
    const chunks: Uint8Array[] = [];
    for await (const chunk of billing.tenant.exportChunks()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(DOCUMENT);
  });

  const middle = DOCUMENT.slice(0, -4);
  it.each([
    ['is cut off', body(middle, 'is lost')],
    ['ends early', body(middle, 'ends')],
    ['ends within a text that looks like its end', body(DOCUMENT.slice(0, DOCUMENT.indexOf(']}') + 2), 'ends')],
  ])('that %s is reported from a whole one', async (_how, reply) => {
    service.plan(reply);
    await expect(billing.tenant.export()).rejects.toThrow(IncompleteExportError);
  });

  it.each([
    ['is cut off', body(middle, 'is lost')],
    ['ends early', body(middle, 'ends')],
    ['ends within a text that looks like its end', body(DOCUMENT.slice(0, DOCUMENT.indexOf(']}') + 2), 'ends')],
  ])('that %s is reported from a whole one at its end, also chunk by chunk', async (_how, reply) => {
    service.plan(reply);
    const read = async (): Promise<void> => {
      for await (const _chunk of billing.tenant.exportChunks());
    };
    await expect(read()).rejects.toThrow(IncompleteExportError);
  });
});
