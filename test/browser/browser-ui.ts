import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { freshPage, launchBrowser } from '../support/browser.ts';

const DEADLINE_MS = 60_000;

/** A browser with a new page for each test, which records the page's errors and requests. Sets long timeouts for the test file. */
export abstract class BrowserUi {
  page!: Page;
  context!: BrowserContext;
  /** Console errors and uncaught exceptions in this test. */
  consoleErrors: string[] = [];
  /** Status and URL of failed responses. */
  failedResponses: string[] = [];
  /** The requested URLs. */
  requestUrls: string[] = [];
  private browser!: Browser;

  constructor() {
    // Browsers are slow on a busy machine. The tests wait for conditions, so long timeouts do not slow them down.
    vi.setConfig({ testTimeout: 2 * DEADLINE_MS, hookTimeout: 2 * DEADLINE_MS });
    beforeAll(async () => {
      this.browser = await launchBrowser();
    });
    afterAll(() => this.browser.close());
    beforeEach(async () => this.watch(await freshPage(this.browser)));
    afterEach(() => this.context.close());
  }

  private watch({ context, page }: { readonly context: BrowserContext; readonly page: Page }): void {
    Object.assign(this, { context, page, consoleErrors: [], failedResponses: [], requestUrls: [] });
    page.on('console', (message) => message.type() === 'error' && this.consoleErrors.push(message.text()));
    page.on('pageerror', (error) => this.consoleErrors.push(error.message));
    page.on('response', (response) => response.status() >= 400 && this.failedResponses.push(`${response.status()} ${response.url()}`));
    page.on('request', (request) => this.requestUrls.push(request.url()));
  }

  /** Replaces the browser context with a new context with these settings. */
  async useContext(settings: Parameters<Browser['newContext']>[0]): Promise<void> {
    await this.context.close();
    const context = await this.browser.newContext(settings);
    const page = await context.newPage();
    page.setDefaultTimeout(DEADLINE_MS);
    this.watch({ context, page });
  }
}
