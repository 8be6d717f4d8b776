import { describe, expect, it } from 'vitest';
import { CONSOLE_PAGE } from '../../shared/pages/console-page.ts';
import { FRAME_PAGE } from '../../shared/pages/frame-page.ts';
import { PORTAL_PAGE } from '../../shared/pages/portal-page.ts';
import { STYLE } from '../../shared/pages/style/style.ts';
import { contrastOf, READABLE_CONTRAST } from '../../shared/platform/contrast.ts';
import { DARK, LIGHT } from '../../shared/platform/design-tokens.ts';

const TONES = ['success', 'warning', 'danger', 'info'] as const;

describe('the design tokens', () => {
  it.each(Object.entries({ LIGHT, DARK }))(
    'have readable text on every background, visible borders and visible charts in the colour scheme %s',
    (_scheme, colors) => {
      for (const background of [colors.page, colors.panel]) {
        for (const color of [colors.text, colors.soft, colors.accent, ...TONES.map((tone) => colors[tone])]) {
          expect(contrastOf(color, background), `${color} on ${background}`).toBeGreaterThanOrEqual(READABLE_CONTRAST);
        }
        expect(contrastOf(colors.line, background)).toBeGreaterThanOrEqual(3);
      }
      for (const tone of TONES) expect(contrastOf(colors[tone], colors[`${tone}-bg`])).toBeGreaterThanOrEqual(READABLE_CONTRAST);
      for (const color of [colors['code-keyword'], colors['code-string'], colors['code-number'], colors['code-name']]) {
        expect(contrastOf(color, colors.panel)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
      }
      expect(contrastOf(colors.chart, colors.page)).toBeGreaterThanOrEqual(3);
      expect(contrastOf(colors['on-fill'], colors.fill)).toBeGreaterThanOrEqual(READABLE_CONTRAST);
    },
  );

  it.each(Object.entries({ hosted: '', console: CONSOLE_PAGE.style, portal: PORTAL_PAGE.style, element: FRAME_PAGE.style }))(
    'declare every property that the style sheet of the %s page uses',
    (_page, style) => {
      const sheet = `${STYLE}${style}`;
      const declared = new Set([...sheet.matchAll(/(--[a-z0-9-]+)\s*:/g)].map(([, name]) => name));
      const used = [...sheet.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name);
      expect(used.length).toBeGreaterThan(10);
      expect(used.filter((name) => !declared.has(name))).toEqual([]);
    },
  );
});
