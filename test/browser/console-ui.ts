import { beforeAll, expect } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../scripts/support/api.ts';
import { signIn, signInLink } from '../contract/support/console.ts';
import { newPlan, subscribe } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { accessibilityProblems, horizontalOverflow } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { BrowserUi } from './browser-ui.ts';
import { START } from './test-clocks.ts';

export const OWNER = 'test@example.com';
/** A name with HTML that would run a script if it were not escaped. */
export const NAME = 'Ada <img src=x onerror="alert(1)">';

/** A browser for the console of an account that has sample data. Each test starts signed out, on a new page. */
export class ConsoleUi extends BrowserUi {
  readonly service = service();
  accountId!: string;
  client!: Client;
  subscription!: ApiObject;

  constructor() {
    super();
    beforeAll(async () => {
      const account = await this.service.createAccount();
      this.accountId = account.accountId;
      this.client = clientOf(this.service.baseUrl, account.testKey);
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
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
    return link;
  }

  /** Opens a screen by its link in the navigation. */
  async goTo(screen: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
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

  /** Loads the console anew with the page of an object, also if the page is open already. */
  async reopen(screen: string, id: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.open(screen, id);
  }

  /** Waits for the page of an object whose id contains `idPart`. Returns the id. */
  async waitForId(idPart: string): Promise<string> {
    const idField = this.page.locator(`dt:text-is("Id") + dd:has-text("${idPart}")`).first();
    return ((await idField.textContent()) ?? '').trim();
  }

  /** Clicks the button `title`, fills in the fields of the dialog that it opens, and submits the dialog. */
  async submit(title: string, texts: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.page.getByRole('button', { name: title, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: title });
    for (const [label, text] of Object.entries(texts)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByRole('button', { name: title, exact: true }).click();
  }

  /** The titles of the action buttons on the page of an object. */
  async actions(): Promise<readonly string[]> {
    await this.settle();
    return this.page.locator('.actions > button').allTextContents();
  }

  /** Clicks the button `title`, closes the dialog that it opens, and returns the explanation that the dialog showed. */
  async dialogText(title: string): Promise<string> {
    await this.page.getByRole('button', { name: title, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: title });
    // The explanation is the paragraph after the heading.
    const text = (await dialog.locator('h2 + p').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await dialog.waitFor({ state: 'detached' });
    return text;
  }

  async waitForField(name: string, value: string): Promise<void> {
    await this.page.locator(`dt:text-is("${name}") + dd:text-is("${value}")`).waitFor();
  }

  /** Adds a member to the account and returns the member's email address. */
  async addMember(role: string): Promise<string> {
    const email = `${role}-${Date.now()}@example.com`;
    const owner = await signIn(this.service, this.accountId, OWNER);
    await owner.call({ method: 'POST', path: 'members', body: { email, role } });
    return email;
  }
}
