import { useState } from 'preact/hooks';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CodeInput } from '../../../shared/pages/browser/parts.tsx';
import type { Bootstrap } from './calls.ts';
import { costText, discountText } from './texts.ts';

export const Order = ({ bootstrap, pageLocale }: { readonly bootstrap: Bootstrap; readonly pageLocale: PageLocale }) => {
  const { texts, amount } = pageLocale;
  const discount = discountText(bootstrap, pageLocale);
  return (
    <section class="order">
      <h1>{texts.subscribeTo(bootstrap.product_name)}</h1>
      <p class="cost">{costText(bootstrap, pageLocale)}</p>
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

interface CodeFormProps {
  /** `null`: no code is applied. */
  readonly appliedCode: string | null;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly pageLocale: PageLocale;
  readonly applyCode: (code: string | null) => void;
}

export const CodeForm = ({ appliedCode, problem, isBusy, pageLocale, applyCode }: CodeFormProps) => {
  const { texts } = pageLocale;
  const [code, setCode] = useState('');
  return (
    <details class="code">
      <summary>{appliedCode === null ? texts.addCode : texts.changeCode}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          applyCode(code.trim());
        }}
      >
        <CodeInput {...{ code, problem, locale: pageLocale, setCode }} />
        <button type="submit" class="quiet" aria-disabled={isBusy}>
          {texts.applyCode}
        </button>
      </form>
      {appliedCode === null ? null : (
        <button type="button" class="quiet" aria-disabled={isBusy} onClick={() => applyCode(null)}>
          {texts.removeCode}
        </button>
      )}
    </details>
  );
};
