import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { createCustomer } from '../../../shared/domain/customer/create.ts';
import { approveEmail } from '../../../shared/domain/customer/email-change.ts';
import { type EmailReport, recordEmailReport } from '../../../shared/domain/customer/email-delivery.ts';
import { type Customer, customerAggregate, emailDeliveryOf, viewCustomer } from '../../../shared/domain/customer/record.ts';
import { redactedPrevious, redactedSnapshot } from '../../../shared/domain/customer/redact.ts';
import { deleteCustomer, purgeCustomer } from '../../../shared/domain/customer/removal.ts';
import { type UpdateCustomer, updateCustomer } from '../../../shared/domain/customer/update.ts';
import type { PortalSession } from '../../../shared/domain/portal-session/record.ts';
import { START, World } from '../world.ts';

const EMAIL = 'ada@example.com';
const MINUTE = 60;

/** A customer with an email address, and the reports of the mail service about it. */
class MailedCustomer {
  readonly world = new World();
  readonly id: string;

  constructor() {
    const { world } = this;
    this.id = world.do(createCustomer({ name: 'Ada', email: EMAIL }, { clock: null }, world.ctx())).id;
    world.takeEvents();
    world.audits.length = 0;
  }

  get customer(): Customer {
    return this.world.get(customerAggregate, this.id).record;
  }

  get view() {
    return viewCustomer(this.customer, this.world.tenant).email_delivery;
  }

  get state() {
    return { customer: this.world.get(customerAggregate, this.id) };
  }

  /** Reports a bounce of a mail that was sent a minute ago. */
  report(fields: Partial<EmailReport> = {}) {
    const { now } = this.world;
    const report: EmailReport = { status: 'bounced', email: EMAIL, sentAt: now - MINUTE, reportedAt: now, ...fields };
    return this.world.do(recordEmailReport(report, this.state, this.world.ctx()));
  }

  update(command: UpdateCustomer): void {
    this.world.do(updateCustomer(command, this.state, this.world.ctx()));
  }

  /** Advances the time by five minutes, updates the email address, and advances the time by five minutes again. */
  updateLater(email: string): void {
    this.world.now += 5 * MINUTE;
    this.update({ email });
    this.world.now += 5 * MINUTE;
  }
}

describe('a report of the mail service about a customer’s address', () => {
  it.each(['bounced', 'complained'] as const)('records the status %s, with an event and an audit entry', (status) => {
    const mailed = new MailedCustomer();
    expect(mailed.view).toBeNull();
    expect(mailed.report({ status })).toBe('recorded');
    expect(mailed.view).toEqual({ status, email: EMAIL, reported_at: START });
    expect(mailed.world.takeEvents()).toEqual(['customer.updated']);
    expect(mailed.world.audits).toEqual([`customer.email_${status}`]);
  });

  it('matches the customer’s address regardless of case and of spaces around it', () => {
    const mailed = new MailedCustomer();
    expect(mailed.report({ email: ' ADA@Example.com ' })).toBe('recorded');
    expect(mailed.view?.email).toBe(EMAIL);
  });

  it('has no effect when it is repeated', () => {
    const mailed = new MailedCustomer();
    mailed.report();
    mailed.world.now += MINUTE;
    mailed.world.takeEvents();
    expect(mailed.report()).toBe('repeated');
    expect(mailed.view?.reported_at).toBe(START);
    expect(mailed.world.takeEvents()).toEqual([]);
  });

  it.each([
    ['bounced', 'complained', 'recorded'],
    ['complained', 'bounced', 'repeated'],
  ] as const)('results in the status complained: first %s, then %s', (first, second, outcome) => {
    const mailed = new MailedCustomer();
    mailed.report({ status: first });
    expect(mailed.report({ status: second })).toBe(outcome);
    expect(mailed.view?.status).toBe('complained');
  });

  it('has no effect for another address than the customer’s', () => {
    const mailed = new MailedCustomer();
    expect(mailed.report({ email: 'eve@example.com' })).toBe('outdated');
    mailed.updateLater('ada@new.example');
    expect(mailed.report()).toBe('outdated');
    expect(mailed.view).toBeNull();
  });

  it('has no effect if its mail was sent before the address was changed back', () => {
    const mailed = new MailedCustomer();
    const sentAt = START;
    mailed.updateLater('ada@new.example');
    mailed.updateLater(EMAIL);
    expect(mailed.report({ sentAt })).toBe('outdated');
    expect(mailed.report()).toBe('recorded');
  });

  it('has no effect if its mail was sent before the status was cleared', () => {
    const mailed = new MailedCustomer();
    mailed.report();
    mailed.updateLater(EMAIL);
    expect(mailed.report({ sentAt: START })).toBe('outdated');
    expect(mailed.report()).toBe('recorded');
  });

  it('has no effect for an unknown, a deleted and a purged customer, and for a customer without an address', () => {
    const mailed = new MailedCustomer();
    const report: EmailReport = { status: 'bounced', email: EMAIL, sentAt: START, reportedAt: START };
    const ctx = mailed.world.ctx();
    expect(recordEmailReport(report, { customer: null }, ctx)).toMatchObject({ changes: [], result: 'customer_gone' });
    mailed.world.amend(customerAggregate, mailed.id, { email: null });
    expect(mailed.report()).toBe('outdated');
    mailed.world.do(deleteCustomer({ ...mailed.state, wallet: null }, ctx));
    expect(mailed.report()).toBe('customer_gone');
    mailed.world.do(purgeCustomer({ ...mailed.state, wallet: null }, ctx));
    expect(mailed.report({ email: '' })).toBe('customer_gone');
  });
});

