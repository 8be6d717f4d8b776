import { describe, expect, it } from 'vitest';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { recoveryClaim, saleClaim } from '../../../shared/domain/checkout-session/recover.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { allEntryIdsOf, entryIdsOf } from '../../../shared/domain/customer-import/import-row.ts';
import { importEntryAggregate } from '../../../shared/domain/customer-import/reference.ts';
import type { RowResult, UploadedRow } from '../../../shared/domain/customer-import/rows.ts';
import { DAY, START } from '../world.ts';
import { newImportFixture, ROW, rowWith } from './rows.ts';

const CUSTOMER_ONLY: UploadedRow = { ...ROW, subscription: null };
const UNCHANGED = { outcome: 'unchanged', createdCustomer: false, sessionId: null, faults: [] };

describe('the import of a customer', () => {
  it('creates the customer with the reference of the other system', () => {
    const { world, import: customerImport, decide, importRow } = newImportFixture();
    const decision = decide(CUSTOMER_ONLY);
    expect(decision).toMatchObject({
      audit: { action: 'customer.created', resourceType: 'customer', metadata: { row: 2 } },
      guards: [],
    });
    expect(decision.audit?.metadata).not.toHaveProperty('checkout_session_id');
    const result = importRow(CUSTOMER_ONLY);
    const referenceIds = allEntryIdsOf(CUSTOMER_ONLY, world.ctx().ids);
    const customerId = String(result.customerId);
    expect(result).toEqual({
      row: 2,
      outcome: 'imported',
      faults: [],
      customerId,
      createdCustomer: true,
      sessionId: null,
      referenceIds,
    });
    expect(world.get(customerAggregate, customerId).record).toMatchObject({
      ...ROW.customer,
      metadata: { import_reference: 'C1' },
      created: START,
    });
    expect(world.events.map(({ type, subjectId }) => [type, subjectId])).toEqual([['customer.created', customerId]]);
    expect(referenceIds).toEqual([entryIdsOf(CUSTOMER_ONLY, world.ctx().ids).customer]);
    expect(world.get(importEntryAggregate, referenceIds[0]).record).toEqual({
      id: referenceIds[0],
      created: START,
      of: 'customer',
      importId: customerImport.id,
      row: 2,
      customerId,
      sessionId: null,
    });
  });

  it('has the outcome `unchanged` if another row imported the customer', () => {
    const { world, importRow } = newImportFixture();
    const { customerId } = importRow(CUSTOMER_ONLY);
    world.takeEvents();
    expect(importRow({ ...CUSTOMER_ONLY, row: 9 })).toMatchObject({ ...UNCHANGED, customerId });
    expect(world.takeEvents()).toEqual([]);
  });

  it('has the same result when the same row is imported again, with or without a subscription', () => {
    const { importRow } = newImportFixture();
    for (const row of [CUSTOMER_ONLY, { ...rowWith({ reference: 'S1' }), row: 3, reference: 'C2' }, { ...ROW, row: 4, reference: 'C3' }])
      expect(importRow(row)).toEqual(importRow(row));
  });

  it('does not create a deleted customer again: the outcome is `unchanged`', () => {
    const { world, importRow } = newImportFixture();
    const { customerId } = importRow(CUSTOMER_ONLY);
    expect(importRow({ ...CUSTOMER_ONLY, row: 9 }, {}, { customer: null })).toMatchObject({ ...UNCHANGED, customerId });
    world.amend(customerAggregate, String(customerId), { deletedAt: START });
    expect(importRow({ ...CUSTOMER_ONLY, row: 9 })).toMatchObject({ ...UNCHANGED, customerId });
  });
});

