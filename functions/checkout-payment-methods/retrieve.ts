import { CheckoutPaymentMethods } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { orThrow } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serveBuyer } from '../../shared/api/serve/serve-buyer.ts';
import { oneShotKind } from '../../shared/domain/one-shot/kind.ts';
import { viewOrderButton } from '../../shared/domain/payable/order-button.ts';
import { methodsOf, viewWallet } from '../../shared/domain/wallet/record.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { buildWalletView, loadWallet } from '../../shared/flows/checkout/wallet.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.retrieve',
  method: 'GET',
  path: '/v1/checkout/payment-methods',
  summary: "Retrieve the customer's wallet",
  description: doc(
    'Returns the payment methods that the subscriptions charge, and other payment methods that the customer added or used before. The ' +
      'list is empty if all subscriptions are canceled.',
  ),
  auth: clientSecret(null),
  profile: 'read',
  params: {},
  response: CheckoutPaymentMethods,
  errors: ['resource_missing'],
});

export const handler = serveBuyer(operation, async (_input, { store, tenant, payableId, ids }) => {
  const isOneShot = payableId.startsWith(oneShotKind.aggregate.prefix);
  const [loaded, account] = await Promise.all([loadWallet(store, tenant, payableId), isOneShot ? fetchAccount(store, tenant) : null]);
  const wallet = orThrow(loaded);
  const view = viewWallet(buildWalletView(wallet, methodsOf(wallet, ids)), tenant);
  if (account === null) return view;
  // Only for a one-off payment: for a checkout session, the payment element reads `order_button` from the object `checkout_element`.
  const parties = { account: account.record, customer: wallet.customer.record };
  return { ...view, ...viewOrderButton(parties, { concludesContract: false, startsTrial: false }) };
});
