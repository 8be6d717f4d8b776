import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../shared/api/errors.ts';
import { logError, logNotice } from '../../shared/api/log.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import type { Line } from './frames.ts';
import { openReader, type Reader, type Sink } from './reader.ts';
import type { StreamSettings } from './settings.ts';
import { openTail, type Tail } from './tail.ts';

/** What the streams read; strongly consistent. */
export interface StreamSource {
  /** The number of the newest entry of the log that may be seen. */
  readonly end: (tenant: Tenant) => Promise<number>;
  readonly after: (tenant: Tenant, position: number) => Promise<readonly Line[]>;
  /** Whether a caller who was let in still may. */
  readonly stillStands: (caller: Caller) => Promise<boolean>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

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
  readonly checkRoom: (tenant: Tenant) => void;
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

const WORDS = {
  lifetime: 'This stream has been open for its time. Reconnect with the last id.',
  behind: 'This stream is too far behind: it was not read for too long. Reconnect with the last id.',
  closing: 'This stream is moved to another server. Reconnect with the last id.',
  unauthorized: 'The key was revoked or the account suspended.',
} as const;

const RETRY_MS = 1000;
/** Keys looked at together when authorization is checked again. */
const CHECKED_AT_ONCE = 25;

const tenantKey = ({ accountId, mode }: Tenant): string => `${accountId}#${mode}`;

export const openHub = (source: StreamSource, settings: StreamSettings): Hub => {
  const streams = new Set<Stream>();
  const tails = new Map<string, { readonly tail: Promise<Tail>; readers: number }>();
  let closing = false;

  const countOf = (tenant: Tenant): number => tails.get(tenantKey(tenant))?.readers ?? 0;

  /** The tail of a log, opened for its first reader and closed after its last. */
  const enter = (tenant: Tenant): Promise<Tail> => {
    const known = tails.get(tenantKey(tenant));
    if (known !== undefined) {
      known.readers += 1;
      return known.tail;
    }
    const tail = endSurely(tenant).then((end) => openTail(end, (position) => source.after(tenant, position), settings.pollMs));
    tails.set(tenantKey(tenant), { tail, readers: 1 });
    return tail;
  };
  const exit = (tenant: Tenant): void => {
    const known = tails.get(tenantKey(tenant));
    if (known === undefined) return;
    known.readers -= 1;
    if (known.readers > 0) return;
    tails.delete(tenantKey(tenant));
    known.tail.then((tail) => tail.stop());
  };
  const endSurely = async (tenant: Tenant): Promise<number> => {
    for (;;) {
      const end = await source.end(tenant).catch(reported);
      if (end !== null) return end;
      await pause(RETRY_MS);
    }
  };

  const start: Hub['start'] = (request, sink) => {
    const { tenant } = request.caller;
    const reader = openReader(sink, request.position, request.types, settings);
    const stream: Stream = { request, reader };
    streams.add(stream);
    const lifetimeMs = settings.lifetimeMs * (0.95 + source.random() / 10);
    const lifetime = setTimeout(() => reader.end('timeout', WORDS.lifetime), lifetimeMs);
    const openedMs = performance.now();
    reader.closed.then((reason) => {
      clearTimeout(lifetime);
      streams.delete(stream);
      exit(tenant);
      logNotice('stream_closed', {
        requestId: request.requestId,
        account: tenant.accountId,
        mode: tenant.mode,
        reason,
        events: reader.sent(),
        ms: Math.round(performance.now() - openedMs),
      });
    });
    const tail = enter(tenant);
    if (closing) reader.end('timeout', WORDS.closing);
    run(reader, tail, (position) => source.after(tenant, position), settings).catch((error: unknown) => {
      reported(error);
      reader.end('timeout', WORDS.closing);
    });
  };

  const check = async (): Promise<void> => {
    const byKey = new Map<string, Stream[]>();
    for (const stream of streams) byKey.set(stream.request.caller.keyId, [...(byKey.get(stream.request.caller.keyId) ?? []), stream]);
    const waiting = [...byKey.values()];
    while (waiting.length > 0) await Promise.all(waiting.splice(0, CHECKED_AT_ONCE).map(checkKey));
  };
  const checkKey = async (held: readonly Stream[]): Promise<void> => {
    const [first] = held;
    if (first === undefined) return;
    // A look that fails decides nothing: the next one comes soon.
    const stands = await source.stillStands(first.request.caller).catch(reported);
    if (stands === false) for (const { reader } of held) reader.end('unauthorized', WORDS.unauthorized);
  };
  let checking = false;
  const checks = setInterval(() => {
    if (checking) return;
    checking = true;
    check().finally(() => {
      checking = false;
    });
  }, settings.authorizationMs);

  return {
    checkRoom: (tenant) => {
      if (!closing && streams.size < settings.connections && countOf(tenant) < settings.connectionsPerTenant) return;
      throw new ApiError('at_capacity', {
        message:
          closing || streams.size >= settings.connections ? 'No further stream fits here.' : 'This account has too many streams open.',
        headers: { 'retry-after': '1' },
      });
    },
    start,
    wake: (tenant) => {
      tails.get(tenantKey(tenant))?.tail.then((tail) => tail.wake());
    },
    close: async () => {
      closing = true;
      clearInterval(checks);
      const open = [...streams];
      for (const { reader } of open) reader.end('timeout', WORDS.closing);
      await Promise.all(open.map(({ reader }) => reader.closed));
    },
    size: () => streams.size,
  };
};

const reported = (error: unknown): null => {
  logError(error, { worker: 'stream' });
  return null;
};

/** Brings a reader to the end of its log at its own pace, keeps it there while it can follow, and again when it could not. */
const run = async (
  reader: Reader,
  opening: Promise<Tail>,
  after: (position: number) => Promise<readonly Line[]>,
  { pollMs }: StreamSettings,
): Promise<void> => {
  const tail = await opening;
  while (reader.isOpen()) {
    if (reader.position() >= tail.position()) {
      const { left, leave } = tail.follow(reader.take);
      reader.closed.then(leave);
      await left;
    } else {
      const lines = await after(reader.position()).catch(reported);
      if (lines === null || lines.length === 0) await pause(lines === null ? RETRY_MS : pollMs);
      else reader.take(lines);
    }
    if ((await reader.drained()) === 'stalled') reader.end('timeout', WORDS.behind);
  }
};
