/** Key-value pairs of an object; `{}`: none. */
export type Metadata = { readonly [key: string]: string };

/** Returns `null`, typed as the value of a field that `expand` replaces with an object. */
export const unexpanded = <View>(): View | null => null;

/** A postal address. The country is a separate field of the object. */
export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
}

export const viewAddress = (address: Address | null) =>
  address === null ? null : { line1: address.line1, line2: address.line2, postal_code: address.postalCode, city: address.city };
