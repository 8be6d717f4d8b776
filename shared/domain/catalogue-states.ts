type Activity = 'active' | 'inactive';

/** The list state (`listStateOf`) of a product, price or coupon. */
export const activityOf = ({ active }: { readonly active: boolean }): Activity => (active ? 'active' : 'inactive');
