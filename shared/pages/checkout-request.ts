import { ids } from '../api/fields.ts';
import type { PathParam } from '../api/operation.ts';
import type { Mode, Tenant } from '../domain/kernel.ts';
import { type CheckoutView, viewOfCheckout } from '../flows/checkout.ts';
import { checkoutUrlOf, type FlowParts } from '../flows/parts.ts';
import { flowParts } from '../flows/runtime.ts';
import type { Store } from '../store/store.ts';
import { type CheckoutLinks, linksOf, unknownPage } from './checkout.ts';
import { pageAnswer } from './layout.ts';

/** How the pages of a checkout are addressed. */

export const checkoutParams = {
  account_id: ids.account,
  mode: { pattern: /^(live|test)$/, what: 'checkout session' },
  checkout_id: ids.checkout,
} as const satisfies Record<string, PathParam>;

type CheckoutAddress = { readonly [K in keyof typeof checkoutParams]: string };

/** The address names the tenant; it comes from our own link and reaches this one session only. */
export const tenantOf = ({ account_id, mode }: CheckoutAddress): Tenant => ({ accountId: account_id, mode: mode as Mode });

export const linksFor = (baseUrl: string, address: CheckoutAddress): CheckoutLinks =>
  linksOf(checkoutUrlOf(baseUrl, tenantOf(address), address.checkout_id));

/** What the pages of one session work with. */
interface HostedCheckout {
  readonly parts: FlowParts;
  readonly tenant: Tenant;
  readonly view: CheckoutView;
  readonly links: CheckoutLinks;
}

/** The session at this address; `null` when there is none, or an embedded one: its client secret lets a buyer act, not its id. */
export const hostedCheckout = async (store: Store, address: CheckoutAddress): Promise<HostedCheckout | null> => {
  const parts = await flowParts(store);
  const tenant = tenantOf(address);
  const view = await viewOfCheckout(parts, tenant, address.checkout_id);
  return view?.session.uiMode === 'hosted' ? { parts, tenant, view, links: linksFor(parts.baseUrl, address) } : null;
};

export const notFoundAnswer = () => pageAnswer(404, unknownPage());
