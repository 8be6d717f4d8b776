import { useEffect, useRef, useState } from 'preact/hooks';
import type { Mode } from '../../../../../shared/domain/tenant.ts';
import { callErrorOf } from '../../../../../shared/pages/browser/calls.ts';
import { FieldError, ProblemBox } from '../../../../../shared/pages/browser/parts.tsx';
import { errorText } from '../../app/error-text.ts';
import { priceText } from '../../app/format.ts';
import { Icon } from '../../app/icons.tsx';
import { Card, isSignedOut } from '../../app/parts.tsx';
import { goTo, hrefOf, objectRoute, routeTo } from '../../app/route.ts';
import { focusStart } from '../../app/scroll.ts';
import { showToast } from '../../app/toast.tsx';
import { FieldRow } from '../../forms/form.tsx';
import { bodyOf, type FormField, type InputContext, initialValuesOf, type Values } from '../../forms/forms.ts';
import type { ScreenProps } from '../lists.tsx';
import type { Row, RowOf } from '../rows.ts';
import { bodyOfTiers, EMPTY_TIER, type Tier, Tiers } from '../tiers.tsx';
import { field } from './actions.ts';
import { PRICE_FIELDS, PRODUCT_FIELDS } from './object-fields.ts';

/** The page on which a product is created together with its prices. */

const CONTEXT: InputContext = { currency: null, zone: 'own' };

/** The fields of a price. The choice of tiers is shown after the first three fields: pricing, billing period and currency. */
const FIELDS: readonly FormField[] = [
  ...PRICE_FIELDS.slice(0, 3),
  field('has_tiers', 'Price in tiers', 'flag', { when: ({ usage_type: type }) => type === 'metered', initial: 'false' }),
  ...PRICE_FIELDS.slice(3),
];

interface CreatedObject {
  readonly id: string;
  readonly name: string;
}

interface Price {
  readonly key: number;
  readonly values: Values;
  readonly tiers: readonly Tier[];
  readonly problem: { readonly name: string | null; readonly text: string } | null;
  /** `null`: not created yet. */
  readonly created: CreatedObject | null;
}

/** The prefix of the ids of a price's fields. */
const prefixOf = (key: number): string => `price-${key}-`;

/** A price with initial values. Currency and trial are copied from the last parameter: the values of the price above, or `{}`. */
const newPrice = (key: number, interval: string, { currency, trial_days: trial }: Values): Price => ({
  key,
  values: {
    ...initialValuesOf(FIELDS, null, CONTEXT),
    interval,
    ...(currency === undefined ? {} : { currency }),
    ...(trial === undefined ? {} : { trial_days: trial }),
  },
  tiers: [EMPTY_TIER],
  problem: null,
  created: null,
});

/** The request body of a price, or its invalid field. */
const bodyOfPrice = ({ values, tiers }: Price): ReturnType<typeof bodyOf> => {
  const result = bodyOf(FIELDS, values, null, CONTEXT);
  if ('text' in result) return result;
  const { has_tiers: hasTiers, ...body } = result.body;
  if (hasTiers !== true) return { body };
  const tierBody = bodyOfTiers(tiers, String(body['currency']).toUpperCase());
  return tierBody === null
    ? { name: 'tiers', text: 'Enter the tiers: ascending limits and amounts.' }
    : { body: { ...body, tiers: tierBody } };
};

interface CreatedProps extends CreatedObject {
  readonly screen: 'products' | 'prices';
  readonly mode: Mode;
}

/** What a card shows instead of its fields once its object is created: the fields would no longer change the object. */
const Created = ({ id, name, screen, mode }: CreatedProps) => (
  <p>
    <a href={hrefOf(objectRoute(mode, screen, id))} target="_blank" rel="noreferrer">
      {name}
    </a>{' '}
    has been created. You can edit it on its own page.
  </p>
);

interface PriceCardProps {
  readonly price: Price;
  readonly number: number;
  readonly change: (price: Price) => void;
  /** `null`: the price cannot be removed, because it is the only one. */
  readonly remove: (() => void) | null;
}

const PriceCard = ({ price, number, change, remove }: PriceCardProps) => {
  const { values, tiers, problem } = price;
  return (
    <Card
      title={`Price ${number}`}
      action={
        remove === null ? null : (
          <button type="button" class="quiet" onClick={remove}>
            Remove price {number}
          </button>
        )
      }
    >
      <div class="body">
        {problem !== null && problem.name === null ? <ProblemBox text={problem.text} /> : null}
        <div class="pair">
          {FIELDS.filter(({ when }) => when?.(values) ?? true).map((each) => (
            <FieldRow
              key={each.name}
              field={each}
              prefix={prefixOf(price.key)}
              value={values[each.name] ?? ''}
              problem={problem?.name === each.name ? problem.text : null}
              set={(value) => change({ ...price, values: { ...values, [each.name]: value } })}
            />
          ))}
        </div>
        {values['usage_type'] === 'metered' && values['has_tiers'] === 'true' ? (
          <>
            <FieldError id={`tiers-${price.key}`} text={problem?.name === 'tiers' ? problem.text : null} />
            <Tiers tiers={tiers} change={(changed) => change({ ...price, tiers: changed })} />
          </>
        ) : null}
      </div>
    </Card>
  );
};

