import type { LineType } from '../../domain/invoice/record.ts';

/** The texts of mails to customers in one language. Amounts, dates and names are passed formatted. */
export interface EmailTexts {
  readonly receipt: {
    readonly subject: (shop: string, invoiceNumber: string | null) => string;
    readonly heading: string;
    readonly opening: (shop: string, amount: string) => string;
  };
  readonly invoice: {
    readonly subject: (shop: string, invoiceNumber: string) => string;
    readonly heading: (invoiceNumber: string) => string;
    readonly paid: string;
    readonly due: (amount: string) => string;
  };
  readonly paymentFailed: {
    readonly subject: (shop: string) => string;
    readonly heading: string;
    readonly opening: (shop: string, amount: string) => string;
    readonly closing: (shop: string) => readonly string[];
    /** Closing for a failed renewal, below the portal link. */
    readonly renewal: readonly string[];
  };
  readonly refund: {
    readonly subject: (shop: string) => string;
    readonly heading: (amount: string) => string;
    readonly opening: (shop: string, amount: string) => string;
    readonly closing: string;
  };
  readonly creditNote: {
    readonly subject: (shop: string, creditNoteNumber: string) => string;
    readonly heading: (creditNoteNumber: string) => string;
    readonly opening: (invoiceNumber: string) => string;
  };
  readonly portalLink: {
    readonly subject: (shop: string) => string;
    readonly heading: string;
    readonly opening: (shop: string) => string;
    readonly closing: readonly string[];
  };
  readonly emailChange: {
    readonly subject: (shop: string) => string;
    readonly heading: string;
    readonly opening: (shop: string) => string;
    /** Label of the link. */
    readonly action: string;
    readonly closing: readonly string[];
  };
  readonly emailChanged: {
    readonly subject: (shop: string) => string;
    readonly heading: string;
    readonly opening: (shop: string) => string;
    readonly closing: string;
  };
  /** Label of the portal link. */
  readonly portal: string;
  /** Mentions the attached PDF. */
  readonly attached: { readonly invoice: string; readonly creditNote: string };
  readonly labels: {
    readonly invoice: string;
    readonly creditNote: string;
    readonly issuedOn: string;
    readonly paidOn: string;
    readonly paidWith: string;
    readonly period: string;
    readonly date: string;
    readonly amount: string;
    readonly discount: string;
    readonly tax: string;
    /** Follows the name of a tax that is included in the prices. */
    readonly included: string;
    readonly amountPaid: string;
    readonly amountDue: string;
    readonly refunded: string;
    readonly credited: string;
  };
  /** Prefix of the price name on lines of a plan change. */
  readonly lines: Readonly<Partial<Record<LineType, string>>>;
  /** Payment methods whose name is translated. */
  readonly methods: { readonly creditcard: string; readonly directdebit: string; readonly banktransfer: string };
  readonly testMode: string;
  readonly questions: (address: string) => string;
}
