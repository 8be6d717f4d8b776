import { describe, expect, it } from 'vitest';
import type { Stored } from '../../../shared/domain/aggregate.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type EmailInvoiceState, emailInvoice } from '../../../shared/domain/invoice/email.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { voidedInvoice } from '../../../shared/domain/invoice/transitions.ts';
import { newBilling } from '../billing.ts';

/** Creates a paid invoice of a customer with an email address. */
const createInvoice = () => {
  const billing = newBilling();
  billing.subscribe();
  const [invoice] = billing.world.all(invoiceAggregate);
  const state: EmailInvoiceState = {
    invoice: billing.world.get(invoiceAggregate, invoice?.id),
    customer: billing.world.get(customerAggregate, billing.catalogue.customer.record.id),
  };
  return { billing, state, decide: (emailState: EmailInvoiceState) => emailInvoice(null, emailState, billing.world.ctx()) };
};

/** Replaces fields of the stored record. */
const withRecord = <R extends { readonly id: string; readonly created: number }>(
  stored: Stored<R> | null,
  patch: Partial<R>,
): Stored<R> => {
  if (stored === null) throw new Error('There is no record.');
  return { ...stored, record: { ...stored.record, ...patch } };
};

describe('sending an invoice by email', () => {
  it('[INV-14] [MAIL-03] orders a separate mail for each request, with an audit entry, and changes no record', () => {
    const { state, decide } = createInvoice();
    const id = state.invoice?.record.id ?? '';
    const [first, second] = [decide(state), decide(state)];
    expect(first).toMatchObject({
      changes: [],
      events: [],
      audit: { action: 'invoice.emailed', resourceType: 'invoice', resourceId: id, customerId: state.customer?.record.id },
      result: { invoice: { id }, mailOrder: { order: { kind: 'invoice', invoiceId: id } } },
    });
    const mailIdOf = (decision: unknown) => (decision as { result: { mailOrder: { mailId: string } } }).result.mailOrder.mailId;
    expect(mailIdOf(first)).not.toBe(mailIdOf(second));
  });

  it('is possible for a deleted customer with an email address, and refused for a customer without an email address', () => {
    const { state, decide } = createInvoice();
    expect(decide({ ...state, customer: withRecord(state.customer, { deletedAt: 1 }) })).toMatchObject({ result: {} });
    for (const customer of [null, withRecord(state.customer, { email: null })])
      expect(decide({ ...state, customer })).toMatchObject({ code: 'state_conflict', reason: 'customer_has_no_email' });
  });

  it('is refused for a void invoice and for an unknown invoice', () => {
    const { state, decide } = createInvoice();
    const { invoice } = state;
    if (invoice === null) throw new Error('There is no invoice.');
    expect(decide({ ...state, invoice: { ...invoice, record: voidedInvoice(invoice.record, 1) } })).toMatchObject({
      code: 'state_conflict',
    });
    expect(decide({ invoice: null, customer: null })).toMatchObject({ code: 'resource_missing' });
  });
});
