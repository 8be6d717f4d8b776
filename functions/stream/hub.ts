import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../shared/api/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import type { Line } from './frames.ts';
import { openReader, type Reader, type Sink } from './reader.ts';
import { recheck, repeat } from './recheck.ts';
import type { StreamSettings } from './settings.ts';
import type { StreamSource } from './source.ts';
import type { Tail } from './tail.ts';
import { openTails } from './tails.ts';

/** A stream as it was asked for, checked. */
export interface StreamRequest {
  readonly requestId: string;
  readonly caller: Caller;
  /** The log number after which it begins. */
  readonly position: number;
  /** `null`: every type. */
  readonly types: ReadonlySet<string> | null;
}

/** All open streams of this process. */
export interface Hub {
  /** Throws 503 when no further stream fits. */
  readonly checkCapacity: (tenant: Tenant) => void;
  readonly start: (request: StreamRequest, sink: Sink) => void;
  /** Something was recorded: look soon. Of no effect when nobody listens. */
  readonly wake: (tenant: Tenant) => void;
  /** Ends every stream with `timeout`; resolves when all connections are gone. */
  readonly close: () => Promise<void>;
  readonly size: () => number;
}

interface Stream {
  readonly request: StreamRequest;
  readonly reader: Reader;
}

const TEXTS = {
  lifetime: 'This stream has been open for its time. Reconnect with the last id.',
  behind: 'This stream is too far behind: it was not read for too long. Reconnect with the last id.',
  closing: 'This stream is moved to another server. Reconnect with the last id.',
  unauthorized: 'The key was revoked or the account suspended.',
} as const;

/** A twentieth more or less. */
const LIFETIME_TOLERANCE = 0.05;
const RETRY_MS = 1000;

/** `spread`, from 0 up to 1, says where in the tolerance of their lifetime streams end. */
export const openHub = (source: StreamSource, settings: StreamSettings, spread: () => number): Hub => {
  const streams = new Set<Stream>();
  const tails = openTails(source, settings.pollMs);
  let closing = false;

  const start: Hub['start'] = (request, sink) => {
    const { tenant } = request.caller;
    const reader = openReader(sink, request.position, request.types, settings);
    const stream: Stream = { request, reader };
    streams.add(stream);
    const lifetimeMs = settings.lifetimeMs * (1 + LIFETIME_TOLERANCE * (2 * spread() - 1));
    const lifetime = setTimeout(() => reader.end('timeout', TEXTS.lifetime), lifetimeMs);
    const openedMs = performance.now();
    reader.closed.then((reason) => {
      clearTimeout(lifetime);
      streams.delete(stream);
      tails.exit(tenant);
      logClosed(stream, reason, performance.now() - openedMs);
    });
    lead(reader, tails.enter(tenant), (position) => source.after(tenant, position), settings.pollMs).catch((error: unknown) => {
      logError(error, { worker: 'stream', requestId: request.requestId });
      reader.end('timeout', TEXTS.closing);
    });
    if (closing) reader.end('timeout', TEXTS.closing);
  };

  const stopChecks = repeat(settings.authorizationMs, () => {
    const open = [...streams].map(({ request, reader }) => ({
      caller: request.caller,
      refuse: () => reader.end('unauthorized', TEXTS.unauthorized),
    }));
    return recheck(open, source.isStillValid);
  });

  return {
    checkCapacity: (tenant) => {
      if (closing || streams.size >= settings.connections) throw atCapacity('No further stream fits here.');
      if (tails.readersOf(tenant) >= settings.connectionsPerTenant) throw atCapacity('This account has too many streams open.');
    },
    start,
    wake: tails.wake,
    close: async () => {
      closing = true;
      stopChecks();
      const open = [...streams];
      for (const { reader } of open) reader.end('timeout', TEXTS.closing);
      await Promise.all(open.map(({ reader }) => reader.closed));
    },
    size: () => streams.size,
  };
};

const atCapacity = (message: string): ApiError => new ApiError('at_capacity', { message, headers: { 'retry-after': '1' } });

const logClosed = ({ request, reader }: Stream, reason: string, ms: number): void => {
  const { accountId, mode } = request.caller.tenant;
  const about = { requestId: request.requestId, account: accountId, mode };
  logNotice('stream_closed', { ...about, reason, events: reader.sent(), ms: Math.round(ms) });
};

/** Brings a reader to the end of its log at its own pace, keeps it there while it can follow, and again when it could not. */
const lead = async (
  reader: Reader,
  opening: Promise<Tail>,
  after: (position: number) => Promise<readonly Line[]>,
  pollMs: number,
): Promise<void> => {
  const tail = await opening;
  while (reader.isOpen()) {
    if (reader.position() >= tail.position()) {
      const { left, leave } = tail.follow(reader.take);
      reader.closed.then(leave);
      await left;
    } else {
      await catchUp(reader, after, pollMs);
    }
    if ((await reader.drained()) === 'stalled') reader.end('timeout', TEXTS.behind);
  }
};

/** Gives a reader the next page of the log. One that can't be read, or has nothing yet, is asked for again later. */
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
