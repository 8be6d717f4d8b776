import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExport } from '../../shared/client/export.ts';
import { AuthenticationError, type Billing, createBilling, IncompleteExportError } from '../../shared/client/index.ts';
import { transportOf } from '../../shared/client/transport.ts';
import { closeConnection, errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

let service: FakeService;
let billing: Billing;
beforeAll(async () => {
  service = await startFakeService();
  billing = createBilling({ key: 'svc_test_1', baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

const message = (id: string) => `id: ${id}\nevent: message\ndata: {"id":"${id}","type":"customer.created"}\n\n`;
const eventList = (...ids: readonly string[]) => jsonReply(200, { object: 'list', data: ids.map((id) => ({ id })), has_more: false });

/** Returns a reply that streams the chunks, then ends, breaks the connection, or keeps the connection open. */
const stream =
  (chunks: readonly string[], ending: 'ends' | 'breaks' | 'stays open'): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const writeChunk = (index: number): void => {
      const chunk = chunks[index];
      if (chunk !== undefined) response.write(chunk, () => setImmediate(() => writeChunk(index + 1)));
      else if (ending === 'ends') response.end();
      else if (ending === 'breaks') response.destroy();
    };
    response.flushHeaders();
    writeChunk(0);
  };

const readUntil = async (last: string, events: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const { id } of events) {
    ids.push(id);
    if (id === last) break;
  }
  return ids;
};

describe('the event stream of the client', () => {
  it('continues after the last event when a connection ends or breaks', async () => {
    service.replyWith(
      eventList('evt_0'),
      stream([': keep-alive\n\n', message('evt_1'), message('evt_2')], 'breaks'),
      closeConnection,
      stream([`${message('evt_3')}event: timeout\ndata: {"message":"come back"}\n\n`], 'ends'),
      stream([message('evt_4')], 'stays open'),
    );
    expect(await readUntil('evt_4', billing.events.stream({ types: ['customer.created'] }))).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4']);
    const cursors = service.received
      .filter(({ url }) => url.pathname === '/v1/events/stream')
      .map(({ url }) => url.searchParams.get('starting_after'));
    expect(cursors).toEqual(['evt_0', 'evt_2', 'evt_2', 'evt_3']);
    expect(service.received[1]?.url.searchParams.get('type')).toBe('customer.created');
  });

  it('starts after `startingAfter` with a single request', async () => {
    service.replyWith(stream([message('evt_6')], 'stays open'));
    expect(await readUntil('evt_6', billing.events.stream({ startingAfter: 'evt_5' }))).toEqual(['evt_6']);
    expect(service.received.map(({ url }) => url.search)).toEqual(['?starting_after=evt_5']);
  });

  it('is read frame by frame, regardless of how the frames are split into chunks', async () => {
    const text = `${message('evt_1')}${message('evt_2').replaceAll('\n', '\r\n')}`;
    service.replyWith(eventList(), stream([...text], 'stays open'), eventList());
    expect(await readUntil('evt_2', billing.events.stream())).toEqual(['evt_1', 'evt_2']);
  });

  it('ignores an incomplete frame of a broken connection', async () => {
    service.replyWith(
      eventList('evt_0'),
      stream([message('evt_1'), message('evt_2').slice(0, -1)], 'breaks'),
      stream([message('evt_2')], 'stays open'),
    );
    expect(await readUntil('evt_2', billing.events.stream())).toEqual(['evt_1', 'evt_2']);
  });

  it('throws AuthenticationError when the key is revoked', async () => {
    service.replyWith(eventList('evt_0'), stream([`${message('evt_1')}event: unauthorized\ndata: {"message":"revoked"}\n\n`], 'ends'));
    await expect(readUntil('never', billing.events.stream())).rejects.toThrow(AuthenticationError);
    service.replyWith(errorReply(401, 'invalid_api_key'));
    await expect(readUntil('never', billing.events.stream())).rejects.toThrow(AuthenticationError);
  });

  it('ends when its signal aborts', async () => {
    const reader = new AbortController();
    service.replyWith(eventList('evt_0'), stream([message('evt_1')], 'stays open'));
    const events = billing.events.stream({ signal: reader.signal });
    expect((await events.next()).value).toMatchObject({ id: 'evt_1' });
    const nextEvent = events.next();
    reader.abort(new Error('enough'));
    await expect(nextEvent).rejects.toThrow('enough');
  });
});

const DOCUMENT = '{"object":"tenant_export",\n"products":[\n{"id":"prod_1","name":"]}"}]\n}\n';
/** Returns a reply that sends the text of an export, then ends or breaks the connection. */
const exportReply =
  (text: string, ending: 'ends' | 'breaks', headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.write(text, () => setImmediate(() => (ending === 'ends' ? response.end() : response.destroy())));
  };

describe('an export', () => {
  it('returns the document, parsed or in chunks', async () => {
    service.replyWith(exportReply(DOCUMENT, 'ends'), exportReply(DOCUMENT, 'ends'));
    expect(await billing.tenant.export()).toEqual(JSON.parse(DOCUMENT));
    const chunks: Uint8Array[] = [];
    for await (const chunk of billing.tenant.exportChunks()) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(DOCUMENT);
  });

  const incomplete = DOCUMENT.slice(0, -4);
  const cases: readonly (readonly [string, Reply])[] = [
    ['with a broken connection', exportReply(incomplete, 'breaks')],
    ['that ends early', exportReply(incomplete, 'ends')],
    ['that ends in a string that looks like the end', exportReply(DOCUMENT.slice(0, DOCUMENT.indexOf(']}') + 2), 'ends')],
  ];
  it.each(cases)('%s throws IncompleteExportError', async (_how, reply) => {
    service.replyWith(reply);
    await expect(billing.tenant.export()).rejects.toThrow(IncompleteExportError);
  });

  it.each(cases)('%s throws IncompleteExportError after its last chunk', async (_how, reply) => {
    service.replyWith(reply);
    const read = async (): Promise<void> => {
      for await (const _chunk of billing.tenant.exportChunks());
    };
    await expect(read()).rejects.toThrow(IncompleteExportError);
  });

  describe('whose connection breaks', () => {
    const HEAD = '{"object":"tenant_export","generated_at":5';
    const WHOLE = `${HEAD},\n"products":[\n{"id":"prod_1"},\n{"id":"prod_2"}],\n"prices":[],\n"events":[\n{"id":"evt_1"}]\n}\n`;
    const RESUMABLE = { 'export-resume': 'xpt_1' };
    const broken = (text: string): Reply => exportReply(text, 'breaks', RESUMABLE);
    const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
      const all: Uint8Array[] = [];
      for await (const chunk of chunks) all.push(chunk);
      return Buffer.concat(all).toString();
    };

    it('continues after the last complete object', async () => {
      service.replyWith(
        broken(`${HEAD},\n"products":[\n{"id":"prod_1"},\n{"id":"pro`),
        closeConnection,
        broken(`${HEAD},\n"products":[\n\n{"id":"prod_2"}\n],\n"prices":[]\n,`),
        exportReply(`${HEAD},\n"products":[],\n"prices":[],\n"events":[\n{"id":"evt_1"}]\n}\n`, 'ends', RESUMABLE),
      );
      expect(await textOf(billing.tenant.exportChunks())).toBe(WHOLE);
      const queries = service.received.map(({ url }) => Object.fromEntries(url.searchParams));
      const [first, second] = ['prod_1', 'prod_2'].map((id) => ({ resume: 'xpt_1', starting_after: id }));
      expect(queries).toEqual([{}, first, first, second]);
    });

    it('begins again with the data of the same point in time if no object has arrived', async () => {
      service.replyWith(broken('{"obj'), exportReply(WHOLE, 'ends', RESUMABLE));
      expect(await billing.tenant.export()).toEqual(JSON.parse(WHOLE));
      expect(service.received.map(({ url }) => url.search)).toEqual(['', '?resume=xpt_1']);
    });

    it('throws IncompleteExportError if the service refuses to resume it', async () => {
      service.replyWith(broken(HEAD), errorReply(400, 'parameter_invalid', { param: 'resume' }));
      const refused = expect.objectContaining({ cause: expect.objectContaining({ param: 'resume' }) });
      await expect(billing.tenant.export()).rejects.toEqual(refused);
    });

    it('can be continued by the caller after it failed, unless the service refused to resume it', async () => {
      const opened = openExport(transportOf({ key: 'svc_test_1', baseUrl: service.baseUrl }));
      const first: Uint8Array[] = [];
      const readFirst = async (): Promise<void> => {
        for await (const chunk of opened.chunks()) first.push(chunk);
      };
      expect(opened.canContinue()).toBe(false);
      service.replyWith(broken(`${HEAD},\n"products":[\n{"id":"prod_1"},\n`), ...Array.from({ length: 5 }, () => broken(HEAD)));
      await expect(readFirst()).rejects.toThrow(IncompleteExportError);
      expect(opened.canContinue()).toBe(true);
      service.replyWith(
        exportReply(`${HEAD},\n"products":[\n{"id":"prod_2"}],\n"prices":[],\n"events":[\n{"id":"evt_1"}]\n}\n`, 'ends', RESUMABLE),
      );
      expect(Buffer.concat(first).toString() + (await textOf(opened.chunks()))).toBe(WHOLE);
      const refused = openExport(transportOf({ key: 'svc_test_1', baseUrl: service.baseUrl }));
      service.replyWith(broken(HEAD), errorReply(400, 'parameter_invalid', { param: 'resume' }));
      await expect(textOf(refused.chunks())).rejects.toThrow(IncompleteExportError);
      expect(refused.canContinue()).toBe(false);
    });

    it('throws IncompleteExportError if five connections in a row bring no object', async () => {
      service.replyWith(...Array.from({ length: 5 }, () => broken(HEAD)));
      await expect(billing.tenant.export()).rejects.toThrow(IncompleteExportError);
      expect(service.received).toHaveLength(5);
    });
  });
});
