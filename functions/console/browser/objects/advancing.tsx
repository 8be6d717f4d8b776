import { useState } from 'preact/hooks';
import { timeText } from '../app/format.ts';
import { usePolling } from '../app/polling.ts';
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
  const isPolling = usePolling({
    delaysMs: POLL_DELAYS_MS,
    read: () => calls.object(route.mode, `test_clocks/${row.id}` as const),
    isFinal: ({ status }) => status !== 'advancing',
    onRead: ({ frozen_time: frozenTime }) => setCurrentTime(frozenTime),
    onFinal: onSettled,
    onSignedOut,
  });
  const text = `Advancing: the clock is at ${timeText(currentTime)}.`;
  return (
    <p class="notice" role="status">
      {isPolling ? text : `${text} Reload the page to see its progress.`}
    </p>
  );
};
