import { useEffect, useRef, useState } from 'preact/hooks';
import { allowed, type SubscriptionAction, shownStanding } from '../../../shared/domain/subscription/allowed.ts';
import type { CustomerReason } from '../../../shared/domain/subscription/lifecycle/cancel.ts';
import { CodeInput } from '../../../shared/pages/browser/parts.tsx';
import type { Plan, Portal, Preview } from './calls.ts';
import { Choices, Opener, Part } from './parts.tsx';
import { planText, reductionText, stateText } from './texts.ts';
import type { Acting } from './use-portal.ts';

/** The subscription: what it is, what comes next, and what its customer may do with it. */

const Facts = ({ portal, said }: Pick<Acting, 'portal' | 'said'>) => {
  const { subscription } = portal;
  const { price, discount, next_charge_amount_cents: nextCents } = subscription;
  const next = subscription.next_payment_attempt ?? subscription.current_period_end;
  const isBilledAgain = nextCents !== null && subscription.renewal_state === 'scheduled';
  const state = stateText(portal, said);
  return (
    <>
      <p class="name">{price.product_name}</p>
      <p class="cost">{planText(price, said)}</p>
      {state === null ? null : <p class="state">{state}</p>}
      <dl class="sums">
        {discount === null ? null : (
          <div>
            <dt>{said.texts.discount}</dt>
            <dd>{reductionText(discount, price.currency, said)}</dd>
          </div>
        )}
        {isBilledAgain ? (
          <div>
            <dt>{said.texts.nextPayment}</dt>
            <dd>{said.texts.amountOn(said.amount(nextCents, price.currency), said.day(next))}</dd>
          </div>
        ) : null}
      </dl>
    </>
  );
};

/** What changing costs, line by line. */
const Cost = ({ preview, said }: { readonly preview: Preview; readonly said: Acting['said'] }) => {
  const { texts, portal, amount, day } = said;
  const money = (cents: number): string => amount(cents, preview.currency);
  const rows: readonly (readonly [string, number])[] = [
    [portal.creditLeft, -preview.credit_cents],
    [portal.newPlanUntil(day(preview.next_period_start)), preview.charge_cents],
    [texts.tax, preview.tax_cents],
  ];
  return (
    <dl class="sums" aria-live="polite">
      {rows
        .filter(([, cents]) => cents !== 0)
        .map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{money(cents)}</dd>
          </div>
        ))}
      <div class="due">
        <dt>{portal.dueNow}</dt>
        <dd>{money(preview.amount_due_now_cents)}</dd>
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
          <dd>{texts.amountOn(money(preview.next_charge_amount_cents), day(preview.next_period_start))}</dd>
        </div>
      )}
    </dl>
  );
};

const ChangePlan = ({ acting, close }: { readonly acting: Acting; readonly close: () => void }) => {
  const { calls, said, act, look, isBusy } = acting;
  const [plans, setPlans] = useState<readonly Plan[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => void look('plan', calls.plans).then((found) => (found === null ? close() : setPlans(found))), []);
  const choose = async (id: string): Promise<void> => {
    latest.current = id;
    setChosen(id);
    setPreview(null);
    const quoted = await look('plan', () => calls.preview(id));
    // Another one may have been chosen in the meantime.
    if (latest.current === id) setPreview(quoted);
  };
  if (plans === null) return <div aria-busy="true" />;
  if (plans.length === 0) return <p>{said.portal.noPlans}</p>;
  const due = preview === null ? 0 : preview.amount_due_now_cents;
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (preview !== null && (await act('plan', () => calls.changePlan(preview.price_id)))) close();
      }}
    >
      <fieldset>
        <legend>{said.portal.plan}</legend>
        {plans.map((plan) => (
          <div class="choice" key={plan.id}>
            <input type="radio" name="plan" id={plan.id} checked={chosen === plan.id} onChange={() => void choose(plan.id)} required />
            <label for={plan.id}>{planText(plan, said)}</label>
          </div>
        ))}
      </fieldset>
      {preview === null ? null : <Cost preview={preview} said={said} />}
      <Choices
        isBusy={isBusy || preview === null}
        go={said.portal.change(preview !== null && due > 0 ? said.amount(due, preview.currency) : null)}
        stay={{ label: said.texts.discard, close }}
      />
    </form>
  );
};

const Cancel = ({ acting: { portal, calls, said, act, isBusy }, close }: { readonly acting: Acting; readonly close: () => void }) => {
  const [reason, setReason] = useState<CustomerReason | null>(null);
  const { subscription } = portal;
  const reasons = Object.entries(said.portal.reasons) as readonly [CustomerReason, string][];
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await act('plan', () => calls.cancel(reason))) close();
      }}
    >
      <p>
        {subscription.status === 'past_due' ? said.portal.cancelNowText : said.portal.cancelText(said.day(subscription.current_period_end))}
      </p>
      <fieldset>
        <legend>{said.portal.why}</legend>
        {reasons.map(([name, text]) => (
          <div class="choice" key={name}>
            <input type="radio" name="reason" id={`reason-${name}`} checked={reason === name} onChange={() => setReason(name)} />
            <label for={`reason-${name}`}>{text}</label>
          </div>
        ))}
      </fieldset>
      <Choices isBusy={isBusy} go={said.portal.cancel} stay={{ label: said.portal.keep, close }} />
    </form>
  );
};

const Code = ({ acting: { calls, said, act, isBusy }, close }: { readonly acting: Acting; readonly close: () => void }) => {
  const [code, setCode] = useState('');
  return (
    <form
      class="code"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await act('plan', () => calls.applyCoupon(code.trim()))) close();
      }}
    >
      <CodeInput {...{ code, setCode }} problem={null} locale={said} />
      <Choices isBusy={isBusy} go={said.texts.applyCode} stay={{ label: said.texts.discard, close }} />
    </form>
  );
};

/** The actions that the session and the state of the subscription allow. */
const allowedFor = ({ limited, subscription }: Portal) => {
  const standing = shownStanding(subscription);
  const may = (action: SubscriptionAction): boolean => !limited && allowed(action, standing);
  return {
    change: may('change_plan'),
    code: may('apply_coupon'),
    reactivate: may('reactivate'),
    resume: may('resume'),
    cancel: may('cancel'),
  };
};

export const PlanPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, calls, said, act, isBusy } = acting;
  const { texts, portal: strings } = said;
  const may = allowedFor(portal);
  const action = (label: string, work: () => Promise<unknown>) => (
    <button type="button" aria-disabled={isBusy} onClick={() => void act('plan', work)}>
      {label}
    </button>
  );
  return (
    <Part acting={acting} section="plan" title={strings.plan}>
      <Facts portal={portal} said={said} />
      {may.reactivate ? action(strings.keep, calls.reactivate) : null}
      {may.resume ? action(strings.resume, calls.resume) : null}
      {may.change ? <Opener label={strings.changePlan}>{(close) => <ChangePlan {...{ acting, close }} />}</Opener> : null}
      {may.code ? <Opener label={texts.addCode}>{(close) => <Code {...{ acting, close }} />}</Opener> : null}
      {may.cancel ? <Opener label={strings.cancel}>{(close) => <Cancel {...{ acting, close }} />}</Opener> : null}
    </Part>
  );
};
