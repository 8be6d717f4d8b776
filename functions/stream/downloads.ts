import { ApiError } from '../../shared/api/errors/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { type Sink, waitFor } from './reader.ts';
import { closeRevokedConnections, repeat } from './recheck.ts';
import type { DownloadSettings } from './settings.ts';

/** A long document to send to a caller. */
export interface Download {
  readonly requestId: string;
  readonly caller: Caller;
  /** Chunks of whole JSON tokens. An error closes the connection: the caller notices the error only by the incomplete JSON. */
  readonly chunks: AsyncGenerator<string>;
}

/** The downloads of this process. */
export interface Downloads {
  /** Throws 503 if no further download can start. */
  readonly checkCapacity: (tenant: Tenant) => void;
  /** Sends the document at the caller's speed, with at most one chunk in memory. */
  readonly start: (download: Download, sink: Sink) => void;
  /** Closes all connections. */
  readonly close: () => void;
}

interface ActiveDownload {
  readonly caller: Caller;
  /** Why the download ended (`left`: the client closed the connection); `null` while it continues. */
  ended: 'complete' | 'unauthorized' | 'closing' | 'stalled' | 'failed' | 'left' | null;
  readonly sink: Sink;
}

/** White space that is sent between two tokens, since proxies close idle connections. */
const KEEP_ALIVE = '\n';
const RETRY_AFTER = { 'retry-after': '10' };

export const openDownloads = (isStillValid: (caller: Caller) => Promise<boolean>, settings: DownloadSettings): Downloads => {
  const activeDownloads = new Set<ActiveDownload>();
  let closing = false;

  const end = (download: ActiveDownload, reason: NonNullable<ActiveDownload['ended']>): void => {
    download.ended ??= reason;
    download.sink.destroy();
  };

  /** Waits until the client has read the sent data; ends the download if that takes longer than `stallMs`. */
  const awaitClient = async (download: ActiveDownload, event: 'drain' | 'finish'): Promise<void> => {
    if ((await waitFor(download.sink, event, settings.stallMs)) === 'stalled') end(download, 'stalled');
  };

  const send = async (download: ActiveDownload, chunks: AsyncGenerator<string>): Promise<void> => {
    const { sink } = download;
    const keepAliveTimer = setInterval(() => sink.writableLength === 0 && sink.write(KEEP_ALIVE), settings.keepAliveMs);
    // Set in this handler, because code that awaits `finish` continues only after the handler of `close` has set another reason.
    sink.on('finish', () => {
      download.ended ??= 'complete';
    });
    sink.on('close', () => clearInterval(keepAliveTimer));
    sink.on('close', () => end(download, 'left'));
    for await (const chunk of chunks) {
      if (download.ended !== null) return;
      keepAliveTimer.refresh();
      if (!sink.write(chunk)) await awaitClient(download, 'drain');
    }
    if (download.ended !== null) return;
    clearInterval(keepAliveTimer);
    sink.end();
    await awaitClient(download, 'finish');
  };

  const stopChecks = repeat(settings.authorizationMs, () =>
    closeRevokedConnections(
      [...activeDownloads].map((download) => ({ caller: download.caller, refuse: () => end(download, 'unauthorized') })),
      isStillValid,
    ),
  );

  return {
    checkCapacity: ({ accountId, mode }) => {
      const tenantDownloads = [...activeDownloads].filter(
        ({ caller: { tenant } }) => tenant.accountId === accountId && tenant.mode === mode,
      ).length;
      if (closing || activeDownloads.size >= settings.downloads || tenantDownloads >= settings.downloadsPerTenant) {
        throw new ApiError('at_capacity', { message: 'Too many exports are running. Try again later.', headers: RETRY_AFTER });
      }
    },
    start: ({ requestId, caller, chunks }, sink) => {
      const download: ActiveDownload = { caller, ended: null, sink };
      activeDownloads.add(download);
      if (closing) end(download, 'closing');
      send(download, chunks)
        .catch((error: unknown) => {
          logError(error, { worker: 'export', requestId });
          end(download, 'failed');
        })
        .finally(() => {
          activeDownloads.delete(download);
          const { accountId, mode } = caller.tenant;
          logNotice('export_ended', { requestId, account: accountId, mode, reason: download.ended });
        });
    },
    close: () => {
      closing = true;
      stopChecks();
      for (const download of activeDownloads) end(download, 'closing');
    },
  };
};
