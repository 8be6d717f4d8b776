import { describe, expect, it } from 'vitest';
import { brandingWarnings } from '../../shared/pages/style/branding-warnings.ts';

describe('the contrast warnings of a branding', () => {
  it.each([
    ['no color', null, null, []],
    ['a dark color on white', '#0B57D0', null, []],
    ['a yellow on white', '#F5C400', null, [{ param: 'primary_color', contrastRatio: 1.6, suggestedColor: '#8e7200' }]],
    ['a yellow on a dark background', '#f5c400', '#12243d', []],
    ['a dark blue on a dark background', '#0b57d0', '#12243d', [{ param: 'primary_color', contrastRatio: 2.4, suggestedColor: '#598ddf' }]],
  ])('exist only for an unreadable primary color, and suggest a readable color: %s', (_what, primaryColor, backgroundColor, warnings) => {
    expect(brandingWarnings({ primaryColor, backgroundColor })).toEqual(warnings);
  });
});
