import { useEffect, useRef, useState } from 'preact/hooks';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import type { Calls, Portal } from './calls.ts';
import { type PortalLocale, problemText } from './texts.ts';

/** The sections of the page that show errors. */
export type SectionName = 'plan' | 'methods' | 'invoices' | 'details';

/** An error message and the section that shows it. */
export interface Problem {
  readonly section: SectionName;
  readonly text: string;
  /** The `param` of the API error. */
  readonly param: string | null;
}

export interface PortalController {
  readonly portal: Portal;
  readonly calls: Calls;
  readonly locale: PortalLocale;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  /** Performs a write and reloads the portal. Returns whether the write succeeded. */
  readonly act: (section: SectionName, work: () => Promise<unknown>) => Promise<boolean>;
  /** Reads data for a section; `null`: the call failed, and the section shows the error. */
  readonly query: <T>(section: SectionName, read: () => Promise<T>) => Promise<T | null>;
}

export interface ControllerProps {
  readonly controller: PortalController;
}

/** The props of an opened panel. */
export interface PanelProps extends ControllerProps {
  readonly close: () => void;
}

/** Delays between polls while a payment is processing. */
const POLL_DELAYS_MS = [1500, 2000, 3000, 5000, 8000, 13_000, 21_000];

/** Whether the session expired or does not exist. */
const isOver = (error: unknown): boolean => error instanceof CallError && (error.status === 401 || error.status === 404);

const isUnsettled = ({ subscription }: Portal): boolean => subscription.renewal_state === 'processing';

/** The state of the portal and its actions. `fromBank`: the customer just verified a payment method, so the portal is polled. */
export const usePortal = (calls: Calls | null, locale: PortalLocale, fromBank: boolean) => {
  const [portal, setPortal] = useState<Portal | null>(null);
  const [stage, setStage] = useState<'loading' | 'open' | 'over' | 'broken'>(calls === null ? 'over' : 'loading');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const polls = useRef(0);
  const awaitsSetup = useRef(fromBank);
  const isActing = useRef(false);

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
    const delayMs = POLL_DELAYS_MS[polls.current];
    if (portal === null || delayMs === undefined || !(awaitsSetup.current || isUnsettled(portal))) return;
    const timer = setTimeout(() => {
      polls.current += 1;
      void load();
    }, delayMs);
    return () => clearTimeout(timer);
  }, [portal]);

  const showProblem = (section: SectionName, error: unknown): void => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) setStage('over');
    setProblem({ section, text: problemText(error, locale), param: error.param });
  };

  const query = async <T>(section: SectionName, read: () => Promise<T>): Promise<T | null> => {
    setProblem(null);
    try {
      return await read();
    } catch (error) {
      showProblem(section, error);
      return null;
    }
  };

  const act = async (section: SectionName, work: () => Promise<unknown>): Promise<boolean> => {
    // A second click can occur before the page is rendered as busy.
    if (isActing.current) return false;
    isActing.current = true;
    setBusy(true);
    setProblem(null);
    polls.current = 0;
    try {
      await work();
      await load();
      return true;
    } catch (error) {
      showProblem(section, error);
      // A refused call can change the portal too, for example a failed payment.
      await load();
      return false;
    } finally {
      isActing.current = false;
      setBusy(false);
    }
  };

  return { portal, stage, isBusy, problem, act, query };
};
