import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, type Guard, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { claimCountry } from './create.ts';
import { countryClaim, type TaxRate, taxRateAggregate } from './record.ts';

/** Omitted fields do not change; `displayName: null` removes the name [PAGE-21]. */
export interface UpdateTaxRate {
  readonly displayName?: string | null | undefined;
  readonly active?: boolean | undefined;
}

export interface UpdateTaxRateState {
  readonly rate: Stored<TaxRate> | null;
}

const guardsOf = (before: TaxRate, after: TaxRate): readonly Guard[] => {
  if (before.active === after.active) return [];
  return after.active ? [claimCountry(after)] : [{ kind: 'release', name: countryClaim(before.countryCode) }];
};

/**
 * Updates a tax rate. Refuses to activate the rate while its country has another active rate (409). Invoices and pending charges keep
 * their rate. Writes an audit entry; no event [EVT-72].
 */
export const updateTaxRate = (command: UpdateTaxRate, state: UpdateTaxRateState, _ctx: DecisionContext): Decision<TaxRate> | Refusal => {
  if (state.rate === null) return new Refusal('resource_missing', 'No such tax rate.');
  const after = patched(state.rate.record, command);
  if (!differs(state.rate, after)) return unchanged(after);
  return {
    changes: [change(taxRateAggregate, state.rate, after)],
    events: [],
    audit: audited('tax_rate', 'updated', after.id),
    guards: guardsOf(state.rate.record, after),
    result: after,
  };
};
