import { useState } from 'preact/hooks';
import { CountryConfirmation, CountryField, MethodChoice, Notice, ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import { orderButtonText, unavailableMethodsText } from '../../../shared/pages/checkout-texts.ts';
import { CodeForm, OrderSummary, OrderTerms } from './parts.tsx';
import { payLabel, verificationHint } from './texts.ts';
import { usePayment, type ViewProps } from './use-payment.ts';

/** The element: order summary, promotion code, payment form and outcome. */
export const PaymentElementView = (props: ViewProps & { readonly hasButton: boolean }) => {
  const { pageLocale, hasButton } = props;
  const { texts } = pageLocale;
  const { checkout, stage, problem, chosen, choose, setCountry, confirmCountry, applyCode, pay } = usePayment(props);
  const [immediateService, setImmediateService] = useState(false);
  if (stage === 'paid')
    return <Notice title={texts.complete} text={checkout?.bootstrap ? texts.subscribed(checkout.bootstrap.product_name) : null} />;
  if (stage === 'ended') return <Notice {...texts.ended} />;
  if (stage === 'broken') return <Notice {...texts.broken} />;
  if (checkout === null) return <div class="loading" aria-busy="true" />;
  if (stage === 'waiting') return <Notice title={texts.inProgress} text={texts.waitingFor(checkout.bootstrap?.product_name ?? null)} />;
  const { bootstrap } = checkout;
  const isBusy = stage === 'busy';
  const unavailableMethods = checkout.allMethods.filter((method) => !checkout.methods.includes(method));
  const unavailableText = unavailableMethodsText({ unavailableMethods, countryCode: chosen.country }, pageLocale);
  const verification = bootstrap === null ? null : verificationHint(bootstrap, pageLocale);
  return (
    <>
      {checkout.livemode ? null : <p class="notice test">{texts.testNotice}</p>}
      {bootstrap?.show_header ? <OrderSummary bootstrap={bootstrap} pageLocale={pageLocale} /> : null}
      {problem?.field === null ? <ProblemBox text={problem.text} /> : null}
      {bootstrap?.allow_promotion_codes ? (
        <CodeForm
          appliedCode={bootstrap.coupon_code}
          problem={problem?.field === 'code' ? problem.text : null}
          {...{ isBusy, pageLocale, applyCode }}
        />
      ) : null}
      <form
        class="pay"
        onSubmit={(event) => {
          event.preventDefault();
          void pay(hasButton ? immediateService : null);
        }}
      >
        {checkout.asksCountry ? (
          <CountryField
            country={chosen.country}
            problem={problem?.field === 'country' ? problem.text : null}
            {...{ locale: pageLocale, setCountry }}
          />
        ) : null}
        {chosen.isCountryConfirmed === null ? null : (
          <CountryConfirmation
            country={chosen.country ?? bootstrap?.country ?? null}
            isConfirmed={chosen.isCountryConfirmed}
            problem={problem?.field === 'country_confirmed' ? problem.text : null}
            {...{ locale: pageLocale, confirmCountry }}
          />
        )}
        <MethodChoice
          methods={checkout.methods}
          chosen={chosen.method}
          problem={problem?.field === 'method' ? problem.text : null}
          {...{ locale: pageLocale, choose }}
        />
        {unavailableText === null ? null : (
          <p class="hint" role="status">
            {unavailableText}
          </p>
        )}
        {verification === null ? null : <p class="hint">{verification}</p>}
        {hasButton ? (
          <>
            {checkout.order === null ? null : (
              <OrderTerms orderButton={checkout.order} isChecked={immediateService} check={setImmediateService} pageLocale={pageLocale} />
            )}
            <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
              {orderButtonText(checkout.order?.order_text_required === true, payLabel(bootstrap, pageLocale), pageLocale)}
            </button>
          </>
        ) : null}
      </form>
    </>
  );
};
