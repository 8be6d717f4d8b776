import { useEffect, useRef, useState } from 'preact/hooks';
import { pageLocaleFor } from '../../../shared/locales/pages/locale.ts';
import { CallError } from '../../../shared/pages/browser/calls.ts';
import { savedMethodName } from '../../../shared/pages/browser/wallet.tsx';
import type { Calls } from './calls.ts';
import { findAddedMethod, takeRememberedMethodIds } from './session.ts';
import { type PortalLocale, portalLocaleOf, problemText } from './texts.ts';
import type { Portal } from './types.ts';

/** The sections of the page that show confirmations and errors. */
export type SectionName = 'plan' | 'usage' | 'methods' | 'invoices' | 'details';

/** A confirmation of a change and the section that shows it. */
interface Confirmation {
  readonly section: SectionName;
  readonly text: string;
}

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
  readonly confirmation: Confirmation | null;
  /**
   * Performs a write, reloads the portal and confirms the change with the text from `confirm` (`null`: no confirmation). Returns whether
   * the write succeeded.
   */
  readonly act: <T>(section: SectionName, work: () => Promise<T>, confirm: (result: T) => string | null) => Promise<boolean>;
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
/**
 * After this number of polls, the portal says that the payment method was not added. If the method appears later, a confirmation replaces
 * the message.
 */
const POLLS_FOR_METHOD = 3;

/** Whether the error means that the session expired or does not exist. */
const isSessionOver = (error: unknown): boolean => error instanceof CallError && (error.status === 401 || error.status === 404);

const isUnsettled = ({ subscription }: Portal): boolean => subscription.renewal_state === 'processing';

/** The customer's language takes precedence over the browser's. */
const localeOf = ({ customer }: Portal): PortalLocale =>
  portalLocaleOf(pageLocaleFor(customer.language, navigator.languages.join(','), customer.country_code));

/**
 * The state of the portal and its actions. `fromBank`: the customer just verified a payment method at the bank. The portal is then polled
 * until the payment method appears, and the method becomes the default.
 */
export const usePortal = (calls: Calls | null, browserLocale: PortalLocale, fromBank: boolean) => {
  const [portal, setPortal] = useState<Portal | null>(null);
  const locale = portal === null ? browserLocale : localeOf(portal);
  const [stage, setStage] = useState<'loading' | 'open' | 'over' | 'broken'>(calls === null ? 'over' : 'loading');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const polls = useRef(0);
  const awaitsSetup = useRef(fromBank);
  const methodsBefore = useRef(fromBank ? takeRememberedMethodIds() : null);
  const isActing = useRef(false);

  const load = async (): Promise<void> => {
    if (calls === null) return;
    try {
      setPortal(await calls.retrieve());
      setStage('open');
    } catch (error) {
      if (isSessionOver(error)) setStage('over');
      else if (portal === null) setStage('broken');
    }
  };

  useEffect(() => void load(), []);

  // If the verified payment method has appeared, makes it the default. Otherwise polls while the verification or a renewal is pending.
  useEffect(() => {
    const added = methodsBefore.current === null ? null : findAddedMethod(methodsBefore.current, portal);
    if (calls !== null && added !== null) {
      methodsBefore.current = null;
      awaitsSetup.current = false;
      void act(
        'methods',
        () => calls.makeDefault(added.id),
        () => locale.portal.done.methodUsed(savedMethodName(added, locale)),
      );
      return;
    }
    if (awaitsSetup.current && polls.current === POLLS_FOR_METHOD)
      setProblem({ section: 'methods', text: locale.texts.methodNotSaved.title, param: null });
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
    setConfirmation(null);
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

  const act: PortalController['act'] = async (section, work, confirm) => {
    // A second click can occur before the page is rendered as busy.
    if (isActing.current) return false;
    isActing.current = true;
    setBusy(true);
    setProblem(null);
    polls.current = 0;
    try {
      const text = confirm(await work());
      await load();
      setConfirmation(text === null ? null : { section, text });
      return true;
    } catch (error) {
      showProblem(section, error);
      // The portal can have changed although the call was refused, for example because a payment failed.
      await load();
      return false;
    } finally {
      isActing.current = false;
      setBusy(false);
    }
  };

  return { portal, locale, stage, isBusy, problem, confirmation, act, query };
};
