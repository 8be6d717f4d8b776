import { describe, expect, it, vi } from 'vitest';
import { service } from '../../support/service.ts';
import { type Cells, newImportAccount, planRow } from '../support/imports.ts';
import { pay } from '../support/objects.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const testService = service();
const newShop = () => newImportAccount(testService);

describe('a second import', () => {
  it('of the same rows changes nothing, even for customers that were deleted or purged', async () => {
    const { client, imports } = await newShop();
    const rows = ['C-1', 'C-2', 'C-3'].map((reference): Cells => ({ reference, email: `${reference}@example.com` }));
    const first = await imports.checkAndStart(rows);
    const [deleted, purged] = await imports.rowsOf(first.id);
    await client.remove(`/v1/customers/${deleted?.customer_id}`);
    await client.post(`/v1/customers/${purged?.customer_id}/purge`);
    const checked = await imports.check(rows);
    expect(checked.counts).toMatchObject({ ready: 0, unchanged: 3, faulty: 0 });
    expect(await imports.start(checked.id)).toMatchObject({ customers_created: 0, counts: { unchanged: 3, imported: 0 } });
    expect(await client.list('/v1/customers')).toHaveLength(1);
    // The report of the first import is redacted, too.
    expect(JSON.stringify(await imports.rowsOf(first.id))).not.toContain('@example.com');
  });

  it('does not import a subscription twice if its customer has tried again after a refused payment', async () => {
    const { client, priceId, imports } = await newShop();
    const plans = { Gold: priceId };
    const rows = [planRow('C-1')];
    const [row] = await imports.rowsOf((await imports.checkAndStart(rows, { plans })).id);
    const refused = String(row?.checkout_session_id);
    await pay(client, refused, { outcome: 'failed' });
    const { url, expires_at: expiresAt } = await client.get(`/v1/checkout/sessions/${refused}`);
    const again = await fetch(`${String(url)}/again`, { method: 'POST', redirect: 'manual' });
    const second = await client.get(`/v1/checkout/sessions/${new URL(String(again.headers.get('location'))).pathname.split('/').at(-1)}`);
    // The second session does not expire before the first.
    expect(Number(second.expires_at)).toBeGreaterThanOrEqual(Number(expiresAt));
    const whileOpen = await imports.check(rows, { plans });
    expect(whileOpen.counts).toMatchObject({ ready: 0, unchanged: 1 });
    await pay(client, second.id);
    const repeated = await imports.checkAndStart(rows, { plans });
    expect(repeated).toMatchObject({ checkout_sessions_created: 0, counts: { unchanged: 1 } });
    expect(await client.list('/v1/subscriptions')).toHaveLength(1);
  });

  it('can add a subscription to an existing customer', async () => {
    const { client, priceId, imports } = await newShop();
    const plans = { Gold: priceId };
    const first = await imports.checkAndStart([planRow('C-1', { subscription_reference: 'S-1' })], { plans });
    const [paid] = await imports.rowsOf(first.id);
    await pay(client, String(paid?.checkout_session_id));
    const secondRows = ['S-1', 'S-2'].map((subscription) => planRow('C-1', { subscription_reference: subscription }));
    const second = await imports.checkAndStart(secondRows, { plans });
    expect(second).toMatchObject({ customers_created: 0, checkout_sessions_created: 1, counts: { imported: 1, unchanged: 1 } });
    expect(await client.list('/v1/customers')).toHaveLength(1);
    // The undo keeps the customer, because the first import created it.
    expect(await imports.undo(second.id)).toMatchObject({ status: 'undone', counts: { undone: 1, unchanged: 1 } });
    expect(await client.list('/v1/customers')).toHaveLength(1);
    const [, row] = await imports.rowsOf(second.id);
    expect(await client.get(`/v1/checkout/sessions/${row?.checkout_session_id}`)).toMatchObject({ status: 'expired' });
  });
});

