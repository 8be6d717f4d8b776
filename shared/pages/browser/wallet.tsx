import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type * as v from 'valibot';
import type { CheckoutPaymentMethods } from '../../api/objects/checkout/checkout-payment-methods.ts';
import { verificationAmountCents } from '../../domain/payment/methods.ts';
import type { PageLocale } from '../../locales/pages/locale.ts';
import { labelled } from '../../platform/language.ts';
import { methodName } from '../checkout-texts.ts';
import { MethodChoice, MethodIcon } from './parts.tsx';

/** Saved payment methods of a customer, in the portal and the payment element. */

export type Wallet = v.InferOutput<typeof CheckoutPaymentMethods>;
type Method = Wallet['data'][number];

/** The name of a method, such as `Visa ending in 4242`. */
export const savedMethodName = ({ kind, brand, last4 }: Method, locale: PageLocale): string => {
  const name = brand ?? methodName(kind, locale);
  return last4 === null ? name : locale.texts.endingIn(name, last4);
};

const expiryOf = ({ exp_month: month, exp_year: year }: Method): string | null =>
  month === null || year === null ? null : `${String(month).padStart(2, '0')}/${year}`;

interface SavedMethodsProps {
  readonly methods: readonly Method[];
  /** The method that is charged; `null`: none. Omitted: the default method. */
  readonly inUseId?: string | null;
  /** False for methods that the subscription cannot be charged to. Omitted: all can be used. */
  readonly isUsable?: (method: Method) => boolean;
  readonly locale: PageLocale;
  readonly isBusy: boolean;
  readonly makeDefault: (methodId: string) => void;
  readonly remove: (methodId: string) => void;
}

type SavedMethodProps = Omit<SavedMethodsProps, 'methods'> & { readonly method: Method };

const SavedMethod = ({ method, inUseId, isUsable, locale, isBusy, makeDefault, remove }: SavedMethodProps) => {
  const { texts } = locale;
  const isInUse = inUseId === undefined ? method.is_default : method.id === inUseId;
  const name = savedMethodName(method, locale);
  const expiry = expiryOf(method);
  const action = (label: string, act: (methodId: string) => void) => (
    <button
      type="button"
      class="quiet"
      aria-disabled={isBusy}
      aria-label={labelled(locale.tag, label, name)}
      onClick={() => act(method.id)}
    >
      {label}
    </button>
  );
  return (
    <li>
      <MethodIcon method={method.kind} />
      <div>
        <strong>{name}</strong>
        {expiry === null ? null : <span class="soft"> {texts.expires(expiry)}</span>}
        {isInUse ? <span class="soft"> {texts.inUse}</span> : null}
      </div>
      {isInUse ? null : (
        <div class="row">
          {isUsable?.(method) === false ? null : action(texts.makeDefault, makeDefault)}
          {method.is_default ? null : action(texts.remove, remove)}
        </div>
      )}
    </li>
  );
};

export const SavedMethods = ({ methods, ...rest }: SavedMethodsProps) =>
  methods.length === 0 ? (
    <p>{rest.locale.texts.noMethods}</p>
  ) : (
    <ul class="list">
      {methods.map((method) => (
        <SavedMethod key={method.id} method={method} {...rest} />
      ))}
    </ul>
  );

/** Returns the methods that this browser supports. */
export const supportedMethods = (methods: readonly string[]): readonly string[] =>
  methods.filter((method) => method !== 'applepay' || 'ApplePaySession' in window);

interface AddMethodProps {
  readonly methods: readonly string[];
  readonly locale: PageLocale;
  /** Currency of the verification charge; `null`: unknown. */
  readonly currency?: string | null;
  /** Text after the explanation of the verification charge. */
  readonly hint?: string;
  readonly add: (method: string) => void;
  /** The buttons of the form, shown below the methods. */
  readonly children: ComponentChildren;
}

export const AddMethod = ({ methods, locale, currency = null, hint = '', add, children }: AddMethodProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const charge = currency === null ? null : locale.amount(verificationAmountCents(chosen), currency);
  return (
    <form
      class="pay"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen === null);
        if (chosen !== null) add(chosen);
      }}
    >
      <MethodChoice
        methods={supportedMethods(methods)}
        chosen={chosen}
        problem={isMissing && chosen === null ? locale.texts.chooseMethod : null}
        locale={locale}
        choose={setChosen}
      />
      <p class="hint">{`${locale.texts.verifiesMethod(charge)} ${hint}`.trim()}</p>
      {children}
    </form>
  );
};
