import { describe, expect, it } from 'vitest';
import { type ContinueNumbering, continueNumbering, DOCUMENT_SERIES } from '../../../shared/domain/account/continue-numbering.ts';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { worldWithAccount } from '../world.ts';

const ID = 'acct_1';

const decide = (after: number, lastNumber: number, document: ContinueNumbering['document'] = 'invoice', accountExists = true) =>
  continueNumbering({ document, after }, { accountExists, position: lastNumber }, worldWithAccount(ID).ctx());

const messageOf = (outcome: ReturnType<typeof decide>) => (outcome instanceof Refusal ? outcome.message : null);

describe('the numbers of documents', () => {
  it('continue after a given number; the audit entry contains the given number and the last number in use', () => {
    expect(decide(1250, 1200, 'credit_note')).toEqual({
      changes: [],
      events: [],
      audit: {
        action: 'numbering.continued',
        resourceType: 'account',
        resourceId: expect.any(String),
        metadata: { document: 'credit_note', last_number: 1200, continued_after: 1250 },
      },
      result: { from: 1200, to: 1250 },
    });
    expect(decide(7, 0)).toMatchObject({ result: { from: 0, to: 7 } });
  });

  it('stay as they are if the given number is already the last number', () => {
    expect(decide(12, 12)).toEqual({ changes: [], events: [], result: { from: 12, to: 12 } });
  });

  it('never go back, and skip at most a million numbers', () => {
    expect(messageOf(decide(11, 12))).toContain('must not be below the last number in use, 12');
    expect(messageOf(decide(1_000_013, 12))).toContain('at most 1000000 above the last number in use, 12');
    for (const after of [11, 1_000_013]) expect(decide(after, 12)).toMatchObject({ code: 'parameter_invalid', param: 'after' });
    expect(decide(1_000_012, 12)).toMatchObject({ result: { to: 1_000_012 } });
  });

  it.each([-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('do not continue after %d', (after) => {
    expect(decide(after, 0)).toMatchObject({ code: 'parameter_invalid', param: 'after' });
  });

  it('have a series for each kind of document', () => {
    const [invoices, creditNotes] = [invoiceAggregate.series?.name, creditNoteAggregate.series?.name];
    expect(DOCUMENT_SERIES).toEqual({ invoice: invoices, credit_note: creditNotes });
    expect(invoices).not.toBe(creditNotes);
  });

  it('cannot be changed for an unknown account', () => {
    expect(decide(5, 0, 'invoice', false)).toMatchObject({ code: 'resource_missing' });
  });
});
