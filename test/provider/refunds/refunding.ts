import { handler as createRefund } from '../../../functions/refunds/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { BillingData } from '../billing-data.ts';
import type { ApiRequest, FaultyShop, Runner } from '../faults/faulty-shop.ts';
import { returnRefund } from '../payments.ts';
import { beginOneShot, handleWebhook, paymentsOf, readRecord, sell, setOutcome } from '../shop.ts';
import { value } from '../support.ts';

/** A payment that exists at the provider. */
type Charge = Payment & { readonly providerPaymentId: string };

/** Helpers for refunds: charges to refund, and delayed outcomes. */
export const refundHelpersOf = (shop: FaultyShop) => {
  const request = (body: unknown): ApiRequest => ({ handler: createRefund, path: '/v1/refunds', body, bearer: shop.apiKey });
  const refund = (run: Runner, body: unknown) => shop.send(run, request(body));

  /** Returns the customer's charge and discards its webhooks. */
  const chargeOf = async (customerId: string): Promise<Charge> => {
    const [payment] = await paymentsOf(shop, customerId);
    if (payment?.providerPaymentId == null) throw new Error('The charge is missing.');
    shop.sandbox.webhooks.splice(0);
    return { ...payment, providerPaymentId: payment.providerPaymentId };
  };

  /** Creates a subscription; returns its first charge. */
  const subscribe = async () => chargeOf((await sell(shop)).customerId);

  /** Creates a paid one-off payment; returns its charge. */
  const buyOneShot = async () => {
    const { customerId, payment } = await beginOneShot(shop);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    return chargeOf(customerId);
  };

  /** Makes the next refunds to the customer of this charge pending. */
  const delayRefunds = async ({ customerId }: Charge): Promise<void> => {
    const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
    await shop.sandbox.behave(String(providerCustomerIds.sandbox), { refunds: 'pending' });
  };

  const settleRefunds = async ({ providerPaymentId }: Charge, outcome: 'refunded' | 'failed'): Promise<void> => {
    for (const { id } of value(await shop.sandbox.provider.listRefunds(providerPaymentId))) {
      await shop.sandbox.settleRefund(providerPaymentId, id, outcome);
    }
  };

  /** Makes the succeeded refunds of the charge fail at the provider, which sends a webhook. */
  const returnRefunds = async (charge: Charge): Promise<void> => {
    const { providerPaymentId } = charge;
    for (const { id } of value(await shop.sandbox.provider.listRefunds(providerPaymentId))) await returnRefund(shop, charge, id);
    const atProvider = await shop.sandbox.store.get('payment', providerPaymentId);
    shop.sandbox.webhooks.push({ url: String(atProvider?.value.webhookUrl), id: providerPaymentId });
  };

  return { request, refund, subscribe, buyOneShot, delayRefunds, settleRefunds, returnRefunds };
};

/** Expected billing data after a full refund of a subscription's first charge. */
export const FULL_REFUND: BillingData = {
  saleStatuses: ['completed', 'canceled'],
  payments: ['succeeded 1000, refunded 1000, returned 1000'],
  providerPayments: ['paid 1000, refunded 1000'],
  refunds: ['succeeded 1000'],
  providerRefunds: ['succeeded 1000'],
  invoices: ['paid 1000, credited 1000'],
  creditNotes: [1000],
};