describe('the import of a subscription', () => {
  const importWithReferences = () => {
    const rows = newImportFixture();
    return { rows, result: rows.importRow(rowWith({ reference: 'S1', mandateReference: 'M1' })) };
  };
  const sessionOf = ({ world }: ReturnType<typeof newImportFixture>, { sessionId }: RowResult) =>
    world.get(checkoutSessionAggregate, sessionId).record;

  it('[RENEW-02] opens a checkout session for 90 days, with the first charge on the next charge date of the row', () => {
    const { rows, result } = importWithReferences();
    const session = sessionOf(rows, result);
    expect(session).toMatchObject({
      customerId: result.customerId,
      firstChargeAt: START + 10 * DAY,
      expiresAt: START + 90 * DAY,
      successUrl: 'https://shop.test/back',
      cancelUrl: 'https://shop.test/back',
      uiMode: 'hosted',
      url: `https://pay.test/${result.sessionId}`,
      trialDaysOverride: null,
      discount: null,
      paymentMethod: null,
      metadata: { import_subscription_reference: 'S1', import_mandate_reference: 'M1' },
    });
    expect(session.price.id).toBe(rows.catalogue.price.record.id);
    expect(rows.world.events.map(({ type }) => type)).toEqual(['customer.created']);
  });

  it('has no metadata without references', () => {
    const rows = newImportFixture();
    expect(sessionOf(rows, rows.importRow(ROW)).metadata).toEqual({});
  });

  it('names the session in the audit entry of a new customer; for an existing customer, the audit entry is about the session', () => {
    const { world, import: customerImport, decide, importRow } = newImportFixture();
    const created = decide(ROW);
    const metadata = { import_id: customerImport.id, row: 2, checkout_session_id: created.result.sessionId };
    expect(created.audit).toMatchObject({ action: 'customer.created', resourceId: created.result.customerId, metadata });
    const { customerId } = importRow(CUSTOMER_ONLY);
    const added = decide(ROW);
    const { sessionId } = added.result;
    expect(added).toMatchObject({
      events: [],
      audit: { action: 'checkout_session.created', resourceId: sessionId, metadata: { checkout_session_id: sessionId } },
      guards: [{ kind: 'unchanged', aggregate: customerAggregate, stored: world.get(customerAggregate, customerId) }],
      result: { outcome: 'imported', customerId, createdCustomer: true },
    });
    world.do(added);
  });

  it('is recorded under its reference, with a marker that the customer’s subscriptions have references', () => {
    const { rows, result } = importWithReferences();
    const entry = { importId: rows.import.id, row: 2, customerId: result.customerId };
    const [customer, subscription, marker] = rows.entries(rowWith({ reference: 'S1' })).map(({ record }) => record);
    expect(customer).toMatchObject({ of: 'customer', sessionId: null, ...entry });
    expect(subscription).toMatchObject({ of: 'subscription', sessionId: result.sessionId, ...entry });
    expect(marker).toMatchObject({ of: 'unnamed_subscription', sessionId: null, ...entry });
    const second = rows.importRow({ ...rowWith({ reference: 'S2' }), row: 3 });
    expect(second).toMatchObject({ outcome: 'imported', createdCustomer: false, customerId: result.customerId });
    expect(rows.entries(rowWith({ reference: 'S2' })).map(({ record }) => [record.of, record.row])).toEqual([
      ['customer', 2],
      ['subscription', 3],
      ['unnamed_subscription', 2],
    ]);
  });

  it('is recorded under its customer if it has no reference', () => {
    const rows = newImportFixture();
    const { sessionId } = rows.importRow(ROW);
    expect(rows.entries(ROW).map(({ record }) => [record.of, record.sessionId])).toEqual([
      ['customer', null],
      ['unnamed_subscription', sessionId],
    ]);
  });

  it.each([ROW, rowWith({ reference: 'S1' })])('has the outcome `unchanged` if another row imported the subscription', (row) => {
    const { world, importRow } = newImportFixture();
    importRow(row);
    world.takeEvents();
    // The price and the date of a row that was imported are not checked again.
    expect(importRow({ ...row, row: 9 }, {}, { plan: null })).toMatchObject(UNCHANGED);
    expect(world.takeEvents()).toEqual([]);
  });

  it.each([ROW, rowWith({ reference: 'S1' })])('opens a new session if it is repeated after its session has expired unpaid', (row) => {
    const rows = newImportFixture();
    const first = rows.importRow(row);
    rows.world.amend(checkoutSessionAggregate, String(first.sessionId), { status: 'expired' });
    rows.world.now += DAY;
    const second = rows.importRow({ ...row, row: 9 });
    expect(second).toMatchObject({ outcome: 'imported', createdCustomer: false, customerId: first.customerId });
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(rows.world.get(checkoutSessionAggregate, String(second.sessionId)).record.recoveredFromId).toBe(first.sessionId);
    const stored = rows.entries(row).find(({ record }) => record.sessionId !== null);
    expect(stored?.record).toMatchObject({ sessionId: second.sessionId, row: 9, created: START });
    rows.world.amend(checkoutSessionAggregate, String(second.sessionId), { status: 'completed' });
    expect(rows.importRow({ ...row, row: 10 })).toMatchObject(UNCHANGED);
  });

  it('opens no new session if the buyer creates a new session at the same time', () => {
    const rows = newImportFixture();
    const { sessionId } = rows.importRow(ROW);
    rows.world.amend(checkoutSessionAggregate, String(sessionId), { status: 'expired' });
    const decision = rows.decide({ ...ROW, row: 9 });
    rows.world.owners.set(recoveryClaim(String(sessionId)), 'cs_2');
    expect(rows.world.apply(decision)).toMatchObject({ code: 'state_conflict' });
    expect(rows.world.all(checkoutSessionAggregate)).toHaveLength(1);
  });

  it('opens no new session if the expired session or its replacement is paid at the same time', () => {
    const rows = newImportFixture();
    const { sessionId } = rows.importRow(ROW);
    const id = String(sessionId);
    rows.world.amend(checkoutSessionAggregate, id, { status: 'expired' });
    const decision = rows.decide({ ...ROW, row: 9 });
    rows.world.owners.set(saleClaim(id), 'cs_2');
    expect(rows.world.apply(decision)).toMatchObject({ code: 'state_conflict' });
    rows.world.owners.delete(saleClaim(id));
    rows.world.amend(checkoutSessionAggregate, id, { status: 'completed' });
    expect(() => rows.world.apply(decision)).toThrow(`conflict on ${id}`);
    expect(rows.world.all(checkoutSessionAggregate)).toHaveLength(1);
  });

  it('has the outcome `faulty` if its price or its date has a fault', () => {
    const { decide, importRow } = newImportFixture();
    const fault = { column: 'plan', message: 'matches no price. Choose one.' };
    expect(decide(ROW, {}, { plan: null })).toEqual({
      changes: [],
      events: [],
      result: {
        row: 2,
        outcome: 'faulty',
        faults: [fault],
        customerId: null,
        createdCustomer: false,
        sessionId: null,
        referenceIds: [],
      },
    });
    expect(importRow(rowWith({ nextChargeAt: START }))).toMatchObject({ outcome: 'faulty', faults: [{ column: 'next_charge_date' }] });
  });

  it('has the outcome `faulty` if its reference contradicts an earlier import', () => {
    const { rows } = importWithReferences();
    const faulty = { outcome: 'faulty', faults: [{ column: 'subscription_reference' }] };
    expect(rows.importRow({ ...rowWith({ reference: 'S1' }), reference: 'C2' })).toMatchObject(faulty);
    expect(rows.importRow(ROW)).toMatchObject(faulty);
  });

  it.each([{ deletedAt: START }, { closedForSale: true }, { lockedBy: 'op_1' }])('is faulty if its customer has %o', (patch) => {
    const { world, importRow } = newImportFixture();
    const { customerId } = importRow(CUSTOMER_ONLY);
    world.amend(customerAggregate, String(customerId), patch);
    const faults = [{ column: 'reference', message: 'belongs to a customer who was deleted.' }];
    expect(importRow(ROW)).toMatchObject({ outcome: 'faulty', faults });
    expect(importRow(ROW, {}, { customer: null })).toMatchObject({ outcome: 'faulty', faults });
  });

  it('throws if the import has no return URL', () => {
    const rows = newImportFixture();
    expect(() => rows.decide(ROW, { import: { ...rows.import, returnUrl: null } })).toThrow('has plans but no return URL');
  });
});
