import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { oneShotAggregate } from '../../shared/domain/one-shot/record.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { abandonPayment, beginPayment } from '../../shared/flows/checkout/begin.ts';
import { expireAfterSync } from '../../shared/flows/clocks/advance.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import {
  attemptOf,
  begunOneShot,
  callBack,
  choose,
  decide,
  eventsOf,
  newBuyer,
  openOneShot,
  openShop,
  paymentsOf,
  read,
  refundsOf,
  type Shop,
  uncancelable,
} from './shop.ts';
import { value } from './support.ts';

const EMBEDDED = { uiMode: 'embedded', paymentMethod: null } as const;
const MANY = 200;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const shown = (id: string) => read(shop, oneShotAggregate, id);
const invoicesOf = (customerId: string): Promise<readonly Invoice[]> =>
  allOf(shop.fixture.store, invoiceAggregate, shop.tenant, { customerId });
const atProvider = async ({ providerPaymentId }: Payment) => value(await shop.sandbox.provider.getPayment(String(providerPaymentId)));

const opened = async (given: Parameters<typeof openOneShot>[2] = {}) => {
  const { id: customerId } = await newBuyer(shop);
  return { customerId, id: (await openOneShot(shop, customerId, given)).id };
};

const begun = (given: Parameters<typeof begunOneShot>[1] = {}) => begunOneShot(shop, given);

/** What is there of it in the end, at both sides. */
const ledger = async ({ customerId, id }: { readonly customerId: string; readonly id: string }) => {
  const [payments, invoices, { providerCustomerIds }] = await Promise.all([
    paymentsOf(shop, customerId),
    invoicesOf(customerId),
    read(shop, customerAggregate, customerId),
  ]);
  const there = value(await shop.sandbox.provider.listPayments(String(providerCustomerIds.sandbox)));
  return {
    status: (await shown(id)).status,
    payments: payments.map(({ status }) => status).sort(),
    invoices: invoices.map(({ status, totalCents }) => `${status} ${totalCents}`),
    there: there.map(({ status }) => status).sort(),
    story: (await eventsOf(shop, [id, ...payments.map((each) => each.id), ...invoices.map((each) => each.id)])).join(),
  };
};

const SOLD = {
  status: 'succeeded',
  payments: ['succeeded'],
  invoices: ['paid 15000'],
  there: ['paid'],
  story: 'invoice.created,invoice.paid,payment.succeeded,one_shot_payment.succeeded',
};

describe('the buyer of a one-off payment', () => {
  it('is charged once, without leaving anything to be charged again', async () => {
    const { id, payment } = await begun();
    expect(await atProvider(payment)).toMatchObject({
      amountCents: 15_000,
      sequenceType: 'oneoff',
      mandateId: null,
      metadata: { payment_id: payment.id, one_shot_payment_id: id },
    });
  });

  it('who turns back after paying, with the provider webhook still on its way, has paid', async () => {
    const { id, payment } = await begun();
    await decide(shop, payment, 'paid');
    expect(await abandonPayment(shop.deps, shop.tenant, id)).toMatchObject({ status: 'succeeded' });
    const other = await begun();
    expect(await abandonPayment(shop.deps, shop.tenant, other.id)).toMatchObject({ status: 'canceled' });
    expect(await atProvider(other.payment)).toMatchObject({ status: 'canceled' });
  });

  it('who pays both ways, because the first could not be withdrawn, has the second returned', async () => {
    const sale = await begun(EMBEDDED);
    const second = await uncancelable(shop, () => choose(shop, sale.id, 'ideal'));
    for (const payment of [second, sale.payment]) {
      await decide(shop, payment, 'paid');
      await callBack(shop, payment);
    }
    expect(await shown(sale.id)).toMatchObject({ status: 'succeeded', paymentId: second.id, paymentMethod: 'ideal' });
    expect((await refundsOf(shop, sale.payment.id)).map(({ status, amountCents }) => [status, amountCents])).toEqual([
      ['succeeded', 15_000],
    ]);
    expect(await invoicesOf(sale.customerId)).toHaveLength(1);
  });

  it('who clicks several times at once is sent to one payment', async () => {
    const { customerId, id } = await opened();
    const all = await Promise.all(Array.from({ length: 6 }, () => beginPayment(shop.deps, shop.tenant, id, 'creditcard')));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(await paymentsOf(shop, customerId)).toHaveLength(1);
  });

  it('who paid in the last moment is found to have paid when it would lapse', async () => {
    const { id, payment } = await begun();
    await decide(shop, payment, 'paid');
    const { expiresAt } = await shown(id);
    await expireAfterSync(shop.deps, shop.tenant, id, expiresAt);
    expect((await shown(id)).status).toBe('succeeded');
  });

  it('who pays after it lapsed has bought', async () => {
    const { id, payment, ...sale } = await begun();
    await expireAfterSync(shop.deps, shop.tenant, id, (await shown(id)).expiresAt);
    expect((await shown(id)).status).toBe('expired');
    await decide(shop, payment, 'paid');
    await callBack(shop, payment);
    expect(await ledger({ id, ...sale })).toEqual(SOLD);
  });
});

