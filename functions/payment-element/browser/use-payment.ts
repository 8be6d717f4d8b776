import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CallError, callErrorOf, pause } from '../../../shared/pages/browser/calls.ts';
import { usable } from '../../../shared/pages/browser/wallet.tsx';
import type { Bootstrap, Calls, Confirmation } from './calls.ts';
import type { BillingPaymentEvents } from './events.ts';
import { isOver, problemText } from './texts.ts';

/** What a payment is made with. */
export interface Paying {
  readonly sessionId: string;
  readonly calls: Calls;
  readonly pageLocale: PageLocale;
  readonly tell: <Name extends keyof BillingPaymentEvents>(kind: Name, detail: BillingPaymentEvents[Name]) => void;
  /** Sends the whole page on. */
  readonly leaveFor: (url: string) => void;
}

/** What is paid for. */
interface Sale {
  /** `null`: a one-off payment, of which the shop's page shows what it is for. */
  readonly bootstrap: Bootstrap | null;
  readonly livemode: boolean;
  readonly methods: readonly string[];
  /** Nobody knew the buyer's country when the element was opened. */
  readonly asksCountry: boolean;
}

/** `paid`, `over` (nothing can be done with this secret any more) and `broken` are final; `waiting`: the bank has not decided. */
type Stage = 'loading' | 'open' | 'busy' | 'waiting' | 'paid' | 'over' | 'broken';

type Field = 'method' | 'country' | 'code' | null;

interface Problem {
  readonly field: Field;
  readonly text: string;
}

interface Chosen {
  readonly method: string | null;
  readonly country: string | null;
}

/** One-off payments take no mandate. */
const MANDATE_ONLY = 'directdebit';

const load = async (calls: Calls): Promise<Sale> => {
  if (calls.isOneOff) {
    const { livemode, methods } = await calls.wallet();
    return { bootstrap: null, livemode, methods: usable(methods).filter((method) => method !== MANDATE_ONLY), asksCountry: false };
  }
  const first = await calls.retrieve(null);
  const asksCountry = first.country === null;
  // Shown as a buyer of the suggested country pays, until another one is chosen.
  const bootstrap = asksCountry && first.country_suggestion !== null ? await calls.retrieve(first.country_suggestion) : first;
  return { bootstrap, livemode: bootstrap.livemode, methods: usable(bootstrap.methods), asksCountry };
};

const soleOf = (methods: readonly string[]): string | null => (methods.length === 1 ? (methods[0] ?? null) : null);

/** How long to wait between looks at a payment that the bank has not decided; after the last one the shop is reported by its webhooks. */
const LOOKS_MS = [2000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 30_000, 60_000, 60_000, 60_000];

/** Where a session or one-off payment is, by its status; any other one has ended. */
const STAGES: Readonly<Record<string, Stage>> = {
  open: 'open',
  processing: 'waiting',
  pending: 'waiting',
  completed: 'paid',
  succeeded: 'paid',
};

const stageOf = (status: string): Stage => (Object.hasOwn(STAGES, status) ? (STAGES[status] ?? 'over') : 'over');

