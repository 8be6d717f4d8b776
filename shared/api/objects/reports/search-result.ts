import * as v from 'valibot';
import { described, doc, named } from '../../schemas/described.ts';
import { listSchema } from '../../schemas/fields.ts';
import { objectName } from '../common.ts';
import { Coupon } from '../coupon.ts';
import { Customer } from '../customer.ts';
import { Invoice } from '../invoice.ts';
import { Payment } from '../payment.ts';
import { Product } from '../product.ts';
import { Subscription } from '../subscription.ts';

/** Schema of a list without a summary. `name` must differ from the name of the list with a summary, such as `InvoiceList`. */
const group = <Schema extends v.GenericSchema>(item: Schema, name: string) => v.nullable(named(listSchema(item), name));

/** What a search found, by kind of object. */
export const SearchResult = v.strictObject({
  object: objectName('search_result'),
  customers: described(
    group(Customer, 'CustomerList'),
    doc('Customers by name or email address; `null` if the key lacks `customers:read`.'),
  ),
  subscriptions: described(
    group(Subscription, 'FoundSubscriptionList'),
    doc(
      'Subscriptions charged to a card whose last four digits match the search text, with their `customer` if the key has `customers:read`; `null` if it lacks `subscriptions:read`.',
    ),
  ),
  invoices: described(
    group(Invoice, 'FoundInvoiceList'),
    doc('The invoice whose number matches the search text; `null` if the key lacks `invoices:read`.'),
  ),
  payments: described(
    group(Payment, 'FoundPaymentList'),
    doc('One-off payments by a card whose last four digits match the search text; `null` if the key lacks `payments:read`.'),
  ),
  products: described(
    group(Product, 'FoundProductList'),
    doc('Products by name, archived ones too; `null` if the key lacks `products:read`.'),
  ),
  coupons: described(group(Coupon, 'FoundCouponList'), doc('Coupons by code, inactive ones too; `null` if the key lacks `coupons:read`.')),
});
