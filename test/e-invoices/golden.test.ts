import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatFor } from '../../shared/domain/e-invoice/formats.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { SAMPLES } from './support/samples.ts';

/** `npm run test:e-invoices` validates the golden files; after an intended change, `vitest --update` rewrites them. */
describe.each(Object.entries(SAMPLES))('the e-invoice %s', (name, { format, source }) => {
  it('equals its golden file', async () => {
    expect(missingFields(source, format)).toEqual([]);
    const file = join(import.meta.dirname, 'golden', `${name}.${format}.xml`);
    await expect(writeEInvoice(eInvoiceModel(source), format)).toMatchFileSnapshot(file);
  });
});

describe('the automatic format', () => {
  it.each([
    ['german-public-buyer', 'xrechnung_ubl'],
    ['belgian-peppol', 'peppol'],
    ['dutch-kvk', 'peppol'],
    ['french-facturx', 'facturx'],
    ['reverse-charge', 'facturx'],
    ['carried-credit', 'facturx'],
  ])('of %s is %s', (name, format) => {
    const sample = SAMPLES[name];
    expect(sample && formatFor(sample.source)).toBe(format);
  });

  it('is replaced by the format that the customer requests', () => {
    const source = SAMPLES['reverse-charge']?.source;
    if (source === undefined) throw new Error('There is no sample.');
    const formatIf = (format: 'facturx' | 'xrechnung' | 'peppol' | 'none') => formatFor({ ...source, buyer: { ...source.buyer, format } });
    expect([formatIf('facturx'), formatIf('xrechnung'), formatIf('peppol'), formatIf('none')]).toEqual([
      'facturx',
      'xrechnung_ubl',
      'peppol',
      null,
    ]);
  });
});
