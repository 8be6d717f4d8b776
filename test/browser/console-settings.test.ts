import { expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleUi } from './console-ui.ts';

const ui = new ConsoleUi();
const profile = () => ui.page.getByRole('region', { name: 'Profile' });
const saveProfile = () => profile().getByRole('button', { name: 'Save profile' }).click();

const openSettings = async (): Promise<void> => {
  await ui.enter();
  await ui.page.goto(`${ui.service.baseUrl}/console#/live/settings`);
  await profile().getByLabel('Legal name').waitFor();
};

it('the confirmation "Profile is saved." is shown until the next input or submit', async () => {
  await openSettings();
  const confirmation = profile().getByText('Profile is saved.');
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').fill('DE');
  await saveProfile();
  await confirmation.waitFor();
  await ui.page.route('**/tenant/billing_profile', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } }),
  );
  await saveProfile();
  await profile().getByRole('alert').getByText('Too many requests.').waitFor();
  expect(await confirmation.count()).toBe(0);
  await ui.page.unroute('**/tenant/billing_profile');
  await saveProfile();
  await confirmation.waitFor();
  await profile().getByLabel('Legal name').fill('');
  expect(await confirmation.count()).toBe(0);
  await saveProfile();
  await profile().getByText('Legal name is needed.').waitFor();
  expect(await confirmation.count()).toBe(0);
});

it('the confirmation that the payment provider is connected is shown until another key is entered', async () => {
  await openSettings();
  const provider = ui.page.getByRole('region', { name: 'Payment provider' });
  const connect = async (key: string): Promise<void> => {
    await provider.getByLabel('API key of the payment provider').fill(key);
    await provider.getByRole('button', { name: 'Connect the payment provider' }).click();
  };
  await ui.page.route('**/tenant/provider_credential', (route) =>
    route.request().postDataJSON().api_key === 'live_good'
      ? route.fulfill({ json: { fingerprint: 'f1', profile_id: 'pfl_1' } })
      : route.fulfill({ status: 400, json: { error: { code: 'parameter_invalid', message: 'No such key.', param: 'api_key' } } }),
  );
  await connect('live_good');
  await provider.getByText('Connected, with profile pfl_1.').waitFor();
  await connect('live_bad');
  await provider.getByText('No such key.').waitFor();
  expect(await provider.getByText('Connected, with').count()).toBe(0);
  expect(await provider.getByLabel('API key of the payment provider').inputValue()).toBe('live_bad');
});

it('[TEN-07] the field of the VAT number warns that a saved number cannot be changed, and is read-only after saving', async () => {
  await ui.useContext({ bypassCSP: true });
  await openSettings();
  const number = profile().getByLabel('VAT number');
  await profile().getByText('It is saved once, and can be neither changed nor removed after that.').waitFor();
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').fill('DE');
  await number.fill('DE136695976');
  await saveProfile();
  await profile().getByText('Profile is saved.').waitFor();
  for (const _ of ['after saving', 'after a reload']) {
    await profile().getByText('It was saved, and can be neither changed nor removed.').waitFor();
    expect([await number.count(), await number.inputValue(), await number.isEditable()]).toEqual([1, 'DE136695976', false]);
    expect(await axeFindings(ui.page)).toEqual([]);
    expect(await accessibilityProblems(ui.page)).toEqual([]);
    await ui.page.reload();
  }
  await profile().getByLabel('City').fill('Berlin');
  await saveProfile();
  await profile().getByText('Profile is saved.').waitFor();
  expect(await ui.client.get('/v1/tenant/billing_profile')).toMatchObject({ vat_id: 'DE136695976', address: { city: 'Berlin' } });
});
