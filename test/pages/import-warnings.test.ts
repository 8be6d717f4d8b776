import { describe, expect, it } from 'vitest';
import { uploadOf } from '../../functions/console/browser/import/chunks.ts';
import {
  correctedDraft,
  type Draft,
  hasSubscriptions,
  needsFirstChargeDate,
  newDraft,
  withFirstCharge,
  withMapping,
} from '../../functions/console/browser/import/draft.ts';
import { missingCellsTexts } from '../../functions/console/browser/import/missing-cells.ts';
import { reportReaderOf } from '../../functions/console/browser/import/report-csv.ts';
import { parseTable, type Table } from '../../functions/console/browser/import/table.ts';

const tableOf = (text: string): Table => {
  const table = parseTable('customers.csv', text);
  if ('problem' in table) throw new Error(table.problem);
  return table;
};

describe('the warnings of an import', () => {
  it('count the rows without name, email address or country, and show the number of the first row', () => {
    const table = tableOf('id,name,email\n1,Ada,ada@x.example\n2,,bo@x.example\n3,Cy,\n4,Di,\n');
    const [name, email, country, ...others] = missingCellsTexts({ table, mapping: ['reference', 'name', 'email'] });
    expect(others).toEqual([]);
    expect(name).toMatch(/^Row 3 has no name\. /);
    expect(email).toMatch(/^2 rows have no email address, such as row 4\. /);
    expect(country).toMatch(/^No row has a country\. Without one, no tax is charged/);
  });

  it('are absent for a complete file', () => {
    const table = tableOf('id,first,email,country\n1,Ada,ada@x.example,NL\n');
    expect(missingCellsTexts({ table, mapping: ['reference', 'first_name', 'email', 'country_code'] })).toEqual([]);
  });
});

describe('the names of columns in a report', () => {
  it('are the headings of the file; without a heading or without the file, they are the labels of the columns', () => {
    const table = tableOf('id,Vorname,mail\n1,Ada,ada@x.example\n');
    const { columnName } = reportReaderOf({ table, mapping: ['reference', 'first_name', 'email'] });
    expect([columnName('reference'), columnName('name'), columnName('plan'), columnName(null)]).toEqual(['id', 'Vorname', 'Plan', '–']);
    expect(reportReaderOf(null).columnName('reference')).toBe('Customer reference');
  });
});

describe('a corrected file', () => {
  const former = { ...withMapping(newDraft(tableOf('id,remark\n1,Ada\n'), 0), ['reference', 'name'], 0), importId: 'imp_1' };

  it('has the settings of the former file if its headings are the same', () => {
    const corrected = correctedDraft(former, tableOf('id,remark\n1,Ada Lovelace\n'), 0);
    expect(corrected).toMatchObject({ mapping: ['reference', 'name'], importId: null });
    expect(corrected.table.records[0]?.cells).toEqual(['1', 'Ada Lovelace']);
  });

  it('has new settings if its headings differ, or if the former file is not loaded', () => {
    const table = tableOf('email,id\nada@x.example,1\n');
    expect(correctedDraft(former, table, 0).mapping).toEqual(['email', 'reference']);
    expect(correctedDraft(null, table, 0).mapping).toEqual(['email', 'reference']);
  });
});

describe('one date for the first charge of all subscriptions', () => {
  const HEADINGS = 'id,Description,Email,Plan,Status';
  const draft = newDraft(tableOf(`${HEADINGS}\ncus_1,Ada,ada@x.example,Gold,active\ncus_2,Bo,bo@x.example,Gold\n`), 0);
  const uploaded = ({ table, mapping }: Draft) => {
    const upload = uploadOf(table, mapping);
    return 'chunks' in upload ? upload.chunks.flat() : [];
  };

  it('is offered for a file with plans and without dates, and is the next charge date of each row with a plan', () => {
    expect([needsFirstChargeDate(draft), hasSubscriptions(draft)]).toEqual([true, false]);
    const dated = withFirstCharge(draft, '2027-01-31', 0);
    expect([needsFirstChargeDate(dated), hasSubscriptions(dated), dated.mapping]).toEqual([
      true,
      true,
      ['reference', 'name', 'email', 'plan', 'status', 'next_charge_date'],
    ]);
    expect(uploaded(dated)).toEqual([
      { row: 2, reference: 'cus_1', name: 'Ada', email: 'ada@x.example', plan: 'Gold', next_charge_date: '2027-01-31' },
      { row: 3, reference: 'cus_2', name: 'Bo', email: 'bo@x.example', plan: 'Gold', next_charge_date: '2027-01-31' },
    ]);
    expect(needsFirstChargeDate(newDraft(tableOf('id,Plan,Next charge date\n1,Gold,2027-01-01\n'), 0))).toBe(false);
    expect(needsFirstChargeDate(newDraft(tableOf('id,Email\n1,a@x.example\n'), 0))).toBe(false);
  });

  it('can be changed, and can be removed, which restores the file', () => {
    const changed = withFirstCharge(withFirstCharge(draft, '2027-01-31', 0), '2027-02-28', 0);
    expect(uploaded(changed).map((row) => row.next_charge_date)).toEqual(['2027-02-28', '2027-02-28']);
    const removed = withFirstCharge(changed, '', 0);
    expect([removed.table.headings, removed.mapping, removed.firstCharge]).toEqual([draft.table.headings, draft.mapping, '']);
    expect(uploaded(removed)).toEqual(uploaded(draft));
  });

  it('applies to a corrected file with the same headings, but not to a subscription that has ended', () => {
    const dated = withFirstCharge(draft, '2027-01-31', 0);
    const corrected = correctedDraft(
      dated,
      tableOf(`${HEADINGS}\ncus_3,Cy,cy@x.example,Gold,canceled\ncus_4,Di,,Gold,active\ncus_5,Ed,,,\n`),
      0,
    );
    expect(uploaded(corrected)).toEqual([
      { row: 2, reference: 'cus_3', name: 'Cy', email: 'cy@x.example' },
      { row: 3, reference: 'cus_4', name: 'Di', plan: 'Gold', next_charge_date: '2027-01-31' },
      // Without a plan, the row is a customer without subscription.
      { row: 4, reference: 'cus_5', name: 'Ed' },
    ]);
  });
});
