import { describe, expect, it } from 'vitest';
import { change, type Lockable } from '../../../shared/domain/aggregate.ts';
import {
  redactedAuditEntry,
  redactedAuditMetadata,
  redactedEvent,
  redactedPrevious,
  redactedSnapshot,
} from '../../../shared/domain/customer/redact.ts';
import { refuseLocked } from '../../../shared/domain/pending-operation/open.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { parseVatNumber } from '../../../shared/domain/tax/vat-id.ts';

describe('redaction', () => {
  it('clears the values of a customer’s personal fields, and keeps the fields', () => {
    const customer = {
      id: 'cus_1',
      object: 'customer',
      created: 1,
      name: 'Ada',
      email: 'a@example.com',
      address: { line1: 'Street 1', line2: null, postal_code: '1', city: 'Ghent' },
      metadata: { a: 'b' },
    };
    expect(redactedSnapshot(customer)).toEqual({
      id: 'cus_1',
      object: 'customer',
      created: 1,
      name: null,
      email: null,
      address: { line1: null, line2: null, postal_code: null, city: null },
      metadata: {},
    });
  });

  it('clears everything that a customer entered in the portal', () => {
    const entered = {
      name: 'Ada',
      email: 'ada@example.com',
      pending_email: 'new@example.com',
      country_code: 'BE',
      vat_number: 'BE0477472701',
    };
    const address = { line1: 'Street 1', line2: null, postal_code: '1000', city: 'Ghent' };
    const eInvoicing = { buyer_reference: 'For Ada', electronic_address: { scheme: '0208', value: '0477472701' } };
    const customer = { object: 'portal.customer', id: 'cus_1', ...entered, address, language: 'nl', e_invoicing: eInvoicing };
    const cleared = { ...Object.fromEntries(Object.keys(entered).map((name) => [name, null])), language: null, e_invoicing: null };
    expect(redactedSnapshot(customer)).toEqual({
      object: 'portal.customer',
      id: 'cus_1',
      ...cleared,
      address: { line1: null, line2: null, postal_code: null, city: null },
    });
  });

  it('clears only the buyer and the embedded customer of an invoice', () => {
    const invoice = {
      object: 'invoice',
      number: '1',
      buyer: { name: 'Ada', email: 'a@example.com' },
      customer: { object: 'customer.summary', id: 'cus_1', name: 'Ada', email: null, country_code: 'NL' },
    };
    expect(redactedSnapshot(invoice)).toEqual({
      object: 'invoice',
      number: '1',
      buyer: { name: null, email: null },
      customer: { object: 'customer.summary', id: 'cus_1', name: null, email: null, country_code: null },
    });
  });

  it('[EVT-15] clears descriptions of one-off lines and reasons of credit notes', () => {
    const line = (type: string, description: string) => ({ type, description, amount_cents: 1 });
    const note = { object: 'credit_note', reason: 'Ada asked', lines: [line('one_shot', 'For Ada'), line('subscription', 'Plan')] };
    expect(redactedSnapshot(note)).toEqual({ ...note, reason: null, lines: [line('one_shot', ''), line('subscription', 'Plan')] });
  });

  it('has no effect on redacted objects and objects without personal data', () => {
    const product = { object: 'product', name: 'Plan', metadata: { a: 'b' } };
    expect(redactedSnapshot(product)).toEqual(product);
    const redacted = redactedSnapshot({ object: 'customer', name: 'Ada', metadata: { a: 'b' } });
    expect(redactedSnapshot(redacted)).toEqual(redacted);
  });

  it('clears previous attributes of a customer, but not of a product', () => {
    expect(redactedPrevious({ object: 'customer' }, { name: 'Ada' })).toEqual({ name: null });
    expect(redactedPrevious({ object: 'product' }, { name: 'Plan' })).toEqual({ name: 'Plan' });
    expect(redactedPrevious({ object: 'customer' }, null)).toBeNull();
  });

  it('clears URLs, descriptions, reasons and email addresses; a field that the API requires gets an empty text', () => {
    const session = {
      object: 'checkout.session',
      id: 'cs_1',
      customer_email: 'a@example.com',
      customer_country_code: 'NL',
      metadata: { a: 'b' },
    };
    const urls = { success_url: 'https://shop.test/ada', cancel_url: 'https://shop.test/no' };
    const clearedUrls = { success_url: '', cancel_url: '' };
    expect(redactedSnapshot({ ...session, ...urls })).toEqual({
      ...session,
      customer_email: null,
      customer_country_code: null,
      metadata: {},
      ...clearedUrls,
    });
    const payment = { object: 'one_shot_payment', id: 'os_1', amount_cents: 1, description: 'For Ada', ...urls };
    expect(redactedSnapshot(payment)).toEqual({ ...payment, description: '', ...clearedUrls });
    const portalCustomer = { object: 'portal.customer', id: 'cus_1', pending_email: 'new@example.com', language: 'nl', vat_number: 'NL1' };
    expect(redactedSnapshot(portalCustomer)).toEqual({ ...portalCustomer, pending_email: null, language: null, vat_number: null });
    const refund = { object: 'refund', reason: 'Ada asked', metadata: { a: 'b' } };
    expect(redactedSnapshot(refund)).toEqual({ object: 'refund', reason: null, metadata: {} });
    expect(redactedSnapshot({ object: 'usage_record', metadata: { a: 'b' } })).toEqual({ object: 'usage_record', metadata: {} });
    const portalSession = { object: 'billing_portal.session', return_url: 'https://shop.test/ada' };
    expect(redactedSnapshot(portalSession)).toEqual({ ...portalSession, return_url: '' });
  });

  it('[CUS-18] clears the data and the previous attributes of an event, and returns null for an event with nothing to clear', () => {
    const event = { id: 'evt_1', data: { object: 'customer', name: 'Ada' }, previous_attributes: { name: 'Eve' } };
    const redacted = { id: 'evt_1', data: { object: 'customer', name: null }, previous_attributes: { name: null } };
    expect(redactedEvent(event)).toEqual(redacted);
    expect(redactedEvent(redacted)).toBeNull();
    expect(redactedEvent({ data: { id: 'x', name: 'Ada' }, previous_attributes: null })).toBeNull();
  });

  it.each([
    ['portal_session', true],
    ['checkout_session', true],
    ['one_shot_payment', true],
    ['api_key', false],
    ['operator', false],
  ])('[CUS-20] clears the IP address and user agent of audit entries of buyers (actor type %s, cleared: %s)', (actor_type, cleared) => {
    const entry = { actor_type, metadata: { other: 1 }, ip_address: '192.0.2.1', user_agent: 'Browser' };
    expect(redactedAuditEntry(entry)).toEqual(cleared ? { ...entry, ip_address: null, user_agent: null } : null);
  });

  it('[CUS-19] clears a VAT number in the metadata of an audit entry whose actor is an API key', () => {
    const entry = { actor_type: 'api_key', metadata: { vat_number: 'NL1' }, ip_address: '192.0.2.1', user_agent: null };
    expect(redactedAuditEntry(entry)).toEqual({ ...entry, metadata: { vat_number: null } });
  });

  it('[CUS-19] clears the VAT number and the registered name in an audit entry', () => {
    expect(redactedAuditMetadata({ vat_number: 'NL1', vat_name: 'Ada BV', other: 1 })).toEqual({
      vat_number: null,
      vat_name: null,
      other: 1,
    });
  });
});

