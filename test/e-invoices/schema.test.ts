import { describe, expect, it } from 'vitest';
import { applicableFormats } from '../../shared/domain/e-invoice/formats.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { writeEInvoice } from '../../shared/e-invoices/write.ts';
import { randomDocuments } from './support/histories.ts';
import { SAMPLES, sourceOf } from './support/samples.ts';
import { schemaViolations } from './support/schema.ts';

const DOCUMENTS = 150;
/** Changes daily, so that more documents are tested. */
const SEED = Math.floor(Date.now() / 86_400_000);

const filesOf = (source: EInvoiceSource): readonly string[] =>
  applicableFormats(source)
    .filter((format) => missingFields(source, format).length === 0)
    .map((format) => writeEInvoice(eInvoiceModel(source), format));

describe('the elements of an e-invoice', () => {
  it(`have the order and number that the schemas declare, in ${DOCUMENTS} random documents (seed ${SEED}) and all samples`, () => {
    const files = [...randomDocuments(DOCUMENTS, SEED), ...Object.values(SAMPLES).map(({ source }) => source)].flatMap(filesOf);
    expect(files.length).toBeGreaterThan(DOCUMENTS);
    for (const file of files) expect(schemaViolations(file)).toEqual([]);
  });

  const xml = writeEInvoice(eInvoiceModel(sourceOf('dutch-kvk')), 'peppol');
  it.each<readonly [string, (text: string) => string, string]>([
    ['a missing element', (text) => text.replace(/<cbc:IssueDate>.*<\/cbc:IssueDate>/, ''), 'Invoice lacks cbc:IssueDate'],
    ['a repeated element', (text) => text.replace(/(<cbc:IssueDate>.*<\/cbc:IssueDate>)/, '$1$1'), 'Invoice repeats cbc:IssueDate'],
    [
      'a wrong order',
      (text) => text.replace(/(<cbc:ID>.*<\/cbc:ID>)\s*(<cbc:IssueDate>.*<\/cbc:IssueDate>)/, '$2$1'),
      'cbc:ID is too late in Invoice',
    ],
    [
      'an unknown element',
      (text) => text.replace('<cbc:IssueDate>', '<cbc:Colour>red</cbc:Colour><cbc:IssueDate>'),
      'Invoice cannot contain cbc:Colour',
    ],
    [
      'an element in the wrong place',
      (text) => text.replace(/(<cbc:CityName>)/, '<cbc:Percent>1</cbc:Percent>$1'),
      'cac:PostalAddress cannot contain cbc:Percent',
    ],
  ])('are checked: %s is found', (_what, change, violation) => {
    expect(schemaViolations(change(xml))).toContain(violation);
  });
});