describe('a bank transfer', () => {
  it('[OSP-09] is pending as soon as it was begun, does not lapse, and settles when the money arrives', async () => {
    const sale = await begun({ paymentMethod: 'banktransfer' });
    expect(await shown(sale.id)).toMatchObject({
      status: 'pending',
      transfer: { bankName: 'Sandbox Bank', reference: expect.any(String) },
    });
    await expireAfterSync(shop.deps, shop.tenant, sale.id, (await shown(sale.id)).expiresAt + 1);
    expect((await shown(sale.id)).status).toBe('pending');
    await decide(shop, sale.payment, 'paid');
    await callBack(shop, sale.payment);
    expect(await ledger(sale)).toEqual(SOLD);
  });
});

describe('provider webhooks of a one-off payment', () => {
  it.each([[['pending', 'paid'] as const], [['paid'] as const], [['pending', 'failed'] as const]])(
    'that come twice and at once leave what one would: %j',
    async (strings) => {
      const sale = await begun();
      for (const bankOutcome of strings) {
        await decide(shop, sale.payment, bankOutcome);
        await Promise.all(Array.from({ length: 4 }, () => callBack(shop, sale.payment)));
      }
      await callBack(shop, sale.payment);
      const failed = strings.at(-1) === 'failed';
      expect(await ledger(sale)).toEqual(
        failed
          ? { status: 'failed', payments: ['failed'], invoices: [], there: ['failed'], story: 'payment.failed,one_shot_payment.failed' }
          : SOLD,
      );
    },
  );

  it('of two attempts may come in any order', async () => {
    const late = await begun(EMBEDDED);
    const second = await choose(shop, late.id, 'ideal');
    await decide(shop, second, 'paid');
    await callBack(shop, second);
    await callBack(shop, late.payment);
    expect(await shown(late.id)).toMatchObject({ status: 'succeeded', paymentId: second.id });
    expect((await attemptOf(shop, late.id)).id).toBe(second.id);
    expect(await invoicesOf(late.customerId)).toHaveLength(1);
  });
});

describe(`${MANY} one-off payments of one tenant, paid at once`, () => {
  it('are all sold, under numbers without a gap', async () => {
    const before = Math.max(0, ...(await numbersGiven()));
    const sales: Awaited<ReturnType<typeof begun>>[] = [];
    while (sales.length < MANY) sales.push(await begun());
    for (const { payment } of sales) await decide(shop, payment, 'paid');
    // A provider webhook that found the provider too slow comes again, as from the queue.
    await Promise.all(
      sales.map(({ payment }) =>
        eventually(
          () => callBack(shop, payment),
          (came) => came === 'worked',
          240_000,
        ),
      ),
    );
    const statuses = await Promise.all(sales.map(async ({ id }) => (await shown(id)).status));
    expect(new Set(statuses)).toEqual(new Set(['succeeded']));
    const numbers = [...(await numbersGiven())].sort((one, other) => one - other);
    expect(numbers.slice(-MANY)).toEqual(Array.from({ length: MANY }, (_, index) => before + index + 1));
  }, 300_000);

  const numbersGiven = async (): Promise<readonly number[]> => {
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
