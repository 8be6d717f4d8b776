import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import { abandonPayment, beginPayment } from '../../shared/flows/checkout/begin.ts';
import { expireAfterSync } from '../../shared/flows/clocks/advance.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { paymentAtProvider } from './payments.ts';
import {
  beginOneShot,
  eventTypesAbout,
  handleWebhook,
  latestPaymentOf,
  newBuyer,
  openOneShot,
  openShop,
  paymentsOf,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  startPayment,
  whileUncancelable,
} from './shop.ts';
import { value } from './support.ts';

const EMBEDDED = { uiMode: 'embedded', paymentMethod: null } as const;
const MANY = 200;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const oneShotOf = (id: string) => readRecord(shop, oneShotAggregate, id);
const invoicesOf = (customerId: string): Promise<readonly Invoice[]> =>
  loadAll(shop.fixture.store, invoiceAggregate, shop.tenant, { customerId });
const openForNewBuyer = async (overrides: Parameters<typeof openOneShot>[2] = {}) => {
  const { id: customerId } = await newBuyer(shop);
  return { customerId, id: (await openOneShot(shop, customerId, overrides)).id };
};

const begin = (overrides: Parameters<typeof beginOneShot>[1] = {}) => beginOneShot(shop, overrides);

/** Reads the state of the one-off payment, its payments and its invoices from the service and from the provider. */
const readState = async ({ customerId, id }: { readonly customerId: string; readonly id: string }) => {
  const [payments, invoices, { providerCustomerIds }] = await Promise.all([
    paymentsOf(shop, customerId),
    invoicesOf(customerId),
    readRecord(shop, customerAggregate, customerId),
  ]);
  const providerPayments = value(await shop.sandbox.provider.listPayments(String(providerCustomerIds.sandbox)));
  return {
    status: (await oneShotOf(id)).status,
    payments: payments.map(({ status }) => status).sort(),
    invoices: invoices.map(({ status, totalCents }) => `${status} ${totalCents}`),
    providerPayments: providerPayments.map(({ status }) => status).sort(),
    eventTypes: (await eventTypesAbout(shop, [id, ...payments.map((each) => each.id), ...invoices.map((each) => each.id)])).join(),
  };
};

const SOLD = {
  status: 'succeeded',
  payments: ['succeeded'],
  invoices: ['paid 15000'],
  providerPayments: ['paid'],
  eventTypes: 'invoice.created,invoice.paid,payment.succeeded,one_shot_payment.succeeded',
};

describe('the buyer of a one-off payment', () => {
  it('is charged once, without a mandate', async () => {
    const { id, payment } = await begin();
    expect(await paymentAtProvider(shop, payment)).toMatchObject({
      amountCents: 15_000,
      sequenceType: 'oneoff',
      mandateId: null,
      metadata: { payment_id: payment.id, one_shot_payment_id: id },
    });
  });

  it('who cancels gets `succeeded` if the payment is already paid at the provider, and `canceled` otherwise', async () => {
    const { id, payment } = await begin();
    await setOutcome(shop, payment, 'paid');
    expect(await abandonPayment(shop.deps, shop.tenant, id)).toMatchObject({ status: 'succeeded' });
    const other = await begin();
    expect(await abandonPayment(shop.deps, shop.tenant, other.id)).toMatchObject({ status: 'canceled' });
    expect(await paymentAtProvider(shop, other.payment)).toMatchObject({ status: 'canceled' });
  });

  it('who pays twice, because the first payment could not be canceled, is refunded once', async () => {
    const sale = await begin(EMBEDDED);
    const second = await whileUncancelable(shop, () => startPayment(shop, sale.id, 'ideal'));
    for (const payment of [second, sale.payment]) {
      await setOutcome(shop, payment, 'paid');
      await handleWebhook(shop, payment);
    }
    expect(await oneShotOf(sale.id)).toMatchObject({ status: 'succeeded', paymentId: second.id, paymentMethod: 'ideal' });
    expect((await refundsOf(shop, sale.payment.id)).map(({ status, amountCents }) => [status, amountCents])).toEqual([
      ['succeeded', 15_000],
    ]);
    expect(await invoicesOf(sale.customerId)).toHaveLength(1);
  });

  it('who clicks several times concurrently is redirected to one payment', async () => {
    const { customerId, id } = await openForNewBuyer();
    const all = await Promise.all(Array.from({ length: 6 }, () => beginPayment(shop.deps, shop.tenant, id, 'creditcard')));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await paymentsOf(shop, customerId)).toHaveLength(1);
  });

  it('who paid before the expiry gets `succeeded`, even if the webhook has not arrived', async () => {
    const { id, payment } = await begin();
    await setOutcome(shop, payment, 'paid');
    const { expiresAt } = await oneShotOf(id);
    await expireAfterSync(shop.deps, shop.tenant, id, expiresAt);
    expect((await oneShotOf(id)).status).toBe('succeeded');
  });

  it('who pays after the expiry gets `succeeded`', async () => {
    const { id, payment, ...sale } = await begin();
    await expireAfterSync(shop.deps, shop.tenant, id, (await oneShotOf(id)).expiresAt);
    expect((await oneShotOf(id)).status).toBe('expired');
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect(await readState({ id, ...sale })).toEqual(SOLD);
  });
});

