import type { Interval } from '../periods.ts';

/** Ids of the plans that an account can have with the operator of this deployment [ACC-10]. */
export const PLAN_IDS = ['free', 'indie', 'growth', 'scale', 'indie_year', 'growth_year', 'scale_year'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly interval: Interval;
}

/** Returns name and interval of a plan: `growth_year` is `Growth` with the interval `year`. */
export const planOf = (id: PlanId): Plan => {
  const [tier = id, yearly] = id.split('_');
  return { id, name: `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`, interval: yearly === undefined ? 'month' : 'year' };
};
