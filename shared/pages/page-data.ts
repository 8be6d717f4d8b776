import type { PayableView } from '../flows/checkout/view.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import type { Entered } from './entered.ts';
import { type Brand, brandOf } from './style/brand.ts';

export interface PageData<View extends PayableView = PayableView> {
  readonly view: View;
  readonly testMode: boolean;
  readonly locale: PageLocale;
  /** What the buyer entered in an earlier attempt, as it is stored; absent: there was none. */
  readonly earlier?: Entered;
  /** The country of the language that the browser requests (`de-AT`: Austria), which the page proposes; absent: none. */
  readonly browserCountry?: string;
}

export const brandIn = ({ view }: PageData): Brand => brandOf(view.merchantName, view.branding);
