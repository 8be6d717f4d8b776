import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import type { Calls, Portal } from './calls.ts';
import { problemText, type Said } from './texts.ts';

/** The parts of the page that something is done in. */
export type Section = 'page' | 'plan' | 'code' | 'methods' | 'invoices' | 'details';

/** What did not work, in which part of the page. */
export interface Problem {
  readonly section: Section;
  readonly text: string;
  /** The field of the API that it is about. */
  readonly param: string | null;
}

export interface Acting {
  readonly portal: Portal;
  readonly calls: Calls;
  readonly said: Said;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** Does it, and shows how everything is then. Answers whether it worked. */
  readonly act: (section: Section, work: () => Promise<unknown>) => Promise<boolean>;
  /** Reads something for a part of the page; `null`: that did not work, and the customer was shown so. */
  readonly look: <T>(section: Section, read: () => Promise<T>) => Promise<T | null>;
}

/** How long to wait between looks at what is settled elsewhere. */
const LOOKS_MS = [1500, 2000, 3000, 5000, 8000, 13_000, 21_000];

/** Of a session that is over, or that never was. */
const isOver = (error: unknown): boolean => error instanceof CallError && (error.status === 401 || error.status === 404);

const isUnsettled = ({ subscription }: Portal): boolean => subscription.renewal_state === 'processing';

/** Everything that the portal shows, as it is now. `fromBank`: a payment method was just proven. */
export const usePortal = (calls: Calls | null, said: Said, fromBank: boolean) => {
  const [portal, setPortal] = useState<Portal | null>(null);
  const [stage, setStage] = useState<'loading' | 'open' | 'over' | 'broken'>(calls === null ? 'over' : 'loading');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const looks = useRef(0);
  const awaited = useRef(fromBank);
  const acting = useRef(false);

  const load = async (): Promise<void> => {
    if (calls === null) return;
    try {
      setPortal(await calls.retrieve());
      setStage('open');
    } catch (error) {
      if (isOver(error)) setStage('over');
      else if (portal === null) setStage('broken');
    }
  };

  useEffect(() => void load(), []);

  useEffect(() => {
    const lookMs = LOOKS_MS[looks.current];
    if (portal === null || lookMs === undefined || !(awaited.current || isUnsettled(portal))) return;
    const timer = setTimeout(() => {
      looks.current += 1;
      void load();
    }, lookMs);
    return () => clearTimeout(timer);
  }, [portal]);

  const refused = (section: Section, error: unknown): void => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) setStage('over');
    setProblem({ section, text: problemText(error, said), param: error.param });
  };

  const look = async <T>(section: Section, read: () => Promise<T>): Promise<T | null> => {
    setProblem(null);
    try {
      return await read();
    } catch (error) {
      refused(section, error);
      return null;
    }
  };

  const act = async (section: Section, work: () => Promise<unknown>): Promise<boolean> => {
    // Two clicks may come before the page has shown the first.
    if (acting.current) return false;
    acting.current = true;
    setBusy(true);
    setProblem(null);
    looks.current = 0;
    try {
      await work();
      await load();
      return true;
    } catch (error) {
      refused(section, error);
      // What was refused may have changed something anyway, as a payment that failed does.
      await load();
      return false;
    } finally {
      acting.current = false;
      setBusy(false);
    }
  };

  return { portal, stage, isBusy, problem, act, look };
};
