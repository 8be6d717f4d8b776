import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CallError, callErrorOf, sleep } from '../../../shared/pages/browser/calls.ts';
import { supportedMethods } from '../../../shared/pages/browser/wallet.tsx';
import type { Calls, Confirmation, OrderButton } from './calls.ts';
import type { BillingPaymentEvents } from './events.ts';
import { isSecretUnusable, problemText } from './texts.ts';
import type { Bootstrap } from './types.ts';

/** The props of both views of the element. */
export interface ViewProps {
  readonly payableId: string;
  readonly calls: Calls;
  readonly pageLocale: PageLocale;
  readonly emit: <Name extends keyof BillingPaymentEvents>(kind: Name, detail: BillingPaymentEvents[Name]) => void;
  /** Redirects the whole page. */
  readonly redirect: (url: string) => void;
}

/** The loaded session or one-off payment. */
interface Checkout {
  /** `null` for a one-off payment, whose amount and description the shop's page shows. */
  readonly bootstrap: Bootstrap | null;
  readonly livemode: boolean;
  /** The methods for the buyer's country; while it is unknown, for the suggested country. */
  readonly methods: readonly string[];
  /** The methods for buyers whose country is unknown. */
  readonly allMethods: readonly string[];
  /** The requirements and links of the order button; `null`: none. */
  readonly order: OrderButton | null;
  /** The buyer's country was unknown when the element was opened. */
  readonly asksCountry: boolean;
}

/**
 * `waiting`: the payment is pending. `paid`, `ended` (the session has ended, or the secret is invalid or expired) and `broken` (loading
 * failed) are final.
 */
type Stage = 'loading' | 'open' | 'busy' | 'waiting' | 'paid' | 'ended' | 'broken';

type Field = 'method' | 'country' | 'country_confirmed' | 'code' | null;

interface Problem {
  readonly field: Field;
  readonly text: string;
}

interface Choices {
  readonly method: string | null;
  readonly country: string | null;
  /** Whether the buyer confirmed the billing country; `null`: the buyer was not asked. */
  readonly isCountryConfirmed: boolean | null;
}

/** A method that requires a mandate, so one-off payments cannot use it. */
const MANDATE_METHOD = 'directdebit';

const load = async (calls: Calls): Promise<Checkout> => {
  if (calls.isOneOff) {
    const { livemode, methods, order_button: order = null } = await calls.wallet();
    const offered = supportedMethods(methods).filter((method) => method !== MANDATE_METHOD);
    return { bootstrap: null, livemode, methods: offered, allMethods: offered, order, asksCountry: false };
  }
  const initial = await calls.retrieve(null);
  const asksCountry = initial.country === null;
  // Shows the amounts for the suggested country until the buyer chooses another country.
  const bootstrap = asksCountry && initial.country_suggestion !== null ? await calls.retrieve(initial.country_suggestion) : initial;
  return {
    bootstrap,
    livemode: bootstrap.livemode,
    methods: supportedMethods(bootstrap.methods),
    allMethods: supportedMethods(initial.methods),
    order: bootstrap.order_button ?? null,
    asksCountry,
  };
};

const onlyMethodOf = (methods: readonly string[]): string | null => (methods.length === 1 ? (methods[0] ?? null) : null);

/** Delays between polls of a pending payment; after the last poll, only webhooks tell the shop the outcome. */
const POLL_DELAYS_MS = [2000, 2000, 3000, 5000, 8000, 13_000, 21_000, 30_000, 30_000, 60_000, 60_000, 60_000];

/** The stage for each status of a session or one-off payment; all other statuses are `ended`. */
const STAGES: Readonly<Record<string, Stage>> = {
  open: 'open',
  processing: 'waiting',
  pending: 'waiting',
  completed: 'paid',
  succeeded: 'paid',
};

const stageOf = (status: string): Stage => (Object.hasOwn(STAGES, status) ? (STAGES[status] ?? 'ended') : 'ended');

