/**
 * The content of a document as formatted texts. Built from a record by pure functions, laid out by `renderPdf`. It does not change after
 * the document is issued.
 */
export interface DocumentModel {
  /** Id of the record and of the stored file. */
  readonly id: string;
  readonly number: string;
  /** Unix seconds. Also the creation date in the PDF. */
  readonly issuedAt: number;
  /** BCP 47 language tag, also stored in the PDF for screen readers. */
  readonly locale: string;
  readonly title: string;
  /** Printed at the top of test mode documents; `null` in live mode. */
  readonly banner: string | null;
  readonly facts: readonly Fact[];
  readonly seller: Party;
  readonly buyer: Party;
  readonly lines: LinesTable;
  readonly totals: readonly Total[];
  readonly tax: TaxTable | null;
  readonly notes: readonly string[];
  /** The text that the seller wants on its invoices, with line breaks. */
  readonly footer: string | null;
  readonly pageLabel: (page: number, pages: number) => string;
  readonly logoLabel: string;
}

/** A labeled value at the top of the document, such as the invoice number. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** The seller or the buyer. */
export interface Party {
  readonly heading: string;
  /** The first line is the name. */
  readonly lines: readonly string[];
}

export interface LinesTable {
  /** Columns with an empty name are left out. */
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

/** A row below the lines. */
export interface Total {
  readonly label: string;
  readonly amount: string;
  readonly emphasized: boolean;
}

/** Tax for each rate. */
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
