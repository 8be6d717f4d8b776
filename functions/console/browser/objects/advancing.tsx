import { useEffect, useState } from 'preact/hooks';
import { sleep } from '../../../../shared/pages/browser/calls.ts';
import { timeText } from '../app/format.ts';
import { isSignedOut } from '../app/parts.tsx';
import type { ScreenProps } from './lists.tsx';
import type { RowOf } from './rows.ts';

/** Polls a test clock while it advances, which can take minutes. */

/** Increasing delays between polls, about ten minutes in total. */
const POLL_DELAYS_MS = [500, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000, ...Array<number>(18).fill(30_000)];

interface AdvancingProps extends ScreenProps {
  readonly row: RowOf['test_clocks'];
  /** Called when the clock has stopped advancing, so that the page reloads it. */
  readonly onSettled: () => void;
}

export const Advancing = ({ calls, route, onSignedOut, row, onSettled }: AdvancingProps) => {
  const [currentTime, setCurrentTime] = useState(row.frozen_time);
  const [isPolling, setPolling] = useState(true);
  useEffect(() => {
    let isMounted = true;
    const poll = async (): Promise<void> => {
      for (const delayMs of POLL_DELAYS_MS) {
        await sleep(delayMs);
        if (!isMounted) return;
        const clock = await calls.object(route.mode, `test_clocks/${row.id}` as const);
        if (!isMounted) return;
        if (clock.status !== 'advancing') return onSettled();
        setCurrentTime(clock.frozen_time);
      }
    };
    poll()
      .catch((error: unknown) => isMounted && isSignedOut(error) && onSignedOut())
      .finally(() => isMounted && setPolling(false));
    return () => {
      isMounted = false;
    };
  }, []);
  const text = `Advancing: the clock is at ${timeText(currentTime)}.`;
  return (
    <p class="notice" role="status">
      {isPolling ? text : `${text} Reload the page to see its progress.`}
    </p>
  );
};
