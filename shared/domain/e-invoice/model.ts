import type { DocumentReferences, ElectronicAddress } from './settings.ts';

/**
 * An invoice or credit note in terms of EN 16931: what `writeUbl` and `writeCii` write. Amounts are integers in the currency's smallest
 * unit; days are `YYYY-MM-DD` in UTC. Business terms (BT) and groups (BG) are those of the standard.
 */
export interface EInvoiceModel extends DocumentReferences {
  /** BT-3: 380 for an invoice, 381 for a credit note. */
  readonly typeCode: '380' | '381';
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDay: string;
  /** BT-9; `null`: nothing is due. */
  readonly dueDay: string | null;
  /** BT-5. */
  readonly currency: string;
  /** BT-6 and BT-111; `null`: the tax is accounted in `currency`. */
  readonly accountingTax: { readonly currency: string; readonly taxCents: number } | null;
  /** BT-23 of a file whose profile (`EInvoiceProfile`) has no `processId`. */
  readonly processId: string;
  /** BG-1. */
  readonly notes: readonly ModelNote[];
  /** BG-3: BT-25 and BT-26. */
  readonly preceding: { readonly number: string; readonly issueDay: string } | null;
  /** BG-4. */
  readonly seller: SellerParty;
  /** BG-7. */
  readonly buyer: ModelParty;
  /** BG-14: BT-73 and BT-74. */
  readonly period: DayRange | null;
  /** BT-72: the last day of the service. */
  readonly deliveryDay: string;
  /** BG-16. */
  readonly payment: ModelPayment;
  /** BG-23, one for each category and rate. */
  readonly taxes: readonly VatBreakdown[];
  /** BG-22. */
  readonly totals: ModelTotals;
  /** BG-25. */
  readonly lines: readonly ModelLine[];
}

/** `subject`: BT-21, UNTDID 4451; `null`: a general note. `text`: BT-22. */
export interface ModelNote {
  readonly subject: string | null;
  readonly text: string;
}

/** First and last day, both included. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** A seller (BG-4) or buyer (BG-7). */
export interface ModelParty {
  /** BT-27, BT-44. */
  readonly name: string | null;
  /** BT-28; `null`: the same name. */
  readonly tradingName: string | null;
  /** BT-30, BT-47. `scheme`: ICD code of the register, or `null` if it is unknown. */
  readonly legalId: { readonly scheme: string | null; readonly value: string } | null;
  /** BT-31, BT-48. */
  readonly vatId: string | null;
  /** BT-34, BT-49. */
  readonly electronicAddress: ElectronicAddress | null;
  /** BG-5, BG-8. */
  readonly address: ModelAddress;
}

export interface ModelAddress {
  /** BT-35, BT-50. */
  readonly line1: string | null;
  /** BT-36, BT-51. */
  readonly line2: string | null;
  /** BT-37, BT-52. */
  readonly city: string | null;
  /** BT-38, BT-53. */
  readonly postalCode: string | null;
  /** BT-40, BT-55. */
  readonly countryCode: string | null;
}

export interface SellerParty extends ModelParty {
  /** BG-6: BT-41, BT-42, BT-43. */
  readonly contact: { readonly name: string | null; readonly phone: string | null; readonly email: string | null };
}

/** How the document is or was paid. */
export interface ModelPayment {
  /** BT-81, UNTDID 4461. */
  readonly meansCode: '1' | '30' | '48' | '57' | '58' | '68';
  /** BT-84 and BT-86 for credit transfers. */
  readonly account: { readonly iban: string; readonly bic: string | null } | null;
  /** BT-87 (the last digits) and the card's brand, for code 48. */
  readonly card: { readonly last4: string; readonly brand: string } | null;
  /** BT-20. */
  readonly terms: string | null;
}

/** VAT category (BT-118, BT-151): standard rate, zero rate, reverse charge, exempt, outside the scope, export. */
export type VatCategory = 'S' | 'Z' | 'AE' | 'E' | 'O' | 'G';

export interface VatBreakdown {
  /** BT-118. */
  readonly category: VatCategory;
  /** BT-119 in basis points. */
  readonly rateBasisPoints: number;
  /** BT-116. */
  readonly taxableCents: number;
  /** BT-117. */
  readonly taxCents: number;
  /** BT-121 (VATEX) and BT-120; `null` for categories S and Z. */
  readonly exemption: { readonly code: string | null; readonly reason: string } | null;
}

export interface ModelTotals {
  /** BT-106: sum of the lines. Also BT-109, since the document has no allowances or charges apart from those of the lines. */
  readonly linesCents: number;
  /** BT-110. */
  readonly taxCents: number;
  /** BT-112. */
  readonly totalCents: number;
  /** BT-113. */
  readonly paidCents: number;
  /** BT-115. */
  readonly dueCents: number;
}

export interface ModelLine {
  /** BT-126. */
  readonly id: string;
  /** BT-153. */
  readonly name: string;
  /** BT-129, a decimal. Negative for a line that reduces the total. */
  readonly quantity: string;
  /** BT-146 and BT-149: the price of `baseQuantity` units, without tax and never negative. */
  readonly price: { readonly amountDecimal: string; readonly baseQuantity: string };
  /** BT-131, after the discount. */
  readonly netCents: number;
  /** BG-27: BT-136 and BT-139; `null`: no discount. */
  readonly discount: { readonly amountCents: number; readonly reason: string } | null;
  /** BT-151 and BT-152. */
  readonly category: VatCategory;
  readonly rateBasisPoints: number;
  /** BG-26: BT-134 and BT-135. */
  readonly period: DayRange | null;
}
