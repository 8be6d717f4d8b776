import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import { customerExists } from '../../domain/customer/update.ts';
import type { IdSource } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { portalSessionAggregate } from '../../domain/portal-session/record.ts';
import type { OpenedPortal } from '../../domain/portal-session/view.ts';
import { Refusal } from '../../domain/refusal.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { methodsOf } from '../../domain/wallet/record.ts';
import type { Store } from '../../store/writer/store.ts';
import { accountOf } from '../accounts/create.ts';
import { buildWalletView, loadWallet } from '../checkout/wallet.ts';

/** Ids of a portal session and of the subscription and customer that it gives access to. */
export interface PortalKeys {
  readonly sessionId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
}

/** Maximum number of invoices, and of credit notes, in the portal. */
const MAX_DOCUMENTS = 24;

const CUSTOMER_DELETED = new Refusal('resource_missing', 'The customer of this portal session was deleted.');

/** Loads the data that the portal shows. Refuses with 404 if the customer was deleted. */
export const loadPortal = async (
  store: Store,
  tenant: Tenant,
  { sessionId, subscriptionId, customerId }: PortalKeys,
  ids: IdSource,
): Promise<OpenedPortal | Refusal> => {
  const [session, account, customer, subscription, invoices, creditNotes, wallet] = await Promise.all([
    store.get(portalSessionAggregate, tenant, sessionId),
    accountOf(store, tenant),
    store.get(customerAggregate, tenant, customerId),
    store.get(subscriptionAggregate, tenant, subscriptionId),
    store.page(invoiceAggregate, tenant, { limit: MAX_DOCUMENTS, by: { parentId: subscriptionId } }),
    store.page(creditNoteAggregate, tenant, { limit: MAX_DOCUMENTS, by: { customerId } }),
    loadWallet(store, tenant, sessionId),
  ]);
  // While a session is valid, its record and its subscription exist, so only the customer can be missing.
  if (session === null || subscription === null || !customerExists(customer)) return CUSTOMER_DELETED;
  if (wallet instanceof Refusal) return wallet;
  return {
    session: session.record,
    account: account.record,
    customer: customer.record,
    subscription: subscription.record,
    invoices: invoices.items.map(({ record }) => record),
    creditNotes: creditNotes.items
      .map(({ record }) => record)
      .filter(({ invoiceId }) => invoices.items.some(({ record }) => record.id === invoiceId)),
    hasMoreInvoices: invoices.hasMore,
    wallet: buildWalletView(wallet, methodsOf(wallet, ids)),
  };
};