/** The state of the element and the buyer's actions. */
export const usePayment = ({ payableId, calls, pageLocale, emit, redirect }: ViewProps) => {
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [stage, setStage] = useState<Stage>('loading');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosen, setChosen] = useState<Choices>({ method: null, country: null, isCountryConfirmed: null });
  const isMounted = useRef(true);
  const isPaying = useRef(false);
  const latestCountry = useRef<string | null>(null);

  const emitChange = (choices: Choices, { bootstrap, asksCountry }: Checkout): void =>
    emit('change', {
      complete: choices.method !== null,
      method: choices.method,
      country: asksCountry ? choices.country : (bootstrap?.country ?? null),
      couponCode: bootstrap?.coupon_code ?? null,
      amountDueNow: bootstrap?.amount_due_now ?? null,
      currency: bootstrap?.currency ?? null,
    });

  const showError = (error: unknown, field: Field): void => {
    const { code, message, param } = callErrorOf(error);
    emit('error', { code, message, param });
    setStage(isSecretUnusable(error) ? 'ended' : 'open');
    if (param === 'country_confirmed') setChosen((choices) => ({ ...choices, isCountryConfirmed: false }));
    setProblem({ field: param === 'country' || param === 'country_confirmed' ? param : field, text: problemText(error, pageLocale) });
  };

  const completePayment = (successUrl: string | null): void => {
    setStage('paid');
    emit('complete', { sessionId: payableId, successUrl });
  };

  /** Shows the updated checkout. Keeps the chosen method if the method is still available. */
  const show = (next: Checkout, previous: Choices): void => {
    const method = previous.method !== null && next.methods.includes(previous.method) ? previous.method : onlyMethodOf(next.methods);
    const choices = { ...previous, method };
    setCheckout(next);
    setChosen(choices);
    emitChange(choices, next);
  };

  useEffect(() => {
    isMounted.current = true;
    load(calls)
      .then((loaded) => {
        if (!isMounted.current) return;
        const currentStage = stageOf(loaded.bootstrap?.status ?? 'open');
        const country = loaded.asksCountry ? (loaded.bootstrap?.country ?? null) : null;
        latestCountry.current = country;
        setStage(currentStage);
        emit('ready', { sessionId: payableId });
        if (currentStage === 'paid') emit('complete', { sessionId: payableId, successUrl: null });
        show(loaded, { method: null, country, isCountryConfirmed: null });
        if (currentStage === 'waiting') void pollPayment();
      })
      .catch((error: unknown) => {
        if (!isMounted.current) return;
        showError(error, null);
        setStage(isSecretUnusable(error) ? 'ended' : 'broken');
      });
    return () => {
      isMounted.current = false;
    };
  }, []);

  const choose = (method: string): void => {
    if (checkout === null) return;
    setProblem(null);
    show(checkout, { ...chosen, method });
  };

  const setCountry = async (country: string | null): Promise<void> => {
    if (checkout === null) return;
    latestCountry.current = country;
    setProblem(null);
    // A confirmation applies to one country.
    const choices = { ...chosen, country, isCountryConfirmed: null };
    setChosen(choices);
    const bootstrap = await calls.retrieve(country).catch(() => checkout.bootstrap);
    // Ignores the response if the buyer has chosen another country since.
    if (!isMounted.current || latestCountry.current !== country) return;
    const order = bootstrap?.order_button ?? null;
    show({ ...checkout, bootstrap, order, methods: supportedMethods(bootstrap?.methods ?? checkout.methods) }, choices);
  };

  const confirmCountry = (isCountryConfirmed: boolean): void => {
    setProblem(null);
    setChosen({ ...chosen, isCountryConfirmed });
  };

  const applyCode = async (code: string | null): Promise<void> => {
    if (checkout === null || stage !== 'open') return;
    setStage('busy');
    setProblem(null);
    try {
      const applied = await calls.applyCoupon(code);
      // The response is for the saved country, not for the country that the buyer chose here.
      const bootstrap = chosen.country === null ? applied : await calls.retrieve(chosen.country);
      setStage('open');
      const order = bootstrap.order_button ?? null;
      show({ ...checkout, bootstrap, order, methods: supportedMethods(bootstrap.methods) }, chosen);
    } catch (error) {
      await showOutcomeOf(error, error instanceof CallError && error.param === 'code' ? 'code' : null, checkout);
    }
  };

  const showRefusal = (): void => showError(new CallError(402, { code: 'payment_refused', message: 'The payment was refused.' }, 0), null);

  /**
   * Polls a pending payment until it succeeds or fails. If a session is open again after it was waiting, its payment failed, and the buyer
   * can pay again. One-off payments are not polled: they have no call that returns their status.
   */
  const pollPayment = async (): Promise<void> => {
    setStage('waiting');
    let wasWaiting = false;
    for (const delayMs of calls.isOneOff ? [] : POLL_DELAYS_MS) {
      await sleep(delayMs);
      const bootstrap = await calls.retrieve(null).catch(() => null);
      if (!isMounted.current) return;
      const currentStage = bootstrap === null ? 'waiting' : stageOf(bootstrap.status);
      if (currentStage === 'paid') return completePayment(bootstrap?.success_url ?? null);
      if (currentStage === 'ended') return setStage('ended');
      if (currentStage === 'open' && wasWaiting) return showRefusal();
      wasWaiting ||= currentStage === 'waiting' && bootstrap !== null;
    }
  };

  /**
   * The stage of the session after an error. After a 409, fetches the session, because it may have expired or changed in another tab.
   * Otherwise returns `open`.
   */
  const stageAfter = async (error: unknown): Promise<Stage> => {
    if (!(error instanceof CallError) || error.status !== 409 || calls.isOneOff) return 'open';
    const bootstrap = await calls.retrieve(null).catch(() => null);
    return bootstrap === null ? 'open' : stageOf(bootstrap.status);
  };

  /** Shows an error if the session is still open; otherwise shows the session's stage. */
  const showOutcomeOf = async (error: unknown, field: Field, { bootstrap }: Checkout): Promise<void> => {
    const currentStage = await stageAfter(error);
    if (currentStage === 'open') showError(error, field);
    else if (currentStage === 'paid') completePayment(bootstrap?.success_url ?? null);
    else if (currentStage === 'waiting') void pollPayment();
    else setStage(currentStage);
  };

  const handleConfirmation = ({ status, payment_status: payment, redirect_url: url }: Confirmation, { bootstrap }: Checkout): void => {
    if (url !== null) redirect(url);
    else if (stageOf(status) === 'paid') completePayment(bootstrap?.success_url ?? null);
    else if (payment === 'failed') showRefusal();
    else void pollPayment();
  };

  /** `immediateService`: the buyer asks for the service to begin at once; `null`: the shop's page has its own button. */
  const pay = async (immediateService: boolean | null): Promise<void> => {
    // A second click can occur before the page is rendered as busy.
    if (checkout === null || stage !== 'open' || isPaying.current) return;
    const { method, country, isCountryConfirmed } = chosen;
    if (method === null) {
      setProblem({ field: 'method', text: pageLocale.texts.chooseMethod });
      return;
    }
    isPaying.current = true;
    setStage('busy');
    setProblem(null);
    const orderButton = immediateService === null ? undefined : { language: pageLocale.language, immediate_service: immediateService };
    try {
      const confirmed = isCountryConfirmed === true ? { country_confirmed: true as const } : {};
      handleConfirmation(await calls.confirm({ method, country, order_button: orderButton, ...confirmed }), checkout);
    } catch (error) {
      await showOutcomeOf(error, null, checkout);
    } finally {
      isPaying.current = false;
    }
  };

  return { checkout, stage, problem, chosen, choose, setCountry, confirmCountry, applyCode, pay };
};