/** The state of the element, and what its buyer can do. */
export const usePayment = ({ sessionId, calls, pageLocale, tell, leaveFor }: Paying) => {
  const [sale, setSale] = useState<Sale | null>(null);
  const [stage, setStage] = useState<Stage>('loading');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<Chosen>({ method: null, country: null });
  const isThere = useRef(true);
  const paying = useRef(false);
  const latestCountry = useRef<string | null>(null);

  const changed = (now: Chosen, { bootstrap, asksCountry }: Sale): void =>
    tell('change', {
      complete: now.method !== null,
      method: now.method,
      country: asksCountry ? now.country : (bootstrap?.country ?? null),
      couponCode: bootstrap?.coupon_code ?? null,
      amountDueNow: bootstrap?.amount_due_now ?? null,
      currency: bootstrap?.currency ?? null,
    });

  const failed = (error: unknown, field: Field): void => {
    const { code, message, param } = callErrorOf(error);
    tell('error', { code, message, param });
    setStage(isOver(error) ? 'over' : 'open');
    setProblem({ field: param === 'country' ? 'country' : field, text: problemText(error, pageLocale) });
  };

  const paid = (successUrl: string | null): void => {
    setStage('paid');
    tell('complete', { sessionId, successUrl });
  };

  /** Shows the sale as it is now; what was chosen stays where it still can be. */
  const show = (next: Sale, kept: Chosen): void => {
    const method = kept.method !== null && next.methods.includes(kept.method) ? kept.method : soleOf(next.methods);
    const now = { ...kept, method };
    setSale(next);
    setChosen(now);
    changed(now, next);
  };

  useEffect(() => {
    isThere.current = true;
    load(calls)
      .then((loaded) => {
        if (!isThere.current) return;
        const standing = stageOf(loaded.bootstrap?.status ?? 'open');
        const country = loaded.asksCountry ? (loaded.bootstrap?.country ?? null) : null;
        latestCountry.current = country;
        setStage(standing);
        tell('ready', { sessionId });
        if (standing === 'paid') tell('complete', { sessionId, successUrl: null });
        show(loaded, { method: null, country });
        if (standing === 'waiting') void follow();
      })
      .catch((error: unknown) => {
        if (!isThere.current) return;
        failed(error, null);
        setStage(isOver(error) ? 'over' : 'broken');
      });
    return () => {
      isThere.current = false;
    };
  }, []);

  const choose = (method: string): void => {
    if (sale === null) return;
    setProblem(null);
    show(sale, { ...chosen, method });
  };

  const setCountry = async (country: string | null): Promise<void> => {
    if (sale === null) return;
    latestCountry.current = country;
    setProblem(null);
    setChosen({ ...chosen, country });
    const bootstrap = await calls.retrieve(country).catch(() => sale.bootstrap);
    // Another one may have been chosen in the meantime.
    if (!isThere.current || latestCountry.current !== country) return;
    show({ ...sale, bootstrap, methods: usable(bootstrap?.methods ?? sale.methods) }, { ...chosen, country });
  };

  const applyCode = async (code: string | null): Promise<void> => {
    if (sale === null || stage !== 'open') return;
    setStage('busy');
    setProblem(null);
    try {
      const applied = await calls.applyCoupon(code);
      // It tells the sale as it is without the country that was chosen here.
      const bootstrap = chosen.country === null ? applied : await calls.retrieve(chosen.country);
      setStage('open');
      show({ ...sale, bootstrap, methods: usable(bootstrap.methods) }, chosen);
    } catch (error) {
      failed(error, error instanceof CallError && error.param === 'code' ? 'code' : null);
    }
  };

  const refused = (): void => failed(new CallError(402, { code: 'payment_refused', message: 'The payment was refused.' }, 0), null);

  /** Follows a payment that the bank has not decided until it has; one that failed leaves the session open for another try. */
  const follow = async (): Promise<void> => {
    setStage('waiting');
    let wasWaiting = false;
    for (const lookMs of calls.isOneOff ? [] : LOOKS_MS) {
      await pause(lookMs);
      const bootstrap = await calls.retrieve(null).catch(() => null);
      if (!isThere.current) return;
      const standing = bootstrap === null ? 'waiting' : stageOf(bootstrap.status);
      if (standing === 'paid') return paid(bootstrap?.success_url ?? null);
      if (standing === 'over') return setStage('over');
      if (standing === 'open' && wasWaiting) return refused();
      wasWaiting ||= standing === 'waiting' && bootstrap !== null;
    }
  };

  /** The state of the session, where that is why a call was refused: another tab, or the time, was before it. */
  const standingAfter = async (error: unknown): Promise<Stage> => {
    if (!(error instanceof CallError) || error.status !== 409 || calls.isOneOff) return 'open';
    const found = await calls.retrieve(null).catch(() => null);
    return found === null ? 'open' : stageOf(found.status);
  };

  const proceed = ({ status, payment_status: payment, redirect_url: url }: Confirmation, { bootstrap }: Sale): void => {
    if (url !== null) leaveFor(url);
    else if (stageOf(status) === 'paid') paid(bootstrap?.success_url ?? null);
    else if (payment === 'failed') refused();
    else void follow();
  };

  const pay = async (): Promise<void> => {
    // Two clicks may come before the page has shown the first.
    if (sale === null || stage !== 'open' || paying.current) return;
    const { method, country } = chosen;
    if (method === null) {
      setProblem({ field: 'method', text: pageLocale.texts.chooseMethod });
      return;
    }
    paying.current = true;
    setStage('busy');
    setProblem(null);
    try {
      proceed(await calls.confirm({ method, country }), sale);
    } catch (error) {
      const standing = await standingAfter(error);
      if (standing === 'open') failed(error, null);
      else if (standing === 'paid') paid(sale.bootstrap?.success_url ?? null);
      else if (standing === 'waiting') void follow();
      else setStage(standing);
    } finally {
      paying.current = false;
    }
  };

  return { sale, stage, problem, chosen, choose, setCountry, applyCode, pay };
};
