import { invoiceAggregate } from '../../domain/invoice/record.ts';
import type { VoidInvoiceState } from '../../domain/invoice/void.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadParties } from '../load/parties.ts';

type Loaded = VoidInvoiceState & {
  /** Time on the customer's test clock, Unix seconds; `null`: real time. */
  readonly clockTime: number | null;
};

/** Loads the state for the decision to void an invoice. */
export const loadForVoiding = async (store: Store, tenant: Tenant, invoiceId: string): Promise<Loaded> => {
  const invoice = await store.get(invoiceAggregate, tenant, invoiceId);
  if (invoice === null) return { invoice, payment: null, subscription: null, parties: null, clockTime: null };
  const { paymentId, subscriptionId, customerId } = invoice.record;
  const [payment, subscription, parties] = await Promise.all([
    paymentId === null ? null : store.get(paymentAggregate, tenant, paymentId),
    subscriptionId === null ? null : store.get(subscriptionAggregate, tenant, subscriptionId),
    loadParties(store, tenant, customerId),
  ]);
  return { invoice, payment, subscription, parties, clockTime: await fetchClockTime(store, tenant, parties.customer.testClockId) };
};
