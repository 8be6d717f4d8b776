import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { clientOf } from '../../scripts/support/api.ts';
import { SANDBOX } from '../../shared/domain/payment/provider.ts';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { createMollieProvider } from '../../shared/provider/mollie/adapter.ts';
import type { NewPayment, Outcome, PaymentProvider, PaymentSnapshot } from '../../shared/provider/port.ts';
import { CHARGE_BEHAVIORS, type ChargeBehavior } from '../../shared/sandbox/model.ts';
import { sandboxSecret } from '../../shared/sandbox/secret.ts';
import { sandboxToken } from '../../shared/sandbox/token.ts';
import { recurringPaymentRequest, value } from '../provider/support.ts';
import { service } from '../support/service.ts';
import { newPlan, openSession, pay, setBehavior } from './support/objects.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const { dataDir } = inject('service');

/** Longer than the deadline of the service for provider calls, so that no charge times out on a slow machine. */
const DEADLINE_MS = 120_000;

/** The expected result of a charge. `unavailable`: no answer. */
const RESULTS: Readonly<Record<ChargeBehavior, string>> = {
  paid: 'paid',
  pending: 'pending',
  insufficient_funds: 'failed insufficient_funds',
  card_expired: 'failed card_expired',
  authentication_required: 'failed authentication_required',
  mandate_gone: 'mandate_gone',
  unreachable: 'unavailable',
  timeout_after_charge: 'unavailable',
};
/** Behaviors with which the provider creates no payment. */
const WITHOUT_PAYMENT: readonly ChargeBehavior[] = ['mandate_gone', 'unreachable'];

const resultOf = (outcome: Outcome<PaymentSnapshot>): string => {
  if (!outcome.ok) return outcome.kind;
  const { status, failureReason } = outcome.value;
  return failureReason === null ? status : `${status} ${failureReason}`;
};

interface Buyer {
  readonly behavior: ChargeBehavior;
  readonly customerId: string;
  readonly mandateId: string;
}

/** The account's key for the sandbox provider, derived from a secret that only a local service exposes. */
const sandboxKeyOf = async (accountId: string, directory: string): Promise<string> => {
  Object.assign(process.env, environmentOfHost(directory));
  const { secrets } = await import('../../shared/runtime/services.ts');
  return sandboxToken(accountId, await sandboxSecret(await secrets(), accountId));
};

describe.skipIf(dataDir === null)('concurrent charges of one account at the sandbox', () => {
  const ids = idSource(() => Date.now());
  let provider: PaymentProvider;
  let accountId: string;
  const buyers: Buyer[] = [];

  beforeAll(async () => {
    const account = await createAccount();
    accountId = account.accountId;
    const client = clientOf(baseUrl, account.testKey);
    provider = createMollieProvider({
      name: SANDBOX,
      baseUrl: `${baseUrl}${SANDBOX_PROVIDER_PATH}`,
      apiKey: await sandboxKeyOf(accountId, dataDir ?? ''),
      deadlineMs: DEADLINE_MS,
      fetch,
    });
    const { priceId } = await newPlan(client);
    for (const behavior of CHARGE_BEHAVIORS) {
      const { customer_id } = await pay(client, (await openSession(client, priceId)).id);
      await setBehavior(client, customer_id, { charges: behavior });
      const [first] = value(await provider.listPayments(null));
      buyers.push({ behavior, customerId: String(first?.customerId), mandateId: String(first?.mandateId) });
    }
  });

  const buyerAt = (index: number): Buyer => buyers[index % buyers.length] as Buyer;

  /** Builds the `index`-th charge. The service has no record of the resulting payment, so it ignores the provider webhook. */
  const chargeOf = (index: number): NewPayment => {
    const { customerId, mandateId } = buyerAt(index);
    const id = ids.next('pay_');
    const webhookUrl = `${baseUrl}/provider/webhooks/${accountId}/test/${id}`;
    return recurringPaymentRequest(customerId, mandateId, { metadata: { payment_id: id }, idempotencyKey: id, webhookUrl });
  };

  const idsOf = (payments: readonly PaymentSnapshot[]): readonly string[] => payments.map(({ metadata }) => String(metadata.payment_id));

  /** All recurring payments of the buyers at the provider. */
  const listCharges = async (): Promise<readonly PaymentSnapshot[]> => {
    const lists = await Promise.all(buyers.map(({ customerId }) => provider.listPayments(customerId)));
    return lists.flatMap(value).filter(({ sequenceType }) => sequenceType === 'recurring');
  };

  it.each([100, 200])('have the results configured for their buyers, and create the expected payments only: %d charges', async (count) => {
    const before = new Set(idsOf(await listCharges()));
    const charges = Array.from({ length: count }, (_, index) => chargeOf(index));
    const outcomes = await Promise.all(charges.map((payment) => provider.createPayment(payment)));
    expect(outcomes.map(resultOf)).toEqual(charges.map((_, index) => RESULTS[buyerAt(index).behavior]));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.ok) expect(outcome.value.metadata).toEqual(charges[index]?.metadata);
    }
    const expected = charges.flatMap(({ idempotencyKey }, index) =>
      WITHOUT_PAYMENT.includes(buyerAt(index).behavior) ? [] : [idempotencyKey],
    );
    const createdIds = idsOf(await listCharges()).filter((id) => !before.has(id));
    expect([...createdIds].sort()).toEqual([...expected].sort());
    const listedIds = value(await provider.listPayments(null)).map(({ id }) => id);
    expect(listedIds).toEqual([...listedIds].sort().reverse());
  });

  it('create one payment for two concurrent requests with the same idempotency key', async () => {
    // Leaves out `timeout_after_charge`, whose results differ: the first request gets no response, the second gets the payment.
    const charges = Array.from({ length: 40 }, (_, index) => chargeOf(index)).filter(
      (_, index) => buyerAt(index).behavior !== 'timeout_after_charge',
    );
    const outcomes = await Promise.all(charges.flatMap((payment) => [provider.createPayment(payment), provider.createPayment(payment)]));
    for (const [index, payment] of charges.entries()) {
      const [first, second] = [outcomes[2 * index], outcomes[2 * index + 1]];
      expect(first).toEqual(second);
      if (first?.ok) expect(first.value.metadata).toEqual(payment.metadata);
    }
    const keys = charges.map(({ idempotencyKey }) => idempotencyKey);
    const createdIds = idsOf(await listCharges()).filter((id) => keys.includes(id));
    expect(new Set(createdIds).size).toBe(createdIds.length);
  });
});
