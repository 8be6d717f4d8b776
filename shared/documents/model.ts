/**
 * What a document says, in the texts, numbers and dates that are printed: made of a record by a pure mapping, laid out by `renderPdf`.
 * Nothing in it changes after the document was issued.
 */
export interface DocumentModel {
  /** Id of the record that it documents: the same id, the same file identity. */
  readonly id: string;
  readonly number: string;
  /** Unix seconds; is as the file's creation date. */
  readonly issuedAt: number;
  /** BCP 47; of the texts and of anyone who reads them aloud. */
  readonly locale: string;
  readonly title: string;
  /** Is above everything in documents of test mode. */
  readonly banner: string | null;
  readonly facts: readonly Fact[];
  readonly seller: Party;
  readonly buyer: Party;
  readonly lines: LinesTable;
  readonly totals: readonly Total[];
  readonly tax: TaxTable | null;
  readonly notes: readonly string[];
  /** The seller's own texts, line breaks kept. */
  readonly footer: string | null;
  readonly pageLabel: (page: number, pages: number) => string;
  readonly logoLabel: string;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export interface Party {
  readonly heading: string;
  /** The first line is the name. */
  readonly lines: readonly string[];
}

export interface LinesTable {
  /** A column whose name is empty is left out. */
  readonly head: { readonly [Column in keyof Omit<Line, 'details'>]: string };
  readonly rows: readonly Line[];
}

export interface Line {
  readonly description: string;
  /** Smaller lines below the description: the period, a discount. */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly unitPrice: string;
  readonly taxRate: string;
  readonly amount: string;
}

/** A row below the lines; the one that matters is emphasized. */
export interface Total {
  readonly label: string;
  readonly amount: string;
  readonly emphasized: boolean;
}

/** Tax by rate. */
export interface TaxTable {
  readonly heading: string;
  readonly head: { readonly [Column in keyof TaxRow]: string };
  readonly rows: readonly TaxRow[];
}

export interface TaxRow {
  readonly rate: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
}
