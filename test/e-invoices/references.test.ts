import { describe, expect, it } from 'vitest';
import { REFERENCES } from '../../shared/domain/e-invoice/settings.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { SAMPLES } from './support/samples.ts';

describe.each(Object.entries(REFERENCES))('the reference %s', (field, name) => {
  it.each(['ubl', 'cii'] as const)('of the customer is in each e-invoice in the syntax %s', (format) => {
    const lacking = Object.entries(SAMPLES).filter(([, { source }]) => {
      const model = eInvoiceModel({ ...source, buyer: { ...source.buyer, [field]: `value of ${name}` } });
      return !writeEInvoice(model, format).includes(`>value of ${name}<`);
    });
    expect(lacking).toEqual([]);
  });
});
