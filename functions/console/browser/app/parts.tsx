import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CallError, callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import { COPY_REFUSED, copyText, selectContent } from './copy.ts';
import { errorText } from './error-text.ts';
import { timeText } from './format.ts';
import { Icon } from './icons.tsx';
import { showErrorToast, showToast } from './toast.tsx';

/** The error message that the member sees. */
export const problemText = (error: unknown): string => errorText(callErrorOf(error));

/** Whether the error means that the session has expired. Writes of a suspended account also return 401, but the session stays valid. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof CallError && error.status === 401 && error.reason !== 'account_suspended';

/** The state of a read: pending, loaded or failed. */
export type ReadState<T> =
  | { readonly kind: 'reading' }
  /** `isStale`: a newer value is being loaded. */
  | { readonly kind: 'read'; readonly value: T; readonly isStale: boolean }
  | { readonly kind: 'failed'; readonly text: string; readonly isMissing: boolean };

/** The state of a read that failed with this error. */
export const failureOf = (error: unknown): Extract<ReadState<never>, { kind: 'failed' }> => ({
  kind: 'failed',
  text: problemText(error),
  isMissing: callErrorOf(error).status === 404,
});

/**
 * Calls `read` when the component is first shown and whenever `key` changes; the former value stays until the new one is read. Calls
 * `onSignedOut` if the session has expired.
 */
export const useRead = <T,>(read: () => Promise<T>, key: string, onSignedOut: () => void): ReadState<T> => {
  const [state, setState] = useState<{ readonly key: string; readonly read: ReadState<T> }>({ key, read: { kind: 'reading' } });
  useEffect(() => {
    let isCurrent = true;
    read().then(
      (value) => isCurrent && setState({ key, read: { kind: 'read', value, isStale: false } }),
      (error: unknown) => {
        if (!isCurrent) return;
        if (isSignedOut(error)) onSignedOut();
        else setState({ key, read: failureOf(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  if (state.key === key) return state.read;
  return state.read.kind === 'read' ? { ...state.read, isStale: true } : { kind: 'reading' };
};

interface AwaitProps<T> {
  readonly read: ReadState<T>;
  /** Shown until the first value is loaded. */
  readonly skeleton?: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was read. A value that is being loaded again stays visible, dimmed. */
export const Await = <T,>({ read, skeleton, children }: AwaitProps<T>) => {
  if (read.kind === 'reading') return <div aria-busy="true">{skeleton ?? <div class="loading" />}</div>;
  if (read.kind === 'failed') return <ProblemBox text={read.text} />;
  return (
    <div class={read.isStale ? 'dim' : undefined} aria-busy={read.isStale}>
      {children(read.value)}
    </div>
  );
};

/** A time in the chosen zone, with the UTC time as tooltip. */
export const DateTime = ({ seconds }: { readonly seconds: number }) => {
  const utc = new Date(seconds * 1000).toISOString();
  return (
    <time dateTime={utc} title={utc}>
      {timeText(seconds)}
    </time>
  );
};

/** An id with a button that copies it. `shown`: text in place of the id. */
export const CopyId = ({ id, label = 'ID', shown = id }: { readonly id: string; readonly label?: string; readonly shown?: string }) => {
  const text = useRef<HTMLElement>(null);
  /** How many times the browser refused to copy. After a refusal, the whole `id` is shown and selected. */
  const [refusals, setRefusals] = useState(0);
  const copy = async (): Promise<void> => {
    if (await copyText(id)) return showToast(`${label} copied.`);
    setRefusals(refusals + 1);
    showErrorToast(COPY_REFUSED);
  };
  // A layout effect, so that the text is selected when the message appears.
  useLayoutEffect(() => {
    if (refusals > 0 && text.current !== null) selectContent(text.current);
  }, [refusals]);
  return (
    <span class="id">
      <code title={id} ref={text}>
        {refusals > 0 ? id : shown}
      </code>
      <button type="button" class="plain icon" onClick={() => void copy()}>
        <Icon name="copy" />
        <span class="unseen">
          Copy {label} {id}
        </span>
      </button>
    </span>
  );
};

interface CardProps {
  readonly title: string;
  /** A link or button next to the title. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A titled part of a page. */
export const Card = ({ title, action, children }: CardProps) => (
  <section class="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {action}
    </header>
    {children}
  </section>
);

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** A link or button for what the member can do next. */
  readonly action?: ComponentChildren;
}

/** What a list shows when it has no rows. */
export const Empty = ({ title, text, action }: EmptyProps) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{text}</p>
    {action}
  </div>
);

/** Names and values; values that are `null` are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="fields">
    {facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/**
 * Returns the function `attempt`, which runs an action and returns whether it succeeded, and `problem`, the error text of the last attempt.
 * `onSignedOut`: called if the session has expired; `null`: the actions need no session. `textOf`: returns the text of an error, or `null`
 * to hide the error.
 */
export const useAttempts = (onSignedOut: (() => void) | null, textOf: (error: unknown) => string | null = problemText) => {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (isSignedOut(error) && onSignedOut !== null) onSignedOut();
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
