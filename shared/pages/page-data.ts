import type { PayableView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import type { Entered } from './entered.ts';
import { type Brand, brandOf } from './style/brand.ts';

/** What the pages of a session or one-off payment are rendered from. */
export interface PageData<View extends PayableView = PayableView> {
  readonly view: View;
  readonly testMode: boolean;
  readonly locale: PageLocale;
  /** The buyer's stored details and the method of an earlier attempt; absent: there was no attempt. */
  readonly earlier?: Entered;
  /** The country in the browser's language tag (`AT` for `de-AT`), which the page preselects; absent: none. */
  readonly browserCountry?: string;
}

export const brandIn = ({ view }: PageData): Brand => brandOf(view.merchantName, view.branding);
