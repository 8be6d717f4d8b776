import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_BRANDING } from '../../shared/domain/account/record.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';
import { renderPage } from '../../shared/pages/layout.ts';
import { brandOf, styleOf } from '../../shared/pages/style/brand.ts';
import { paletteOn } from '../../shared/pages/style/palette.ts';
import { contrastOf, READABLE_CONTRAST, readableOn, textColorOn } from '../../shared/platform/contrast.ts';
import { html } from '../../shared/platform/html.ts';

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('is computed as defined by WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#123456', '#123456')).toBe(1);
  });
});

describe("a merchant's colour", () => {
  it('is adjusted to be readable on light and dark pages, and text on the unadjusted colour is readable', () => {
    fc.assert(
      fc.property(color, fc.constantFrom('#ffffff', '#121212'), (primary, background) => {
        const readable = readableOn(background, primary);
        expect(readable).toMatch(/^#[0-9a-f]{6}$/);
        expect(contrastOf(readable, background)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
        expect(contrastOf(primary, textColorOn(primary))).toBeGreaterThanOrEqual(READABLE_CONTRAST);
      }),
      { numRuns: 1000 },
    );
  });

  it('is unchanged if it is readable', () => {
    expect(readableOn('#ffffff', '#0b57d0')).toBe('#0b57d0');
    expect(readableOn('#121212', '#ffdd00')).toBe('#ffdd00');
    expect([textColorOn('#0b57d0'), textColorOn('#ffdd00')]).toEqual(['#ffffff', '#000000']);
  });
});

describe('a custom page background', () => {
  const chosenColors = fc.record({ text: fc.option(color), primary: fc.option(color), danger: fc.option(color) });

  it('has readable colours for all parts of the page, for any chosen colours', () => {
    fc.assert(
      fc.property(color, chosenColors, (background, colors) => {
        const palette = paletteOn(background, colors);
        const contrast = (one: string, other: string): number => contrastOf(String(palette[one]), String(palette[other]));
        for (const textColor of ['--text', '--soft', '--accent', '--danger']) {
          expect(contrast(textColor, '--page')).toBeGreaterThanOrEqual(READABLE_CONTRAST);
          expect(contrast(textColor, '--panel')).toBeGreaterThanOrEqual(READABLE_CONTRAST);
        }
        expect(contrast('--on-fill', '--fill')).toBeGreaterThanOrEqual(READABLE_CONTRAST);
        // WCAG requires a contrast of 3 for lines, less than for text.
        expect(contrast('--line', '--page')).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 1000 },
    );
  });

  it('determines whether hosted pages use the light or the dark colour scheme', () => {
    const styled = (backgroundColor: string | null, primaryColor: string | null = null) =>
      styleOf(brandOf('Tea', { ...NO_BRANDING, backgroundColor, primaryColor }));
    expect(styled('#FFFBE6')).toMatch(/^:root \{ color-scheme: only light; --page: #fffbe6; /);
    expect(styled('#101820', '#ffee00')).toMatch(/color-scheme: only dark; --page: #101820; .*--fill: #ffee00; --on-fill: #000000;/);
    expect(styled(null, '#ffee00')).not.toContain('--page');
    expect(styled(null)).toBeNull();
  });
});

describe('a page with a brand', () => {
  const branded = brandOf('Tea & Sons', {
    ...NO_BRANDING,
    logoUrl: 'https://cdn.tea.example/logo.svg?a=1&b="2',
    primaryColor: '#ffee00',
    termsUrl: 'https://tea.example/terms',
    privacyUrl: 'javascript:alert(1)',
    supportEmail: 'help@tea.example',
  });
  const page = renderPage({ title: 'Checkout', brand: branded, testMode: false, locale: ENGLISH, content: html`<p>Here</p>` });

  it('shows the logo, loads no other image, and overrides the default colours', () => {
    expect(page.markup).toContain('<img src="https://cdn.tea.example/logo.svg?a=1&amp;b=%222" alt="Tea &amp; Sons"');
    expect(page.policy).toContain('img-src https://cdn.tea.example;');
    expect(page.markup).toContain(`<style>${styleOf(branded)}</style>`);
    expect(page.policy.match(/'sha256-/g)).toHaveLength(2);
  });

  it('has the icon of the merchant, or else the logo, or else the first letter of the name in the brand color', () => {
    const iconIn = (fields: Partial<typeof NO_BRANDING>) => brandOf('“tea & Sons”', { ...NO_BRANDING, ...fields }).iconUrl;
    expect(page.markup).toContain('<link rel="icon" href="https://cdn.tea.example/logo.svg?a=1&amp;b=%222">');
    expect(iconIn({ iconUrl: 'https://icons.example/tea.png', logoUrl: 'https://cdn.tea.example/logo.svg' })).toBe(
      'https://icons.example/tea.png',
    );
    const letter = decodeURIComponent(iconIn({ primaryColor: '#ffee00', iconUrl: 'http://icons.example/tea.png' }));
    expect(letter).toMatch(/^data:image\/svg\+xml,.*fill="#ffee00".*fill="#000000">T<\/text>/);
  });

  it('links the terms and help pages, but not `javascript:` URLs', () => {
    expect(page.markup).toContain('<a href="https://tea.example/terms">Terms</a>');
    expect(page.markup).toContain('<a href="mailto:help@tea.example">Help</a>');
    expect(page.markup).not.toContain('javascript:');
  });

  it('shows the name and allows no image if the logo is missing or has no HTTPS URL', () => {
    for (const logoUrl of [null, 'http://tea.example/logo.png', 'https://', 'data:image/png;base64,AAAA']) {
      const plain = renderPage({
        title: 'Checkout',
        brand: brandOf('Tea', { ...NO_BRANDING, logoUrl }),
        testMode: false,
        locale: ENGLISH,
        content: null,
      });
      expect(plain.markup).toContain('<header><p>Tea</p></header>');
      expect(plain.markup).not.toContain('<img');
      expect(plain.markup).not.toContain('<footer>');
      expect(plain.policy).toContain('; img-src data:;');
    }
  });
});
