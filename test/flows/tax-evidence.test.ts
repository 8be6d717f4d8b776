import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchTaxEvidence } from '../../shared/api/calls/tax-evidence.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { redactionTasks } from '../../shared/flows/customers/redaction.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { applySnapshot } from '../../shared/flows/payments/sync.ts';
import type { PaymentSnapshot } from '../../shared/provider/port.ts';
import { continueTasks } from '../../shared/store/erasure/tasks.ts';
import { buyersOf, IDEAL } from '../provider/buyers.ts';
import {
  eventTypesAbout,
  handleWebhook,
  latestPaymentOf,
  newBuyer,
  openSession,
  openShop,
  readRecord,
  type Shop,
  setOutcome,
  writeDecision,
} from '../provider/shop.ts';
import { value } from '../provider/support.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  const { fixture, tenant } = shop;
  const account = await fixture.store.get(accountAggregate, { ...tenant, mode: 'live' }, tenant.accountId);
  if (account === null) throw new Error('The account is missing.');
  const after = { ...account.record, taxMode: 'eu_oss', vatId: 'NL000099998B57' } as const;
  await writeDecision(shop, () => ({ changes: [change(accountAggregate, account, after)], events: [], result: null }));
}, 120_000);
afterAll(() => shop.close());

/** Starts the card payment of a German consumer whose IP address is in `ipCountryCode`. */
const startSale = async (ipCountryCode: string | null = 'DE', isCountryConfirmed = false) => {
  const { id: customerId } = await newBuyer(shop, { countryCode: 'DE' });
  const session = await openSession(shop, { customerId });
  const begun = await beginPayment(shop.deps, shop.tenant, session.id, 'creditcard', null, { ipCountryCode, isCountryConfirmed });
  return { customerId, sessionId: session.id, begun };
};

const snapshotOf = async ({ providerPaymentId }: Payment): Promise<PaymentSnapshot> =>
  value(await shop.sandbox.provider.getPayment(String(providerPaymentId)));

/** The provider's report, with a card of this country. */
const withCard = (snapshot: PaymentSnapshot, countryCode?: string): PaymentSnapshot => ({
  ...snapshot,
  details: {
    kind: 'card',
    brand: 'Visa',
    last4: '1111',
    expMonth: 1,
    expYear: 2030,
    ...(countryCode === undefined ? {} : { countryCode }),
  },
});

const invoiceOf = async (customerId: string) => {
  const [invoice] = await loadAll(shop.fixture.store, invoiceAggregate, shop.tenant, { customerId });
  if (invoice === undefined) throw new Error('There is no invoice.');
  return invoice;
};

const evidenceOf = async (customerId: string) => fetchTaxEvidence(shop.fixture.store, shop.tenant, await invoiceOf(customerId));

describe('the evidence of a sale', () => {
  it('contains the country of the card with which the payment was paid', async () => {
    const { customerId, sessionId } = await startSale();
    const payment = await latestPaymentOf(shop, sessionId);
    await setOutcome(shop, payment, 'paid');
    const snapshot = await snapshotOf(payment);
    await Promise.all([1, 2].map(() => applySnapshot(shop.deps, shop.tenant, payment, withCard(snapshot, 'de'))));
    expect(await evidenceOf(customerId)).toEqual({
      status: 'sufficient',
      billing_country_code: 'DE',
      ip_country_code: 'DE',
      payment_country_code: 'DE',
      country_confirmed: false,
    });
  });

  it('contains the first country that the provider reports after the payment was settled; no event is emitted', async () => {
    const { customerId, sessionId } = await startSale(null);
    const payment = await latestPaymentOf(shop, sessionId);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect(await evidenceOf(customerId)).toMatchObject({ status: 'insufficient', payment_country_code: null });
    const before = await eventTypesAbout(shop, [payment.id]);
    const late = withCard(await snapshotOf(payment), 'DE');
    const paid = await readRecord(shop, paymentAggregate, payment.id);
    await Promise.all([1, 2, 3].map(() => applySnapshot(shop.deps, shop.tenant, paid, late)));
    await applySnapshot(shop.deps, shop.tenant, paid, withCard(late, 'FR'));
    expect(await evidenceOf(customerId)).toMatchObject({ status: 'sufficient', payment_country_code: 'DE' });
    expect(await eventTypesAbout(shop, [payment.id])).toEqual(before);
  });

  it('ignores a country that does not exist', async () => {
    const { customerId, sessionId } = await startSale();
    const payment = await latestPaymentOf(shop, sessionId);
    await setOutcome(shop, payment, 'paid');
    await applySnapshot(shop.deps, shop.tenant, payment, withCard(await snapshotOf(payment), 'ZZ'));
    expect(await evidenceOf(customerId)).toMatchObject({ payment_country_code: null });
  });

  it('is kept by a purge of the customer', async () => {
    const { customerId, sessionId } = await startSale('FR', true);
    const payment = await latestPaymentOf(shop, sessionId);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    const { isDone } = await continueTasks(redactionTasks(shop.deps, shop.tenant, { customerId, isTimeUp: () => false }), {});
    expect(isDone).toBe(true);
    expect(await evidenceOf(customerId)).toEqual({
      status: 'contradicted',
      billing_country_code: 'DE',
      ip_country_code: 'FR',
      payment_country_code: null,
      country_confirmed: true,
    });
    expect((await readRecord(shop, paymentAggregate, payment.id)).location).toEqual({
      ipCountryCode: 'FR',
      paymentCountryCode: null,
      confirmedCountryCode: 'DE',
    });
  });
});

describe('a payment of a buyer whose IP address is in another country', () => {
  it('does not start on the hosted page before the buyer has confirmed the country', async () => {
    const { customerId, begun } = await startSale('FR');
    expect(begun).toMatchObject({ kind: 'refused', refusal: { reason: 'country_not_confirmed', param: 'country_confirmed' } });
    expect(await loadAll(shop.fixture.store, paymentAggregate, shop.tenant, { customerId })).toEqual([]);
  });

  it('does not start in the payment element before the buyer has confirmed the country; an earlier payment stays pending', async () => {
    const { openEmbedded, confirm, confirmOrThrow } = buyersOf(shop);
    const { sessionId } = await openEmbedded({ countryCode: 'DE' });
    const from = (isCountryConfirmed: boolean) => ({ ...IDEAL, location: { ipCountryCode: 'FR', isCountryConfirmed } });
    expect(await confirm(sessionId, from(false), 'key-1')).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'country_not_confirmed' },
    });
    const { paymentId } = await confirmOrThrow(sessionId, from(true), 'key-1');
    const replaced = await confirm(sessionId, { ...from(false), method: 'creditcard' });
    expect(replaced).toMatchObject({ kind: 'refused', refusal: { reason: 'country_not_confirmed' } });
    expect(await readRecord(shop, paymentAggregate, paymentId)).toMatchObject({
      status: 'pending',
      location: { ipCountryCode: 'FR', confirmedCountryCode: 'DE' },
    });
  });

  it('starts without confirmation only if the buyer enters the country of the IP address in the payment element', async () => {
    const { openEmbedded, confirm } = buyersOf(shop);
    const { sessionId } = await openEmbedded({ countryCode: null });
    const location = { ipCountryCode: 'FR', isCountryConfirmed: false };
    expect(await confirm(sessionId, { ...IDEAL, country: 'DE', location })).toMatchObject({ kind: 'refused' });
    expect(await confirm(sessionId, { ...IDEAL, country: 'FR', location })).toMatchObject({ kind: 'confirmed' });
  });
});
