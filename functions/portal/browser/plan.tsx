import { useEffect, useRef, useState } from 'preact/hooks';
import { flagsOfView, isAllowed, type SubscriptionAction } from '../../../shared/domain/subscription/allowed.ts';
import type { CustomerReason } from '../../../shared/domain/subscription/lifecycle/cancellation-reasons.ts';
import { CodeInput } from '../../../shared/pages/browser/parts.tsx';
import { taxedText } from '../../../shared/pages/checkout-texts.ts';
import { reducesNextCharge, reductionText } from './discounts.ts';
import { PanelActions, PanelButton, SectionCard } from './parts.tsx';
import { planCost } from './plan-cost.ts';
import { PaidResume } from './resume.tsx';
import { cancelText, chargedText, type PortalTax, planText, stateText, taxFacts, taxRowName } from './texts.ts';
import type { Plan, Portal, Preview, Subscription } from './types.ts';
import type { ControllerProps, PanelProps, PortalController } from './use-portal.ts';
import { Withdraw } from './withdraw.tsx';

/** The subscription: its plan, its next payment and the actions of the customer. */

const PlanSummary = ({ portal, locale }: Pick<PortalController, 'portal' | 'locale'>) => {
  const { subscription } = portal;
  const tax = taxFacts(portal);
  const { price, discount, next_charge_amount_cents: nextCents } = subscription;
  const nextPaymentAt = subscription.next_payment_attempt ?? subscription.current_period_end;
  const isBilledAgain = nextCents !== null && subscription.renewal_state === 'scheduled';
  const state = stateText(portal, locale);
  return (
    <>
      <p class="name">{price.product_name}</p>
      <p class="cost">{taxedText(planText(price, portal.charged_price, locale), tax, locale)}</p>
      {state === null ? null : <p class="state">{state}</p>}
      <dl class="sums">
        {discount === null || !reducesNextCharge(discount, subscription) ? null : (
          <div>
            <dt>{locale.texts.discount}</dt>
            <dd>{reductionText(discount, price.currency, locale)}</dd>
          </div>
        )}
        {isBilledAgain ? (
          <div>
            <dt>{locale.texts.nextPayment}</dt>
            <dd>{locale.texts.amountOn(chargedText(nextCents, price.currency, tax, locale), locale.day(nextPaymentAt))}</dd>
          </div>
        ) : null}
      </dl>
    </>
  );
};

interface CostProps extends Pick<PortalController, 'locale'> {
  readonly preview: Preview;
  /** The tax of the new plan. */
  readonly tax: PortalTax;
}

/** The amounts of a plan change. */
const PlanChangeCost = ({ preview, tax, locale }: CostProps) => {
  const { texts, portal, amount, day } = locale;
  const money = (cents: number): string => amount(cents, preview.currency);
  const charged = (cents: number): string => chargedText(cents, preview.currency, tax, locale);
  const { creditCents, usageCents, chargeCents, discountCents } = planCost(preview);
  const rows: readonly (readonly [string, number])[] = [
    [portal.creditLeft, creditCents],
    [portal.usageSoFar, usageCents],
    [portal.newPlanUntil(day(preview.next_period_start)), chargeCents],
    [texts.discount, discountCents],
  ];
  const hasTaxRow = preview.tax_cents !== 0 || (tax.reverseCharge && preview.lines.length > 0);
  const shownRows = [
    ...rows.filter(([, cents]) => cents !== 0),
    ...(hasTaxRow ? [[taxRowName(tax, locale), preview.tax_cents] as const] : []),
  ];
  return (
    <dl class="sums" aria-live="polite">
      {shownRows.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{money(cents)}</dd>
        </div>
      ))}
      <div class="due">
        <dt>{portal.dueNow}</dt>
        <dd>{preview.tax_cents === 0 ? money(preview.amount_due_now_cents) : charged(preview.amount_due_now_cents)}</dd>
      </div>
      {preview.carried_credit_cents === 0 ? null : (
        <div>
          <dt>{portal.creditKept}</dt>
          <dd>{money(preview.carried_credit_cents)}</dd>
        </div>
      )}
      {preview.next_charge_amount_cents === null ? null : (
        <div>
          <dt>{texts.nextPayment}</dt>
          <dd>{texts.amountOn(charged(preview.next_charge_amount_cents), day(preview.next_period_start))}</dd>
        </div>
      )}
    </dl>
  );
};

