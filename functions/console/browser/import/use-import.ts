import { useEffect, useState } from 'preact/hooks';
import { sleep } from '../../../../shared/pages/browser/calls.ts';
import type { Calls } from '../app/calls.ts';
import { failureOf, isSignedOut, type Read } from '../app/parts.tsx';
import type { Import } from './api-types.ts';

/** Texts for the statuses in which the import worker processes the rows. */
export const WORK_LABELS: Readonly<Record<string, string>> = {
  checking: 'Checking the rows',
  importing: 'Importing the rows',
  checking_undo: 'Looking whether something was billed',
  undoing: 'Undoing the import',
};

const POLL_DELAY_MS = 1000;

/** Reads an import, and polls it while the import worker processes its rows. Stops when the screen is unmounted. */
export const useImport = (calls: Calls, id: string, signedOut: () => void) => {
  const [read, setRead] = useState<Read<Import>>({ kind: 'reading' });
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isMounted = true;
    const poll = async (): Promise<void> => {
      while (isMounted) {
        const value = await calls.imports.retrieve(id);
        if (isMounted) setRead({ kind: 'read', value });
        if (WORK_LABELS[value.status] === undefined) return;
        await sleep(POLL_DELAY_MS);
      }
    };
    poll().catch((error: unknown) => {
      if (!isMounted) return;
      if (isSignedOut(error)) signedOut();
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
      setRead({ kind: 'read', value });
      setVersion((current) => current + 1);
    },
  };
};
