import { beforeAll, expect } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../../scripts/support/api.ts';
import { signIn, signInLink } from '../../contract/support/console.ts';
import { newPlan, subscribe } from '../../contract/support/objects.ts';
import { service } from '../../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from '../accessibility.ts';
import { axeFindings } from '../axe.ts';
import { BrowserUi } from '../browser-ui.ts';
import { START } from '../test-clocks.ts';

export const OWNER = 'test@example.com';
/** A name with HTML that would run a script if it were not escaped. */
export const NAME = 'Ada <img src=x onerror="alert(1)">';

/** Screens that are tabs of another navigation entry, with the labels of the entry and of the tab. */
const TABS: Readonly<Record<string, readonly [entry: string, tab: string]>> = {
  'One-off payments': ['Payments', 'One-off'],
  Refunds: ['Payments', 'Refunds'],
  Disputes: ['Payments', 'Disputes'],
  Prices: ['Products', 'Prices'],
};

/** A browser for the console of an account that has sample data. Each test starts signed out, on a new page. */
export class ConsoleUi extends BrowserUi {
  readonly service = service();
  accountId!: string;
  client!: Client;
  /** With the live key. */
  liveClient!: Client;
  subscription!: ApiObject;

  constructor() {
    super();
    beforeAll(async () => {
      const account = await this.service.createAccount();
      this.accountId = account.accountId;
      this.client = clientOf(this.service.baseUrl, account.testKey);
      this.liveClient = clientOf(this.service.baseUrl, account.liveKey);
      const customer = await this.client.post('/v1/customers', { name: NAME, email: 'ada@example.com' });
      this.subscription = await subscribe(this.client, (await newPlan(this.client)).priceId, { customer_id: customer.id });
      await this.client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
      await this.client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
      await this.client.post('/v1/test_clocks', { frozen_time: START });
    });
  }

  /** Signs in with a new sign-in link and returns the link. */
  async enter(email = OWNER): Promise<string> {
    const link = await signInLink(this.service, this.accountId, email);
    await this.page.goto(link);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Home' }).waitFor();
    return link;
  }

  /** Opens a screen by its link in the navigation, or by its tab. On a phone, the navigation is a drawer. */
  async goTo(screen: string): Promise<void> {
    const [entry, tab] = TABS[screen] ?? [screen, null];
    const drawer = this.page.getByRole('button', { name: 'Open navigation' });
    if (await drawer.isVisible()) await drawer.click();
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: entry, exact: true }).click();
    if (tab !== null) await this.page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: tab, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
  }

  /** Opens the menu with the member's account. */
  async openAccountMenu(): Promise<void> {
    await this.page.getByRole('button', { name: 'Your account' }).click();
  }

  /** Signs out, and waits until the service has ended the session: a sign-in before that would be ended, too. */
  async signOut(): Promise<void> {
    await this.openAccountMenu();
    await this.page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  }

  /** Waits until the screen is loaded. */
  async settle(): Promise<void> {
    await this.page.locator('html:has(h1):not(:has([aria-busy=true]))').waitFor();
  }

  /** Expects that the page has no accessibility problems and no horizontal scrolling. `state`: describes the page in a failure. */
  async expectAccessible(state?: string): Promise<void> {
    expect(await axeFindings(this.page), state).toEqual([]);
    expect(await horizontalOverflow(this.page), state).toBe(0);
    expect(await accessibilityProblems(this.page), state).toEqual([]);
  }

  /** Opens the page of an object. */
  async open(screen: string, id: string, mode = 'test'): Promise<void> {
    await this.page.goto(`${this.service.baseUrl}/console#/${mode}/${screen}/${id}`);
    await this.waitForId(id);
  }

  /** Reloads the console with the page of an object, even if the page is open already. */
  async reopen(screen: string, id: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.open(screen, id);
  }

  /** Waits for the page of an object whose id contains `idPart`. Returns the id. */
  async waitForId(idPart: string): Promise<string> {
    const idField = this.page.locator(`dt:text-is("ID") + dd code:has-text("${idPart}")`).first();
    return ((await idField.textContent()) ?? '').trim();
  }

  /** Clicks the button `title` of the page, or of its menu of actions. */
  async press(title: string): Promise<void> {
    await this.settle();
    const button = this.page.getByRole('button', { name: title, exact: true });
    const menu = this.page.getByRole('button', { name: 'More actions' });
    if ((await button.count()) === 0 && (await menu.count()) > 0) await menu.click();
    await button.click();
  }

  /** Clicks the button `title`, fills in the dialog that it opens (also the name of the object, if it must be typed), and submits it. */
  async submit(title: string, texts: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.press(title);
    const dialog = this.page.getByRole('dialog', { name: title });
    // `count` below does not wait for the dialog.
    await dialog.waitFor();
    for (const [label, text] of Object.entries(texts)) {
      const field = dialog.getByLabel(label, { exact: true });
      if ((await field.evaluate((element) => (element as { tagName?: string }).tagName)) === 'SELECT') await field.selectOption(text);
      else await field.fill(text);
    }
    const name = dialog.getByLabel(/^Type “.+” to confirm$/);
    if ((await name.count()) > 0) await name.fill(/“(.+)”/.exec((await dialog.locator('label').first().textContent()) ?? '')?.[1] ?? '');
    await dialog.locator('button[type=submit]').click();
  }

  /** The titles of the actions on the page of an object: the buttons, then the menu. */
  async actions(): Promise<readonly string[]> {
    await this.settle();
    const buttons = await this.page.locator('.actions > button').allTextContents();
    const menu = this.page.getByRole('button', { name: 'More actions' });
    if ((await menu.count()) === 0) return buttons;
    await menu.click();
    const others = await this.page.locator('.actions .menu-list button').allTextContents();
    await this.page.keyboard.press('Escape');
    return [...buttons, ...others];
  }

  /** Opens the dialog of the action `title`, closes it, and returns the explanation that it showed. */
  async dialogText(title: string): Promise<string> {
    await this.press(title);
    const dialog = this.page.getByRole('dialog', { name: title });
    // The explanation is the paragraph after the heading.
    const text = (await dialog.locator('h2 + p').textContent()) ?? '';
    await dialog.getByRole('button', { name: /^(Cancel|Keep it)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    return text;
  }

  /** Waits for the status next to the name of the object. */
  async waitForStatus(label: string): Promise<void> {
    await this.page.locator('.title .badge', { hasText: new RegExp(`^${label}$`) }).waitFor();
  }

  async waitForField(name: string, value: string): Promise<void> {
    await this.page.locator(`dt:text-is("${name}") + dd:text-is("${value}")`).first().waitFor();
  }

  /** Adds a member to the account and returns the member's email address. */
  async addMember(role: string): Promise<string> {
    const email = `${role}-${Date.now()}@example.com`;
    const owner = await signIn(this.service, this.accountId, OWNER);
    await owner.call({ method: 'POST', path: 'members', body: { email, role } });
    return email;
  }
}
