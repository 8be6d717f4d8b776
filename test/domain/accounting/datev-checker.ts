/**
 * Checks DATEV posting batches against the description that DATEV publishes (developer.datev.de, DATEV format, header and posting batch,
 * format version 13). It shares no code with the export.
 */

/** The headings of DATEV's sample file. */
const HEADINGS =
  'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto;Gegenkonto (ohne BU-Schlüssel);' +
  'BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext;Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;' +
  'Zinssperre;Beleglink;Beleginfo - Art 1;Beleginfo - Inhalt 1;Beleginfo - Art 2;Beleginfo - Inhalt 2;Beleginfo - Art 3;' +
  'Beleginfo - Inhalt 3;Beleginfo - Art 4;Beleginfo - Inhalt 4;Beleginfo - Art 5;Beleginfo - Inhalt 5;Beleginfo - Art 6;' +
  'Beleginfo - Inhalt 6;Beleginfo - Art 7;Beleginfo - Inhalt 7;Beleginfo - Art 8;Beleginfo - Inhalt 8;KOST1 - Kostenstelle;' +
  'KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung);EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;' +
  'Funktionsergänzung L+L;BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung;Zusatzinformation - Art 1;' +
  'Zusatzinformation- Inhalt 1;Zusatzinformation - Art 2;Zusatzinformation- Inhalt 2;Zusatzinformation - Art 3;' +
  'Zusatzinformation- Inhalt 3;Zusatzinformation - Art 4;Zusatzinformation- Inhalt 4;Zusatzinformation - Art 5;' +
  'Zusatzinformation- Inhalt 5;Zusatzinformation - Art 6;Zusatzinformation- Inhalt 6;Zusatzinformation - Art 7;' +
  'Zusatzinformation- Inhalt 7;Zusatzinformation - Art 8;Zusatzinformation- Inhalt 8;Zusatzinformation - Art 9;' +
  'Zusatzinformation- Inhalt 9;Zusatzinformation - Art 10;Zusatzinformation- Inhalt 10;Zusatzinformation - Art 11;' +
  'Zusatzinformation- Inhalt 11;Zusatzinformation - Art 12;Zusatzinformation- Inhalt 12;Zusatzinformation - Art 13;' +
  'Zusatzinformation- Inhalt 13;Zusatzinformation - Art 14;Zusatzinformation- Inhalt 14;Zusatzinformation - Art 15;' +
  'Zusatzinformation- Inhalt 15;Zusatzinformation - Art 16;Zusatzinformation- Inhalt 16;Zusatzinformation - Art 17;' +
  'Zusatzinformation- Inhalt 17;Zusatzinformation - Art 18;Zusatzinformation- Inhalt 18;Zusatzinformation - Art 19;' +
  'Zusatzinformation- Inhalt 19;Zusatzinformation - Art 20;Zusatzinformation- Inhalt 20;Stück;Gewicht;Zahlweise;Forderungsart;' +
  'Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);' +
  'Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum;' +
  'SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer;Zeichnernummer;Postensperre bis;' +
  'Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;' +
  'Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);' +
  'Abw. Skontokonto';

const DAY = String.raw`20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`;

/** The regular expressions that DATEV publishes for the 31 fields of the first line (the header). */
const HEADER: readonly RegExp[] = [
  /^"(?:EXTF|DTVF)"$/,
  /^700$/,
  /^21$/,
  /^"Buchungsstapel"$/,
  /^13$/,
  new RegExp(`^${DAY}(?:2[0-3]|[01]\\d)[0-5]\\d[0-5]\\d\\d{3}$`),
  /^$/,
  /^"\w{0,2}"$/,
  /^"\w{0,25}"$/,
  /^"\w{0,25}"$/,
  /^(?:\d{4,6}|\d{7})$/,
  /^\d{1,5}$/,
  new RegExp(`^${DAY}$`),
  /^[4-8]$/,
  new RegExp(`^${DAY}$`),
  new RegExp(`^${DAY}$`),
  /^"[\w.\-/ ]{0,30}"$/,
  /^"(?:[A-Z]{2})?"$/,
  /^[12]$/,
  /^(?:0|30|40|50|64)$/,
  /^[01]$/,
  /^"[A-Z]{3}"$/,
  /^$/,
  /^""$/,
  /^$/,
  /^$/,
  /^"\d{0,2}"$/,
  /^\d{0,4}$/,
  /^$/,
  /^""$/,
  /^"[^"]{0,16}"$/,
];

