import type { JsonObject } from './kernel.ts';

/** Free key-value text on an object; `{}` when none was given. */
export type Metadata = { readonly [key: string]: string };

/** A postal address without its country, which stands beside it. */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

export const viewAddress = (address: Address | null): JsonObject | null =>
  address === null ? null : { line1: address.line1, line2: address.line2, postal_code: address.postalCode, city: address.city };
