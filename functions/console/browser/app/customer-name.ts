/** The fields from which the shown name of a customer is made. */
interface Named {
  readonly name: string | null;
  readonly email: string | null;
}

/** The text for a customer that has neither name nor email address. The end of the id tells such customers apart. */
export const unnamedCustomer = (id: string): string => `Unnamed customer …${id.slice(-4)}`;

/** The name of a customer, or its email address; `customer`: `null` or `undefined` if only the id is known. */
export const customerName = (customer: Named | null | undefined, id: string): string =>
  customer?.name ?? customer?.email ?? unnamedCustomer(id);
