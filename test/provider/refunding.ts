import { handler as createRefund } from '../../functions/refunds/create.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import type { Books } from './killed-books.ts';
import type { Again, KilledShop, Request } from './killed-shop.ts';
import { begunOneShot, callBack, decide, paymentsOf, read, sell } from './shop.ts';
import { value } from './support.ts';

/** A payment that exists at the provider. */
type Charge = Payment & { readonly providerPaymentId: string };

/** Helpers for refunds: charges to refund, and delayed outcomes. */
export const refundsIn = (shop: KilledShop) => {
  const request = (body: unknown): Request => ({ handler: createRefund, path: '/v1/refunds', body, bearer: shop.apiKey });
  const refund = (again: Again, body: unknown) => shop.send(again, request(body));

  /** Returns the customer's charge and discards its webhooks. */
  const chargeOf = async (customerId: string): Promise<Charge> => {
    const [payment] = await paymentsOf(shop, customerId);
    if (payment?.providerPaymentId == null) throw new Error('The charge is missing.');
    shop.sandbox.webhooks.splice(0);
    return { ...payment, providerPaymentId: payment.providerPaymentId };
  };

  const subscribed = async () => chargeOf((await sell(shop)).customerId);

  const boughtOnce = async () => {
    const { customerId, payment } = await begunOneShot(shop);
    await decide(shop, payment, 'paid');
    await callBack(shop, payment);
    return chargeOf(customerId);
  };

  /** Makes refunds of this charge pending. */
  const slowBank = async ({ customerId }: Charge): Promise<void> => {
    const { providerCustomerIds } = await read(shop, customerAggregate, customerId);
    await shop.sandbox.behave(String(providerCustomerIds.sandbox), { refunds: 'pending' });
  };

  const bankDecides = async ({ providerPaymentId }: Charge, outcome: 'refunded' | 'failed'): Promise<void> => {
    for (const { id } of value(await shop.sandbox.provider.listRefunds(providerPaymentId))) {
      await shop.sandbox.settleRefund(providerPaymentId, id, outcome);
    }
  };

  return { request, refund, subscribed, boughtOnce, slowBank, bankDecides };
};

/** Expected billing data after a full refund of a subscription's first charge. */
export const IN_FULL: Books = {
  sold: ['completed', 'canceled'],
  payments: ['succeeded 1000 1000 1000'],
  providerPayments: ['paid 1000 1000'],
  refunds: ['succeeded 1000'],
  providerRefunds: ['succeeded 1000'],
  invoices: ['paid 1000 1000'],
  creditNotes: [1000],
};
