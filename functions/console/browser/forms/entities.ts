import type { Api } from '../app/api.ts';
import { ID_PATTERN } from '../app/screens.ts';
import type { RowOf } from '../objects/rows.ts';
import type { EntityKind } from './forms.ts';
import { clockOption, customerOption, meterOption, type Option, priceOption, productOption } from './options.ts';

/** The values of fields in which the member chooses objects. */

/** The option for the current value of a field; `null`: no such object, or it could not be read. */
export const optionOf = async (api: Api, kind: EntityKind, value: string): Promise<Option | null> => {
  if (kind === 'coupons') return { value, title: value, detail: '' };
  const row = await api.calls.object(api.mode, `${kind}/${encodeURIComponent(value)}`).catch(() => null);
  if (row === null) return null;
  if (kind === 'customers') return customerOption(row as RowOf['customers']);
  if (kind === 'products') return productOption(row as RowOf['products']);
  if (kind === 'meters') return meterOption(row as RowOf['meters']);
  if (kind === 'test_clocks') return clockOption(row as RowOf['test_clocks']);
  const price = row as RowOf['prices'];
  const product = (await api.calls.object(api.mode, `products/${price.product_id}`).catch(() => null)) as RowOf['products'] | null;
  return priceOption(price, product?.name ?? price.product_id);
};

/** Whether a typed text can be the field's value without choosing an option: any id, and for coupons any text, which can be a code. */
export const canBeValue = (kind: EntityKind, text: string): boolean => kind === 'coupons' || ID_PATTERN.test(text);
