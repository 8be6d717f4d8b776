import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../shared/api/errors/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import type { Line } from './frames.ts';
import { openReader, type Reader, type Sink } from './reader.ts';
import { closeRevokedConnections, repeat } from './recheck.ts';
import type { StreamSettings } from './settings.ts';
import type { StreamSource } from './source.ts';
import type { Tail } from './tail.ts';
import { openTails } from './tails.ts';

/** A validated request for a stream. */
export interface StreamRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** Log number after which the stream starts. */
  readonly position: number;
  /** `null`: every type. */
  readonly types: ReadonlySet<string> | null;
}

/** All open streams of this process. */
export interface Hub {
  /** Throws 503 if no further stream can open. */
  readonly checkCapacity: (tenant: Tenant) => void;
  readonly start: (request: StreamRequest, sink: Sink) => void;
  /** Reads the log soon, because an entry was recorded. No effect without streams of the tenant. */
  readonly wake: (tenant: Tenant) => void;
  /** Ends every stream with `timeout`; resolves when all connections are closed. */
  readonly close: () => Promise<void>;
  readonly size: () => number;
}

interface Stream {
  readonly request: StreamRequest;
  readonly reader: Reader;
}

const TEXTS = {
  lifetime: 'This stream has reached its maximum duration. Reconnect with the last id.',
  closing: 'This stream moves to another server. Reconnect with the last id.',
  unauthorized: 'The API key was revoked or the account was suspended.',
} as const;

/** The lifetime of a stream varies by plus or minus 5 %, so that clients do not all reconnect at once. */
const LIFETIME_TOLERANCE = 0.05;
/** Delay before the log is read again after an error. */
const RETRY_MS = 1000;

/** Opens a hub. `jitter`: returns a random number from 0 to 1; it varies the lifetime of a stream within the tolerance. */
export const openHub = (source: StreamSource, settings: StreamSettings, jitter: () => number): Hub => {
  const streams = new Set<Stream>();
  const tails = openTails(source, settings.pollMs);
  let closing = false;

  const start: Hub['start'] = (request, sink) => {
    const { tenant } = request.caller;
    const reader = openReader(sink, request.position, request.types, settings);
    const stream: Stream = { request, reader };
    streams.add(stream);
    const lifetimeMs = settings.lifetimeMs * (1 + LIFETIME_TOLERANCE * (2 * jitter() - 1));
    const lifetime = setTimeout(() => reader.end('timeout', TEXTS.lifetime), lifetimeMs);
    const openedMs = performance.now();
    reader.closed.then((reason) => {
      clearTimeout(lifetime);
      streams.delete(stream);
      tails.exit(tenant);
      logClosed(stream, reason, performance.now() - openedMs);
    });
    serveReader(reader, tails.enter(tenant), (position) => source.after(tenant, position), settings.pollMs).catch((error: unknown) => {
      logError(error, { worker: 'stream', requestId: request.requestId });
      reader.end('timeout', TEXTS.closing);
    });
    if (closing) reader.end('timeout', TEXTS.closing);
  };

  const stopChecks = repeat(settings.authorizationMs, () => {
    const openConnections = [...streams].map(({ request, reader }) => ({
      caller: request.caller,
      refuse: () => reader.end('unauthorized', TEXTS.unauthorized),
    }));
    return closeRevokedConnections(openConnections, source.isStillValid);
  });

  return {
    checkCapacity: (tenant) => {
      if (closing || streams.size >= settings.connections) throw atCapacity('This server has too many open streams. Try again.');
      if (tails.readersOf(tenant) >= settings.connectionsPerTenant)
        throw atCapacity('This account has too many open streams. Close one first.');
    },
    start,
    wake: tails.wake,
    close: async () => {
      closing = true;
      stopChecks();
      const openStreams = [...streams];
      for (const { reader } of openStreams) reader.end('timeout', TEXTS.closing);
      await Promise.all(openStreams.map(({ reader }) => reader.closed));
    },
    size: () => streams.size,
  };
};

const atCapacity = (message: string): ApiError => new ApiError('at_capacity', { message, headers: { 'retry-after': '1' } });

const logClosed = ({ request, reader }: Stream, reason: string, ms: number): void => {
  const { accountId, mode } = request.caller.tenant;
  const context = { requestId: request.requestId, account: accountId, mode };
  logNotice('stream_closed', { ...context, reason, events: reader.sent(), ms: Math.round(ms) });
};

/** Passes the log to the reader, at the reader's speed, then follows the tail. Reads the log again when the reader falls behind. */
const serveReader = async (
  reader: Reader,
  tailPromise: Promise<Tail>,
  after: (position: number) => Promise<readonly Line[]>,
  pollMs: number,
): Promise<void> => {
  const tail = await tailPromise;
  while (reader.isOpen()) {
    if (reader.position() >= tail.position()) {
      const { removed, remove } = tail.follow(reader.take);
      reader.closed.then(remove);
      await removed;
    } else {
      await catchUp(reader, after, pollMs);
    }
    await reader.drained();
  }
};

/** Passes the next page of the log to a reader. Waits if the page is empty or cannot be read. */
const catchUp = async (reader: Reader, after: (position: number) => Promise<readonly Line[]>, pollMs: number): Promise<void> => {
  let lines: readonly Line[] = [];
  try {
    lines = await after(reader.position());
  } catch (error) {
    logError(error, { worker: 'stream' });
    await pause(RETRY_MS);
    return;
  }
  if (lines.length === 0) await pause(pollMs);
  else reader.take(lines);
};
