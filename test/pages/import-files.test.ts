import { describe, expect, it } from 'vitest';
import { chunksOf, uploadOf } from '../../functions/console/browser/import/chunks.ts';
import { type Mapping, sharedEmails } from '../../functions/console/browser/import/columns.ts';
import { csvOf, faultsCsv, reportCsv, reportReaderOf } from '../../functions/console/browser/import/report-csv.ts';
import { columnValues, decodeFile, MAX_ROWS, parseTable, type Table } from '../../functions/console/browser/import/table.ts';
import { MAX_CHUNK_ROWS } from '../../shared/domain/customer-import/rows.ts';

const tableOf = (text: string): Table => {
  const table = parseTable('customers.csv', text);
  if ('problem' in table) throw new Error(table.problem);
  return table;
};
const problemOf = (text: string): string => {
  const table = parseTable('customers.csv', text);
  return 'problem' in table ? table.problem : 'none';
};
const cellsOf = (text: string) => tableOf(text).records.map(({ row, cells }) => [row, ...cells]);

describe('a chosen file', () => {
  it('is decoded as UTF-8, with or without byte order mark, or as Windows-1252 if it is not valid UTF-8', () => {
    const bytes = new TextEncoder().encode('Zoë €');
    expect([decodeFile(bytes), decodeFile(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]))]).toEqual(['Zoë €', 'Zoë €']);
    expect(decodeFile(new Uint8Array([0x5a, 0x6f, 0xeb]))).toBe('Zoë');
  });

  it('has row numbers as in a spreadsheet, also with empty rows and with line breaks in cells, for any line ending', () => {
    const rows = [
      [2, 'C-1', 'Ada "the first"\nLovelace'],
      [4, 'C-2', 'Bo; Co'],
    ];
    const text = 'id;name\nC-1;"Ada ""the first""\nLovelace"\n\nC-2;"Bo; Co"\n';
    for (const end of ['\n', '\r\n', '\r']) expect(cellsOf(text.replaceAll('\n', end))).toEqual(rows);
  });

  it.each([[','], [';'], ['\t'], ['|']])('is split at %j, and spaces around cells and an empty last heading are removed', (delimiter) => {
    const { headings, records } = tableOf(['id', 'name', ''].join(delimiter).concat(`\n C-1 ${delimiter}Ada\n`));
    expect([headings, records]).toEqual([['id', 'name'], [{ row: 2, cells: ['C-1', 'Ada'] }]]);
  });

  it('is split at the delimiter of its `sep=` line, and can have a single column', () => {
    expect(cellsOf('sep=;\r\nid;name\r\nC-1;Ada, B')).toEqual([[2, 'C-1', 'Ada, B']]);
    expect(cellsOf('id\nC-1\nC-2')).toEqual([
      [2, 'C-1'],
      [3, 'C-2'],
    ]);
  });

  it('is rejected with a reason if it is not a valid table', () => {
    expect(problemOf('')).toMatch(/empty/);
    expect(problemOf(' \n,,\n')).toMatch(/empty/);
    expect(problemOf('id,name\n\n')).toMatch(/no rows/);
    expect(problemOf('PK\u0003\u0004\0\0')).toMatch(/not a CSV file/);
    expect(problemOf('<html><body>')).toMatch(/not a CSV file/);
    expect(problemOf('id,name\nC-1,"Ada\nC-2,Bo\n')).toMatch(/quotation marks in row 2/);
    expect(problemOf('id,name\nC-1,Ada\nC-2,Example, Inc\n')).toMatch(/^Row 3 has more cells/);
    expect(problemOf(`id\n${'C\n'.repeat(MAX_ROWS + 1)}`)).toContain(`has ${MAX_ROWS + 1} rows`);
    expect(problemOf(`id\n${'C\n'.repeat(MAX_ROWS)}`)).toBe('none');
  });

  it('lists the distinct values of a column, without empty cells', () => {
    expect(columnValues(tableOf('id,plan\n1,Gold\n2,\n3,Tin\n4,Gold\n5'), 1)).toEqual(['Gold', 'Tin']);
  });
});

