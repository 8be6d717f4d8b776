import { useEffect, useRef, useState } from 'preact/hooks';
import { COUPON_CODE_MAX_LENGTH } from '../../../shared/domain/limits.ts';
import { methodName } from '../../../shared/pages/checkout-words.ts';
import { countriesIn } from '../../../shared/pages/country-names.ts';
import { MARK_BOX, markPath } from '../../../shared/pages/method-marks.ts';
import type { Speech } from '../../../shared/pages/texts/speech.ts';
import type { Bootstrap } from './calls.ts';
import { costWords, discountWords } from './words.ts';

/** The parts of the element, as they stand on the hosted checkout too. */

/** Something that only tells. */
export const Notice = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <div role="status">
    <h1>{title}</h1>
    {text === null ? null : <p>{text}</p>}
  </div>
);

export const Order = ({ bootstrap, speech }: { readonly bootstrap: Bootstrap; readonly speech: Speech }) => {
  const { texts, amount } = speech;
  const discount = discountWords(bootstrap, speech);
  return (
    <section class="order">
      <h1>{texts.subscribeTo(bootstrap.product_name)}</h1>
      <p class="cost">{costWords(bootstrap, speech)}</p>
      <dl class="sums" aria-live="polite">
        {discount === null ? null : (
          <div>
            <dt>{discount}</dt>
            <dd>{bootstrap.discount_cents === 0 ? '' : amount(-bootstrap.discount_cents, bootstrap.currency)}</dd>
          </div>
        )}
        <div class="due">
          <dt>{texts.dueToday}</dt>
          <dd>{amount(bootstrap.amount_due_now, bootstrap.currency)}</dd>
        </div>
      </dl>
    </section>
  );
};

/** What went wrong, and nothing in particular was wrong with a field. It is read out, and comes into sight. */
export const ProblemBox = ({ text }: { readonly text: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [text]);
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={box}>
      <p>{text}</p>
    </div>
  );
};

/** What is wrong with a field; its field points here. */
const Mistake = ({ id, text }: { readonly id: string; readonly text: string | null }) =>
  text === null ? null : (
    <p class="mistake" id={id} role="alert">
      {text}
    </p>
  );

const wrongIf = (problem: string | null, id: string) =>
  problem === null ? {} : ({ 'aria-invalid': true, 'aria-describedby': id } as const);

interface CodeFormProps {
  /** The code that counts. */
  readonly bound: string | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly speech: Speech;
  readonly applyCode: (code: string | null) => void;
}

export const CodeForm = ({ bound, problem, isBusy, speech: { texts }, applyCode }: CodeFormProps) => {
  const [code, setCode] = useState('');
  return (
    <details class="code">
      <summary>{bound === null ? texts.addCode : texts.changeCode}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          applyCode(code.trim());
        }}
      >
        <label for="code">{texts.codeLabel}</label>
        <Mistake id="code-mistake" text={problem} />
        <input
          id="code"
          value={code}
          maxLength={COUPON_CODE_MAX_LENGTH}
          required
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
          {...wrongIf(problem, 'code-mistake')}
        />
        <button type="submit" class="quiet" aria-disabled={isBusy}>
          {texts.applyCode}
        </button>
      </form>
      {bound === null ? null : (
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={() => applyCode(null)}>
          {texts.removeCode}
        </button>
      )}
    </details>
  );
};

interface CountryFieldProps {
  readonly country: string | null;
  readonly problem: string | null;
  readonly speech: Speech;
  readonly setCountry: (country: string | null) => void;
}

export const CountryField = ({ country, problem, speech: { texts, locale }, setCountry }: CountryFieldProps) => (
  <div class="field">
    <label for="country">{texts.country}</label>
    <Mistake id="country-mistake" text={problem} />
    <select
      id="country"
      autocomplete="country"
      value={country ?? ''}
      onChange={({ currentTarget: { value } }) => setCountry(value === '' ? null : value)}
      {...wrongIf(problem, 'country-mistake')}
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

interface MethodChoiceProps {
  readonly methods: readonly string[];
  readonly chosen: string | null;
  readonly problem: string | null;
  readonly speech: Speech;
  readonly choose: (method: string) => void;
}

export const MethodChoice = ({ methods, chosen, problem, speech, choose }: MethodChoiceProps) => (
  <fieldset>
    <legend>{speech.texts.howToPay}</legend>
    <Mistake id="method-mistake" text={problem} />
    {methods.map((method) => (
      <div class="choice" key={method}>
        <input
          type="radio"
          name="method"
          id={`method-${method}`}
          checked={chosen === method}
          onChange={() => choose(method)}
          {...wrongIf(problem, 'method-mistake')}
        />
        <label for={`method-${method}`}>{methodName(method, speech)}</label>
        <svg {...MARK_BOX} aria-hidden="true">
          <path d={markPath(method)} />
        </svg>
      </div>
    ))}
  </fieldset>
);
