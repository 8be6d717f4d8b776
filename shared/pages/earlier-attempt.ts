import { checkoutSessionAggregate, isCheckoutSession } from '../domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../domain/customer/record.ts';
import { peppolIdOf } from '../domain/e-invoice/settings.ts';
import { type Payable, stageOf } from '../domain/payable/record.ts';
import type { Tenant } from '../domain/tenant.ts';
import { loadAttemptPayment } from '../flows/load/records.ts';
import type { Store } from '../store/writer/store.ts';
import type { Entered } from './entered.ts';

/** The details of the customer as values of the fields of the page. */
const fieldValuesOf = ({ email, name, countryCode, vatNumber, address, eInvoicing }: Customer): Entered => {
  const electronicAddress = eInvoicing?.electronicAddress ?? null;
  const values = {
    email,
    name,
    country: countryCode,
    vat_number: vatNumber,
    line1: address?.line1 ?? null,
    postal_code: address?.postalCode ?? null,
    city: address?.city ?? null,
    buyer_reference: eInvoicing?.buyerReference ?? null,
    electronic_address: electronicAddress === null ? null : peppolIdOf(electronicAddress),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
};

/** Loads the stored details of a buyer. */
export const loadStoredDetails = async (store: Store, tenant: Tenant, customerId: string): Promise<Entered> => {
  const customer = await store.get(customerAggregate, tenant, customerId);
  return customer === null ? {} : fieldValuesOf(customer.record);
};

/**
 * Loads the session or one-off payment of the latest attempt: `payable` or, before its first attempt, the session that it replaces. `null`:
 * there was no attempt.
 */
const loadLastAttempted = async (store: Store, tenant: Tenant, payable: Payable): Promise<Payable | null> => {
  if (payable.attempt !== null) return payable;
  const replacedId = isCheckoutSession(payable) ? payable.recoveredFromId : undefined;
  const replaced = replacedId === undefined ? null : ((await store.get(checkoutSessionAggregate, tenant, replacedId))?.record ?? null);
  // The replaced session can be without an attempt: an import also replaces sessions that expired unpaid.
  return replaced === null || replaced.attempt === null ? null : replaced;
};

/**
 * The stored details of the buyer, and the method of an earlier attempt to pay. `null`: the checkout is not open, or there was no attempt.
 * Without an attempt, the page shows no stored details, because the buyer did not enter them in this checkout.
 */
export const loadEarlierAttempt = async (store: Store, tenant: Tenant, payable: Payable): Promise<Entered | null> => {
  if (stageOf(payable) !== 'open') return null;
  const attempted = await loadLastAttempted(store, tenant, payable);
  if (attempted === null) return null;
  const [details, payment] = await Promise.all([
    loadStoredDetails(store, tenant, payable.customerId),
    loadAttemptPayment(store, tenant, attempted),
  ]);
  const method = payment?.record.paymentMethod?.type;
  return { ...details, ...(method === undefined ? {} : { method }) };
};
