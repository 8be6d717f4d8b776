import type { ReasonCode } from '../../domain/reasons.ts';
import type { Store } from '../../store/writer/store.ts';
import type { UnitOutcome, WriterCommand } from '../../store/writer/unit.ts';

/** Refusal reasons of a sale whose coupon has reached a redemption limit. */
const LIMIT_REASONS: readonly (ReasonCode | undefined)[] = ['coupon_exhausted', 'coupon_already_redeemed'];

/**
 * Runs a sale in which the buyer pays the full price if the coupon cannot be used. If another sale takes the coupon's last redemption after
 * this sale has loaded its state, the transaction is refused. The sale is then loaded and decided once more, with the new counts.
 */
export const runCouponSale = async <State, Result>(store: Store, sale: WriterCommand<State, Result>): Promise<UnitOutcome<Result>> => {
  const outcome = await store.run(sale);
  return outcome.kind === 'refused' && LIMIT_REASONS.includes(outcome.refusal.reason) ? store.run(sale) : outcome;
};