describe('uploaded rows', () => {
  it('contain the mapped columns only, with country names as codes and without empty cells', () => {
    const table = tableOf('id,secret,land,locale\nC-1,x,Deutschland,nl_NL\nC-2,y,,\nC-3,z,be,de');
    expect(uploadOf(table, ['reference', null, 'country_code', 'language'])).toEqual({
      chunks: [
        [
          { row: 2, reference: 'C-1', country_code: 'DE', language: 'nl-NL' },
          { row: 3, reference: 'C-2' },
          { row: 4, reference: 'C-3', country_code: 'be', language: 'de' },
        ],
      ],
    });
    const countries = tableOf('id,country\n1,Pays-Bas\n2,Österreich\n3,United States\n4,België\n5,Atlantis');
    const [chunk] = (uploadOf(countries, [null, 'country_code']) as { chunks: readonly (readonly { country_code: string }[])[] }).chunks;
    expect(chunk?.map(({ country_code: code }) => code)).toEqual(['NL', 'AT', 'US', 'BE', 'Atlantis']);
  });

  it('contain the joined first and last name as `name`, unless the row has a text in the name column', () => {
    const table = tableOf('id,first,last,company\nC-1,Ada,Lovelace,\nC-2,,Turing,\nC-3,Bo,Li,Bo Ltd\nC-4,,,\n');
    const mapping = ['reference', 'first_name', 'last_name', 'name'] as const;
    const [rows] = (uploadOf(table, mapping) as { chunks: readonly (readonly { name?: string }[])[] }).chunks;
    expect(rows?.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Turing', 'Bo Ltd', undefined]);
    const { cell } = reportReaderOf({ table, mapping: ['reference', 'first_name', 'last_name', null] });
    expect([cell(2, 'name'), cell(4, 'name'), cell(2, 'email')]).toEqual(['Ada Lovelace', 'Bo Li', null]);
  });

  it('are split into chunks by row count and size', () => {
    const rows = Array.from({ length: 2 * MAX_CHUNK_ROWS + 1 }, (_none, index) => ({ row: index + 2, reference: `C-${index}` }));
    expect(chunksOf(rows).map(({ length }) => length)).toEqual([MAX_CHUNK_ROWS, MAX_CHUNK_ROWS, 1]);
    const longRows = rows.slice(0, 10).map((row) => ({ ...row, name: 'é'.repeat(100) }));
    const chunks = chunksOf(longRows, 800);
    expect(chunks.flat()).toEqual(longRows);
    // The limit of 800 bytes does not count the opening bracket of the JSON array.
    for (const chunk of chunks) expect(new TextEncoder().encode(JSON.stringify(chunk)).length).toBeLessThanOrEqual(1 + 800);
    expect(chunksOf([{ row: 2, name: 'x'.repeat(900) }, { row: 3 }], 800).map(({ length }) => length)).toEqual([1, 1]);
  });

  it('are rejected if they need more chunks than an import can have', () => {
    const table: Table = {
      fileName: 'x.csv',
      headings: ['id', 'name'],
      records: Array.from({ length: 20_000 }, (_none, index) => ({ row: index + 2, cells: [`C-${index}`, 'n'.repeat(1000)] })),
    };
    expect(uploadOf(table, ['reference', 'name'])).toHaveProperty('problem');
    expect(uploadOf(table, ['reference', null])).not.toHaveProperty('problem');
  });
});

describe('a downloaded report', () => {
  const row = {
    object: 'console.import_row' as const,
    row: 2,
    outcome: 'faulty' as const,
    faults: [
      { column: 'email' as const, message: 'must be an email address.' },
      { column: null, message: 'could not be imported.' },
    ],
    customer_id: null,
    checkout_session_id: null,
    checkout_url: null,
  };
  const file = { table: tableOf('id,mail\n=C-1,@here'), mapping: ['reference', 'email'] as const };

  it('escapes cells that a spreadsheet would interpret as a formula, but not negative numbers', () => {
    expect(csvOf(['a'], [['=1+1'], ['+1'], ['-1'], ['-1+1'], ['@x'], ['\tx'], ['=a\nb'], ['a"b;c,d'], [7]])).toBe(
      '\uFEFFa\r\n"\'=1+1"\r\n"\'+1"\r\n-1\r\n"\'-1+1"\r\n"\'@x"\r\n"\'\tx"\r\n"\'=a\nb"\r\n"a""b;c,d"\r\n7\r\n',
    );
  });

  it('lists each fault, with the heading and value of its column if the page still has the file', () => {
    const lines = faultsCsv([row], reportReaderOf(file)).split('\r\n');
    expect(lines.slice(1, 3)).toEqual(['2,mail,Must be an email address.,"\'@here"', '2,–,Could not be imported.,']);
    expect(faultsCsv([row], reportReaderOf(null))).toContain('2,Email,Must be an email address.,\r\n');
  });

  it('lists the outcome of every row', () => {
    const imported = { ...row, outcome: 'imported' as const, faults: [], customer_id: 'cus_1', checkout_url: 'https://pay.example/1' };
    expect(reportCsv([imported, { ...row, row: 3 }], reportReaderOf(file)).split('\r\n')).toEqual([
      '\uFEFFRow,Outcome,Reference,Customer,Checkout link,Faults',
      '2,imported,"\'=C-1",cus_1,https://pay.example/1,',
      '3,faulty,,,,mail: must be an email address. –: could not be imported.',
      '',
    ]);
  });
});

describe('the rows of a file', () => {
  const table = tableOf(
    'id,Email,Plan,Next charge,Status\nc1,ada@x.example,Gold,2027-01-31,active\nc2,ADA@x.example,Gold,2027-01-31,Canceled\nc2,ada@x.example,Gold,2027-01-31,past_due\n',
  );
  const mapping: Mapping = ['reference', 'email', 'plan', 'next_charge_date', 'status'];

  it('are uploaded without the plan and date of a subscription that has ended according to the status column', () => {
    const upload = uploadOf(table, mapping);
    const [rows = []] = 'chunks' in upload ? upload.chunks : [];
    expect(rows.map(({ plan, next_charge_date: date }) => [plan, date])).toEqual([
      ['Gold', '2027-01-31'],
      [undefined, undefined],
      ['Gold', '2027-01-31'],
    ]);
  });

  it('are searched for email addresses that several customers share; each address is listed once', () => {
    expect(sharedEmails(table.records, mapping)).toEqual(['ada@x.example']);
    expect(sharedEmails(table.records.slice(1), mapping)).toEqual([]);
  });
});
