import { useState } from 'preact/hooks';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { CodeInput } from '../../../shared/pages/browser/parts.tsx';
import { orderLinks } from '../../../shared/pages/checkout-texts.ts';
import { httpUrl } from '../../../shared/platform/http-url.ts';
import type { OrderButton } from './calls.ts';
import { costText, discountCentsOf, discountText } from './texts.ts';
import type { Bootstrap } from './types.ts';

export const OrderSummary = ({ bootstrap, pageLocale }: { readonly bootstrap: Bootstrap; readonly pageLocale: PageLocale }) => {
  const { texts, amount } = pageLocale;
  const discount = discountText(bootstrap, pageLocale);
  const discountCents = discountCentsOf(bootstrap);
  return (
    <section class="order">
      <h1>{texts.subscribeTo(bootstrap.product_name)}</h1>
      <p class="cost">{costText(bootstrap, pageLocale)}</p>
      <dl class="sums" aria-live="polite">
        {discount === null ? null : (
          <div>
            <dt>{discount}</dt>
            <dd>{discountCents === 0 ? '' : amount(-discountCents, bootstrap.currency)}</dd>
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

interface OrderTermsProps {
  /** The links to the seller's terms, and whether the buyer is asked about the beginning of the service. */
  readonly orderButton: OrderButton;
  /** The buyer asked that the service begins at once. */
  readonly isChecked: boolean;
  readonly check: (isChecked: boolean) => void;
  readonly pageLocale: PageLocale;
}

/** The question about the beginning of the service, and links to the seller's terms. */
export const OrderTerms = ({ orderButton, isChecked, check, pageLocale }: OrderTermsProps) => {
  const links = orderLinks(
    {
      termsUrl: httpUrl(orderButton.terms_url),
      privacyUrl: httpUrl(orderButton.privacy_url),
      withdrawalUrl: httpUrl(orderButton.withdrawal_url),
    },
    pageLocale,
  );
  return (
    <>
      {orderButton.asks_immediate_service ? (
        <div class="choice">
          <input
            type="checkbox"
            id="immediate-service"
            checked={isChecked}
            onChange={({ currentTarget }) => check(currentTarget.checked)}
          />
          <label for="immediate-service">{pageLocale.texts.immediateService}</label>
        </div>
      ) : null}
      {links.length === 0 ? null : (
        <p class="hint">
          {links.map(([name, url], index) => (
            <span key={name}>
              {index === 0 ? '' : ' · '}
              <a href={url} target="_blank" rel="noopener">
                {name}
              </a>
            </span>
          ))}
        </p>
      )}
    </>
  );
};
