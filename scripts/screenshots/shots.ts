import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { TOKENS } from '../../shared/platform/design-tokens.ts';
import { html, raw } from '../../shared/platform/html.ts';

/** Folder, file names and variants of the screenshots, and the page that shows all of them. */

export const DIRECTORY = join(REPOSITORY_ROOT, 'test', '.results', 'screenshots');

export const SCREENS = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1280, height: 800 },
  desktop: { width: 1440, height: 900 },
} as const;
export const SCHEMES = ['light', 'dark'] as const;

export interface Variant {
  readonly screen: keyof typeof SCREENS;
  readonly scheme: (typeof SCHEMES)[number];
}

export const VARIANTS: readonly Variant[] = (['phone', 'laptop', 'desktop'] as const).flatMap((screen) =>
  SCHEMES.map((scheme) => ({ screen, scheme })),
);

export interface Shot {
  readonly state: string;
  readonly variant: string;
  readonly file: string;
}

export const shotOf = (state: string, { screen, scheme }: Variant): Shot => ({
  state,
  variant: `${screen}, ${scheme}`,
  file: `${state}-${screen}-${scheme}.png`,
});

export const removeShots = async (isOld: (file: string) => boolean): Promise<void> => {
  const files = await readdir(DIRECTORY).catch(() => []);
  await Promise.all(files.filter(isOld).map((file) => rm(join(DIRECTORY, file))));
};

const sheetOf = (shots: readonly Shot[]): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Screenshots</title>
<style>${raw(TOKENS)} body { font: var(--text-body) var(--font); background: var(--panel); } figure { display: inline-block; margin: 8px; vertical-align: top; } img { display: block; height: 420px; box-shadow: var(--shadow-menu); }</style></head>
<body>${shots.map(
    ({ state, variant, file }) => html`<figure><img src="${file}" alt=""><figcaption>${state} – ${variant}</figcaption></figure>\n`,
  )}</body></html>
`.markup;

/** Writes a page with all screenshots, and a screenshot of it; returns the page's path. */
export const writeSheet = async (browser: Browser, name: string, shots: readonly Shot[]): Promise<string> => {
  const sheet = join(DIRECTORY, `${name}.html`);
  await writeFile(sheet, sheetOf([...shots].sort((a, b) => a.state.localeCompare(b.state))));
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({ path: join(DIRECTORY, `${name}.png`), fullPage: true });
  await page.close();
  return sheet;
};