export const NewProduct = ({ calls, route, onSignedOut }: ScreenProps) => {
  const [values, setValues] = useState(() => initialValuesOf(PRODUCT_FIELDS, null, CONTEXT));
  const [prices, setPrices] = useState<readonly Price[]>([newPrice(1, 'month', {})]);
  const [problem, setProblem] = useState<{ readonly name: string | null; readonly text: string } | null>(null);
  const [isSending, setSending] = useState(false);
  const lastKey = useRef(1);
  // `useScrollPosition` does not move the focus here, because it counts this page as the same screen as the list of products.
  useEffect(focusStart, []);
  // Moves the focus to an added price, because its fields are above the button that adds it.
  useEffect(() => {
    if (lastKey.current > 1) document.getElementById(`${prefixOf(lastKey.current)}field-amount_cents`)?.focus();
  }, [lastKey.current]);
  /** The created product; `null`: not created yet. A second attempt after an error creates only what is missing. */
  const [product, setProduct] = useState<CreatedObject | null>(null);
  const changePrice = (key: number, changes: Partial<Price>): void =>
    setPrices((current) => current.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const sendProduct = async (body: Row): Promise<CreatedObject> => {
    const row = await calls.post(route.mode, 'products', body).catch((error: unknown) => {
      const callError = callErrorOf(error);
      setProblem({ name: callError.param, text: errorText(callError, { fields: PRODUCT_FIELDS, currency: null }) });
      throw error;
    });
    const created = { id: String(row['id']), name: String(row['name']) };
    setProduct(created);
    return created;
  };
  const sendPrice = async ({ key, values: { currency } }: Price, body: Row): Promise<void> => {
    const row = await calls.post(route.mode, 'prices', body).catch((error: unknown) => {
      const callError = callErrorOf(error);
      const name = FIELDS.find((each) => each.name === callError.param)?.name ?? null;
      changePrice(key, { problem: { name, text: errorText(callError, { fields: FIELDS, currency: currency ?? null }) } });
      throw error;
    });
    // `row` is a price, because it is the API's response to the creation of a price.
    changePrice(key, { created: { id: String(row['id']), name: priceText(row as RowOf['prices']) } });
  };
  const send = async (): Promise<void> => {
    const productResult = bodyOf(PRODUCT_FIELDS, values, null, CONTEXT);
    if ('text' in productResult) return setProblem(productResult);
    const bodies = prices.filter(({ created }) => created === null).map((price) => ({ price, result: bodyOfPrice(price) }));
    const invalid = bodies.find(({ result }) => 'text' in result);
    if (invalid !== undefined && 'text' in invalid.result) return changePrice(invalid.price.key, { problem: invalid.result });
    const { id, name } = product ?? (await sendProduct(productResult.body));
    for (const { price, result } of bodies) if ('body' in result) await sendPrice(price, { ...result.body, product_id: id });
    showToast(`${name} created.`);
    goTo(objectRoute(route.mode, 'products', id));
  };
  const submit = async (): Promise<void> => {
    if (isSending) return;
    setProblem(null);
    setPrices((current) => current.map((price) => ({ ...price, problem: null })));
    setSending(true);
    await send().catch((error: unknown) => {
      if (isSignedOut(error)) onSignedOut();
    });
    setSending(false);
  };
  const missingCount = prices.filter(({ created }) => created === null).length;
  return (
    <>
      <p class="back">
        <a href={hrefOf(routeTo(route.mode, 'products'))}>
          <Icon name="back" />
          Products
        </a>
      </p>
      <div class="title">
        <h1>Create product</h1>
      </div>
      <form
        data-form-screen
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Card title="Product">
          <div class="body">
            {problem !== null && !PRODUCT_FIELDS.some(({ name }) => name === problem.name) ? <ProblemBox text={problem.text} /> : null}
            {product !== null ? (
              <Created {...product} screen="products" mode={route.mode} />
            ) : (
              PRODUCT_FIELDS.map((each) => (
                <FieldRow
                  key={each.name}
                  field={each}
                  prefix="product-"
                  value={values[each.name] ?? ''}
                  problem={problem?.name === each.name ? problem.text : null}
                  set={(value) => setValues((current) => ({ ...current, [each.name]: value }))}
                />
              ))
            )}
          </div>
        </Card>
        {prices.map((price, index) =>
          price.created !== null ? (
            <Card key={price.key} title={`Price ${index + 1}`}>
              <div class="body">
                <Created {...price.created} screen="prices" mode={route.mode} />
              </div>
            </Card>
          ) : (
            <PriceCard
              key={price.key}
              price={price}
              number={index + 1}
              change={({ values: changed, tiers }) => changePrice(price.key, { values: changed, tiers })}
              remove={prices.length === 1 ? null : () => setPrices(prices.filter((each) => each !== price))}
            />
          ),
        )}
        <div class="row">
          <button
            type="button"
            class="quiet"
            onClick={() => {
              lastKey.current += 1;
              setPrices([...prices, newPrice(lastKey.current, 'year', prices.at(-1)?.values ?? {})]);
            }}
          >
            <Icon name="plus" />
            Add another price
          </button>
          <button type="submit" aria-disabled={isSending}>
            {product === null ? 'Create product' : missingCount === 0 ? 'Done' : missingCount === 1 ? 'Create price' : 'Create prices'}
          </button>
          <span class="soft" role="status">
            {isSending ? 'Sending…' : null}
          </span>
        </div>
      </form>
    </>
  );
};
