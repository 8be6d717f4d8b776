import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MUTANTS } from '../../scripts/e-invoices/mutants.ts';
import { applicableFormats } from '../../shared/domain/e-invoice/formats.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { randomDocuments } from './support/histories.ts';
import { SAMPLES, sourceOf } from './support/samples.ts';
import { violationsOf } from './support/violations.ts';

const DOCUMENTS = 300;

/** `npm run test:e-invoices` shows that the validators (phive and Mustang) find these faults, too. */
describe('a faulty mapping', () => {
  it.each(MUTANTS)('$name breaks a rule', ({ sample, format, mutate }) => {
    const source = sourceOf(sample);
    const model = eInvoiceModel(source);
    expect(violationsOf(model, source, format)).toEqual([]);
    expect(violationsOf(mutate(model), source, format)).not.toEqual([]);
  });

  it.each(MUTANTS)('$name differs from the golden file', ({ sample, mutate }) => {
    const { format, source } = SAMPLES[sample] ?? { format: 'ubl', source: sourceOf(sample) };
    const golden = readFileSync(join(import.meta.dirname, 'golden', `${sample}.${format}.xml`), 'utf8');
    expect(writeEInvoice(eInvoiceModel(source), format)).toBe(golden);
    expect(writeEInvoice(mutate(eInvoiceModel(source)), format)).not.toBe(golden);
  });
});

describe(`the e-invoices of ${DOCUMENTS} random documents`, () => {
  it('break no rule in any format', () => {
    const broken = randomDocuments(DOCUMENTS, 4711).flatMap((source) => {
      const formats = applicableFormats(source).filter((format) => missingFields(source, format).length === 0);
      return formats.flatMap((format) => violationsOf(eInvoiceModel(source), source, format));
    });
    expect(broken).toEqual([]);
  });
});
