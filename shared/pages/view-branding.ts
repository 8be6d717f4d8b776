import { type Account, viewPortalBranding } from '../domain/account/record.ts';
import { brandingWarnings } from './style/branding-warnings.ts';

/** The API's `portal_branding` with its warnings. */
export const viewBranding = (account: Account) => ({
  ...viewPortalBranding(account),
  contrast_warnings: brandingWarnings(account.branding).map(({ param, contrastRatio, suggestedColor }) => ({
    param,
    contrast_ratio: contrastRatio,
    suggested_color: suggestedColor,
  })),
});
