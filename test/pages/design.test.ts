import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { CONSOLE_PAGE } from '../../shared/pages/console-page.ts';
import { FRAME_PAGE } from '../../shared/pages/frame-page.ts';
import { PORTAL_PAGE } from '../../shared/pages/portal-page.ts';
import { STYLE } from '../../shared/pages/style/style.ts';
import { colorLiterals, declarationsOffScale } from './support/design-rules.ts';

/** Files and folders that may contain colours, each with its reason. */
const COLORS_ALLOWED: Readonly<Record<string, string>> = {
  'shared/platform/design-tokens.ts': 'the tokens',
  'shared/platform/contrast.ts': 'black and white, with which colours are mixed until they are readable',
  'shared/documents/pdf/': 'ink on paper, which has no dark scheme; documents are stored and do not change',
  'functions/console/browser/settings/branding.tsx': 'an example in the hint of a field',
  'scripts/local/components/browser/controls.tsx': 'a sample value',
};

const sources = ['functions', 'shared', 'scripts/local'].flatMap((folder) =>
  readdirSync(join(REPOSITORY_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:tsx?|css)$/.test(path) && !/\.generated\./.test(path))
    .map((path) => ({ path, text: readFileSync(join(REPOSITORY_ROOT, path), 'utf8') })),
);
const isAllowed = (path: string): boolean => Object.keys(COLORS_ALLOWED).some((allowed) => path.startsWith(allowed));

describe('the design system', () => {
  it('has all colours of pages and emails in one file, apart from `COLORS_ALLOWED`', () => {
    expect(sources.filter(({ path }) => !isAllowed(path)).flatMap(colorLiterals)).toEqual([]);
  });

  it('lists in `COLORS_ALLOWED` only files and folders that contain colours', () => {
    const unused = Object.keys(COLORS_ALLOWED).filter(
      (allowed) => !sources.some((source) => source.path.startsWith(allowed) && colorLiterals(source).length > 0),
    );
    expect(unused).toEqual([]);
  });

  const sheets = {
    'hosted pages': STYLE,
    console: CONSOLE_PAGE.style,
    portal: PORTAL_PAGE.style,
    'payment element': FRAME_PAGE.style,
    'sandbox and local service': [
      'shared/sandbox/outcome-page.ts',
      'scripts/local/local-page.ts',
      'scripts/local/components/component-page.ts',
    ]
      .map((path) => /const STYLE = `([\s\S]*?)`;/.exec(sources.find((source) => source.path === path)?.text ?? '')?.[1] ?? '')
      .join('\n'),
    documentation: sources
      .filter(({ path }) => path.endsWith('.css'))
      .map(({ text }) => text)
      .join('\n'),
  };

  it.each(Object.entries(sheets))(
    'contains each distance, text size, font weight and corner radius of the %s in its scales',
    (_name, sheet) => {
      expect(sheet.length).toBeGreaterThan(100);
      expect(declarationsOffScale(sheet)).toEqual([]);
    },
  );
});

describe('the checks of the design system', () => {
  it.each([
    'const RED = "#d00";',
    'a { color: #16181d; }',
    'a { color: #16181dcc }',
    'a { box-shadow: 0 1px 2px rgb(0 0 0 / .2); }',
    'a { color: hsl(210, 50%, 40%) }',
    '<path stroke="#fff">',
  ])('report the colour in %s', (text) => {
    expect(colorLiterals({ path: 'a.ts', text })).toHaveLength(1);
  });

  it.each(['location.hash = "#/live/customers"', 'href="#code"', '/^rgb\\((\\d+)/', "'&#39;'", 'see #123-4', 'url(a#face.svg)'])(
    'report no colour in %s',
    (text) => {
      expect(colorLiterals({ path: 'a.ts', text })).toEqual([]);
    },
  );

  it.each([
    'padding: .625rem 1rem',
    'margin: 0 0 1.25rem !important',
    'margin-top: 20px',
    'gap: 4rem',
    'font-size: .875rem',
    'font: 14px sans-serif',
    'font: 700 var(--text-body) var(--font)',
    'font-weight: 650',
    'border-radius: .5rem',
    'border-top-left-radius: 4px',
    'min-height: 48px',
  ])('report the declaration %s', (declaration) => {
    expect(declarationsOffScale(`a { ${declaration}; }`)).toHaveLength(1);
    expect(declarationsOffScale(`a { ${declaration} }`)).toHaveLength(1);
  });

  it.each([
    'padding: calc(var(--space-3) - 1px) var(--space-4) 0 auto',
    'margin: -1px 0 .5rem',
    'gap: calc(2 * var(--space-6))',
    'font: 600 var(--text-title) var(--font)',
    'font: var(--text-table) ui-monospace, Menlo, monospace',
    'border-radius: 0 0 var(--radius-card) var(--radius-card)',
    'min-height: var(--control-buyer)',
    'margin-bottom: var(--space-4) !important',
  ])('do not report the declaration %s', (declaration) => {
    expect(declarationsOffScale(`a { ${declaration}; }`)).toEqual([]);
  });
});
