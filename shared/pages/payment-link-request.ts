import type { AnySchema, Operation, PathParam } from '../api/operation.ts';
import { rateLimitedError } from '../api/pipeline/authenticate.ts';
import { idParams } from '../api/schemas/fields.ts';
import type { LambdaHandler, PublicContext } from '../api/serve/serve.ts';
import type { LinkState } from '../domain/payment-link/open-session.ts';
import type { PaymentLink } from '../domain/payment-link/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { loadLink } from '../flows/checkout/payment-link.ts';
import { checkoutUrlOf } from '../flows/deps.ts';
import { type PageLocale, pageLocaleFor } from '../locales/pages/locale.ts';
import { networkOf } from '../platform/networks.ts';
import { clock } from '../runtime/services.ts';
import { debitPage } from '../store/limits/rate-limit.ts';
import { unknownPage } from './checkout.ts';
import { pageResponse, type seeOther } from './layout.ts';
import { unavailablePage } from './payment-link.ts';
import { servePage } from './serve-page.ts';
import { tenantOf, tenantParams } from './tenant-path.ts';

export const paymentLinkParams = {
  ...tenantParams('payment link'),
  payment_link_id: idParams.paymentLink,
} as const satisfies Record<string, PathParam>;

/** A request for the page of a payment link. */
export interface LinkRequest {
  readonly tenant: Tenant;
  readonly link: PaymentLink;
  readonly state: LinkState;
  readonly locale: PageLocale;
  /** The network of the buyer's IP address, for rate limits. */
  readonly network: string;
  /** The URL of a checkout session's page, at the origin of the link. */
  readonly hostedUrlOf: (sessionId: string) => string;
}

type LinkOperation<Query extends AnySchema | null> = Operation<string, Query, null, 'html'> & {
  readonly params: Readonly<Record<keyof typeof paymentLinkParams, PathParam>>;
};

/** The origin of the link's stored URL: the account's domain or the deployment's public origin. */
const originOfLink = ({ url }: PaymentLink): string => new URL(url).origin;

const GONE = 410;

/** The response for a link on which nothing can be bought at present. */
export const unavailableResponse = ({ tenant, state, locale }: LinkRequest) =>
  pageResponse(GONE, unavailablePage(state.account, locale, tenant.mode === 'test'));

/** Creates the handler of a payment link's page. Responds 404 for an unknown link, and 429 if a network exceeds its rate limit. */
export const serveLink = <Query extends AnySchema | null>(
  operation: LinkOperation<Query>,
  handle: (request: LinkRequest, context: PublicContext) => Promise<ReturnType<typeof pageResponse> | ReturnType<typeof seeOther>>,
): LambdaHandler =>
  servePage(operation, unknownPage, async ({ params }, context) => {
    const { store, ip, http } = context;
    const tenant = tenantOf(params);
    const locale = pageLocaleFor(null, http.headers['accept-language']);
    const network = networkOf(ip);
    const [bucket, state] = await Promise.all([
      debitPage(store.table, tenant, network, clock.nowMs()),
      loadLink(store, tenant, params.payment_link_id),
    ]);
    if (!bucket.allowed) throw rateLimitedError(bucket);
    if (state?.link == null) return pageResponse(404, unknownPage(locale));
    const link = state.link.record;
    const hostedUrlOf = (sessionId: string): string => checkoutUrlOf(originOfLink(link), tenant, sessionId);
    return handle({ tenant, link, state, locale, network, hostedUrlOf }, context);
  });
