import type { Stored } from '../../domain/aggregate.ts';
import { unchanged } from '../../domain/decision.ts';
import type { Payment } from '../../domain/payment/record.ts';
import { cancelSetupAttempt } from '../../domain/payment-method-setup/confirm.ts';
import { type PaymentMethodSetup, setupAggregate } from '../../domain/payment-method-setup/record.ts';
import { failSetup } from '../../domain/payment-method-setup/settle.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { NewPayment } from '../../provider/port.ts';
import { type FlowDeps, webhookUrlOf } from '../deps.ts';
import { createOrFindPayment } from './begin.ts';
import type { ElementSale } from './element-sale.ts';

/** A setup and the payment of its latest attempt. */
interface VerificationState {
  readonly setup: Stored<PaymentMethodSetup> | null;
  readonly payment: Stored<Payment> | null;
}

/** Parameters of a verification payment. */
interface Verification extends Pick<NewPayment, 'cardToken' | 'issuer'> {
  readonly setupId: string;
  /** Reads the methods between which the customer chooses on the provider's page if the payment has no method; `null`: all. */
  readonly readChoices?: () => Promise<readonly string[] | null>;
  /** URL to which the provider redirects the customer. */
  readonly returnUrl: string;
}

/** The part of the `ElementSale` strategy that is the same whether a buyer or the account starts the verification payment. */
export const verificationStrategy = (
  deps: FlowDeps,
  tenant: Tenant,
  { setupId, readChoices, returnUrl, ...details }: Verification,
): Pick<ElementSale<VerificationState>, 'logEntriesPerAttempt' | 'release' | 'open' | 'fail' | 'statusNow'> => ({
  logEntriesPerAttempt: 1,
  release: (paymentId, state, context) => cancelSetupAttempt({ paymentId }, state, context),
  open: async (provider, payment) => {
    const method = payment.paymentMethod?.type ?? (await readChoices?.()) ?? null;
    return createOrFindPayment(deps, provider, tenant, payment, (customerId) => ({
      amountCents: payment.amountCents,
      currency: payment.currency,
      method,
      customerId,
      sequenceType: 'first',
      mandateId: null,
      redirectUrl: returnUrl,
      webhookUrl: webhookUrlOf(deps, tenant, payment.id),
      description: 'Verification of a payment method',
      metadata: { payment_id: payment.id, setup_id: setupId },
      idempotencyKey: payment.idempotencyKey,
      ...details,
    }));
  },
  fail: (paymentId, failure, state, context) =>
    state.payment?.record.id === paymentId ? failSetup({ outcome: 'failed', ...failure }, state, context) : unchanged(null),
  statusNow: async (store) => {
    const setup = await store.get(setupAggregate, tenant, setupId);
    if (setup === null) throw new Error(`The payment method setup ${setupId} is missing.`);
    return setup.record.status;
  },
});
