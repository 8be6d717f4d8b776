import type { ReasonCode } from '../../domain/reasons.ts';
import type { Store } from '../../store/writer/store.ts';
import type { Unit, UnitOutcome } from '../../store/writer/unit.ts';

/** Reasons of a transaction that was refused because a redemption limit of its coupon was reached. */
const LIMIT_REASONS: readonly (ReasonCode | undefined)[] = ['coupon_exhausted', 'coupon_already_redeemed'];

/**
 * Runs a sale that has the full price if its coupon cannot be used. If another sale takes the last redemption after this one has loaded its
 * state, the transaction is refused: then loads and decides once more, with the new counts.
 */
export const runCouponSale = async <State, Result>(store: Store, sale: Unit<State, Result>): Promise<UnitOutcome<Result>> => {
  const outcome = await store.run(sale);
  return outcome.kind === 'refused' && LIMIT_REASONS.includes(outcome.refusal.reason) ? store.run(sale) : outcome;
};
