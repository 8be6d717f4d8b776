import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { malformedVatFault, vatNumberOfCell } from '../../../shared/domain/customer-import/vat.ts';
import { newImportFixture, ROW } from './rows.ts';

const NUMBER = { prefix: 'BE', digits: '0123456749' };
const WITH_VAT = { ...ROW, vatNumber: 'BE0123456749' };

describe('the VAT number in a cell of an import', () => {
  it.each([
    ['with a prefix', 'NL123456789B01', 'DE', 'NL', '123456789B01'],
    ['with separators', 'be 0123.456-749', null, 'BE', '0123456749'],
    ['without a prefix', '123456789', 'DE', 'DE', '123456789'],
    ['without a prefix, of Greece', '123456789', 'GR', 'EL', '123456789'],
    ['without a prefix, with a letter at its start', 'B12345678', 'ES', 'ES', 'B12345678'],
  ])('is read %s', (_what, text, country, prefix, digits) => {
    expect(vatNumberOfCell(text, country)).toEqual({ prefix, digits });
  });

  it.each([
    ['too short', 'DE123', 'DE'],
    ['of a country outside the EU', 'GB123456789', 'GB'],
    ['without a prefix and a country', '123456789', null],
    ['an employer number', '12-3456789', 'US'],
  ])('is refused if it is %s', (_what, text, country) => {
    expect(vatNumberOfCell(text, country)).toBeNull();
  });

  it('is refused with a message that names the prefix EL if the number begins with GR, or else an example', () => {
    expect(malformedVatFault('GR123456789').message).toBe('The prefix of Greek VAT numbers is EL, not GR.');
    expect(malformedVatFault('DE1')).toEqual({ column: 'vat_number', message: 'is not a VAT number of the EU, such as NL123456789B01.' });
  });
});

describe('a row with a VAT number', () => {
  it('creates a customer with the verified number, as the API stores it', () => {
    const rows = newImportFixture();
    const { customerId } = rows.importRow(WITH_VAT, {}, { vat: { number: NUMBER, verdict: { kind: 'valid', name: 'Ada BV' } } });
    expect(rows.world.get(customerAggregate, String(customerId)).record).toMatchObject({
      vatNumber: 'BE0123456749',
      vatName: 'Ada BV',
      vatVerifiedAt: rows.world.now,
    });
  });

  it.each([
    ['is not known', { number: NUMBER, verdict: { kind: 'invalid' } }, 'is not known to the EU VAT validation service.'],
    ['could not be checked', null, 'could not be checked: the EU VAT validation service is not available. Upload the file again later.'],
  ] as const)('is not imported if the number %s', (_what, vat, message) => {
    const rows = newImportFixture();
    expect(rows.importRow(WITH_VAT, {}, { vat })).toMatchObject({ outcome: 'faulty', faults: [{ column: 'vat_number', message }] });
    // Only the customer that `newImportFixture` creates exists.
    expect(rows.world.all(customerAggregate)).toHaveLength(1);
  });

  it('does not check the number of a customer who was imported before', () => {
    const rows = newImportFixture();
    rows.importRow(ROW);
    expect(rows.importRow({ ...WITH_VAT, row: 3 }, {}, { vat: null })).toMatchObject({ outcome: 'unchanged', faults: [] });
  });
});
