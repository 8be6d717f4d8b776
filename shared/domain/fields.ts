/** Free key-value text on an object; `{}` when none was given. */
export type Metadata = { readonly [key: string]: string };

/** A field that `expand` fills; where it was not asked for it is `null`. */
export const unexpanded = <View>(): View | null => null;

/** A postal address without its country, which is next to it. */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

export const viewAddress = (address: Address | null) =>
  address === null ? null : { line1: address.line1, line2: address.line2, postal_code: address.postalCode, city: address.city };
