import { describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { advance, clockAt } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { PortalUi } from './portal-ui.ts';
import { DAY, START, setChargeOutcome } from './test-clocks.ts';

const { baseUrl } = service();
const ui = new PortalUi();

describe('a subscription in the billing portal', () => {
  it('[PRT-21] is changed to another plan', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.press('Change plan');
    await ui.page.getByLabel('€49.00 per month').check();
    await ui.press(/^Change plan and pay €\d+\.\d\d$/);
    await ui.waitForText('€49.00 per month');
    await expect.poll(async () => (await ui.retrieve(subscription)).next_charge_amount_cents).toBe(4900);
    await ui.page.getByRole('button', { name: /^Change plan and pay/ }).waitFor({ state: 'detached' });
    expect(ui.consoleErrors).toEqual([]);
  });

  it('[PRT-21] is canceled with a reason and reactivated', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.press('Cancel subscription');
    await ui.waitForText(/^Your subscription ends on .* You can undo this until then/);
    await ui.waitForText('Why are you canceling? (optional)');
    await ui.page.getByRole('button', { name: 'Keep subscription' }).waitFor();
    await ui.page.getByLabel('It’s too expensive').check();
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).last().click();
    await ui.waitForConfirmation(/^Your subscription is canceled. It ends on /);
    await ui.waitForText(/^Ends on /);
    expect(await ui.retrieve(subscription)).toMatchObject({ cancel_at_period_end: true, cancellation_reason: 'too_expensive' });
    await ui.press('Undo cancellation');
    await ui.waitForConfirmation('The cancellation is undone. Your subscription continues.');
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    expect(await ui.retrieve(subscription)).toMatchObject({ cancel_at_period_end: false });
  });

  it('[PRT-21] is resumed', async () => {
    const subscription = await ui.newSubscription();
    await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await ui.enter(subscription);
    await ui.waitForText('Paused');
    await ui.press('Resume subscription');
    await ui.waitForConfirmation('Your subscription continues.');
    expect(await ui.retrieve(subscription)).toMatchObject({ serves_customer: true });
  });

  it('that is paused and canceled at the period end can be reactivated and then resumed', async () => {
    const subscription = await ui.newSubscription();
    await ui.client.post(`/v1/subscriptions/${subscription.id}/cancel`);
    await ui.client.post(`/v1/subscriptions/${subscription.id}/pause`);
    await ui.enter(subscription);
    expect(await ui.page.getByRole('button', { name: 'Cancel subscription' }).count()).toBe(0);
    await ui.press('Undo cancellation');
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    await ui.press('Resume subscription');
    await ui.page.getByRole('button', { name: 'Change plan' }).waitFor();
    expect(await ui.retrieve(subscription)).toMatchObject({ cancel_at_period_end: false, renewal_state: 'scheduled' });
  });

  it('[PRT-21] accepts a promotion code and rejects an unknown code', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.press('Add promotion code');
    await ui.page.getByLabel('Promotion code').fill('NO-SUCH-CODE');
    await ui.press('Apply');
    await ui.page.getByRole('alert').getByText('This code doesn’t exist.').waitFor();
    await ui.page.getByLabel('Promotion code').fill('HALF');
    await ui.press('Apply');
    await ui.waitForConfirmation('The promotion code is applied.');
    await ui.waitForText('50% off every payment (code HALF)');
    expect((await ui.retrieve(subscription)).discount).toMatchObject({ code: 'HALF' });
  });

  it('[PRT-21] has no button for a promotion code if its product accepts no promotion codes', async () => {
    const subscription = await ui.newSubscription();
    const { id } = subscription['price'] as { readonly id: string };
    const product = `/v1/products/${String((await ui.client.get(`/v1/prices/${id}`)).product_id)}`;
    await ui.client.post(product, { allow_promotion_codes: false });
    await ui.enter(subscription);
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    expect(await ui.page.getByRole('button', { name: 'Add promotion code' }).count()).toBe(0);
    await ui.client.post(product, { allow_promotion_codes: true });
  });

  it('can be canceled without a mouse', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).focus();
    await ui.page.keyboard.press('Enter');
    await ui.page.getByRole('heading', { name: 'Cancel subscription' }).waitFor();
    // Tab focuses the first reason, `too_expensive`; Space selects it, and Enter submits the form.
    await ui.page.keyboard.press('Tab');
    await ui.page.keyboard.press('Space');
    await ui.page.keyboard.press('Enter');
    await ui.waitForText(/^Ends on /);
    expect(await ui.retrieve(subscription)).toMatchObject({ cancellation_reason: 'too_expensive' });
  });
});

