import { describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { importEntryAggregate } from '../../../shared/domain/customer-import/reference.ts';
import type { RowResult, UploadedRow } from '../../../shared/domain/customer-import/rows.ts';
import { type UndoRowState, undoRow } from '../../../shared/domain/customer-import/undo-row.ts';
import { createOneShot } from '../../../shared/domain/one-shot/create.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { notCanceledCounter } from '../../../shared/domain/subscription/state.ts';
import { walletAggregate, walletOf } from '../../../shared/domain/wallet/record.ts';
import { START } from '../world.ts';
import { newImportFixture, ROW, rowWith } from './rows.ts';

const CUSTOMER_ONLY: UploadedRow = { ...ROW, subscription: null };

/** Imports the row, and creates a one-off payment and a wallet of its customer. */
const setup = (row: UploadedRow = ROW) => {
  const rows = newImportFixture();
  const { world } = rows;
  const result = rows.importRow(row);
  const customerId = String(result.customerId);
  const customer = () => world.get(customerAggregate, customerId);
  const payment = {
    amountCents: 500,
    currency: 'EUR',
    description: 'Setup',
    paymentMethod: 'creditcard',
    customerId,
    successUrl: 'https://shop.test/ok',
    cancelUrl: 'https://shop.test/no',
    hostedUrlOf: (id: string) => `https://pay.test/${id}`,
  };
  const oneShot = world.do(createOneShot(payment, { customer: customer(), clock: null }, world.ctx()));
  const wallet = walletOf({ customerId, wallet: null }, world.ctx());
  world.do({ changes: [change(walletAggregate, null, wallet)], events: [], result: null });
  world.takeEvents();
  const decide = (overrides: Partial<UndoRowState> = {}, undone: RowResult = result) =>
    undoRow(
      { import: rows.import, result: undone },
      {
        customer: customer(),
        wallet: world.find(walletAggregate, wallet.id),
        isBilled: false,
        sessions: world
          .all(checkoutSessionAggregate)
          .filter(({ status }) => status === 'open')
          .map(({ id }) => world.get(checkoutSessionAggregate, id)),
        oneShots: [world.get(oneShotAggregate, oneShot.id)],
        entries: rows.entries(row),
        ...overrides,
      },
      world.ctx(),
    );
  const sessionStatus = ({ sessionId }: RowResult) => world.get(checkoutSessionAggregate, sessionId).record.status;
  const entries = () => world.all(importEntryAggregate).map(({ row: number, of }) => `${of} ${number}`);
  return { rows, world, result, customerId, customer, oneShot, wallet, decide, sessionStatus, entries };
};

describe('undoing a row that created its customer', () => {
  it('deletes the customer, ends the open checkouts and one-off payments, and deletes the import entries', () => {
    const { world, rows, result, customerId, customer, oneShot, wallet, decide, sessionStatus, entries } = setup();
    const decision = decide();
    expect(decision.audit).toEqual({
      action: 'customer_import.row_undone',
      resourceType: 'customer',
      resourceId: customerId,
      metadata: { import_id: rows.import.id },
    });
    expect(decision.guards).toContainEqual(expect.objectContaining({ kind: 'close', name: notCanceledCounter(customerId) }));
    expect(world.do(decision)).toEqual({ ...result, outcome: 'undone' });
    expect(customer().record.deletedAt).toBe(START);
    expect(world.find(walletAggregate, wallet.id)).toBeNull();
    expect([sessionStatus(result), world.get(oneShotAggregate, oneShot.id).record.status]).toEqual(['expired', 'canceled']);
    expect(entries()).toEqual([]);
    expect(world.takeEvents()).toContain('customer.deleted');
  });

  it('also ends other open sessions of the customer, and keeps the import entries of other rows', () => {
    const { rows, result, decide, world, sessionStatus, entries } = setup();
    // A second row of the customer gets a session only if the first session has expired.
    world.amend(checkoutSessionAggregate, String(result.sessionId), { status: 'expired' });
    const later = rows.importRow({ ...ROW, row: 9 });
    world.amend(checkoutSessionAggregate, String(result.sessionId), { status: 'open' });
    world.do(decide());
    expect([sessionStatus(result), sessionStatus(later)]).toEqual(['expired', 'expired']);
    expect(entries()).toEqual(['unnamed_subscription 9']);
  });

  it.each([
    ['a payment was started', { isBilled: true }, null],
    ['the customer is locked', {}, 'op_1'],
  ])('keeps the customer if %s', (_name, overrides, lockedBy) => {
    const { world, customerId, result, decide } = setup();
    world.amend(customerAggregate, customerId, { lockedBy });
    expect(decide(overrides)).toEqual({ changes: [], events: [], result: { ...result, outcome: 'kept' } });
  });

  it.each(['deleted', 'unknown'])('keeps the import entries if the customer is %s, so that the customer is not imported again', (state) => {
    const { world, customerId, result, decide } = setup();
    world.amend(customerAggregate, customerId, { deletedAt: START });
    const outcome = decide(state === 'deleted' ? {} : { customer: null });
    expect(outcome).toEqual({ changes: [], events: [], result: { ...result, outcome: 'undone' } });
  });
});

describe('undoing a row whose customer existed before', () => {
  it('deletes its import entry if the undo of another row deleted the customer, so that the file can be imported again', () => {
    const { rows, world, result, decide, entries } = setup(CUSTOMER_ONLY);
    const row = { ...rowWith({ reference: 'S1' }), row: 3 };
    const second = rows.importRow(row);
    world.do(decide({}, result));
    expect(new Set(entries())).toEqual(new Set(['unnamed_subscription 3', 'subscription 3']));
    expect(world.do(decide({ entries: rows.entries(row) }, second))).toEqual({ ...second, outcome: 'undone' });
    expect(entries()).toEqual([]);
  });

  it('ends only the session of the row, and deletes only its import entry', () => {
    const { rows, world, customer, oneShot, decide, sessionStatus, entries } = setup(CUSTOMER_ONLY);
    const row = { ...rowWith({ reference: 'S1' }), row: 3 };
    const [result, other] = [rows.importRow(row), rows.importRow({ ...rowWith({ reference: 'S2' }), row: 4 })];
    const { version } = customer();
    expect(world.do(decide({ entries: rows.entries(row) }, result))).toEqual({ ...result, outcome: 'undone' });
    expect([sessionStatus(result), sessionStatus(other), world.get(oneShotAggregate, oneShot.id).record.status]).toEqual([
      'expired',
      'open',
      'open',
    ]);
    expect(customer()).toMatchObject({ version, record: { deletedAt: null } });
    expect(entries()).toEqual(['customer 2', 'subscription 4']);
  });

  it('keeps the import entries of another import', () => {
    const { rows, world, result, decide, entries } = setup();
    const ofOtherImport = rows.entries(ROW).map((stored) => ({ ...stored, record: { ...stored.record, importId: 'imp_other' } }));
    const decision = decide({ entries: ofOtherImport }, { ...result, createdCustomer: false });
    world.do(decision);
    expect(entries()).toEqual(['customer 2', 'unnamed_subscription 2']);
  });
});
