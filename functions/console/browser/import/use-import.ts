import { useEffect, useState } from 'preact/hooks';
import { sleep } from '../../../../shared/pages/browser/calls.ts';
import type { Calls } from '../app/calls.ts';
import { failureOf, isSignedOut, type ReadState } from '../app/parts.tsx';
import type { Import } from './api-types.ts';

/** Texts for the statuses in which the import worker processes the rows. */
export const WORK_LABELS: Readonly<Record<string, string>> = {
  checking: 'Checking rows',
  importing: 'Importing rows',
  checking_undo: 'Checking for payments',
  undoing: 'Undoing import',
};

const POLL_DELAY_MS = 1000;

/** Reads an import, and polls it while the import worker processes its rows. Stops when the screen is unmounted. */
export const useImport = (calls: Calls, id: string, onSignedOut: () => void) => {
  const [read, setRead] = useState<ReadState<Import>>({ kind: 'reading' });
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isMounted = true;
    const poll = async (): Promise<void> => {
      while (isMounted) {
        const value = await calls.imports.retrieve(id);
        if (isMounted) setRead({ kind: 'read', isStale: false, value });
        if (WORK_LABELS[value.status] === undefined) return;
        await sleep(POLL_DELAY_MS);
      }
    };
    poll().catch((error: unknown) => {
      if (!isMounted) return;
      if (isSignedOut(error)) onSignedOut();
      else setRead(failureOf(error));
    });
    return () => {
      isMounted = false;
    };
  }, [id, version]);
  return {
    read,
    /** Shows the updated import and polls again. */
    showUpdate: (value: Import): void => {
      setRead({ kind: 'read', isStale: false, value });
      setVersion((current) => current + 1);
    },
  };
};