describe('payment methods in the billing portal', () => {
  it('[PRT-15] can be added, are then used for payments, and can be removed', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.press('Add payment method');
    await ui.press('Continue');
    await ui.waitForText('Select a payment method.');
    await ui.page.getByLabel('iDEAL').check();
    await ui.press('Continue');
    await ui.page.getByRole('button', { name: 'Paid', exact: true }).click();
    await ui.page.waitForURL(`${baseUrl}/portal`);
    await ui.waitForConfirmation('SEPA Direct Debit is now used for your payments.');
    const removeButton = ui.page.getByRole('button', { name: /^Remove: / });
    await removeButton.waitFor();
    await expect.poll(async () => (await ui.retrieve(subscription)).payment_method).toMatchObject({ type: 'ideal' });
    await removeButton.click();
    await removeButton.waitFor({ state: 'detached' });
    await ui.waitForConfirmation('The payment method is removed.');
    expect(ui.consoleErrors).toEqual([]);
  });
});

describe('invoices in the billing portal', () => {
  /** Downloads a file and returns its name. */
  const downloadedName = async (name: string | RegExp): Promise<string> => {
    const button = ui.page.getByRole('button', { name });
    const [download] = await Promise.all([ui.page.waitForEvent('download'), button.click()]);
    return download.suggestedFilename();
  };

  it('[PRT-21] can be downloaded as PDFs, including credit notes', async () => {
    const subscription = await ui.newSubscription();
    await ui.client.post('/v1/refunds', { payment_id: subscription.last_payment_id, amount_cents: 100 });
    const [[invoice], [creditNote]] = await Promise.all([
      ui.client.list(`/v1/invoices?subscription_id=${subscription.id}`),
      eventually(
        () => ui.client.list(`/v1/credit_notes?customer_id=${String(subscription.customer_id)}`),
        (creditNotes) => creditNotes.length > 0,
      ),
    ]);
    for (const path of [`invoices/${invoice?.id}`, `credit_notes/${creditNote?.id}`]) {
      await eventually(
        () => ui.client.call('GET', `/v1/${path}/pdf`),
        ({ status }) => status === 200,
      );
    }
    await ui.enter(subscription);
    expect(await downloadedName(`Download PDF: ${String(invoice?.number)}`)).toBe(`${String(invoice?.number)}.pdf`);
    expect(await downloadedName(`Download PDF: ${String(creditNote?.number)}`)).toBe(`${String(creditNote?.number)}.pdf`);
    await ui.waitForText('−€1.00');
    await ui.waitForText('Service period: ');
    expect(ui.consoleErrors).toEqual([]);
  });

  it('[PRT-15] can be paid after a failed renewal, and a refused attempt to pay shows an error', async () => {
    const clock = await clockAt(ui.client, START);
    const subscription = await ui.newSubscription({ test_clock_id: clock.id });
    await setChargeOutcome(ui.client, subscription, 'insufficient_funds');
    await advance(ui.client, clock.id, START + 32 * DAY);
    await ui.enter(subscription);
    await ui.waitForText('Your last payment failed.');
    await ui.press(/^Pay €/);
    await ui.page.getByRole('alert').getByText('Your payment was declined.').waitFor();
    await setChargeOutcome(ui.client, subscription, 'paid');
    await ui.press(/^Pay €/);
    await ui.page.getByText('Your last payment failed.').waitFor({ state: 'detached' });
    await ui.waitForConfirmation('Thank you. The invoice is paid.');
    expect(await ui.retrieve(subscription)).toMatchObject({ status: 'active' });
  });
});

describe('an invoice whose payment must be confirmed at the bank', () => {
  it('[PRT-15] has a button that opens the page of the bank, and is paid after the confirmation', async () => {
    const clock = await clockAt(ui.client, START);
    const subscription = await ui.newSubscription({ test_clock_id: clock.id });
    await setChargeOutcome(ui.client, subscription, 'authentication_required');
    await advance(ui.client, clock.id, START + 32 * DAY);
    await ui.enter(subscription);
    await ui.press(/^Pay €/);
    await ui.waitForConfirmation('Confirm a small charge at your bank to verify your payment method. After that, the invoice is charged.');
    await setChargeOutcome(ui.client, subscription, 'paid');
    await ui.press(/^Continue: /);
    await ui.page.getByRole('button', { name: 'Paid', exact: true }).click();
    await ui.page.waitForURL(`${baseUrl}/portal`);
    await ui.waitForConfirmation(/ is now used for your payments\.$/);
    await ui.page.getByText('Your last payment failed.').waitFor({ state: 'detached' });
    await ui.page.getByRole('button', { name: /^Pay €/ }).waitFor({ state: 'detached' });
    expect(await ui.retrieve(subscription)).toMatchObject({ status: 'active' });
    expect(ui.consoleErrors).toEqual([]);
  });
});

