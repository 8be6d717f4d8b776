import { beforeAll } from 'vitest';
import { type ApiObject, type Client, clientOf } from '../../scripts/support/api.ts';
import { signIn, signInLink } from '../contract/support/console.ts';
import { openShop, subscribe } from '../contract/support/shop.ts';
import { service } from '../support/service.ts';
import { Desk } from './desk.ts';

export const OWNER = 'test@example.com';
/** A name that would run if it became markup. */
export const NAME = 'Ada <img src=x onerror="alert(1)">';

/** A browser at the console of an account with a little of everything. */
export class ConsoleDesk extends Desk {
  readonly served = service();
  accountId!: string;
  client!: Client;
  subscription!: ApiObject;

  constructor() {
    super();
    beforeAll(async () => {
      const account = await this.served.createAccount();
      this.accountId = account.accountId;
      this.client = clientOf(this.served.baseUrl, account.testKey);
      const customer = await this.client.post('/v1/customers', { name: NAME, email: 'ada@example.com' });
      this.subscription = await subscribe(this.client, (await openShop(this.client)).priceId, { customer_id: customer.id });
      await this.client.post('/v1/coupons', { code: 'HALF', percent_off: 50 });
      await this.client.post('/v1/tax_rates', { country_code: 'DE', rate_basis_points: 1900, display_name: 'MwSt' });
      await this.client.post('/v1/test_clocks', { frozen_time: 1_800_000_000 });
    });
  }

  async enter(email = OWNER): Promise<string> {
    const link = await signInLink(this.served, this.accountId, email);
    await this.page.goto(link);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
    return link;
  }

  async go(screen: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor();
  }

  /** Everything on the screen was read. */
  async settle(): Promise<void> {
    await this.page.locator('html:has(h1):not(:has([aria-busy=true]))').waitFor();
  }

  /** The page of one object. */
  async open(screen: string, id: string, mode = 'test'): Promise<void> {
    await this.page.goto(`${this.served.baseUrl}/console#/${mode}/${screen}/${id}`);
    await this.shownId(id);
  }

  /** The id of the object whose page is shown, once it is one that begins so. */
  async shownId(start: string): Promise<string> {
    const shown = this.page.locator(`dt:text-is("Id") + dd:has-text("${start}")`).first();
    return ((await shown.textContent()) ?? '').trim();
  }

  /** Does what the dialog of a button asks for, with what is typed into its fields. */
  async act(title: string, typed: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.page.getByRole('button', { name: title, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: title });
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByRole('button', { name: title, exact: true }).click();
  }

  /** What can be done to the object whose page is shown, once the page is read. */
  async offered(): Promise<readonly string[]> {
    await this.settle();
    return this.page.locator('.actions > button').allTextContents();
  }

  /** What the dialog of a button says before anything is done. */
  async reported(title: string): Promise<string> {
    await this.page.getByRole('button', { name: title, exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: title });
    const text = (await dialog.locator('h2 + p').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await dialog.waitFor({ state: 'detached' });
    return text;
  }

  async field(name: string, value: string): Promise<void> {
    await this.page.locator(`dt:text-is("${name}") + dd:text-is("${value}")`).waitFor();
  }

  async addMember(role: string): Promise<string> {
    const email = `${role}-${Date.now()}@example.com`;
    const owner = await signIn(this.served, this.accountId, OWNER);
    await owner.call({ method: 'POST', path: 'members', body: { email, role } });
    return email;
  }
}
