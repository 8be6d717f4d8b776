import { useEffect, useState } from 'preact/hooks';
import { pause } from '../../../../shared/pages/browser/calls.ts';
import type { Calls } from '../app/calls.ts';
import { failureOf, isSignedOut, type Read } from '../app/parts.tsx';
import type { Import } from './objects.ts';

/** What is continuing in the stages that are at work. */
export const WORK: Readonly<Record<string, string>> = {
  checking: 'Checking the rows',
  importing: 'Importing the rows',
  checking_undo: 'Looking whether something was billed',
  undoing: 'Undoing the import',
};

const PAUSE_MS = 1000;

/** An import as it is now; read again and again while it is at work, until the screen is left. */
export const useImport = (calls: Calls, id: string, signedOut: () => void) => {
  const [read, setRead] = useState<Read<Import>>({ kind: 'reading' });
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const follow = async (): Promise<void> => {
      while (isWanted) {
        const value = await calls.imports.one(id);
        if (isWanted) setRead({ kind: 'read', value });
        if (WORK[value.status] === undefined) return;
        await pause(PAUSE_MS);
      }
    };
    follow().catch((error: unknown) => {
      if (!isWanted) return;
      if (isSignedOut(error)) signedOut();
      else setRead(failureOf(error));
    });
    return () => {
      isWanted = false;
    };
  }, [id, version]);
  return {
    read,
    /** Continues from an answer that says what it is now. */
    proceed: (value: Import): void => {
      setRead({ kind: 'read', value });
      setVersion((before) => before + 1);
    },
  };
};