describe('amounts in the billing portal', () => {
  it('say that they include VAT', async () => {
    await ui.client.post('/v1/tax_rates', { country_code: 'BE', rate_basis_points: 2100, display_name: 'VAT' });
    await ui.enter(await ui.newSubscription({ country_code: 'BE' }));
    await ui.waitForText('€19.99 per month incl. 21% VAT');
    await ui.waitForText(/^€19.99 incl. 21% VAT on \d+ /);
    await ui.page.getByRole('listitem').getByText('€19.99 incl. VAT').waitFor();
    await ui.press('Change plan');
    // The only other plan is selected.
    await ui.page.getByRole('radio', { name: '€49.00 per month incl. 21% VAT', checked: true }).waitFor();
    await ui.page.getByRole('button', { name: /^Change plan and pay / }).click();
    await ui.waitForConfirmation('Your plan has been changed.');
  });
});

describe('the details of a customer in the billing portal', () => {
  it('[PRT-21] can be changed, and an invalid VAT number is rejected', async () => {
    const subscription = await ui.newSubscription();
    await ui.enter(subscription);
    await ui.press('Edit details');
    await ui.page.getByLabel('Name').fill('Grace Hopper');
    await ui.page.getByLabel('City').fill('Den Haag');
    await ui.page.getByLabel('Country').selectOption('NL');
    // For test mode, the service has a VAT registry that rejects the number `200` and accepts the number `100`, in each country.
    await ui.page.getByLabel('VAT number').fill('NL200');
    await ui.press('Save');
    await ui.page.getByRole('alert').getByText('This VAT number isn’t valid.').waitFor();
    await ui.page.getByLabel('VAT number').fill('NL100');
    await ui.press('Save');
    await ui.waitForConfirmation('Your details are saved.');
    await ui.waitForText('Grace Hopper');
    await ui.waitForText('Netherlands');
    expect(await ui.client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject({
      name: 'Grace Hopper',
      country_code: 'NL',
      vat_number: 'NL100',
      address: { city: 'Den Haag', line1: null },
      email: 'ada@example.com',
    });
  });

  it('include the Peppol ID of a business in the Netherlands, and an invalid Peppol ID is rejected', async () => {
    await ui.live.post('/v1/tenant/billing_profile', { country_code: 'NL' });
    const subscription = await ui.newSubscription({ country_code: 'NL' });
    await ui.enter(subscription);
    await ui.press('Edit details');
    await ui.page.getByText('Buying as a business?').click();
    await ui.page.getByLabel('Peppol ID').fill('12345678');
    await ui.press('Save');
    await ui.page.getByRole('alert').getByText('Enter a Peppol ID of scheme and number').waitFor();
    await ui.page.getByLabel('Peppol ID').fill('0106:12345678');
    await ui.press('Save');
    await ui.waitForConfirmation('Your details are saved.');
    await ui.waitForText('0106:12345678');
    expect(await ui.client.get(`/v1/customers/${String(subscription.customer_id)}`)).toMatchObject({
      e_invoicing: { buyer_reference: null, electronic_address: { scheme: '0106', value: '12345678' }, format: 'auto' },
    });
  });
});

describe('a withdrawal in the billing portal', () => {
  it('shows the refund, is confirmed with a second button, and ends the subscription', async () => {
    await ui.live.post('/v1/tenant/billing_profile', { country_code: 'NL', withdrawal: { enabled: true } });
    const subscription = await ui.newSubscription({ country_code: 'NL' });
    await ui.enter(subscription);
    await ui.press('Withdraw from contract');
    await ui.waitForText('We refund €19.99 to the payment method that you paid with.');
    await ui.waitForText('We confirm the withdrawal by email to ada@example.com.');
    await ui.press('Go back');
    await ui.page.getByRole('button', { name: 'Confirm withdrawal' }).waitFor({ state: 'detached' });
    expect(await ui.retrieve(subscription)).toMatchObject({ status: 'active' });
    await ui.press('Withdraw from contract');
    await ui.press('Confirm withdrawal');
    await ui.waitForConfirmation('You have withdrawn from the contract. Your subscription has ended.');
    expect(await ui.page.getByRole('button', { name: 'Withdraw from contract' }).count()).toBe(0);
    expect(await ui.retrieve(subscription)).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'withdrawn',
      withdrawal: { refund_cents: 1999 },
    });
    expect(ui.consoleErrors).toEqual([]);
  });

  it('is not offered for a subscription that was sold without the right of withdrawal', async () => {
    await ui.live.post('/v1/tenant/billing_profile', { withdrawal: { enabled: false } });
    await ui.enter(await ui.newSubscription({ country_code: 'NL' }));
    await ui.page.getByRole('button', { name: 'Cancel subscription' }).waitFor();
    expect(await ui.page.getByRole('button', { name: 'Withdraw from contract' }).count()).toBe(0);
  });
});
