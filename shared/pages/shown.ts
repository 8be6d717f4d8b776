import type { PayableView } from '../flows/checkout/view.ts';
import type { Speech } from '../locales/pages/locale.ts';
import { type Brand, brandOf } from './brand.ts';

/** What a page shows and in which locale. */
export interface Shown<View extends PayableView = PayableView> {
  readonly view: View;
  readonly testMode: boolean;
  readonly speech: Speech;
}

export const brandIn = ({ view }: Shown): Brand => brandOf(view.merchantName, view.branding);
