type Activity = 'active' | 'inactive';

/** List state of a product, price or coupon. */
export const activity = ({ active }: { readonly active: boolean }): Activity => (active ? 'active' : 'inactive');
