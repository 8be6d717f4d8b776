import type { Catalogue } from './catalogue.ts';
import type { Change, CurrentObjects, Plan, PlanContext, Schemas } from './change.ts';
import { differingFields, isActive, keyOf, NOTES, planArchival, planCreation, planUpdates, singleObject, withEntryKey } from './entries.ts';
import { asStored, type Fields, isUpdatable, type Json, type Kind } from './kinds.ts';
import { planProduct } from './products.ts';

const planCoupon = (code: string, fields: Fields, { schemas, current, prices, problems }: PlanContext): readonly Change[] => {
  const priceIds = fields['applies_to_price_ids'] as readonly string[] | null | undefined;
  const resolved = priceIds?.map((each) => prices.get(each) ?? each) ?? null;
  const withPrices = (changes: readonly Change[]): readonly Change[] =>
    changes.map((change) =>
      'applies_to_price_ids' in change.fields ? { ...change, fields: { ...change.fields, applies_to_price_ids: resolved } } : change,
    );
  const coupon = current.coupons.find((each) => String(each['code']).toLowerCase() === code.toLowerCase());
  if (coupon === undefined) return withPrices(planCreation('coupons', code, schemas.coupons, [fields, { code }]));
  const desired: Fields = { ...withEntryKey('coupons', code, fields), applies_to_price_ids: resolved as Json };
  for (const name of differingFields(desired, coupon).filter((each) => !isUpdatable(schemas.coupons, each))) {
    problems.push(
      `coupons.${code}: ${name} of an existing coupon cannot change from ${JSON.stringify(coupon[name])} to ${JSON.stringify(desired[name])}. Use another code.`,
    );
  }
  return planUpdates('coupons', code, schemas.coupons, [desired, coupon]);
};

const planEndpoint = (key: string, fields: Fields, { schemas, current, adopted, problems }: PlanContext): readonly Change[] => {
  const endpoints = current.webhook_endpoints;
  const own = endpoints.filter((each) => keyOf('webhook_endpoints', each) === key);
  const { url } = asStored(fields);
  const unmanaged = endpoints.filter(
    (each) =>
      keyOf('webhook_endpoints', each) === undefined && asStored({ url: each['url'] ?? null })['url'] === url && !adopted.has(each.id),
  );
  const endpoint = singleObject('webhook_endpoints', key, own.length > 0 ? own : unmanaged, problems);
  if (endpoint !== undefined) adopted.add(endpoint.id);
  if (endpoint === undefined) return planCreation('webhook_endpoints', key, schemas.webhook_endpoints, [fields, {}]);
  return planUpdates('webhook_endpoints', key, schemas.webhook_endpoints, [withEntryKey('webhook_endpoints', key, fields), endpoint]);
};

/** Objects of entries that are no longer in the file, prices before their products. */
const findRemoved = (catalogue: Catalogue, current: CurrentObjects) => {
  const prices = Object.entries(catalogue.products).flatMap(([key, product]) =>
    Object.keys(product.prices).map((name) => `${key}.${name}`),
  );
  const codes = Object.keys(catalogue.coupons).map((code) => code.toLowerCase());
  const inFile: Readonly<Record<Kind, (key: string) => boolean>> = {
    prices: (key) => prices.includes(key),
    products: (key) => Object.hasOwn(catalogue.products, key),
    coupons: (key) => codes.includes(key.toLowerCase()),
    webhook_endpoints: (key) => Object.hasOwn(catalogue.webhookEndpoints, key),
  };
  return (Object.keys(inFile) as Kind[]).flatMap((kind) =>
    current[kind].filter(isActive).flatMap((object) => {
      const key = keyOf(kind, object);
      return key === undefined || inFile[kind](key) ? [] : [{ kind, key, object }];
    }),
  );
};

/**
 * Computes the requests that make the objects of the account match the file. `prune`: also archive the objects of entries that are no
 * longer in the file; only objects that a catalogue created or adopted are archived.
 */
export const planCatalogue = (
  catalogue: Catalogue,
  current: CurrentObjects,
  { schemas, prune }: { readonly schemas: Schemas; readonly prune: boolean },
): Plan => {
  const context: PlanContext = { schemas, current, prices: new Map(), adopted: new Set(), problems: [] };
  const changes = [
    ...Object.entries(catalogue.products).flatMap(([key, entry]) => planProduct(key, entry, context)),
    ...Object.entries(catalogue.coupons).flatMap(([code, fields]) => planCoupon(code, fields, context)),
    ...Object.entries(catalogue.webhookEndpoints).flatMap(([key, fields]) => planEndpoint(key, fields, context)),
  ];
  const old = findRemoved(catalogue, current);
  return {
    changes: prune ? [...changes, ...old.map(({ kind, key, object }) => planArchival(kind, key, object, NOTES.removed))] : changes,
    kept: prune ? [] : old.map(({ kind, key, object: { id } }) => ({ kind, key, id })),
    problems: context.problems,
  };
};