describe('the recorded status of an address', () => {
  const newBouncedCustomer = (): MailedCustomer => {
    const mailed = new MailedCustomer();
    mailed.report();
    mailed.world.takeEvents();
    return mailed;
  };

  it('is cleared when the account sets another address, with one event', () => {
    const mailed = newBouncedCustomer();
    mailed.update({ email: 'ada@new.example' });
    expect(mailed.view).toBeNull();
    expect(mailed.customer.email).toBe('ada@new.example');
    expect(mailed.world.takeEvents()).toEqual(['customer.updated']);
  });

  it('is cleared when the account sets the same address again', () => {
    const mailed = newBouncedCustomer();
    mailed.update({ email: EMAIL });
    expect(mailed.view).toBeNull();
    expect(mailed.world.takeEvents()).toEqual(['customer.updated']);
    mailed.update({ email: EMAIL });
    expect(mailed.world.takeEvents()).toEqual([]);
  });

  it('is kept when the account changes other fields', () => {
    const mailed = newBouncedCustomer();
    mailed.update({ name: 'Ada Lovelace' });
    expect(mailed.view?.status).toBe('bounced');
  });

  it('is cleared when the customer approves another address', () => {
    const mailed = newBouncedCustomer();
    mailed.world.amend(customerAggregate, mailed.id, { emailChange: { id: 'emc_1', email: 'ada@new.example', requestedAt: START } });
    const session = { record: { customerId: mailed.id, emailChangeId: 'emc_1' } as PortalSession, version: 1, seq: 1, changedAt: START };
    mailed.world.do(approveEmail(null, { ...mailed.state, session }, mailed.world.ctx()));
    expect(mailed.view).toBeNull();
    expect(mailed.customer).toMatchObject({ email: 'ada@new.example', emailChange: null, emailSetAt: START });
  });

  it('is ignored if an earlier release changed the address without clearing the status', () => {
    const mailed = newBouncedCustomer();
    mailed.world.amend(customerAggregate, mailed.id, { email: 'ada@new.example' });
    expect([mailed.view, emailDeliveryOf(mailed.customer)]).toEqual([null, null]);
    expect(mailed.report({ email: 'ada@new.example' })).toBe('recorded');
  });

  it('is not stored for a customer without a report', () => {
    const mailed = new MailedCustomer();
    mailed.update({ email: EMAIL, name: 'Ada Lovelace' });
    expect(Object.keys(mailed.customer)).not.toEqual(expect.arrayContaining(['emailDelivery']));
    expect(mailed.customer.emailSetAt).toBeUndefined();
  });

  it('is erased by a purge, in the record and in events', () => {
    const mailed = newBouncedCustomer();
    const snapshot = viewCustomer(mailed.customer, mailed.world.tenant);
    mailed.world.do(purgeCustomer({ ...mailed.state, wallet: null }, mailed.world.ctx()));
    expect(JSON.stringify(mailed.customer)).not.toContain(EMAIL);
    expect(redactedSnapshot(snapshot).email_delivery).toBeNull();
    expect(redactedPrevious(snapshot, { email_delivery: snapshot.email_delivery })).toEqual({ email_delivery: null });
    expect(change(customerAggregate, null, mailed.customer).after?.view(mailed.world.tenant)).toMatchObject({ email_delivery: null });
  });
});
