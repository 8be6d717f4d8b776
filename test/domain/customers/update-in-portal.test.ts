import { describe, expect, it } from 'vitest';
import { approveEmail } from '../../../shared/domain/customer/email-change.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type UpdateInPortal, updateInPortal } from '../../../shared/domain/customer/update-in-portal.ts';
import { NO_BUYER_E_INVOICING } from '../../../shared/domain/e-invoice/settings.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { openMailedSession } from '../../../shared/domain/portal-session/create.ts';
import { portalSessionAggregate } from '../../../shared/domain/portal-session/record.ts';
import { viewPortalCustomer } from '../../../shared/domain/portal-session/view.ts';
import { newCatalogue, START, World } from '../world.ts';

const NEW_EMAIL = 'new@example.test';

const setup = (subscriptionCount = 1) => {
  const world = new World();
  const { id } = newCatalogue(world).customer.record;
  const customer = () => world.get(customerAggregate, id);
  const decide = (command: Omit<UpdateInPortal, 'subscriptionId'>) =>
    updateInPortal({ subscriptionId: 'sub_1', ...command }, { customer: customer(), subscriptionCount }, world.ctx());
  const update = (command: Omit<UpdateInPortal, 'subscriptionId'>) => world.do(decide(command));
  /** The session that the link in a mail opens. */
  const openSession = (emailChangeId: string | null, customerId = id) => {
    const link = { subscriptionId: 'sub_1', customerId, emailChangeId, token: { hash: 'h', pepperVersion: '1' }, to: NEW_EMAIL };
    const session = world.do(openMailedSession(link, { customer: customer() }, world.ctx()));
    return world.get(portalSessionAggregate, session.id);
  };
  const approve = (session = openSession(customer().record.emailChange?.id ?? null)) =>
    world.apply(approveEmail(null, { session, customer: customer() }, world.ctx()));
  return { world, id, customer, decide, update, openSession, approve };
};

