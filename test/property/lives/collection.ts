/** How the bank answers charges. */
export type BankMood = 'paid' | 'pending' | 'soft' | 'hard' | 'silent';

export type ChargeStatus = 'pending' | 'succeeded' | 'failed';

/** A charge of a renewal that is to be found in the books. */
export interface ModelCharge {
  readonly at: number;
  readonly periodStart: number;
  readonly amountCents: number;
  status: ChargeStatus;
}

export interface ModelInvoice {
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly totalCents: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
}

/** What is being collected at the end of a period. */
export interface Collection {
  readonly invoice: ModelInvoice;
  charge: ModelCharge;
  /** `waiting`: the bank decides; `unheard`: it never heard of the charge. */
  state: 'waiting' | 'unheard' | 'failed';
  firstFailedAt: number | null;
  hard: boolean;
  /** The next retry, or giving up. */
  nextAt: number | null;
}
