/** How the bank answers charges. */
export type BankMood = 'paid' | 'pending' | 'soft' | 'hard' | 'silent';

type ChargeStatus = 'pending' | 'succeeded' | 'failed';

/** A charge that is to be found in the books. */
export interface ModelCharge {
  readonly type: 'initial' | 'renewal' | 'usage' | 'plan_change';
  readonly at: number;
  readonly amountCents: number;
  status: ChargeStatus;
  /** What it pays; what is charged at once has an invoice once it is paid. */
  invoice: ModelInvoice | null;
  /** What came back of it, is on its way back, or is disputed, as the bank says. */
  backCents: number;
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
  /** Another mandate was authorised since the charge began. */
  moved: boolean;
}
