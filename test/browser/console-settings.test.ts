import { expect, it, vi } from 'vitest';
import { shortcomingsOf } from './accessibility.ts';
import { axeFindings } from './axe.ts';
import { ConsoleDesk } from './console-desk.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const desk = new ConsoleDesk();
const profile = () => desk.page.getByRole('region', { name: 'Profile' });
const saveProfile = () => profile().getByRole('button', { name: 'Save profile' }).click();

const openSettings = async (): Promise<void> => {
  await desk.enter();
  await desk.page.goto(`${desk.served.baseUrl}/console#/live/settings`);
  await profile().getByLabel('Legal name').waitFor();
};

it('what was saved is reported until something else is typed or sent', async () => {
  await openSettings();
  const reported = profile().getByText('Profile is saved.');
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').fill('DE');
  await saveProfile();
  await reported.waitFor();
  await desk.page.route('**/tenant/billing_profile', (route) =>
    route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'Too many requests.' } } }),
  );
  await saveProfile();
  await profile().getByRole('alert').getByText('Too many requests.').waitFor();
  expect(await reported.count()).toBe(0);
  await desk.page.unroute('**/tenant/billing_profile');
  await saveProfile();
  await reported.waitFor();
  await profile().getByLabel('Legal name').fill('');
  expect(await reported.count()).toBe(0);
  await saveProfile();
  await profile().getByText('Legal name is needed.').waitFor();
  expect(await reported.count()).toBe(0);
});

it('what connected the payment provider is reported until another key is sent', async () => {
  await openSettings();
  const provider = desk.page.getByRole('region', { name: 'Payment provider' });
  const connect = async (key: string): Promise<void> => {
    await provider.getByLabel('API key of the payment provider').fill(key);
    await provider.getByRole('button', { name: 'Connect the payment provider' }).click();
  };
  await desk.page.route('**/tenant/provider_credential', (route) =>
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

it('[TEN-07] the VAT number says that it is saved permanently, before and after', async () => {
  await desk.become({ bypassCSP: true });
  await openSettings();
  const number = profile().getByLabel('VAT number');
  await profile().getByText('It is saved once, and can be neither changed nor removed after that.').waitFor();
  await profile().getByLabel('Legal name').fill('Acme GmbH');
  await profile().getByLabel('Country').fill('DE');
  await number.fill('DE136695976');
  await saveProfile();
  await profile().getByText('Profile is saved.').waitFor();
  for (const _ of ['at once', 'later']) {
    await profile().getByText('It was saved, and can be neither changed nor removed.').waitFor();
    expect([await number.count(), await number.inputValue(), await number.isEditable()]).toEqual([1, 'DE136695976', false]);
    expect([await axeFindings(desk.page), await shortcomingsOf(desk.page)]).toEqual([[], []]);
    await desk.page.reload();
  }
  await profile().getByLabel('City').fill('Berlin');
  await saveProfile();
  await profile().getByText('Profile is saved.').waitFor();
  expect(await desk.client.get('/v1/tenant/billing_profile')).toMatchObject({ vat_id: 'DE136695976', address: { city: 'Berlin' } });
});
