import { brandingWarnings } from '../../../../shared/pages/style/branding-warnings.ts';
import { READABLE_CONTRAST, textColorOn, WHITE } from '../../../../shared/platform/contrast.ts';
import { colorAt } from '../forms/entered-branding.ts';
import type { Row } from '../objects/rows.ts';

/**
 * The warning about a brand color that the API's rule finds hard to read, and what the pages do about it. `null`: the entered colors are
 * readable, or incomplete.
 */
export const contrastWarning = (branding: Row): string | null => {
  const [primaryColor, backgroundColor] = [colorAt(branding, 'primary_color'), colorAt(branding, 'background_color')];
  const [warning] = brandingWarnings({ primaryColor, backgroundColor });
  if (warning === undefined || primaryColor === null) return null;
  const background = backgroundColor === null ? 'a white page' : 'your page background';
  const label = textColorOn(primaryColor) === WHITE ? 'white' : 'black';
  return (
    `${primaryColor} is hard to read on ${background}: the contrast is ${warning.contrastRatio.toFixed(1)}, and text needs ` +
    `${READABLE_CONTRAST} (WCAG AA). Buttons keep your color, with ${label} text. Links and focus outlines use ` +
    `${warning.suggestedColor} instead.`
  );
};
