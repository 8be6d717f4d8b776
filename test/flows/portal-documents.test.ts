import { expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { changesOfCreditNote, issueCreditNote } from '../../shared/domain/credit-note/issue.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { createPortalSession } from '../../shared/domain/portal-session/create.ts';
import { portalSessionAggregate } from '../../shared/domain/portal-session/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { loadPortal } from '../../shared/flows/load/portal.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newBilling } from '../domain/billing.ts';
import { memoryFixture, writeChanges } from '../store/support.ts';
import { sellerAccount } from './support.ts';

const OWN = 'in_1';
const OTHER = 'in_2';

/**
 * Opens the portal of a subscription with the invoice `OWN`. Its customer also has the invoice `OTHER`, of another subscription. `creditOf`
 * credits a cent of an invoice and returns the id of the credit note; `load` returns the ids of the credit notes in the portal.
 */
const openPortal = async () => {
  const { store, clock, tenant: newTenant } = memoryFixture();
  const tenant = newTenant();
  const ids = idSource(() => clock.nowMs);
  const billing = newBilling();
  const opened = billing.open();
  const { subscription, invoice } = billing.settleCheckout(opened.id, billing.attempt(opened.id).payment.id);
  if (subscription === null || invoice === null) throw new Error('The paid session has no subscription or no invoice.');
  const { customer } = billing.catalogue;
  const ctx = () => ({ ...billing.world.ctx(), ids });
  const command = { returnUrl: 'https://shop.example', token: { hash: 'h', pepperVersion: '1' }, sealedToken: null };
  const sold = billing.world.get(subscriptionAggregate, subscription.id);
  const created = createPortalSession(command, { subscription: sold, customer }, ctx());
  if (created instanceof Refusal) throw new Error(created.message);
  const { session } = created.result;
  await writeChanges(store, tenant, [
    change(accountAggregate, null, sellerAccount(tenant)),
    change(customerAggregate, null, customer.record),
    change(subscriptionAggregate, null, subscription),
    change(invoiceAggregate, null, { ...invoice, id: OWN }),
    change(invoiceAggregate, null, { ...invoice, id: OTHER, subscriptionId: 'sub_other' }),
    change(portalSessionAggregate, null, session),
  ]);
  const creditOf = async (invoiceId: string): Promise<string> => {
    clock.nowMs += 1;
    const credited = await store.get(invoiceAggregate, tenant, invoiceId);
    if (credited === null) throw new Error(`There is no invoice ${invoiceId}.`);
    const issued = issueCreditNote(credited, { amountCents: 1, refundId: null, reason: null }, ctx());
    if (issued === null) throw new Error(`Nothing is left to credit of ${invoiceId}.`);
    await writeChanges(store, tenant, changesOfCreditNote(credited, issued.note));
    return issued.note.id;
  };
  const load = async (): Promise<readonly string[]> => {
    const keys = { sessionId: session.id, subscriptionId: subscription.id, customerId: customer.record.id };
    const portal = await loadPortal(store, tenant, keys, { ids, now: 0 });
    if (portal instanceof Refusal) throw new Error(portal.message);
    return portal.creditNotes.map(({ id }) => id);
  };
  return { creditOf, load };
};

it('the portal shows the credit note of an invoice although the customer has many newer credit notes of other subscriptions', async () => {
  const { creditOf, load } = await openPortal();
  const own = await creditOf(OWN);
  for (let count = 0; count < 30; count += 1) await creditOf(OTHER);
  expect(await load()).toEqual([own]);
});

it('the portal shows all credit notes of an invoice, newest first', async () => {
  const { creditOf, load } = await openPortal();
  const notes: string[] = [];
  for (let count = 0; count < 30; count += 1) notes.unshift(await creditOf(OWN));
  expect(await load()).toEqual(notes);
});
