import * as v from 'valibot';
import { confirmForCaller } from '../../shared/api/calls/confirm-payment.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { nestedObject } from '../../shared/api/schemas/object-schemas.ts';
import type { BuyerContext } from '../../shared/api/serve/serve-buyer.ts';
import { viewConfirmation } from '../../shared/domain/payable/confirm.ts';
import type { PressedButton } from '../../shared/domain/payable/consent.ts';
import type { Payable, PayableKind } from '../../shared/domain/payable/record.ts';
import { ELEMENT_METHODS } from '../../shared/domain/payment/methods.ts';
import { payableStrategy } from '../../shared/flows/checkout/confirm-payable.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { fetchProviderCredential } from '../../shared/flows/provider.ts';
import { type Language, PAGE_TEXTS } from '../../shared/locales/pages/locale.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';
import type { Store } from '../../shared/store/writer/store.ts';

const languages = Object.keys(PAGE_TEXTS) as [Language, ...Language[]];

/** The request body: the buyer's input in the payment element. */
export const confirmBody = v.strictObject({
  method: described(v.picklist(ELEMENT_METHODS), doc('Payment method of the buyer.')),
  card_token: fields.methodDetails.card_token,
  country: described(
    v.nullish(fields.countryCode),
    doc(
      'Country of the buyer, used and stored if the customer has none: two capital letters (ISO 3166-1 alpha-2), such as `NL`. Default: none.',
    ),
  ),
  country_confirmed: described(
    v.optional(v.boolean(), false),
    doc(
      'True if the buyer has confirmed the billing country, although the IP address is in another country. Required in that case in the tax modes `eu_home` and `eu_oss`. Default: false.',
    ),
  ),
  issuer: fields.methodDetails.issuer,
  order_button: described(
    v.optional(
      nestedObject({
        language: described(v.picklist(languages), doc('Language of the button that the buyer pressed, such as `de`.')),
        immediate_service: described(
          v.optional(v.boolean(), false),
          doc('True if the buyer asked that the service begins before the withdrawal period ends. Default: false.'),
        ),
      }),
    ),
    doc('The order button of the payment element, stored with the time as evidence. Omit it if your page has its own button.'),
  ),
});

interface PreloadedPayable<R extends Payable> {
  readonly store: Store;
  readonly payable: R;
}

/**
 * Returns the session or one-off payment (`payable`), and a store. Each step of the confirmation reads the payable and the account's
 * provider credential, so the read cache of the store contains both. Writes fail if a cached record has changed.
 */
export const preloadPayable = async <R extends Payable>(
  kind: PayableKind<R>,
  id: string,
  { tenant, store: { table } }: BuyerContext,
): Promise<PreloadedPayable<R>> => {
  const store = storeOf(withReadCache(table));
  const [{ record: payable }] = await Promise.all([
    fetchRecord(store, kind.aggregate, tenant, id, kind.noun),
    fetchProviderCredential(store, tenant),
  ]);
  return { store, payable };
};

/** Starts the payment with the buyer's choices, or continues the pending payment. */
export const confirmPayment = async <R extends Payable>(
  kind: PayableKind<R>,
  { store, payable }: PreloadedPayable<R>,
  body: v.InferOutput<typeof confirmBody>,
  context: BuyerContext,
) => {
  const deps = await flowDeps(store);
  const { method, card_token: cardToken = null, country = null, issuer = null, order_button: pressed } = body;
  const button: PressedButton = {
    language: pressed?.language ?? null,
    isOurs: pressed !== undefined,
    immediateService: pressed?.immediate_service ?? false,
  };
  const location = { ipCountryCode: context.request.ipCountry, isCountryConfirmed: body.country_confirmed };
  return confirmForCaller(
    context,
    deps,
    payableStrategy(deps, context.tenant, kind, payable, { method, cardToken, country, issuer, button, location }),
    viewConfirmation,
  );
};
