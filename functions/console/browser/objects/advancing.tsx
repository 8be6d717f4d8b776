import { useEffect, useState } from 'preact/hooks';
import { sleep } from '../../../../shared/pages/browser/calls.ts';
import { timeText } from '../app/format.ts';
import { isSignedOut } from '../app/parts.tsx';
import type { Shows } from './lists.tsx';
import type { RowOf } from './rows.ts';

/** A test clock on its way: what is due on it may be much. */

/** Between looks: longer and longer, for some ten minutes in all. */
const PAUSES_MS = [500, 1000, 2000, 3000, 5000, 8000, 13_000, 20_000, ...Array<number>(18).fill(30_000)];

interface AdvancingProps extends Shows {
  readonly row: RowOf['test_clocks'];
  /** It does not advance any more, and is to be read anew. */
  readonly settled: () => void;
}

export const Advancing = ({ calls, route, signedOut, row, settled }: AdvancingProps) => {
  const [at, setAt] = useState(row.frozen_time);
  const [isLooking, setLooking] = useState(true);
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      for (const pauseMs of PAUSES_MS) {
        await sleep(pauseMs);
        if (!isWanted) return;
        const now = await calls.object(route.mode, `test_clocks/${row.id}` as const);
        if (!isWanted) return;
        if (now.status !== 'advancing') return settled();
        setAt(now.frozen_time);
      }
    };
    look()
      .catch((error: unknown) => isWanted && isSignedOut(error) && signedOut())
      .finally(() => isWanted && setLooking(false));
    return () => {
      isWanted = false;
    };
  }, []);
  const text = `It is advancing, and has come to ${timeText(at)}.`;
  return <p role="status">{isLooking ? text : `${text} Load the page again to see how far it is.`}</p>;
};
