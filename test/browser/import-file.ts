/** A sample import file in the format of a Windows spreadsheet, with seven kinds of faults. */

const HEADINGS = ['Kundennummer', 'Firma', 'E-Mail', 'Ortsname', 'Land', 'Tarif', 'Nächste Abbuchung', 'Mandatsreferenz', 'Notiz'];
const DAY_MS = 86_400_000;

/** The date `days` days from now, in German format. */
const germanDateIn = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length).split('-');
  return `${day}.${month}.${year}`;
};

export interface FaultyCell {
  readonly row: number;
  /** The column in the file, and the text of the cell. */
  readonly heading: string;
  readonly value: string;
  /** The message that the check reports. */
  readonly message: string;
}

export const FAULTS: readonly FaultyCell[] = [
  { row: 5, heading: 'Kundennummer', value: '', message: 'is missing.' },
  { row: 12, heading: 'E-Mail', value: 'nobody', message: 'must be an email address.' },
  { row: 40, heading: 'Land', value: 'Atlantis', message: 'must be the two letters of a country (ISO 3166-1).' },
  {
    row: 77,
    heading: 'Nächste Abbuchung',
    value: '31.02.2027',
    message: 'is not a date in the date order of the file.',
  },
  { row: 101, heading: 'Nächste Abbuchung', value: '01.01.2020', message: 'must be in the future.' },
  { row: 150, heading: 'Tarif', value: 'Alt', message: 'matches no price. Choose one.' },
  { row: 199, heading: 'Kundennummer', value: 'K-2', message: 'is in row 2 already.' },
];

const cellsOf = (row: number): readonly string[] => [
  `K-${row}`,
  `Müller ${row}; "Söhne" €`,
  `kunde-${row}@example.com`,
  'Köln',
  'Deutschland',
  row % 2 === 0 ? 'Gold monatlich' : 'Gold jährlich',
  germanDateIn(10 + (row % 300)),
  `MANDAT-${row}`,
  'nobody’s business',
];

const quoted = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The bytes of the file's characters whose Windows-1252 code differs from their Unicode code point. */
const WINDOWS_1252: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92 };

/** Builds a file with headings in row 1 and `rows` data rows from row 2. The cells of `faults` replace valid cells. */
export const buildImportFile = (rows: number, faults: readonly FaultyCell[] = []): Buffer => {
  const lines = Array.from({ length: rows }, (_none, index) => {
    const fault = faults.find(({ row }) => row === index + 2);
    return cellsOf(index + 2).map((cell, column) => (fault !== undefined && fault.heading === HEADINGS[column] ? fault.value : cell));
  });
  const text = [HEADINGS, ...lines].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('');
  return Buffer.from([...text].map((character) => WINDOWS_1252[character] ?? character.charCodeAt(0)));
};
