import { ids } from '../api/fields.ts';
import type { PathParam } from '../api/operation.ts';
import type { Mode, Tenant } from '../domain/kernel.ts';
import type { CheckoutView } from '../flows/checkout.ts';
import { checkoutUrlOf } from '../flows/parts.ts';
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

/** An embedded session has no page: its client secret is what lets a buyer act, not its id. */
export const hasPage = (view: CheckoutView | null): view is CheckoutView => view !== null && view.session.uiMode === 'hosted';

export const notFoundAnswer = () => pageAnswer(404, unknownPage());
