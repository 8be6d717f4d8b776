import { missing } from '../api/errors.ts';
import { ids } from '../api/fields.ts';
import type { Input } from '../api/handler.ts';
import type { AnySchema, Operation, PathParam } from '../api/operation.ts';
import { throttled } from '../api/pipeline/authenticate.ts';
import type { LambdaHandler, PublicContext } from '../api/serve.ts';
import { isRedacted, type Payable } from '../domain/payable/record.ts';
import type { Mode, Tenant } from '../domain/tenant.ts';
import { viewOfPayable } from '../flows/checkout/view.ts';
import { type FlowDeps, pagesUrlOf } from '../flows/deps.ts';
import { payableOf } from '../flows/load/records.ts';
import { flowDeps } from '../flows/open-deps.ts';
import { type Speech, speechFor } from '../locales/pages/locale.ts';
import { clock } from '../runtime/services.ts';
import { debitPage } from '../store/limits/rate-limit.ts';
import { type CheckoutLinks, closedPage, linksOf, unknownPage } from './checkout.ts';
import { pageAnswer, type seeOther } from './layout.ts';
import { servePage } from './serve-page.ts';
import type { Shown } from './shown.ts';

/** How the pages of a checkout are addressed. */

export const checkoutParams = {
  account_id: ids.account,
  mode: { pattern: /^(live|test)$/, what: 'checkout session' },
  checkout_id: ids.payable,
} as const satisfies Record<string, PathParam>;

type CheckoutAddress = { readonly [K in keyof typeof checkoutParams]: string };

/** The address names the tenant; it comes from our own link and reaches this one session or one-off payment only. */
const tenantOfAddress = ({ account_id, mode }: CheckoutAddress): Tenant => ({ accountId: account_id, mode: mode as Mode });

/** What the pages of one session or one-off payment work with. */
export interface CheckoutRequest {
  readonly deps: FlowDeps;
  readonly tenant: Tenant;
  readonly payable: Payable;
  readonly links: CheckoutLinks;
  /** What the browser asks for. */
  readonly acceptLanguage: string | undefined;
}

type CheckoutOperation<Query extends AnySchema | null> = Operation<string, Query, null, 'html'> & {
  readonly params: Readonly<Record<keyof typeof checkoutParams, PathParam>>;
};
type Answer = ReturnType<typeof pageAnswer> | ReturnType<typeof seeOther>;

const GONE = 410;

export const notFoundAnswer = (locale: Speech) => pageAnswer(404, unknownPage(locale));

/** The same where the customer is not known. */
export const speechOf = ({ acceptLanguage }: CheckoutRequest): Speech => speechFor(null, acceptLanguage);

/** What the pages show; 404 where that is not there. */
export const shownOf = async ({ deps, tenant, payable, acceptLanguage }: CheckoutRequest): Promise<Shown> => {
  const view = await viewOfPayable(deps, tenant, payable);
  if (view === null) throw missing('checkout session');
  return { view, testMode: tenant.mode === 'test', speech: speechFor(view.language, acceptLanguage) };
};

/**
 * The function of a page of a session or one-off payment. Where there is none it is 404; its pages draw on one bucket together,
 * empty it answers 429; once its buyer was purged it is closed.
 */
export const serveCheckout = <Query extends AnySchema | null>(
  operation: CheckoutOperation<Query>,
  handle: (request: CheckoutRequest, input: Input<CheckoutOperation<Query>>, context: PublicContext) => Promise<Answer>,
): LambdaHandler =>
  servePage(operation, unknownPage, async (input, context) => {
    const { store } = context;
    const tenant = tenantOfAddress(input.params);
    const payable = await payableOf(store, tenant, input.params.checkout_id);
    const acceptLanguage = context.http.headers['accept-language'];
    if (payable === null) return notFoundAnswer(speechFor(null, acceptLanguage));
    const bucket = await debitPage(store.table, tenant, payable.id, clock.nowMs());
    if (!bucket.allowed) throw throttled(bucket);
    const deps = await flowDeps(store);
    const request = { deps, tenant, payable, links: linksOf(pagesUrlOf(deps.baseUrl, tenant, payable)), acceptLanguage };
    if (isRedacted(payable)) return pageAnswer(GONE, closedPage(await shownOf(request)));
    return handle(request, input, context);
  });

/** The same for pages of what is hosted only: of what is embedded the client secret lets a buyer act, not the id. */
export const serveHosted: typeof serveCheckout = (operation, handle) =>
  serveCheckout(operation, async (request, input, context) =>
    request.payable.uiMode === 'hosted' ? handle(request, input, context) : notFoundAnswer(speechOf(request)),
  );
