/** Live or test mode, selected by the API key. The data of the two modes is separate. */
export type Mode = 'live' | 'test';

/** Account and mode; every record, event and key belongs to exactly one tenant. */
export interface Tenant {
  readonly accountId: string;
  readonly mode: Mode;
}

/** Value of `livemode` in API objects. */
export const livemode = (tenant: Tenant): boolean => tenant.mode === 'live';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
