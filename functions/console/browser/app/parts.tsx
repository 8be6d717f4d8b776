import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CallError, callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { timeText } from './format.ts';

/** What the member is notified of a refused call. */
export const problemText = (error: unknown): string => callErrorOf(error).message;

/** Members of a suspended account stay signed in: their reads are answered, and their changes refused with this reason. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && error.reason !== 'account_suspended';

/** What was read, while it is read and where it could not be. */
export type Read<T> =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'failed'; readonly text: string; readonly isMissing: boolean };

/** Of a read that was refused. */
export const failureOf = (error: unknown): Extract<Read<never>, { kind: 'failed' }> => ({
  kind: 'failed',
  text: problemText(error),
  isMissing: callErrorOf(error).status === 404,
});

/** Reads anew whenever `of` changes; `signedOut`: the session was over. */
export const useRead = <T,>(read: () => Promise<T>, of: string, signedOut: () => void): Read<T> => {
  const [state, setState] = useState<{ readonly of: string; readonly read: Read<T> }>({ of, read: { kind: 'reading' } });
  useEffect(() => {
    let isWanted = true;
    read().then(
      (value) => isWanted && setState({ of, read: { kind: 'read', value } }),
      (error: unknown) => {
        if (!isWanted) return;
        if (isSignedOut(error)) signedOut();
        else setState({ of, read: failureOf(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [of]);
  return state.of === of ? state.read : { kind: 'reading' };
};

export const Shown = <T,>({ read, children }: { readonly read: Read<T>; readonly children: (value: T) => ComponentChildren }) => {
  if (read.kind === 'reading') return <div class="loading" aria-busy="true" />;
  return read.kind === 'failed' ? <ProblemBox text={read.text} /> : <>{children(read.value)}</>;
};

/** A moment in the zone that was chosen; on its own it says the UTC one. */
export const Time = ({ seconds }: { readonly seconds: number }) => {
  const utc = new Date(seconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {timeText(seconds)}
    </time>
  );
};

/**
 * Does what a member asks for; `true`: it was done. What was refused is `problem` until the next try, in the texts of `textOf` (`null`: nothing
 * is said of it). `signedOut`: the session was over.
 */
export const useAttempts = (signedOut: () => void, textOf: (error: unknown) => string | null = problemText) => {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (isSignedOut(error)) signedOut();
      else setProblem(textOf(error));
      return false;
    }
  };
  return { problem, attempt };
};

/** The same one at a time: what is asked for while it continues is not done. */
export const useOneAttempt = (...given: Parameters<typeof useAttempts>) => {
  const { problem, attempt } = useAttempts(...given);
  const [isBusy, setBusy] = useState(false);
  const attemptOne = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    const isDone = await attempt(work);
    setBusy(false);
    return isDone;
  };
  return { problem, isBusy, attempt: attemptOne };
};
