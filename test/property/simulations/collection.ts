const DAY = 86_400;
const RETRY_DAYS = [2, 7, 14, 21];
/** A retry that would follow a failed charge within this time is skipped, unless it is the last one. */
const MIN_RETRY_SECONDS = DAY / 2;
/** A charge that fails within this time before the last retry counts as the last retry. */
const LAST_RETRY_SECONDS = 60;

/** Time of the last retry, when the collection of an invoice ends. */
export const lastRetryAt = (firstFailedAt: number): number => firstFailedAt + 21 * DAY;

/** Time of the retry after a charge that failed now; `undefined`: none is left. */
export const plannedRetry = (firstFailedAt: number, now: number): number | undefined => {
  const retries = RETRY_DAYS.map((days) => firstFailedAt + days * DAY).filter((at) => at > now + LAST_RETRY_SECONDS);
  return retries.find((at) => at > now + MIN_RETRY_SECONDS) ?? retries.at(-1);
};

/** How the bank answers charges. `soft` and `hard`: declines; `silent`: no response. */
export type BankBehavior = 'paid' | 'pending' | 'soft' | 'hard' | 'silent';

type ChargeStatus = 'pending' | 'succeeded' | 'failed';

/** A charge in the model; the service must have a payment for it. */
export interface ModelCharge {
  readonly type: 'initial' | 'renewal' | 'usage' | 'plan_change';
  readonly at: number;
  readonly amountCents: number;
  status: ChargeStatus;
  /** The invoice that the charge pays; `null` for the charge of a plan change or resumption until that charge is paid. */
  invoice: ModelInvoice | null;
  /** Refunded (also pending) and disputed cents, according to the bank. */
  returnedCents: number;
  /** Earlier values of `returnedCents`. */
  readonly formerReturns: number[];
}

/** The fields of a new charge that describe returned money: nothing is refunded or disputed. */
export const nothingReturned = (): Pick<ModelCharge, 'returnedCents' | 'formerReturns'> => ({ returnedCents: 0, formerReturns: [] });

export interface ModelInvoice {
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly totalCents: number;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
}

/** A new charge for an invoice. */
export const pendingCharge = (type: ModelCharge['type'], at: number, invoice: ModelInvoice): ModelCharge => ({
  type,
  at,
  amountCents: invoice.totalCents,
  status: 'pending',
  invoice,
  ...nothingReturned(),
});

/** The collection of an invoice at the end of a period. */
export interface Collection {
  readonly invoice: ModelInvoice;
  charge: ModelCharge;
  /** `waiting`: the bank has not decided; `not_received`: the charge did not reach the bank; `failed`: the charge was declined. */
  state: 'waiting' | 'not_received' | 'failed';
  firstFailedAt: number | null;
  /** Whether the decline is permanent. */
  hard: boolean;
  /** Time of the next retry, or of marking the invoice uncollectible. */
  nextAt: number | null;
  /** Whether another mandate was authorized since the charge was made. */
  methodReplaced: boolean;
}