describe('a bank transfer', () => {
  it('[OSP-09] is pending from its start, does not expire, and succeeds when the money arrives', async () => {
    const sale = await begin({ paymentMethod: 'banktransfer' });
    expect(await oneShotOf(sale.id)).toMatchObject({
      status: 'pending',
      transfer: { bankName: 'Sandbox Bank', reference: expect.any(String) },
    });
    await expireAfterSync(shop.deps, shop.tenant, sale.id, (await oneShotOf(sale.id)).expiresAt + 1);
    expect((await oneShotOf(sale.id)).status).toBe('pending');
    await setOutcome(shop, sale.payment, 'paid');
    await handleWebhook(shop, sale.payment);
    expect(await readState(sale)).toEqual(SOLD);
  });
});

describe('provider webhooks of a one-off payment', () => {
  it.each([[['pending', 'paid'] as const], [['paid'] as const], [['pending', 'failed'] as const]])(
    'have the effect of one webhook per status, even if repeated and concurrent: %j',
    async (outcomes) => {
      const sale = await begin();
      for (const outcome of outcomes) {
        await setOutcome(shop, sale.payment, outcome);
        await Promise.all(Array.from({ length: 4 }, () => handleWebhook(shop, sale.payment)));
      }
      await handleWebhook(shop, sale.payment);
      const failed = outcomes.at(-1) === 'failed';
      expect(await readState(sale)).toEqual(
        failed
          ? {
              status: 'failed',
              payments: ['failed'],
              invoices: [],
              providerPayments: ['failed'],
              eventTypes: 'payment.failed,one_shot_payment.failed',
            }
          : SOLD,
      );
    },
  );

  it('of a second attempt complete the sale, even if they arrive before those of the first attempt', async () => {
    const sale = await begin(EMBEDDED);
    const second = await startPayment(shop, sale.id, 'ideal');
    await setOutcome(shop, second, 'paid');
    await handleWebhook(shop, second);
    await handleWebhook(shop, sale.payment);
    expect(await oneShotOf(sale.id)).toMatchObject({ status: 'succeeded', paymentId: second.id });
    expect((await latestPaymentOf(shop, sale.id)).id).toBe(second.id);
    expect(await invoicesOf(sale.customerId)).toHaveLength(1);
  });
});

describe(`${MANY} one-off payments of one tenant, paid concurrently`, () => {
  it('all succeed, with consecutive invoice numbers', async () => {
    const before = Math.max(0, ...(await invoiceNumbers()));
    const sales: Awaited<ReturnType<typeof begin>>[] = [];
    while (sales.length < MANY) sales.push(await begin());
    for (const { payment } of sales) await setOutcome(shop, payment, 'paid');
    // Processes a failed webhook again, as the queue does.
    await Promise.all(
      sales.map(({ payment }) =>
        eventually(
          () => handleWebhook(shop, payment),
          (result) => result === 'worked',
          240_000,
        ),
      ),
    );
    const statuses = await Promise.all(sales.map(async ({ id }) => (await oneShotOf(id)).status));
    expect(new Set(statuses)).toEqual(new Set(['succeeded']));
    const numbers = [...(await invoiceNumbers())].sort((one, other) => one - other);
    expect(numbers.slice(-MANY)).toEqual(Array.from({ length: MANY }, (_, index) => before + index + 1));
  }, 300_000);

  const invoiceNumbers = async (): Promise<readonly number[]> => {
    const numbers: number[] = [];
    let startingAfter: string | undefined;
    for (;;) {
      const { items, hasMore } = await shop.fixture.store.page(invoiceAggregate, shop.tenant, { limit: 100, startingAfter });
      numbers.push(...items.map(({ record }) => Number(record.number.replace('TEST-', ''))));
      startingAfter = items.at(-1)?.record.id;
      if (!hasMore) return numbers;
    }
  };
});
