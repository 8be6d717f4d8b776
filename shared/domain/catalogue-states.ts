type Activity = 'active' | 'inactive';

/** List state of a product, price or coupon. */
export const activityOf = ({ active }: { readonly active: boolean }): Activity => (active ? 'active' : 'inactive');
