type Activity = 'active' | 'inactive';

/** Whether a product, price or coupon is offered: the state that lists are filtered by. */
export const activity = ({ active }: { readonly active: boolean }): Activity => (active ? 'active' : 'inactive');
