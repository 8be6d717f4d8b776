/** Live money or test mode. Chosen by the API key; data never crosses between the two. */
export type Mode = 'live' | 'test';

/** Whose data: every record, event and key belongs to exactly one account and one mode. */
export interface Tenant {
  readonly accountId: string;
  readonly mode: Mode;
}

/** `live` is true for live data; every object of a mode shows it. */
export const livemode = (tenant: Tenant): boolean => tenant.mode === 'live';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