describe('a VAT number', () => {
  it.each([
    ['NL 8550.12.345B01', { prefix: 'NL', digits: '855012345B01' }],
    ['el-094259216', { prefix: 'EL', digits: '094259216' }],
    ['XI123456789', { prefix: 'XI', digits: '123456789' }],
  ])('%s is parsed', (text, parsed) => expect(parseVatNumber(text)).toEqual(parsed));

  it.each(['GR094259216', 'GB123456789', 'CHE123', 'NL', 'NL1', '123456789', 'NL12345678901234', 'NL12_4'])(
    '%s is not an EU VAT number',
    (text) => expect(parseVatNumber(text)).toBeNull(),
  );
});

describe('a locked object', () => {
  const aggregate = { type: 'thing', prefix: 'th_', view: () => ({}) };
  const stored = (lockedBy: string | null) => ({
    record: { id: 'th_1', created: 1, lockedBy } satisfies Lockable,
    version: 1,
    seq: 1,
    changedAt: 1,
  });
  const decision = (lockedBy: string | null) => ({
    changes: [change(aggregate, stored(lockedBy), { id: 'th_1', created: 2, lockedBy })],
    events: [],
    result: null,
  });

  it('[IDEM-11] refuses a change until the object is unlocked', () => {
    const refusal = refuseLocked(decision('op_1'));
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'operation_pending' });
    const unlockedDecision = decision(null);
    expect(refuseLocked(unlockedDecision)).toBe(unlockedDecision);
  });
});
