import { resourceMissing } from '../api/errors/errors.ts';
import type { AnySchema, Operation, PathParam } from '../api/operation.ts';
import { rateLimitedError } from '../api/pipeline/authenticate.ts';
import { idParams } from '../api/schemas/fields.ts';
import type { Input } from '../api/serve/handler.ts';
import type { LambdaHandler, PublicContext } from '../api/serve/serve.ts';
import type { Stored } from '../domain/aggregate.ts';
import { isCheckoutSession } from '../domain/checkout-session/record.ts';
import { isRecoverable } from '../domain/checkout-session/recover.ts';
import type { BuyerDetails } from '../domain/payable/buyer-details.ts';
import { isRedacted, type Payable } from '../domain/payable/record.ts';
import type { Payment } from '../domain/payment/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { loadPayableView } from '../flows/checkout/view.ts';
import { type FlowDeps, pagesUrlOf } from '../flows/deps.ts';
import { fetchPayable } from '../flows/load/records.ts';
import { flowDeps } from '../flows/open-deps.ts';
import { browserCountryOf, type PageLocale, pageLocaleFor } from '../locales/pages/locale.ts';
import { clock } from '../runtime/services.ts';
import { debitPage } from '../store/limits/rate-limit.ts';
import { type CheckoutLinks, closedPage, completedPage, linksOf, unknownPage } from './checkout.ts';
import { loadEarlierAttempt } from './earlier-attempt.ts';
import { pageResponse, type seeOther } from './layout.ts';
import type { PageData } from './page-data.ts';
import { loadPaymentSummary } from './receipt.ts';
import { servePage } from './serve-page.ts';
import { tenantOf, tenantParams } from './tenant-path.ts';

/** Request handling that all checkout pages share. */

export const checkoutParams = {
  ...tenantParams('checkout session'),
  checkout_id: idParams.payable,
} as const satisfies Record<string, PathParam>;

/** A request for a page of a session or one-off payment. */
export interface CheckoutRequest {
  readonly deps: FlowDeps;
  readonly tenant: Tenant;
  readonly payable: Payable;
  readonly links: CheckoutLinks;
  /** The `Accept-Language` header. */
  readonly acceptLanguage: string | undefined;
}

type CheckoutOperation<Query extends AnySchema | null> = Operation<string, Query, null, 'html'> & {
  readonly params: Readonly<Record<keyof typeof checkoutParams, PathParam>>;
};
type PageResponse = ReturnType<typeof pageResponse> | ReturnType<typeof seeOther>;

const GONE = 410;

/** The URL with which the buyer can try again; `null` unless the payable is a session whose payment was refused or timed out. */
export const againUrlOf = (payable: Payable, payment: Stored<Payment> | null, links: CheckoutLinks, now: number): string | null =>
  isCheckoutSession(payable) && isRecoverable(payable, payment?.record ?? null, now) ? links.again : null;

export const notFoundResponse = (locale: PageLocale) => pageResponse(404, unknownPage(locale));

/** The browser's locale, for pages of an unknown customer. */
export const browserLocaleOf = ({ acceptLanguage }: CheckoutRequest): PageLocale => pageLocaleFor(null, acceptLanguage);

/**
 * Loads the data of the session or one-off payment, for a buyer with `details` (see `loadPayableView`). Throws a 404 if it no longer
 * exists.
 */
export const loadPageData = async (
  { deps, tenant, payable, acceptLanguage }: CheckoutRequest,
  details: BuyerDetails | null = null,
): Promise<PageData> => {
  const [view, earlier] = await Promise.all([
    loadPayableView(deps, tenant, payable, details),
    loadEarlierAttempt(deps.store, tenant, payable),
  ]);
  if (view === null) throw resourceMissing('checkout session');
  const locale = pageLocaleFor(view.language, acceptLanguage, view.countryCode);
  const browserCountry = browserCountryOf(acceptLanguage);
  return {
    view,
    testMode: tenant.mode === 'test',
    locale,
    ...(earlier === null ? {} : { earlier }),
    ...(browserCountry === null ? {} : { browserCountry }),
  };
};

/** The page of a paid session or one-off payment. `payable`: the current record, which can be newer than `request.payable`. */
export const completedResponse = async (request: CheckoutRequest, payable: Payable) => {
  const [pageData, receipt] = await Promise.all([loadPageData(request), loadPaymentSummary(request.deps.store, request.tenant, payable)]);
  return pageResponse(200, completedPage(pageData, receipt));
};

/**
 * Creates the handler for a page of a session or one-off payment. Responds 404 if the session or payment does not exist, 429 if its pages
 * together exceed their rate limit, and 410 once the buyer was purged.
 */
export const serveCheckout = <Query extends AnySchema | null>(
  operation: CheckoutOperation<Query>,
  handle: (request: CheckoutRequest, input: Input<CheckoutOperation<Query>>, context: PublicContext) => Promise<PageResponse>,
): LambdaHandler =>
  servePage(operation, unknownPage, async (input, context) => {
    const { store } = context;
    // The URL gives access to one session or one-off payment only.
    const tenant = tenantOf(input.params);
    const payable = await fetchPayable(store, tenant, input.params.checkout_id);
    const acceptLanguage = context.http.headers['accept-language'];
    if (payable === null) return notFoundResponse(pageLocaleFor(null, acceptLanguage));
    const bucket = await debitPage(store.table, tenant, payable.id, clock.nowMs());
    if (!bucket.allowed) throw rateLimitedError(bucket);
    const deps = await flowDeps(store);
    const request = { deps, tenant, payable, links: linksOf(pagesUrlOf(deps.baseUrl, tenant, payable)), acceptLanguage };
    if (isRedacted(payable)) return pageResponse(GONE, closedPage(await loadPageData(request)));
    return handle(request, input, context);
  });

/** Like `serveCheckout`, but responds 404 for embedded checkouts, which require the client secret in addition to the id. */
export const serveHosted: typeof serveCheckout = (operation, handle) =>
  serveCheckout(operation, async (request, input, context) =>
    request.payable.uiMode === 'hosted' ? handle(request, input, context) : notFoundResponse(browserLocaleOf(request)),
  );
