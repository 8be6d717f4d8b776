import { useMemo, useState } from 'preact/hooks';
import { DATE_ORDERS, type DateOrder } from '../../../../shared/domain/customer-import/dates.ts';
import { FieldError, invalidAttributes, ProblemBox } from '../../../../shared/pages/browser/parts.tsx';
import type { Calls } from '../app/calls.ts';
import { Await, useRead } from '../app/parts.tsx';
import { DATE_ORDER_LABELS, exampleText } from './date-order.ts';
import type { Draft } from './draft.ts';
import { StepTitle } from './parts.tsx';
import { guessPlanPrices, isHttpUrl, MAX_PLANS } from './plans.ts';
import { fetchPriceOptions, type PriceOption } from './price-options.ts';
import { columnValues } from './table.ts';

/** The step that maps plans to prices and sets the date order and the return URL. */

interface PlansProps {
  readonly plans: readonly string[];
  readonly prices: readonly PriceOption[];
  readonly chosen: Draft['plans'];
  readonly choose: (plan: string, priceId: string) => void;
}

const Plans = ({ plans, prices, chosen, choose }: PlansProps) => (
  <fieldset>
    <legend>Prices of the plans</legend>
    {prices.length === 0 ? (
      <p>No active prices in test mode. Create one for each plan in another tab, then go back to columns and continue.</p>
    ) : null}
    <ul class="import-pairs">
      {plans.map((plan, index) => (
        <li key={plan} class="field">
          <label for={`plan-${index}`}>{plan}</label>
          <select id={`plan-${index}`} value={chosen[plan] ?? ''} onChange={({ currentTarget }) => choose(plan, currentTarget.value)}>
            <option value="">No price: rows with this plan are not imported</option>
            {prices.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  </fieldset>
);

const DateOrderField = ({
  firstDate,
  order,
  choose,
}: {
  readonly firstDate: string | undefined;
  readonly order: DateOrder;
  readonly choose: (order: DateOrder) => void;
}) => (
  <div class="field">
    <label for="date-order">Date format</label>
    <select
      id="date-order"
      value={order}
      aria-describedby="date-example"
      onChange={({ currentTarget: { value } }) => choose(DATE_ORDERS.find((each) => each === value) ?? order)}
    >
      {DATE_ORDERS.map((each) => (
        <option key={each} value={each}>
          {DATE_ORDER_LABELS[each]}
        </option>
      ))}
    </select>
    <p class="soft" id="date-example" role="status">
      {firstDate === undefined ? 'No row has a date.' : exampleText(firstDate, order)}
    </p>
  </div>
);

const ReturnUrl = ({
  value,
  problem,
  set,
}: {
  readonly value: string;
  readonly problem: string | null;
  readonly set: (value: string) => void;
}) => (
  <div class="field">
    <label for="return-url">Return URL after confirming</label>
    <FieldError id="return-url-mistake" text={problem} />
    <input
      id="return-url"
      type="url"
      required
      autocomplete="off"
      placeholder="https://"
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
      {...invalidAttributes(problem, 'return-url-mistake')}
    />
    <p class="soft">The page of your website that customers see after they confirmed their subscription. Required.</p>
  </div>
);

interface Props {
  readonly calls: Calls;
  readonly onSignedOut: () => void;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  /** The API error and its field; `param` is `null` if the error concerns no field. */
  readonly problem: { readonly text: string; readonly param: string | null } | null;
  /** Called with the price of each plan, chosen or guessed. */
  readonly proceed: (plans: Draft['plans']) => void;
  readonly goBack: () => void;
}

const Fields = ({
  prices,
  plans,
  draft,
  setDraft,
  problem,
  proceed,
  goBack,
}: Omit<Props, 'calls' | 'onSignedOut'> & Pick<PlansProps, 'prices' | 'plans'>) => {
  const [isUrlInvalid, setUrlInvalid] = useState(false);
  const [firstDate] = columnValues(draft.table, draft.mapping.indexOf('next_charge_date'), 1);
  const guesses = useMemo(() => guessPlanPrices(plans, prices), [plans, prices]);
  const mistake = isUrlInvalid ? 'Enter a URL that starts with https://.' : problem?.param === 'return_url' ? problem.text : null;
  // Chosen prices take precedence over guesses.
  const chosen = { ...guesses, ...draft.plans };
  return (
    <form
      class="import-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isValid = isHttpUrl(draft.returnUrl.trim());
        setUrlInvalid(!isValid);
        if (isValid) proceed(chosen);
      }}
    >
      {problem === null || problem.param === 'return_url' ? null : <ProblemBox text={problem.text} />}
      <Plans {...{ plans, prices, chosen }} choose={(plan, priceId) => setDraft({ ...draft, plans: { ...chosen, [plan]: priceId } })} />
      {draft.firstCharge === '' ? (
        <DateOrderField firstDate={firstDate} order={draft.order} choose={(order) => setDraft({ ...draft, order })} />
      ) : null}
      <ReturnUrl value={draft.returnUrl} problem={mistake} set={(returnUrl) => setDraft({ ...draft, returnUrl })} />
      <div class="row">
        <button type="submit">Check</button>
        <button type="button" class="quiet" onClick={goBack}>
          Back to columns
        </button>
      </div>
    </form>
  );
};

export const DetailsStep = ({ calls, onSignedOut, ...props }: Props) => {
  const { table, mapping } = props.draft;
  const plans = useMemo(() => columnValues(table, mapping.indexOf('plan')), [table, mapping]);
  const read = useRead(() => fetchPriceOptions(calls), 'prices', onSignedOut);
  return (
    <section aria-label="Plans and dates" class="import-step">
      <StepTitle>Plans and dates</StepTitle>
      {plans.length > MAX_PLANS ? (
        <>
          <ProblemBox
            text={`The plan column has ${plans.length} different values; an import takes at most ${MAX_PLANS}. Check the column.`}
          />
          <div class="row">
            <button type="button" class="quiet" onClick={props.goBack}>
              Back to columns
            </button>
          </div>
        </>
      ) : (
        <Await read={read}>{(prices) => <Fields {...props} {...{ prices, plans }} />}</Await>
      )}
    </section>
  );
};
