import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CallError, callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { timeText } from './format.ts';

/** The error message that the member sees. */
export const problemText = (error: unknown): string => callErrorOf(error).message;

/** Whether the error means that the session has expired. Writes of a suspended account also return 401, but their session stays valid. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && error.reason !== 'account_suspended';

/** The state of a read: pending, loaded or failed. */
export type Read<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'failed'; readonly text: string; readonly isMissing: boolean };

/** The state of a read that failed with this error. */
export const failureOf = (error: unknown): Extract<Read<never>, { kind: 'failed' }> => ({
  kind: 'failed',
  text: problemText(error),
  isMissing: callErrorOf(error).status === 404,
});

/** Calls `read` when the component is first shown and whenever `key` changes. Calls `signedOut` if the session has expired. */
export const useRead = <T,>(read: () => Promise<T>, key: string, signedOut: () => void): Read<T> => {
  const [state, setState] = useState<{ readonly key: string; readonly read: Read<T> }>({ key, read: { kind: 'reading' } });
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setState({ key, read: { kind: 'read', value } }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (isSignedOut(error)) signedOut();
        else setState({ key, read: failureOf(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return state.key === key ? state.read : { kind: 'reading' };
};

export const Await = <T,>({ read, children }: { readonly read: Read<T>; readonly children: (value: T) => ComponentChildren }) => {
  if (read.kind === 'reading') return <div class="loading" aria-busy="true" />;
  return read.kind === 'failed' ? <ProblemBox text={read.text} /> : <>{children(read.value)}</>;
};

/** A time in the chosen zone, with the UTC time as tooltip. */
export const Time = ({ seconds }: { readonly seconds: number }) => {
  const utc = new Date(seconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {timeText(seconds)}
    </time>
  );
};

/**
 * Returns the function `attempt`, which runs an action and returns whether it succeeded, and `problem`, the error text of the last attempt.
 * `signedOut`: called if the session has expired; `null`: the actions need no session. `textOf`: returns the text of an error, or `null` to
 * hide the error.
 */
export const useAttempts = (signedOut: (() => void) | null, textOf: (error: unknown) => string | null = problemText) => {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (isSignedOut(error) && signedOut !== null) signedOut();
      else setProblem(textOf(error));
      return false;
    }
  };
  return { problem, attempt };
};

/** Like `useAttempts`, but ignores attempts while one is running. */
export const useSingleAttempt = (...args: Parameters<typeof useAttempts>) => {
  const { problem, attempt } = useAttempts(...args);
  const [isBusy, setBusy] = useState(false);
  const attemptAlone = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    const isDone = await attempt(work);
    setBusy(false);
    return isDone;
  };
  return { problem, isBusy, attempt: attemptAlone };
};
