import type { PayableView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Brand, brandOf } from './style/brand.ts';

export interface PageData<View extends PayableView = PayableView> {
  readonly view: View;
  readonly testMode: boolean;
  readonly locale: PageLocale;
}

export const brandIn = ({ view }: PageData): Brand => brandOf(view.merchantName, view.branding);
