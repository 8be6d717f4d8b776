import { describe, expect, it } from 'vitest';
import { isAccepted } from '../../scripts/e-invoices/accepted.ts';

const totalFinding = (inXml: string, computed: string) => ({
  file: 'random-1.facturx.pdf',
  severity: 'error' as const,
  rule: '',
  message: `Arithmetical issue: Payable total in XML is ${inXml}, but calculated total is ${computed}`,
});

describe('a finding about the rounding of tax', () => {
  it.each([
    ['12.56', '12.54', 'EUR', true],
    ['12.56', '12.53', 'EUR', false],
    ['12.00', '12.02', 'EUR', true],
    ['12.00', '13.00', 'EUR', false],
    ['12', '12.9', 'EUR', false],
    ['1200', '1201', 'JPY', true],
    ['1200', '1202', 'JPY', false],
  ])('with the total %s instead of %s %s is accepted: %s', (inXml, computed, currency, expected) => {
    expect(isAccepted(totalFinding(inXml, computed), { currency, isOutsideScope: false })).toBe(expected);
  });

  it('is not accepted if it names a violated rule', () => {
    expect(isAccepted({ ...totalFinding('12.56', '12.55'), rule: 'BR-CO-15' }, { currency: 'EUR', isOutsideScope: false })).toBe(false);
  });
});

describe('the exception that Mustang throws for a line without a rate', () => {
  const exception = {
    file: 'a.xrechnung_cii.xml',
    severity: 'exception',
    rule: '',
    message: 'Cannot read field "scale" because "val" is null',
  };

  it.each([
    [{}, true],
    [{ file: 'a.cii.xml' }, false],
    [{ severity: 'error' }, false],
    [{ message: 'Cannot read field' }, false],
  ])('with the changed fields %j is accepted outside the scope of tax: %s; it is never accepted within the scope', (changed, expected) => {
    expect(isAccepted({ ...exception, ...changed }, { currency: 'EUR', isOutsideScope: true })).toBe(expected);
    expect(isAccepted({ ...exception, ...changed }, { currency: 'EUR', isOutsideScope: false })).toBe(false);
  });
});
