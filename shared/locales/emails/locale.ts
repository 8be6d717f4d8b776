import type { LineType } from '../../domain/invoice/record.ts';

/** What the mails to customers say in one language. Amounts, dates and names come in as they are to stand there. */
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
    /** What follows a renewal that failed, below the link into the portal. */
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
    /** What the link is called. */
    readonly action: string;
    readonly closing: readonly string[];
  };
  readonly emailChanged: {
    readonly subject: (shop: string) => string;
    readonly heading: string;
    readonly opening: (shop: string) => string;
    readonly closing: string;
  };
  /** What the link into the portal is called. */
  readonly portal: string;
  /** The document that comes along as a PDF. */
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
    /** After the name of a tax that the prices contain. */
    readonly included: string;
    readonly amountPaid: string;
    readonly amountDue: string;
    readonly refunded: string;
    readonly credited: string;
  };
  /** What stands before the name of the price on lines that a change of plan leaves. */
  readonly lines: Readonly<Partial<Record<LineType, string>>>;
  /** Ways to pay that have a name of their own in each language. */
  readonly methods: { readonly creditcard: string; readonly directdebit: string; readonly banktransfer: string };
  readonly testMode: string;
  readonly questions: (address: string) => string;
}