const ChangePlanForm = ({ controller, close }: PanelProps) => {
  const { portal, calls, locale, act, query, isBusy } = controller;
  const [plans, setPlans] = useState<readonly Plan[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const latestId = useRef<string | null>(null);
  const choose = async (id: string): Promise<void> => {
    latestId.current = id;
    setChosen(id);
    setPreview(null);
    const loadedPreview = await query('plan', () => calls.preview(id));
    // Ignores the preview if the customer has chosen another plan since.
    if (latestId.current === id) setPreview(loadedPreview);
  };
  useEffect(() => {
    void query('plan', calls.plans).then((loadedPlans) => {
      if (loadedPlans === null) return close();
      setPlans(loadedPlans);
      const [only, ...others] = loadedPlans;
      if (only !== undefined && others.length === 0) void choose(only.id);
    });
  }, []);
  if (plans === null) return <div aria-busy="true" />;
  if (plans.length === 0) {
    return (
      <>
        <p>{locale.portal.noPlans}</p>
        <div class="row">
          <button type="button" class="quiet" onClick={close}>
            {locale.texts.discard}
          </button>
        </div>
      </>
    );
  }
  const changeTo = (priceId: string) =>
    act(
      'plan',
      () => calls.changePlan(priceId),
      // While the payment of the change is pending, the subscription keeps its plan.
      ({ price_id: newPriceId }) => (newPriceId === priceId ? locale.portal.done.planChanged : locale.texts.processing),
    );
  const dueCents = preview === null ? 0 : preview.amount_due_now_cents;
  const taxOfPlan = ({ tax }: Plan): PortalTax => taxFacts({ tax, customer: portal.customer });
  const chosenPlan = plans.find(({ id }) => id === preview?.price_id);
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (preview !== null && (await changeTo(preview.price_id))) close();
      }}
    >
      <fieldset>
        <legend>{locale.portal.newPlan}</legend>
        {plans.map((plan) => (
          <div class="choice" key={plan.id}>
            <input type="radio" name="plan" id={plan.id} checked={chosen === plan.id} onChange={() => void choose(plan.id)} required />
            <label for={plan.id}>{taxedText(planText(plan, plan.charged_price, locale), taxOfPlan(plan), locale)}</label>
          </div>
        ))}
      </fieldset>
      {preview === null || chosenPlan === undefined ? null : <PlanChangeCost {...{ preview, locale }} tax={taxOfPlan(chosenPlan)} />}
      <PanelActions
        isBusy={isBusy || preview === null}
        submitLabel={locale.portal.change(preview !== null && dueCents > 0 ? locale.amount(dueCents, preview.currency) : null)}
        discard={{ label: locale.texts.discard, close }}
      />
    </form>
  );
};

const CancelForm = ({ controller: { portal, calls, locale, act, isBusy }, close }: PanelProps) => {
  const [reason, setReason] = useState<CustomerReason | null>(null);
  const { subscription } = portal;
  const { done } = locale.portal;
  const reasons = Object.entries(locale.portal.reasons) as readonly [CustomerReason, string][];
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const canceled = await act(
          'plan',
          () => calls.cancel(reason),
          ({ status, current_period_end: end }) => (status === 'canceled' ? done.canceledNow : done.canceled(locale.day(end))),
        );
        if (canceled) close();
      }}
    >
      <p>{cancelText(subscription, locale)}</p>
      <fieldset>
        <legend>{locale.portal.why}</legend>
        {reasons.map(([name, text]) => (
          <div class="choice" key={name}>
            <input type="radio" name="reason" id={`reason-${name}`} checked={reason === name} onChange={() => setReason(name)} />
            <label for={`reason-${name}`}>{text}</label>
          </div>
        ))}
      </fieldset>
      <PanelActions
        isBusy={isBusy}
        submitLabel={locale.portal.cancel}
        isDestructive
        discard={{ label: locale.portal.keepSubscription, close }}
      />
    </form>
  );
};

