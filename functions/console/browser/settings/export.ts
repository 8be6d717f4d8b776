import { ApiError } from '../../../../shared/client/errors.ts';
import { type OpenExport, openExport } from '../../../../shared/client/export.ts';
import { type Send, transportOf } from '../../../../shared/client/transport.ts';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import { CallError } from '../../../../shared/pages/browser/calls.ts';
import type { Calls } from '../app/calls.ts';
import { CONSOLE_BASE_URL } from '../session/current-session.ts';

/** A token is replaced this many seconds before it expires. */
const MARGIN_SECONDS = 10;

/** Retries of one request. If they fail, `chunks` resumes the export. If resuming fails several times, the member can resume it. */
const MAX_RETRIES = 1;

/** An export that the member downloads. Continues when a connection breaks and, after a failure, when `fetch` is called again. */
export interface Download {
  /** Fetches what is missing; returns the whole file. Throws `CallError`. */
  readonly fetch: () => Promise<Blob>;
  /** True if the next `fetch` continues where the last one broke off. */
  readonly isBegun: () => boolean;
}

/**
 * Returns a `Send` that uses an export token of the session, and a new one when it expires. `onTokenError`: called if no token can be
 * created, for example because the member did not sign in again.
 */
const sendWithToken = (calls: Pick<Calls, 'exportToken'>, mode: Mode, onTokenError: (error: unknown) => void): Send => {
  let token: Awaited<ReturnType<Calls['exportToken']>> | null = null;
  return async (request, options) => {
    if (token === null || token.expires_at - MARGIN_SECONDS < Date.now() / 1000) {
      token = await calls.exportToken(mode).catch((error: unknown) => {
        onTokenError(error);
        throw error;
      });
    }
    return transportOf({ key: token.token, baseUrl: new URL('..', CONSOLE_BASE_URL).href })(request, options);
  };
};

const callErrorOf = (error: unknown, canContinue: boolean): CallError => {
  if (error instanceof CallError) return error;
  if (error instanceof ApiError && error.status === 404) return new CallError(404, { message: 'This deployment serves no exports.' }, 0);
  if (error instanceof ApiError) return new CallError(error.status, { code: error.code, message: error.message }, 0);
  const message = `The export broke off. ${canContinue ? 'Resume it to continue where it stopped.' : 'Try again.'}`;
  return new CallError(0, { message }, 0);
};

export const createExportDownload = (calls: Pick<Calls, 'exportToken'>, mode: Mode): Download => {
  let aborter = new AbortController();
  const send = sendWithToken(calls, mode, (error) => aborter.abort(error));
  let current: OpenExport = openExport(send);
  let parts: Blob[] = [];
  const begin = (): void => {
    [current, parts] = [openExport(send), []];
  };
  return {
    fetch: async () => {
      if (!current.canContinue()) begin();
      aborter = new AbortController();
      try {
        // Stores chunks as `Blob`s, because a browser can keep a `Blob` on disk instead of in memory.
        for await (const chunk of current.chunks({ signal: aborter.signal, maxRetries: MAX_RETRIES }))
          parts.push(new Blob([chunk as BlobPart]));
      } catch (error) {
        throw callErrorOf(error, current.canContinue());
      }
      const file = new Blob(parts, { type: 'application/json' });
      begin();
      return file;
    },
    isBegun: () => current.canContinue(),
  };
};
