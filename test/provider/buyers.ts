import { refusalAnswer } from '../../shared/api/errors/errors.ts';
import { checkoutSessionKind } from '../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { viewConfirmation } from '../../shared/domain/payable/confirm.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { confirmSale } from '../../shared/flows/checkout/confirm.ts';
import { type ElementChoice, payableStrategy } from '../../shared/flows/checkout/confirm-payable.ts';
import type { Confirmation } from '../../shared/flows/checkout/element-sale.ts';
import type { PaymentProvider } from '../../shared/provider/port.ts';
import { buyerActor } from '../../shared/store/audit/entries.ts';
import { hashOfKey, idempotencyRecordOf } from '../../shared/store/core/idempotency.ts';
import { idempotencyKey } from '../../shared/store/core/keys.ts';
import { newBuyer, openSession, readRecord, type Shop } from './shop.ts';
import { value } from './support.ts';

export const CARD: ElementChoice = {
  method: 'creditcard',
  cardToken: null,
  issuer: null,
  country: null,
  button: { language: 'en', isOurs: true, immediateService: false },
};
export const IDEAL: ElementChoice = { ...CARD, method: 'ideal' };

const toStoredRefusal = refusalAnswer('req_1');

/** Wraps a provider so that no card is charged immediately. The wrapper drops the card token: the buyer pays on the provider's page. */
export const requiringAuthentication = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  createPayment: (payment) => provider.createPayment({ ...payment, cardToken: null }),
});

/** Helpers that call the shop like buyers' browsers. */
export const buyersOf = (shop: Shop) => {
  const openEmbedded = async (overrides: Partial<Customer> = {}) => {
    const { id: customerId } = await newBuyer(shop, overrides);
    const { id: sessionId } = await openSession(shop, { customerId, uiMode: 'embedded' });
    return { customerId, sessionId };
  };

  /** Confirms the session. If a response is stored for the idempotency key `key`, returns it as `body` of a `replayed` result instead. */
  const confirm = async (
    sessionId: string,
    choice: ElementChoice,
    key: string | null = null,
    { wrapProvider = requiringAuthentication }: { readonly wrapProvider?: (provider: PaymentProvider) => PaymentProvider } = {},
  ): Promise<Confirmation | { readonly kind: 'replayed'; readonly body: unknown }> => {
    const { tenant, deps } = shop;
    const item = key === null ? null : await shop.fixture.table.get(idempotencyKey(tenant, hashOfKey(key)));
    const storedResult = item === null ? null : (idempotencyRecordOf(item, shop.deps.nowMs())?.remembered ?? null);
    if (storedResult !== null && 'answer' in storedResult) return { kind: 'replayed', body: JSON.parse(storedResult.answer.body) };
    const sale = payableStrategy(deps, tenant, checkoutSessionKind, await readRecord(shop, checkoutSessionAggregate, sessionId), choice);
    const chooseProvider = async () => {
      const sandboxProvider = await sale.chooseProvider();
      return sandboxProvider === null ? null : wrapProvider(sandboxProvider);
    };
    return confirmSale({
      deps,
      uncached: deps.store,
      tenant,
      sale: { ...sale, chooseProvider },
      by: {
        actor: buyerActor(sessionId),
        claim: key === null ? null : { keyHash: hashOfKey(key), fingerprint: 'f' },
        resumedPaymentId: storedResult === null ? null : storedResult.operationId,
        toStoredConfirmation: async (confirmed) => ({ status: 200, body: JSON.stringify(viewConfirmation(confirmed)), sealed: false }),
        toStoredRefusal,
      },
    });
  };

  /** Confirms the session; throws if it is not confirmed. */
  const confirmOrThrow = async (...args: Parameters<typeof confirm>) => {
    const confirmation = await confirm(...args);
    if (confirmation.kind !== 'confirmed') throw new Error(`The payment was not confirmed: ${JSON.stringify(confirmation)}`);
    return confirmation.confirmed;
  };

  const sessionOf = (id: string) => readRecord(shop, checkoutSessionAggregate, id);

  /** Lists the customer's payments at the provider. */
  const paymentsAtProvider = async (customerId: string) => {
    const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
    return providerCustomerIds.sandbox === undefined ? [] : value(await shop.sandbox.provider.listPayments(providerCustomerIds.sandbox));
  };

  return { openEmbedded, confirm, confirmOrThrow, sessionOf, paymentsAtProvider };
};

export const onlyPayment = (payments: readonly Payment[]): Payment => {
  const [payment] = payments;
  if (payment === undefined || payments.length > 1) throw new Error(`Expected one payment, but there are ${payments.length}.`);
  return payment;
};
