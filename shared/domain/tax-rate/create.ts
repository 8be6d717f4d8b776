import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, type Guard } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { countryClaim, type TaxRate, taxRateAggregate } from './record.ts';

export interface CreateTaxRate {
  readonly countryCode: string;
  readonly rateBasisPoints: number;
  readonly displayName?: string | null | undefined;
  readonly active?: boolean | undefined;
}

/** Guard that makes the rate the only active rate of its country. */
export const claimCountry = (rate: TaxRate): Guard => ({
  kind: 'claim',
  name: countryClaim(rate.countryCode),
  owner: rate.id,
  refusal: new Refusal('state_conflict', `${rate.countryCode} already has an active tax rate.`, { reason: 'tax_rate_country_taken' }),
});

/** Creates a tax rate for later charges. Refuses a second active rate of a country (409). Writes an audit entry; no event [EVT-72]. */
export const createTaxRate = (command: CreateTaxRate, _state: null, ctx: DecisionContext): Decision<TaxRate> => {
  const rate: TaxRate = {
    id: ctx.ids.next(taxRateAggregate.prefix),
    created: ctx.now,
    countryCode: command.countryCode,
    rateBasisPoints: command.rateBasisPoints,
    displayName: command.displayName ?? null,
    active: command.active ?? true,
  };
  return {
    changes: [change(taxRateAggregate, null, rate)],
    events: [],
    audit: audited('tax_rate', 'created', rate.id),
    guards: rate.active ? [claimCountry(rate)] : [],
    result: rate,
  };
};