/** The regular expressions for the required fields of a row, by field number. */
const ROW: Readonly<Record<number, RegExp>> = {
  1: /^(?!0{1,10},00$)\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  10: /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])$/,
  11: /^"[\w$&%*+\-/]{1,36}"$/,
  14: /^"(?:[^"]|""){1,60}"$/,
};

/** Bytes that Windows-1252 does not define, and control characters other than those at the end of a line. */
const FORBIDDEN = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f\u0081\u008d\u008f\u0090\u009d]/;

/** Splits a line at semicolons outside of quotation marks. Keeps the quotation marks, because they distinguish texts from numbers. */
const fieldsOf = (line: string): readonly string[] => {
  const fields = [''];
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === ';' && !isQuoted) fields.push('');
    else fields[fields.length - 1] += character;
  }
  return fields;
};

/** A row as an accounting program reads it. */
export interface ParsedRow {
  readonly amountCents: number;
  readonly debit: string;
  readonly credit: string;
  /** Day and month: `3110`. */
  readonly day: string;
}

export interface CheckedFile {
  readonly problems: readonly string[];
  readonly rows: readonly ParsedRow[];
}

const parseRow = (fields: readonly string[]): ParsedRow => {
  const [amount = '', side, , , , , account = '', contra = '', , day = ''] = fields;
  const isDebit = side === '"S"';
  return { amountCents: Number(amount.replace(',', '')), debit: isDebit ? account : contra, credit: isDebit ? contra : account, day };
};

const headerProblems = (fields: readonly string[]): readonly string[] => [
  ...(fields.length === HEADER.length ? [] : [`header has ${fields.length} fields`]),
  ...HEADER.flatMap((expression, index) => (expression.test(fields[index] ?? '') ? [] : [`header field ${index + 1}: ${fields[index]}`])),
];

/** Whether a day of a row is in the range of the batch. A row contains no year, so the years of the range are tried. */
const isInBatch = (dayAndMonth: string, [from = '', to = '']: readonly string[]): boolean => {
  const monthAndDay = dayAndMonth.slice(2) + dayAndMonth.slice(0, 2);
  const years = [...new Set([from.slice(0, 4), to.slice(0, 4)])];
  return years.some((year) => year + monthAndDay >= from && year + monthAndDay <= to);
};

const rowProblems = (fields: readonly string[], header: readonly string[]): readonly string[] => {
  const [account = '', contra = '', day = ''] = [fields[6], fields[7], fields[9]];
  const length = Number(header[13]);
  return [
    ...(fields.length === 125 ? [] : [`${fields.length} fields`]),
    ...Object.entries(ROW).flatMap(([number, expression]) => {
      const value = fields[Number(number) - 1] ?? '';
      return expression.test(value) ? [] : [`field ${number}: ${value}`];
    }),
    ...fields.flatMap((value, index) => (value === '' || index + 1 in ROW ? [] : [`field ${index + 1} is used: ${value}`])),
    ...(fields[2] === header[21] ? [] : [`currency ${fields[2]} without exchange rate`]),
    ...(account === contra ? [`account ${account} against itself`] : []),
    ...[account, contra].flatMap((each) => (each.length === length ? [] : [`account ${each} has not ${length} digits`])),
    ...(isInBatch(day, [header[14] ?? '', header[15] ?? '']) ? [] : [`day ${day} is outside of the batch`]),
  ];
};

const yearProblems = (header: readonly string[]): readonly string[] => {
  const [start = '', from = '', to = ''] = [header[12], header[14], header[15]];
  const nextStart = String(Number(start) + 10_000);
  return from < start || to >= nextStart || from > to ? [`range ${from} to ${to} in the fiscal year from ${start}`] : [];
};

/** Reads a file; returns its rows and the violations of the description. */
export const checkDatev = (bytes: Uint8Array): CheckedFile => {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const lines = text.split('\r\n');
  const [headerLine = '', headings = '', ...more] = lines;
  const rows = more.slice(0, -1).map(fieldsOf);
  const header = fieldsOf(headerLine);
  return {
    problems: [
      ...(lines.at(-1) === '' ? [] : ['the last line has no end']),
      ...(lines.some((line) => /[\r\n]/.test(line)) ? ['a line does not end with CR and LF'] : []),
      ...(FORBIDDEN.test(text) ? ['a character is not allowed'] : []),
      ...headerProblems(header),
      ...yearProblems(header),
      ...(headings === HEADINGS ? [] : ['headings']),
      ...(rows.length <= 99_999 ? [] : ['more than 99999 rows']),
      ...rows.flatMap((fields, index) => rowProblems(fields, header).map((problem) => `row ${index + 1}: ${problem}`)),
    ],
    rows: rows.map(parseRow),
  };
};
