import { useState } from 'preact/hooks';
import { MethodChoice } from '../../../shared/pages/browser/parts.tsx';
import { methodName } from '../../../shared/pages/checkout-words.ts';
import { MARK_BOX, markPath } from '../../../shared/pages/method-marks.ts';
import type { Portal } from './calls.ts';
import { Choices, Opener, Part } from './parts.tsx';
import type { Acting } from './use-portal.ts';
import type { Said } from './words.ts';

/** The ways to pay that the customer has. */

type Method = Portal['payment_methods']['data'][number];

const nameOf = ({ kind, brand, last4 }: Method, said: Said): string => {
  const name = brand ?? methodName(kind, said);
  return last4 === null ? name : said.portal.endingIn(name, last4);
};

const expiryOf = ({ exp_month: month, exp_year: year }: Method): string | null =>
  month === null || year === null ? null : `${String(month).padStart(2, '0')}/${year}`;

const Saved = ({ acting: { calls, said, act, isBusy }, method }: { readonly acting: Acting; readonly method: Method }) => {
  const name = nameOf(method, said);
  const expiry = expiryOf(method);
  const { portal } = said;
  return (
    <li class="saved">
      <svg {...MARK_BOX} aria-hidden="true">
        <path d={markPath(method.kind)} />
      </svg>
      <div>
        <strong>{name}</strong>
        {expiry === null ? null : <span class="soft"> {portal.expires(expiry)}</span>}
        {method.is_default ? <span class="soft"> {portal.isDefault}</span> : null}
      </div>
      {method.is_default ? null : (
        <div class="row">
          <button
            type="button"
            class="quiet"
            aria-disabled={isBusy}
            aria-label={`${portal.makeDefault}: ${name}`}
            onClick={() => void act('methods', () => calls.useMethod(method.id))}
          >
            {portal.makeDefault}
          </button>
          <button
            type="button"
            class="quiet"
            aria-disabled={isBusy}
            aria-label={`${portal.remove}: ${name}`}
            onClick={() => void act('methods', () => calls.removeMethod(method.id))}
          >
            {portal.remove}
          </button>
        </div>
      )}
    </li>
  );
};

const Add = ({ acting: { portal, calls, said, act, isBusy }, close }: { readonly acting: Acting; readonly close: () => void }) => {
  const { methods } = portal.payment_methods;
  const usable = methods.filter((method) => method !== 'applepay' || 'ApplePaySession' in window);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const add = async (method: string): Promise<void> => {
    const { redirect_url: url } = await calls.addMethod(method);
    if (url === null) close();
    else location.assign(url);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen === null);
        if (chosen !== null) void act('methods', () => add(chosen));
      }}
    >
      <MethodChoice
        methods={usable}
        chosen={chosen}
        problem={isMissing && chosen === null ? said.texts.chooseMethod : null}
        speech={said}
        choose={setChosen}
      />
      <p class="hint">{said.portal.bankOnly}</p>
      <Choices isBusy={isBusy} go={said.portal.continueAtBank} stay={{ label: said.portal.discard, close }} />
    </form>
  );
};

export const MethodsPart = ({ acting }: { readonly acting: Acting }) => {
  const { portal, said } = acting;
  const { data, methods } = portal.payment_methods;
  return (
    <Part acting={acting} section="methods" title={said.portal.methods}>
      {data.length === 0 ? (
        <p>{said.portal.noMethods}</p>
      ) : (
        <ul class="list">
          {data.map((method) => (
            <Saved key={method.id} {...{ acting, method }} />
          ))}
        </ul>
      )}
      {methods.length === 0 || portal.subscription.status === 'canceled' ? null : (
        <Opener label={said.portal.addMethod}>{(close) => <Add {...{ acting, close }} />}</Opener>
      )}
    </Part>
  );
};
