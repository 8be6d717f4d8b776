import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRow } from '../../functions/console/api/import-rows.ts';
import { IMPORT_COLUMNS } from '../../shared/domain/customer-import/rows.ts';

describe('a row of an imported file', () => {
  it('is parsed cell by cell, without leading and trailing spaces', () => {
    const row = parseRow(
      {
        row: 7,
        reference: ' C-1 ',
        name: 'Ada',
        email: ' ada@example.com',
        country_code: 'nl',
        postal_code: '2611 AB',
        language: 'nl-NL',
        plan: 'Gold',
        next_charge_date: '31-12-2026',
        mandate_reference: 'mdt_1',
        subscription_reference: 'S-1',
      },
      'day_first',
    );
    expect(row).toEqual({
      row: 7,
      reference: 'C-1',
      customer: {
        name: 'Ada',
        email: 'ada@example.com',
        countryCode: 'NL',
        address: { line1: null, line2: null, postalCode: '2611 AB', city: null },
        language: 'nl-NL',
      },
      subscription: { reference: 'S-1', plan: 'Gold', nextChargeAt: Date.parse('2026-12-31') / 1000, mandateReference: 'mdt_1' },
      faults: [],
    });
  });

  it('has the VAT number in the format of its country, or a fault if the number is invalid', () => {
    const read = (cells: object) => parseRow({ row: 2, reference: 'C-1', ...cells }, 'year_first');
    expect(read({ vat_number: ' de 123 456 789 ' })).toMatchObject({ vatNumber: 'DE123456789', faults: [] });
    expect(read({ vat_number: '123456789B01', country_code: 'nl' })).toMatchObject({ vatNumber: 'NL123456789B01', faults: [] });
    const faulty = read({ vat_number: 'DE12' });
    expect(faulty).not.toHaveProperty('vatNumber');
    expect(faulty.faults).toEqual([{ column: 'vat_number', message: 'is not a VAT number of the EU, such as NL123456789B01.' }]);
  });

  it('requires only the reference', () => {
    const emptyCustomer = { name: null, email: null, countryCode: null, address: null, language: null };
    expect(parseRow({ row: 2, reference: 'C-1', plan: '', email: '  ' }, 'year_first')).toEqual({
      row: 2,
      reference: 'C-1',
      customer: emptyCustomer,
      subscription: null,
      faults: [],
    });
  });

  it('with any content has at most one fault per column, and does not contain values of faulty cells', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 300, unit: 'binary' }),
      fc.constantFrom('', ' ', '__proto__', '=1+1', '2026-01-01', 'DE', 'a@b.cd'),
    );
    const raw = fc.record(Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, cell])), { requiredKeys: [] });
    fc.assert(
      fc.property(raw, (cells) => {
        const row = parseRow({ row: 1, ...cells }, 'day_first');
        const faulty = row.faults.map(({ column }) => column);
        expect(new Set(faulty).size).toBe(faulty.length);
        expect(row.faults.every(({ message }) => message.length > 0)).toBe(true);
        if (faulty.includes('email')) expect(row.customer.email).toBeNull();
        expect(row.reference === '').toBe(faulty.includes('reference'));
        expect(row.subscription !== null && (faulty.includes('plan') || faulty.includes('next_charge_date'))).toBe(false);
      }),
    );
  });
});