describe('an update by the customer in the portal', () => {
  it('changes the given fields with one event and one audit entry', () => {
    const { world, customer, decide, update } = setup();
    const before = customer().record;
    expect(decide({ name: 'Other' })).toMatchObject({ audit: { action: 'customer.updated', resourceId: before.id } });
    const expected: Customer = { ...before, name: 'Other', language: 'nl' };
    expect(update({ name: 'Other', language: 'nl' })).toEqual({ customer: expected, needsRepricing: false, mailOrder: null });
    expect(customer().record).toEqual(expected);
    expect([world.events.map(({ type, subjectId }) => [type, subjectId]), world.audits.at(-1)]).toEqual([
      [['customer.updated', before.id]],
      'customer.updated',
    ]);
  });

  it('records nothing if it changes nothing', () => {
    const { world, customer, update } = setup();
    const { record, version } = customer();
    const audits = world.audits.length;
    expect(update({ name: 'Buyer' })).toEqual({ customer: record, needsRepricing: false, mailOrder: null });
    expect([customer().version, world.takeEvents(), world.audits.length]).toEqual([version, [], audits]);
  });

  it('starts a repricing if it may change the tax of a subscription', () => {
    const { world, id, update } = setup();
    expect(update({ countryCode: 'BE' })).toMatchObject({ needsRepricing: true, customer: { countryCode: 'BE' } });
    expect(world.all(pendingOperationAggregate)).toMatchObject([
      { kind: 'customers.reprice', input: { customer_id: id }, nextTryAt: START + 60 },
    ]);
    const withoutSubscription = setup(0);
    expect(withoutSubscription.update({ countryCode: 'BE' })).toMatchObject({ needsRepricing: false });
    expect(withoutSubscription.world.all(pendingOperationAggregate)).toEqual([]);
  });

  it('replaces the e-invoice settings that customers can enter, and keeps the other e-invoice settings', () => {
    const { world, id, customer, update } = setup();
    world.amend(customerAggregate, id, { eInvoicing: { ...NO_BUYER_E_INVOICING, buyerReference: 'old', format: 'peppol' } });
    const electronicAddress = { scheme: '0106', value: '12345678' };
    update({ eInvoicing: { buyerReference: null, electronicAddress } });
    expect(customer().record.eInvoicing).toEqual({ ...NO_BUYER_E_INVOICING, electronicAddress, format: 'peppol' });
    expect(viewPortalCustomer(customer().record)).toMatchObject({
      e_invoicing: { buyer_reference: null, electronic_address: electronicAddress },
    });
    update({ eInvoicing: { buyerReference: null, electronicAddress: null } });
    expect(viewPortalCustomer(customer().record)).not.toHaveProperty('e_invoicing');
  });

  it('is refused for an unknown or deleted customer', () => {
    const { world, id, decide } = setup();
    const command = { subscriptionId: 'sub_1', name: 'Other' };
    expect(updateInPortal(command, { customer: null, subscriptionCount: 0 }, world.ctx())).toMatchObject({ code: 'resource_missing' });
    world.amend(customerAggregate, id, { deletedAt: START });
    expect(decide({ name: 'Other' })).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a new email address from the portal', () => {
  it('[PRT-15] is pending until it is approved: a mail with a link is ordered, and no event is emitted', () => {
    const { world, id, customer, update } = setup();
    const before = customer().record;
    const { customer: after, mailOrder } = update({ email: NEW_EMAIL });
    const changeId = String(after.emailChange?.id);
    expect(changeId).toMatch(/^emc_/);
    expect(after).toEqual({ ...before, emailChange: { id: changeId, email: NEW_EMAIL, requestedAt: START } });
    expect(mailOrder).toEqual({
      mailId: `email_change#${changeId}`,
      order: { kind: 'email_change', customerId: id, subscriptionId: 'sub_1', changeId },
      customerId: id,
    });
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([[], 'customer.email_change_requested']);
  });

  it('does not delay the other changes of the same update, which emit an event', () => {
    const { world, update } = setup();
    expect(update({ email: NEW_EMAIL, name: 'Other' })).toMatchObject({ customer: { name: 'Other' }, mailOrder: { order: {} } });
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([['customer.updated'], 'customer.updated']);
  });

  it('is also pending if the customer has no email address', () => {
    const { world, id, update } = setup();
    world.amend(customerAggregate, id, { email: null });
    expect(update({ email: NEW_EMAIL }).customer).toMatchObject({ email: null, emailChange: { email: NEW_EMAIL } });
  });

  it('replaces a pending email address; updates of other fields keep the pending address and order no mail', () => {
    const { update } = setup();
    const first = update({ email: NEW_EMAIL }).customer.emailChange;
    expect(update({ name: 'Other' })).toMatchObject({ customer: { emailChange: first }, mailOrder: null });
    const { customer, mailOrder } = update({ email: 'newer@example.test' });
    expect(customer.emailChange?.id).not.toBe(first?.id);
    expect([customer.emailChange?.email, mailOrder?.mailId]).toEqual(['newer@example.test', `email_change#${customer.emailChange?.id}`]);
  });

  it('is withdrawn when the customer enters the current email address, in any spelling', () => {
    const { update } = setup();
    update({ email: NEW_EMAIL });
    expect(update({ email: ' Buyer@Example.test' })).toMatchObject({
      customer: { email: 'buyer@example.test', emailChange: null },
      mailOrder: null,
    });
  });
});

describe('the approval of a pending email address', () => {
  it('[PRT-15] makes the pending address the customer’s email address, with one event', () => {
    const { world, customer, update, approve } = setup();
    const before = customer().record;
    update({ email: NEW_EMAIL });
    world.takeEvents();
    expect(approve()).toEqual({ ...before, email: NEW_EMAIL, emailChange: null, emailSetAt: START });
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([['customer.updated'], 'customer.email_approved']);
  });

  it('is refused in a session that was opened with a link for another change or for no change', () => {
    const { customer, update, openSession, approve } = setup();
    update({ email: NEW_EMAIL });
    for (const changeId of ['emc_0', null]) {
      expect(approve(openSession(changeId))).toMatchObject({ code: 'state_conflict', reason: 'email_not_approvable' });
    }
    expect(customer().record.email).toBe('buyer@example.test');
  });

  it('changes nothing if no email address is pending', () => {
    const { world, customer, approve } = setup();
    const { record, version } = customer();
    expect(approve()).toEqual(record);
    expect([customer().version, world.takeEvents()]).toEqual([version, []]);
  });

  it('is refused without a session or customer, for a deleted customer, and in the session of another customer', () => {
    const { world, id, customer, update, openSession, approve } = setup();
    update({ email: NEW_EMAIL });
    const session = openSession(customer().record.emailChange?.id ?? null);
    const missing = { code: 'resource_missing' };
    expect(approveEmail(null, { session: null, customer: customer() }, world.ctx())).toMatchObject(missing);
    expect(approveEmail(null, { session, customer: null }, world.ctx())).toMatchObject(missing);
    expect(approve(openSession(session.record.emailChangeId, 'cus_other'))).toMatchObject(missing);
    world.amend(customerAggregate, id, { deletedAt: START });
    expect(approve(session)).toMatchObject(missing);
  });
});
