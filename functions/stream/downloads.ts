import { ApiError } from '../../shared/api/errors.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError, logNotice } from '../../shared/platform/log-lines.ts';
import { drained, type Sink } from './reader.ts';
import { recheck, repeat } from './recheck.ts';
import type { DownloadSettings } from './settings.ts';

/** A long document on its way to a caller. */
export interface Download {
  readonly requestId: string;
  readonly caller: Caller;
  /** Whole tokens of JSON. What throws cuts the connection: nothing but the missing end tells the caller. */
  readonly pieces: AsyncGenerator<string>;
}

/** All documents that this process is sending. */
export interface Downloads {
  /** Throws 503 when no further one may begin. */
  readonly checkCapacity: (tenant: Tenant) => void;
  /** Sends the document at the caller's pace, with no more than a piece of it in memory. */
  readonly start: (download: Download, sink: Sink) => void;
  /** Cuts what is under way. */
  readonly close: () => void;
}

interface UnderWay {
  readonly caller: Caller;
  /** Why it ended early; `null` while it continues. */
  ended: 'unauthorized' | 'closing' | 'stalled' | 'failed' | 'left' | null;
  readonly sink: Sink;
}

/** White space between two tokens: proxies on the way cut a connection on which nothing comes. */
const PROOF_OF_LIFE = '\n';
const RETRY_AFTER = { 'retry-after': '10' };

export const openDownloads = (isStillValid: (caller: Caller) => Promise<boolean>, settings: DownloadSettings): Downloads => {
  const underWay = new Set<UnderWay>();
  let closing = false;

  const end = (download: UnderWay, why: NonNullable<UnderWay['ended']>): void => {
    download.ended ??= why;
    download.sink.destroy();
  };

  const send = async (download: UnderWay, pieces: AsyncGenerator<string>): Promise<void> => {
    const { sink } = download;
    const quiet = setInterval(() => sink.writableLength === 0 && sink.write(PROOF_OF_LIFE), settings.keepAliveMs);
    sink.on('close', () => clearInterval(quiet));
    sink.on('close', () => end(download, 'left'));
    for await (const piece of pieces) {
      if (download.ended !== null) return;
      quiet.refresh();
      if (!sink.write(piece) && (await drained(sink, settings.stallMs)) === 'stalled') end(download, 'stalled');
    }
    clearInterval(quiet);
    sink.end();
  };

  const stopChecks = repeat(settings.authorizationMs, () =>
    recheck(
      [...underWay].map((download) => ({ caller: download.caller, refuse: () => end(download, 'unauthorized') })),
      isStillValid,
    ),
  );

  return {
    checkCapacity: ({ accountId, mode }) => {
      const ofTenant = [...underWay].filter(({ caller: { tenant } }) => tenant.accountId === accountId && tenant.mode === mode).length;
      if (closing || underWay.size >= settings.downloads || ofTenant >= settings.downloadsPerTenant) {
        throw new ApiError('at_capacity', { message: 'No further export can be made now; try again later.', headers: RETRY_AFTER });
      }
    },
    start: ({ requestId, caller, pieces }, sink) => {
      const download: UnderWay = { caller, ended: null, sink };
      underWay.add(download);
      if (closing) end(download, 'closing');
      send(download, pieces)
        .catch((error: unknown) => {
          logError(error, { worker: 'export', requestId });
          end(download, 'failed');
        })
        .finally(() => {
          underWay.delete(download);
          const { accountId, mode } = caller.tenant;
          logNotice('export_ended', { requestId, account: accountId, mode, reason: download.ended ?? 'complete' });
        });
    },
    close: () => {
      closing = true;
      stopChecks();
      for (const download of underWay) end(download, 'closing');
    },
  };
};
