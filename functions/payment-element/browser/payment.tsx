import { CountryField, MethodChoice, Notice, ProblemBox } from '../../../shared/pages/browser/parts.tsx';
import { CodeForm, Order } from './parts.tsx';
import { type Paying, usePayment } from './use-payment.ts';
import { payLabel, verificationOf } from './words.ts';

/** The whole element: what is bought, promotion codes, how to pay, and what came of it. */
export const Payment = (props: Paying & { readonly hasButton: boolean }) => {
  const { speech, hasButton } = props;
  const { texts } = speech;
  const { sale, stage, problem, chosen, choose, setCountry, applyCode, pay } = usePayment(props);
  if (stage === 'paid')
    return <Notice title={texts.complete} text={sale?.bootstrap ? texts.subscribed(sale.bootstrap.product_name) : null} />;
  if (stage === 'over') return <Notice {...texts.ended} />;
  if (stage === 'broken') return <Notice {...texts.broken} />;
  if (sale === null) return <div class="loading" aria-busy="true" />;
  if (stage === 'waiting') return <Notice title={texts.inProgress} text={texts.waitingFor(sale.bootstrap?.product_name ?? '')} />;
  const { bootstrap } = sale;
  const isBusy = stage === 'busy';
  const why = bootstrap === null ? null : verificationOf(bootstrap, speech);
  return (
    <>
      {sale.livemode ? null : <p class="notice">{texts.testNotice}</p>}
      {bootstrap?.show_header ? <Order bootstrap={bootstrap} speech={speech} /> : null}
      {problem?.field === null ? <ProblemBox text={problem.text} /> : null}
      {bootstrap?.allow_promotion_codes ? (
        <CodeForm
          bound={bootstrap.coupon_code}
          problem={problem?.field === 'code' ? problem.text : null}
          {...{ isBusy, speech, applyCode }}
        />
      ) : null}
      <form
        class="pay"
        onSubmit={(event) => {
          event.preventDefault();
          pay();
        }}
      >
        {sale.asksCountry ? (
          <CountryField country={chosen.country} problem={problem?.field === 'country' ? problem.text : null} {...{ speech, setCountry }} />
        ) : null}
        <MethodChoice
          methods={sale.methods}
          chosen={chosen.method}
          problem={problem?.field === 'method' ? problem.text : null}
          {...{ speech, choose }}
        />
        {why === null ? null : <p class="hint">{why}</p>}
        {hasButton ? (
          <button type="submit" aria-disabled={isBusy} aria-busy={isBusy}>
            {payLabel(bootstrap, speech)}
          </button>
        ) : null}
      </form>
    </>
  );
};