describe('`subscription_reference` in a second file', () => {
  const faultsOf = async (imports: Awaited<ReturnType<typeof newShop>>['imports'], id: string) =>
    (await imports.rowsOf(id)).map(({ outcome, faults }) => [outcome, ...faults.map(({ column, message }) => `${column}: ${message}`)]);

  it("is faulty if it belongs to another customer's subscription, but may equal another customer's `reference`", async () => {
    const { client, priceId, imports } = await newShop();
    const plans = { Gold: priceId };
    await imports.checkAndStart([planRow('1001'), planRow('C-3', { subscription_reference: 'S-77' })], { plans });
    const second = await imports.check(
      [planRow('2002', { subscription_reference: '1001' }), planRow('3003', { subscription_reference: 'S-77' })],
      { plans },
    );
    expect(await faultsOf(imports, second.id)).toEqual([
      ['ready'],
      ['faulty', 'subscription_reference: belongs to a subscription of another customer.'],
    ]);
    const imported = await imports.start(second.id);
    expect(imported).toMatchObject({ customers_created: 1, checkout_sessions_created: 1 });
    expect(await client.list('/v1/customers')).toHaveLength(3);
  });

  it('is faulty if it is new for the customer, or missing although the first import contained it', async () => {
    const { priceId, imports } = await newShop();
    const plans = { Gold: priceId };
    const rows = [planRow('C-1'), planRow('C-2', { subscription_reference: 'S-2' })];
    const { id } = await imports.checkAndStart(rows, { plans });
    const swapped = await imports.check([planRow('C-1', { subscription_reference: 'S-1' }), planRow('C-2')], { plans });
    expect(await faultsOf(imports, swapped.id)).toEqual([
      ['faulty', 'subscription_reference: is new: the subscription of this customer was imported without one.'],
      ['faulty', 'subscription_reference: is missing: subscriptions of this customer were imported with one.'],
    ]);
    expect((await imports.check(rows, { plans })).counts).toMatchObject({ unchanged: 2 });
    // A different reference means a different subscription.
    const otherReference = await imports.check([planRow('C-2', { subscription_reference: 'S-3' })], { plans });
    expect(otherReference.counts).toMatchObject({ ready: 1 });
    // If both rows are in one file, the second becomes faulty only when the first is imported.
    const sameFile = await imports.checkAndStart([planRow('C-9'), planRow('C-9', { subscription_reference: 'S-9' })], { plans });
    expect(sameFile).toMatchObject({ customers_created: 1, checkout_sessions_created: 1, counts: { imported: 1, faulty: 1 } });
    await imports.undo(id);
    const afterUndo = await imports.check([planRow('C-1', { subscription_reference: 'S-1' }), planRow('C-2')], { plans });
    expect(afterUndo.counts).toMatchObject({ ready: 2 });
  });
});

describe('undoing an import', () => {
  it('does not let the same file recreate deleted or purged customers', async () => {
    const { client, imports } = await newShop();
    const rows = ['C-1', 'C-2', 'C-3'].map((reference): Cells => ({ reference }));
    const first = await imports.checkAndStart(rows);
    const [deleted, purged] = await imports.rowsOf(first.id);
    await client.remove(`/v1/customers/${deleted?.customer_id}`);
    await client.post(`/v1/customers/${purged?.customer_id}/purge`);
    expect(await imports.undo(first.id)).toMatchObject({ counts: { undone: 3 } });
    expect((await imports.check(rows)).counts).toMatchObject({ ready: 1, unchanged: 2 });
  });

  it('removes all objects of the import, so that the file can be imported again', async () => {
    const { client, priceId, imports } = await newShop();
    const rows = [planRow('C-1'), { reference: 'C-2' }];
    const plans = { Gold: priceId };
    const { id } = await imports.checkAndStart(rows, { plans });
    expect(await imports.undo(id)).toMatchObject({ status: 'undone', counts: { undone: 2, imported: 0, kept: 0 } });
    expect(await client.list('/v1/customers')).toEqual([]);
    expect((await imports.call('POST', `/${id}/undo`)).error).toMatchObject({ code: 'state_conflict' });
    const secondImport = await imports.checkAndStart(rows, { plans });
    expect(secondImport).toMatchObject({ customers_created: 2, checkout_sessions_created: 1 });
  });

  it('changes nothing if any customer of the import has started a payment', async () => {
    const { client, priceId, imports } = await newShop();
    const { id } = await imports.checkAndStart([planRow('C-1'), { reference: 'C-2' }], { plans: { Gold: priceId } });
    const [row] = await imports.rowsOf(id);
    await pay(client, String(row?.checkout_session_id), { outcome: 'pending' });
    expect(await imports.undo(id)).toMatchObject({ status: 'completed', billed_rows: 1, counts: { imported: 2, undone: 0 } });
    expect(await client.list('/v1/customers')).toHaveLength(2);
  });
});
