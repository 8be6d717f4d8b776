/** The fields of the forms on the page of an open checkout. `confirmed_country`: the country that the buyer confirmed. */
export type FieldName = 'method' | 'code' | 'immediate_service' | 'confirmed_country' | (typeof DETAILS)[number];

/** The submitted values, shown again after a problem. */
export type Entered = Readonly<Partial<Record<FieldName, string>>>;

/** The fields for buyer details. */
export const DETAILS = [
  'name',
  'email',
  'country',
  'vat_number',
  'line1',
  'postal_code',
  'city',
  'buyer_reference',
  'electronic_address',
] as const;

/** Whether the buyer entered any details. */
export const hasDetails = (entered: Entered): boolean => DETAILS.some((name) => entered[name] !== undefined);
