import { expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { axeFindings } from '../axe.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const profile = () => ui.page.getByRole('main');
const saveProfile = () => profile().getByRole('button', { name: 'Save' }).click();

const openSettings = async (): Promise<void> => {
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/live/settings`);
  await profile().getByLabel('Legal name').waitFor();
};

it('a toast confirms that the company profile is saved; errors are shown in the form', async () => {
  await openSettings();
  const confirmation = ui.page.getByText('Company saved.');
  const dismiss = () => ui.page.getByRole('button', { name: 'Dismiss' }).click();
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').selectOption('DE');
  await saveProfile();
  await confirmation.waitFor();
  await dismiss();
  await ui.page.route('**/tenant/billing_profile', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } }),
  );
  await saveProfile();
  await profile().getByRole('alert').getByText('Too many requests.').waitFor();
  expect(await confirmation.count()).toBe(0);
  await ui.page.unroute('**/tenant/billing_profile');
  await saveProfile();
  await confirmation.waitFor();
  await dismiss();
  await profile().getByLabel('Legal name').fill('');
  await saveProfile();
  await profile().getByText('Enter a legal name.').waitFor();
  expect(await confirmation.count()).toBe(0);
});

it('a toast confirms that the payment provider is connected; a wrong key is refused with an error message', async () => {
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/live/provider`);
  const provider = ui.page.getByRole('main');
  const connect = async (key: string): Promise<void> => {
    await provider.getByLabel('Mollie API key').fill(key);
    await provider.getByRole('button', { name: 'Connect Mollie' }).click();
  };
  await ui.page.route('**/tenant/provider_credential', (route) =>
    route.request().postDataJSON().api_key === 'live_good'
      ? route.fulfill({ json: { fingerprint: 'f1', profile_id: 'pfl_1' } })
      : route.fulfill({ status: 400, json: { error: { code: 'parameter_invalid', message: 'No such key.', param: 'api_key' } } }),
  );
  await connect('live_good');
  await ui.page.getByText('Mollie connected, with profile pfl_1.').waitFor();
  await connect('live_bad');
  await provider.getByText('No such key.').waitFor();
  expect(await provider.getByLabel('Mollie API key').inputValue()).toBe('live_bad');
});

it('[TEN-07] the field of the VAT number warns that a saved number cannot be changed, and is read-only after saving', async () => {
  await ui.useContext({ bypassCSP: true });
  await openSettings();
  const number = profile().getByLabel('VAT number');
  await profile().getByText('Cannot be changed once it is saved.').waitFor();
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').selectOption('DE');
  await number.fill('DE136695976');
  await saveProfile();
  await ui.page.getByText('Company saved.').first().waitFor();
  for (const _ of ['after saving', 'after a reload']) {
    await profile().getByText('Cannot be changed or removed.').waitFor();
    expect([await number.count(), await number.inputValue(), await number.isEditable()]).toEqual([1, 'DE136695976', false]);
    expect(await axeFindings(ui.page)).toEqual([]);
    expect(await accessibilityProblems(ui.page)).toEqual([]);
    await ui.page.reload();
  }
  await profile().getByLabel('City').fill('Berlin');
  await saveProfile();
  await ui.page.getByText('Company saved.').first().waitFor();
  expect(await ui.client.get('/v1/tenant/billing_profile')).toMatchObject({ vat_id: 'DE136695976', address: { city: 'Berlin' } });
});
