import { usePolling } from '../app/polling.ts';
import type { ScreenProps } from './lists.tsx';

/** Polls a refund until the provider has decided, which takes seconds in test mode. */

/** Increasing delays between polls, about a minute in total. Then polling stops, because a bank can take days. */
const POLL_DELAYS_MS = [500, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000];

interface Props extends ScreenProps {
  readonly id: string;
  /** Called when the refund has succeeded or failed, so that the page reloads. */
  readonly onSettled: () => void;
}

export const PendingRefund = ({ calls, route, onSignedOut, id, onSettled }: Props) => {
  const isPolling = usePolling({
    delaysMs: POLL_DELAYS_MS,
    read: () => calls.object(route.mode, `refunds/${id}`),
    isFinal: ({ status }) => status !== 'pending',
    onFinal: onSettled,
    onSignedOut,
  });
  return (
    <p class="notice" role="status">
      {isPolling ? 'The refund is being processed.' : 'The refund is still being processed. Reload the page to see its progress.'}
    </p>
  );
};
