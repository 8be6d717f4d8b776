import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { IS_PACKAGED_BROWSER } from '../support/browser.ts';
import { service } from '../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { BrowserUi } from './browser-ui.ts';
import { compactPicture, pictureDifference } from './picture-comparison.ts';

/**
 * The component page of the local host. In the packaged browser, its screenshots are compared with those in `pictures/`; other browsers
 * have other fonts. `UPDATE_PICTURES=1` replaces the pictures; look at their changes before you commit them.
 */

const { baseUrl, mails } = service();
const PICTURES = join(REPOSITORY_ROOT, 'test', 'browser', 'pictures');
const FAILED = join(REPOSITORY_ROOT, 'test', '.results', 'pictures');
const IS_UPDATE = process.env['UPDATE_PICTURES'] === '1';
/** The pictures are part of every clone. */
const MAX_TOTAL_BYTES = 1_000_000;

const WIDE = { width: 1000, height: 800 };
const PHONE = { width: 390, height: 844 };

class ComponentPage extends BrowserUi {
  /** Opens the page with the time and locale of the sample data. */
  async openPage(viewport: typeof WIDE, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
    await this.useContext({ viewport, colorScheme, locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', bypassCSP: true });
    await this.page.clock.setFixedTime(new Date('2026-11-04T09:30:00Z'));
    await this.page.goto(`${baseUrl}/_local/components`);
    const links = this.page.getByRole('navigation', { name: 'Components' }).getByRole('link');
    await links.first().waitFor();
    // The console's `scroll-padding` would cut off pictures of elements that are as tall as the window.
    await this.page.addStyleTag({ content: 'html:has(#console) { scroll-padding: 0 !important; }' });
    return (await links.evaluateAll((all) => all.map((link) => (link as unknown as { hash: string }).hash))).map((hash) => hash.slice(1));
  }

  /** Shows a component and waits until it has loaded. Does not wait for its `loading` states, which never finish. */
  async show(component: string): Promise<void> {
    await this.page.goto(`${baseUrl}/_local/components#${component}`);
    await this.page.locator(`main[data-component="${component}"]`).waitFor();
    await this.page
      .locator('main')
      .filter({ hasNot: this.page.locator('.stage:not([data-state*=loading]) [aria-busy=true]') })
      .waitFor();
    await this.page.evaluate('document.activeElement?.blur()');
  }
}

const ui = new ComponentPage();

/**
 * Takes a picture of the `.stage` of a state. If the stage has `data-shows`, opens the content with that selector, and takes a picture of
 * it instead.
 */
const pictureOf = async (page: Page, state: string): Promise<Buffer> => {
  const stage = page.locator(`.stage[data-state="${state}"]`);
  const shows = await stage.getAttribute('data-shows');
  const options = { animations: 'disabled', caret: 'hide' } as const;
  if (shows === null) return stage.screenshot(options);
  const shown = page.locator(shows).last();
  // On wide screens the navigation is visible without a click.
  if (!(await shown.isVisible())) await stage.locator('button, input').first().click();
  await shown.waitFor();
  // The text is replaced when the options of a picker are loaded.
  if (!state.includes('loading')) await shown.filter({ hasNotText: 'Loading' }).waitFor();
  // A control under the pointer would look different.
  await page.mouse.move(0, 0);
  const picture = await shown.screenshot(options);
  await page.keyboard.press('Escape');
  return picture;
};

const fileOf = (component: string, state: string, variant: string): string =>
  `${component}-${state.replaceAll(/[^a-z]+/g, '-')}-${variant}.png`;

/** Compares the states of the components with the pictures. Returns the differences. */
const differencesOf = async (components: readonly string[], variant: string): Promise<readonly string[]> => {
  const differences: string[] = [];
  for (const component of components) {
    await ui.show(component);
    const states = await ui.page.locator('.stage').evaluateAll((all) => all.map((stage) => stage.getAttribute('data-state') ?? ''));
    for (const state of states) {
      const file = fileOf(component, state, variant);
      const actual = await pictureOf(ui.page, state);
      const expected = await readFile(join(PICTURES, file)).catch(() => null);
      const difference = expected === null ? 'has no picture' : pictureDifference(actual, expected);
      if (difference === null) continue;
      if (IS_UPDATE) await writeFile(join(PICTURES, file), compactPicture(actual));
      else {
        await mkdir(FAILED, { recursive: true });
        await writeFile(join(FAILED, file), actual);
        differences.push(`${file} ${difference}`);
      }
    }
  }
  return differences;
};

const HINT = 'The new pictures are in test/.results/pictures. UPDATE_PICTURES=1 accepts them.';

/** The components whose layout differs on phones. */
const ON_PHONES = ['data-table', 'filter-bar', 'drawer', 'stat-card', 'timeline'];

describe.runIf(mails !== null)('the component page of the local service', () => {
  it.each(['light', 'dark'] as const)('shows accessible components without errors in the %s scheme', async (scheme) => {
    for (const viewport of [WIDE, PHONE]) {
      for (const component of await ui.openPage(viewport, scheme)) {
        await ui.show(component);
        // Content that is being loaded again is dimmed for a moment, below the contrast of other content.
        await ui.page.evaluate("document.querySelectorAll('.dim').forEach((each) => each.classList.remove('dim'))");
        // The page shows each component several times, so landmarks with the same name are expected.
        const findings = (await axeFindings(ui.page)).filter((finding) => !finding.startsWith('landmark-unique:'));
        expect(findings, component).toEqual([]);
        expect(await horizontalOverflow(ui.page), component).toBe(0);
        expect(await accessibilityProblems(ui.page), component).toEqual([]);
      }
    }
    expect(ui.consoleErrors).toEqual([]);
    expect(ui.failedResponses).toEqual([]);
  });

  it('has a picker whose list opens on request and starts at the chosen option', async () => {
    await ui.openPage(WIDE, 'light');
    await ui.show('entity-picker');
    const picker = ui.page.getByRole('combobox', { name: 'Selected customer' });
    await expect.poll(() => picker.inputValue()).toBe('Birgit Lang');
    await picker.focus();
    expect(await picker.getAttribute('aria-expanded')).toBe('false');
    await picker.press('ArrowDown');
    await ui.page.getByRole('option', { name: 'Birgit Lang', selected: true }).waitFor();
    await picker.press('Enter');
    expect(await picker.inputValue()).toBe('Birgit Lang');
    // Without a value, the list offers the options at once.
    await ui.page.getByRole('combobox', { name: 'Customer', exact: true }).focus();
    await ui.page.getByRole('option', { name: 'Birgit Lang' }).waitFor();
  });

  it('has dialogs that take the focus and return it when they close, with space between the text and the form', async () => {
    await ui.openPage(PHONE, 'light');
    await ui.show('confirm-dialog');
    await ui.page.getByRole('button', { name: 'Open' }).last().click();
    const dialog = ui.page.getByRole('dialog', { name: 'Edit customer' });
    await expect.poll(() => ui.page.evaluate('document.activeElement.id')).toBe('field-name');
    const [note, form] = [await dialog.getByText('Test mode').boundingBox(), await dialog.locator('form').boundingBox()];
    expect((form?.y ?? 0) - (note?.y ?? 0) - (note?.height ?? 0)).toBeGreaterThanOrEqual(8);
    await ui.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await ui.page.evaluate('document.activeElement.textContent')).toBe('Open');
  });

  it('has the content security policy of the console', async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${baseUrl}${path}`)).headers.get('content-security-policy')?.replace(/sha256-[^']+/, '');
    expect(await policyOf('/_local/components')).toBe(await policyOf('/console'));
    expect((await fetch(`${baseUrl}/_local/components/none.js`)).status).toBe(404);
  });

  describe.runIf(IS_PACKAGED_BROWSER)('compared with the committed pictures', () => {
    it.each(['light', 'dark'] as const)('looks as before on wide screens in the %s scheme', async (scheme) => {
      expect(await differencesOf(await ui.openPage(WIDE, scheme), `wide-${scheme}`), HINT).toEqual([]);
    });

    it('looks as before on phones', async () => {
      const components = await ui.openPage(PHONE, 'light');
      const selected = components.filter((each) => ON_PHONES.includes(each));
      expect(await differencesOf(selected, 'phone-light'), HINT).toEqual([]);
    });

    it('has pictures of at most 1 MB in total', async () => {
      const files = await readdir(PICTURES);
      const sizes = await Promise.all(files.map(async (file) => (await stat(join(PICTURES, file))).size));
      expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(MAX_TOTAL_BYTES);
    });
  });
});
