import { useLayoutEffect, useRef } from 'preact/hooks';
import { COUPON_CODE_MAX_LENGTH } from '../../domain/limits.ts';
import type { PageLocale } from '../../locales/pages/locale.ts';
import { methodName } from '../checkout-texts.ts';
import { countriesIn, countryName } from '../country-names.ts';
import { ICON_ATTRIBUTES, iconPath } from '../method-icons.ts';

/** Components that the portal, the payment element and the console share. They have the same markup as the hosted checkout. */

export const Notice = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <div role="status">
    <h1>{title}</h1>
    {text === null ? null : <p>{text}</p>}
  </div>
);

/** A problem that is not about a field. The box gets the focus, so that it is announced and scrolled into view. */
export const ProblemBox = ({ text }: { readonly text: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), [text]);
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={box}>
      <p>{text}</p>
    </div>
  );
};

/** The problem of a field, referenced by its `aria-describedby`. */
export const FieldError = ({ id, text }: { readonly id: string; readonly text: string | null }) =>
  text === null ? null : (
    <p class="mistake" id={id} role="alert">
      {text}
    </p>
  );

/** ARIA attributes of a field, if it has a problem. */
export const invalidAttributes = (problem: string | null, id: string) =>
  problem === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': id } as const);

interface CodeInputProps {
  readonly code: string;
  readonly problem: string | null;
  readonly locale: PageLocale;
  readonly setCode: (code: string) => void;
}

/** Input for a promotion code. */
export const CodeInput = ({ code, problem, locale, setCode }: CodeInputProps) => (
  <>
    <label for="code">{locale.texts.codeLabel}</label>
    <FieldError id="code-mistake" text={problem} />
    <input
      id="code"
      value={code}
      maxLength={COUPON_CODE_MAX_LENGTH}
      required
      autocomplete="off"
      autocapitalize="characters"
      spellcheck={false}
      onInput={({ currentTarget }) => setCode(currentTarget.value)}
      {...invalidAttributes(problem, 'code-mistake')}
    />
  </>
);

interface CountryFieldProps {
  readonly country: string | null;
  readonly problem: string | null;
  readonly locale: PageLocale;
  readonly setCountry: (country: string | null) => void;
}

export const CountryField = ({ country, problem, locale: { texts, tag: locale }, setCountry }: CountryFieldProps) => (
  <div class="field">
    <label for="country">{texts.country}</label>
    <FieldError id="country-mistake" text={problem} />
    <select
      id="country"
      autocomplete="country"
      value={country ?? ''}
      onChange={({ currentTarget: { value } }) => setCountry(value === '' ? null : value)}
      {...invalidAttributes(problem, 'country-mistake')}
    >
      <option value="">{texts.chooseCountry}</option>
      {countriesIn(locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

interface CountryConfirmationProps {
  /** The billing country; `null`: the page does not know it. */
  readonly country: string | null;
  readonly isConfirmed: boolean;
  readonly problem: string | null;
  readonly locale: PageLocale;
  readonly confirmCountry: (isConfirmed: boolean) => void;
}

/** A checkbox to confirm the country of residence, for buyers with an IP address in another country than the billing address. */
export const CountryConfirmation = ({
  country,
  isConfirmed,
  problem,
  locale: { texts, tag },
  confirmCountry,
}: CountryConfirmationProps) => (
  <>
    <FieldError id="country_confirmed-mistake" text={problem} />
    <div class="choice">
      <input
        type="checkbox"
        id="country_confirmed"
        checked={isConfirmed}
        onChange={({ currentTarget: { checked } }) => confirmCountry(checked)}
        {...invalidAttributes(problem, 'country_confirmed-mistake')}
      />
      <label for="country_confirmed">{texts.confirmCountry(country === null ? null : countryName(country, tag))}</label>
    </div>
  </>
);

export const MethodIcon = ({ method }: { readonly method: string }) => (
  <svg {...ICON_ATTRIBUTES} aria-hidden="true">
    <path d={iconPath(method)} />
  </svg>
);

interface MethodChoiceProps {
  readonly methods: readonly string[];
  readonly chosen: string | null;
  readonly problem: string | null;
  readonly locale: PageLocale;
  readonly choose: (method: string) => void;
}

export const MethodChoice = ({ methods, chosen, problem, locale, choose }: MethodChoiceProps) => (
  <fieldset>
    <legend>{locale.texts.howToPay}</legend>
    <FieldError id="method-mistake" text={problem} />
    {methods.map((method) => (
      <div class="choice" key={method}>
        <input
          type="radio"
          name="method"
          id={`method-${method}`}
          checked={chosen === method}
          onChange={() => choose(method)}
          {...invalidAttributes(problem, 'method-mistake')}
        />
        <label for={`method-${method}`}>{methodName(method, locale)}</label>
        <MethodIcon method={method} />
      </div>
    ))}
  </fieldset>
);
