import { describe, expect, it } from 'vitest';
import { contrastWarning } from '../../functions/console/browser/settings/contrast-warning.ts';

describe('the contrast warning of the branding form', () => {
  it('names the contrast, and what pages do with a light color on white', () => {
    expect(contrastWarning({ primary_color: '#F5C400', background_color: '' })).toBe(
      '#f5c400 is hard to read on a white page: the contrast is 1.6, and text needs 4.5 (WCAG AA). Buttons keep your color, with black text. ' +
        'Links and focus outlines use #8e7200 instead.',
    );
  });

  it('is about the page background if there is one', () => {
    expect(contrastWarning({ primary_color: '#0b57d0', background_color: '#12243d' })).toMatch(
      /^#0b57d0 is hard to read on your page background: the contrast is 2\.4.*with white text\. Links and focus outlines use #598ddf instead\.$/,
    );
  });

  it.each([
    ['a readable color', { primary_color: '#0b57d0' }],
    ['no color', { primary_color: '' }],
    ['a color that is being typed', { primary_color: '#f5c' }],
    ['no values', {}],
  ])('is absent for %s', (_what, branding) => {
    expect(contrastWarning(branding)).toBeNull();
  });
});