const CodeForm = ({ controller: { calls, locale, act, isBusy }, close }: PanelProps) => {
  const [code, setCode] = useState('');
  return (
    <form
      class="code"
      onSubmit={async (event) => {
        event.preventDefault();
        const applied = await act(
          'plan',
          () => calls.applyCoupon(code.trim()),
          () => locale.portal.done.codeApplied,
        );
        if (applied) close();
      }}
    >
      <CodeInput {...{ code, setCode }} problem={null} locale={locale} />
      <PanelActions isBusy={isBusy} submitLabel={locale.texts.applyCode} discard={{ label: locale.texts.discard, close }} />
    </form>
  );
};

/** The actions that the session, the state of the subscription and its product allow. */
const allowedFor = ({ limited, subscription, allow_promotion_codes: takesCodes, withdrawal_refund_cents: withdrawalCents }: Portal) => {
  const flags = flagsOfView(subscription);
  const may = (action: SubscriptionAction): boolean => !limited && isAllowed(action, flags);
  return {
    change: may('change_plan'),
    code: takesCodes && may('apply_coupon'),
    reactivate: may('reactivate'),
    resume: may('resume'),
    cancel: may('cancel'),
    withdraw: !limited && withdrawalCents !== undefined,
  };
};

export const PlanSection = ({ controller }: ControllerProps) => {
  const { portal, calls, locale, act, isBusy } = controller;
  const { texts, portal: portalTexts } = locale;
  const allowed = allowedFor(portal);
  const { done } = portalTexts;
  const action = (label: string, run: () => Promise<boolean>) => (
    <button type="button" aria-disabled={isBusy} onClick={() => void run()}>
      {label}
    </button>
  );
  const reactivate = () => act('plan', calls.reactivate, () => done.reactivated);
  // While the payment for resuming is pending, the subscription stays paused.
  const resumed = ({ renewal_state: state }: Subscription): string => (state === 'paused' ? texts.processing : done.resumed);
  const resume = () => act('plan', calls.resume, resumed);
  const dueCents = portal.resume_due_cents ?? 0;
  return (
    <SectionCard controller={controller} section="plan" title={portalTexts.plan}>
      <PlanSummary portal={portal} locale={locale} />
      {allowed.reactivate ? action(portalTexts.keep, reactivate) : null}
      {allowed.resume && dueCents === 0 ? action(portalTexts.resume, resume) : null}
      {allowed.resume && dueCents > 0 ? (
        <PanelButton label={portalTexts.resume}>{(close) => <PaidResume {...{ dueCents, resume, controller, close }} />}</PanelButton>
      ) : null}
      {allowed.change ? (
        <PanelButton label={portalTexts.changePlan}>{(close) => <ChangePlanForm {...{ controller, close }} />}</PanelButton>
      ) : null}
      {allowed.code ? (
        <PanelButton label={portal.subscription.discount === null ? texts.addCode : texts.changeCode}>
          {(close) => <CodeForm {...{ controller, close }} />}
        </PanelButton>
      ) : null}
      {allowed.cancel ? <PanelButton label={portalTexts.cancel}>{(close) => <CancelForm {...{ controller, close }} />}</PanelButton> : null}
      {allowed.withdraw ? (
        <PanelButton label={portalTexts.withdraw}>{(close) => <Withdraw {...{ controller, close }} />}</PanelButton>
      ) : null}
    </SectionCard>
  );
};
