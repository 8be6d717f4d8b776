import { useEffect, useState } from 'preact/hooks';
import { sleep } from '../../../../shared/pages/browser/calls.ts';
import { isSignedOut } from './parts.tsx';

interface Polling<T> {
  /** The delay before each read; polling stops after the read that follows the last delay. */
  readonly delaysMs: readonly number[];
  readonly read: () => Promise<T>;
  readonly isFinal: (value: T) => boolean;
  /** Called with each value that is not final. */
  readonly onRead?: (value: T) => void;
  readonly onFinal: () => void;
  readonly onSignedOut: () => void;
}

/** Polls a value from the mount of the component until it is final or the delays are used up. Returns whether it is still polling. */
export const usePolling = <T>({ delaysMs, read, isFinal, onRead, onFinal, onSignedOut }: Polling<T>): boolean => {
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    let isMounted = true;
    const poll = async (): Promise<void> => {
      for (const delayMs of delaysMs) {
        await sleep(delayMs);
        if (!isMounted) return;
        const value = await read();
        if (!isMounted) return;
        if (isFinal(value)) return onFinal();
        onRead?.(value);
      }
    };
    poll()
      .catch((error: unknown) => isMounted && isSignedOut(error) && onSignedOut())
      .finally(() => isMounted && setPolling(false));
    return () => {
      isMounted = false;
    };
  }, []);
  return isPolling;
};
