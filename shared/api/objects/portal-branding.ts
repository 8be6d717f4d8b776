import * as v from 'valibot';
import { objectHead, openEnum } from './common.ts';

const text = v.nullable(v.string());

export const PortalBranding = v.strictObject({
  ...objectHead('portal_branding'),
  display_name: text,
  logo_url: text,
  icon_url: text,
  primary_color: text,
  background_color: text,
  support_email: text,
  support_url: text,
  privacy_url: text,
  terms_url: text,
  plans: v.union([openEnum(), v.array(v.string())]),
});
