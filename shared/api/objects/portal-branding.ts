import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { objectHead, openEnum } from './common.ts';

const text = v.nullable(v.string());

export const PortalBranding = v.strictObject({
  ...objectHead('portal_branding', doc('Id of the account. Starts with `acct_`.')),
  livemode: described(v.boolean(), doc('Always true: both modes share the branding.')),
  display_name: described(text, doc('Name shown on the pages; `null`: the name of the account.')),
  logo_url: described(text, doc('URL of the logo on the pages; `null`: none.')),
  icon_url: described(text, doc('URL of the small icon of the pages; `null`: none.')),
  primary_color: described(text, doc('Color of buttons and links, in the form `#rrggbb`; `null`: the default color.')),
  background_color: described(text, doc('Color of the background, in the form `#rrggbb`; `null`: the default color.')),
  support_email: described(text, doc('Email address for questions of customers; `null`: the email address of the account.')),
  support_url: described(text, doc('URL of your support page; `null`: none.')),
  privacy_url: described(text, doc('URL of your privacy policy; `null`: none.')),
  terms_url: described(text, doc('URL of your terms; `null`: none.')),
  withdrawal_url: described(v.optional(v.string()), doc('URL of your information about the right of withdrawal; absent: none.')),
  contrast_warnings: described(
    v.array(
      v.strictObject({
        param: described(openEnum(['primary_color']), doc('Field of the color.')),
        contrast_ratio: described(v.number(), doc('Contrast of the color with the background, from 1 to 21. Text needs 4.5 (WCAG 2.2).')),
        suggested_color: described(v.string(), doc('The nearest readable color, in the form `#rrggbb`.')),
      }),
    ),
    doc('Colors that are hard to read on the background; empty if there are none. Links use `suggested_color`, buttons the color itself.'),
  ),
  plans: described(
    v.union([openEnum(['same_product', 'all']), v.array(v.string())]),
    doc('Prices that customers can change to in the portal: `same_product` (those of the same product), `all`, or a list of price ids.'),
  ),
});
