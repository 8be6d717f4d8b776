import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { freshPage, launchBrowser } from '../support/browser.ts';

const DEADLINE_MS = 60_000;

/** A browser in which each test has a separate page, and what it did there. */
export abstract class Desk {
  page!: Page;
  context!: BrowserContext;
  /** What the browser complained of in this test. */
  complaints: string[] = [];
  /** What it was answered that was no success, each with its status. */
  refusals: string[] = [];
  /** The addresses that it asked for. */
  addresses: string[] = [];
  private browser!: Browser;

  constructor() {
    beforeAll(async () => {
      this.browser = await launchBrowser();
    });
    afterAll(() => this.browser.close());
    beforeEach(async () => this.watch(await freshPage(this.browser)));
    afterEach(() => this.context.close());
  }

  private watch({ context, page }: { readonly context: BrowserContext; readonly page: Page }): void {
    Object.assign(this, { context, page, complaints: [], refusals: [], addresses: [] });
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('response', (response) => response.status() >= 400 && this.refusals.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => this.addresses.push(request.url()));
  }

  /** Continues in a browser with these settings. */
  async become(settings: Parameters<Browser['newContext']>[0]): Promise<void> {
    await this.context.close();
    const context = await this.browser.newContext(settings);
    const page = await context.newPage();
    page.setDefaultTimeout(DEADLINE_MS);
    this.watch({ context, page });
  }
}
