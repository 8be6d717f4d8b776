import { describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { createPortalSession } from '../../../shared/domain/portal-session/create.ts';
import { plansFor, viewPlans } from '../../../shared/domain/portal-session/plans.ts';
import { type OpenedPortal, viewPortal } from '../../../shared/domain/portal-session/view.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newSubscription } from '../billing.ts';
import { createPriceOf, START } from '../world.ts';

const { billing, id: subscriptionId } = newSubscription();
const { world, catalogue } = billing;
const customerId = catalogue.customer.record.id;
world.amend(customerAggregate, customerId, {
  address: { line1: 'Street 1', line2: null, postalCode: '1000', city: 'Utrecht' },
  language: 'nl',
  vatNumber: 'NL123456789B01',
  metadata: { internal: 'note' },
});
const customer = world.get(customerAggregate, customerId);
const subscription = world.get(subscriptionAggregate, subscriptionId);
const [invoice] = world.all(invoiceAggregate);
if (invoice === undefined) throw new Error('There is no invoice.');
const partlyPaid = { ...invoice, amountPaidCents: 400, nextPaymentAttempt: START + 60 };

const command = { returnUrl: 'https://shop.test/account', token: { hash: 'hash', pepperVersion: '1' }, sealedToken: null };
const { session } = world.do(createPortalSession(command, { subscription, customer }, world.ctx()));

const portal: OpenedPortal = {
  session,
  account: billing.parties().account,
  customer: customer.record,
  taxRate: { rateBasisPoints: 2100, displayName: 'BTW' },
  subscription: subscription.record,
  product: { allowPromotionCodes: true },
  invoices: [partlyPaid],
  creditNotes: [],
  hasMoreInvoices: true,
  wallet: { customerId, methods: [], setupMethods: ['card'], profileId: 'pfl_1' },
  usage: null,
  resumeDueCents: 0,
  withdrawalRefundCents: null,
};
const view = (overrides: Partial<OpenedPortal> = {}) => viewPortal({ ...portal, ...overrides }, world.tenant);

describe('the portal', () => {
  it('shows the session, the subscription and the payment methods', () => {
    expect(view()).toMatchObject({
      id: session.id,
      object: 'portal.session',
      created: START,
      livemode: false,
      limited: false,
      expires_at: START + 3600,
      return_url: 'https://shop.test/account',
      can_approve_email: false,
      subscription: subscriptionAggregate.view(subscription.record, world.tenant),
      tax: { behavior: 'inclusive', rate_basis_points: 2100, display_name: 'BTW' },
      allow_promotion_codes: true,
      has_more_invoices: true,
      credit_notes: [],
      payment_methods: {
        object: 'checkout_payment_methods',
        livemode: false,
        customer_id: customerId,
        data: [],
        methods: ['card'],
        ideal_issuers: [],
        profile_id: 'pfl_1',
      },
    });
  });

  it('shows no tax rate if no tax is charged', () => {
    expect(view({ taxRate: null }).tax).toEqual({ behavior: 'inclusive', rate_basis_points: 0, display_name: null });
  });

  it('accepts no promotion codes if the product does not allow them or was deleted', () => {
    for (const product of [{ allowPromotionCodes: false }, null]) expect(view({ product }).allow_promotion_codes).toBe(false);
  });

  it('shows the customer without the fields that only the account may see', () => {
    expect(view().customer).toEqual({
      id: customerId,
      object: 'portal.customer',
      name: 'Buyer',
      email: 'buyer@example.test',
      pending_email: null,
      country_code: 'NL',
      address: { line1: 'Street 1', line2: null, postal_code: '1000', city: 'Utrecht' },
      language: 'nl',
      vat_number: 'NL123456789B01',
    });
  });

  it('[PRT-15] shows a pending email address, and whether this session can approve it', () => {
    const emailChange = { id: 'emc_1', email: 'new@example.test', requestedAt: START };
    const pending = { ...customer.record, emailChange };
    const approval = (emailChangeId: string | null, seen = pending) => {
      const { can_approve_email, customer: shown } = view({ session: { ...session, emailChangeId }, customer: seen });
      return [can_approve_email, shown.pending_email];
    };
    expect(approval('emc_1')).toEqual([true, 'new@example.test']);
    expect(approval('emc_0')).toEqual([false, 'new@example.test']);
    expect(view({ session: { ...session, emailChangeId: 'emc_1' } }).can_approve_email).toBe(false);
  });

  it('shows name and email address of the account unless its branding has others', () => {
    const { account } = portal;
    expect(view().branding).toEqual({
      display_name: account.name,
      logo_url: null,
      icon_url: null,
      primary_color: null,
      background_color: null,
      support_email: account.email,
      support_url: null,
      privacy_url: null,
      terms_url: null,
    });
    const branding = {
      displayName: 'My shop',
      logoUrl: 'https://shop.test/logo.png',
      iconUrl: 'https://shop.test/icon.png',
      primaryColor: '#112233',
      backgroundColor: '#ffffff',
      supportEmail: 'help@shop.test',
      supportUrl: 'https://shop.test/help',
      privacyUrl: 'https://shop.test/privacy',
      termsUrl: 'https://shop.test/terms',
      plans: 'all',
    } as const;
    expect(view({ account: { ...account, branding } }).branding).toEqual({
      display_name: 'My shop',
      logo_url: 'https://shop.test/logo.png',
      icon_url: 'https://shop.test/icon.png',
      primary_color: '#112233',
      background_color: '#ffffff',
      support_email: 'help@shop.test',
      support_url: 'https://shop.test/help',
      privacy_url: 'https://shop.test/privacy',
      terms_url: 'https://shop.test/terms',
    });
  });

  it('shows the amounts and times of each invoice, but not its lines, seller and buyer', () => {
    const { invoices } = view();
    expect(invoices).toMatchObject([
      {
        id: invoice.id,
        number: invoice.number,
        status: 'paid',
        currency: 'EUR',
        tax_cents: 0,
        total_cents: 1000,
        amount_due_cents: 600,
        period_start: subscription.record.currentPeriodStart,
        period_end: subscription.record.currentPeriodEnd,
        issued_at: START,
        paid_at: START,
        next_payment_attempt: START + 60,
      },
    ]);
    for (const hidden of ['lines', 'seller', 'buyer', 'customer_id', 'payment_id']) expect(invoices[0]).not.toHaveProperty(hidden);
  });

  it('shows the credit notes of the invoices', () => {
    const other = newSubscription();
    other.billing.settleRefund(other.billing.refund(String(other.billing.subscription(other.id).lastPaymentId), 300));
    const creditNotes = other.billing.world.all(creditNoteAggregate);
    expect(view({ creditNotes }).credit_notes).toEqual([
      {
        id: creditNotes[0]?.id,
        number: 'TEST-CN-000001',
        invoice_id: other.billing.world.all(invoiceAggregate)[0]?.id,
        currency: 'EUR',
        tax_cents: 0,
        total_cents: 300,
        issued_at: START,
      },
    ]);
  });

  it('shows the plans that it offers', () => {
    const { record: product } = catalogue.product;
    const price = createPriceOf(world, product.id, { amountCents: 2000 }).record;
    const plans = plansFor('all', subscription.record, [{ price, product }]);
    const tax = { behavior: 'inclusive', rate_basis_points: 2100, display_name: 'BTW' };
    const shown = [{ object: 'price.summary', id: price.id, product_name: 'Hosting', amount_cents: 2000, tax }];
    const plansView = viewPlans(plans, portal, START, world.tenant);
    expect(plansView).toMatchObject({ object: 'portal.plans', livemode: false, data: shown });
    expect(plansView.data[0]).not.toHaveProperty('charged_price');
  });

  it('shows the tax rate of each plan, which depends on the tax category of its product', () => {
    const { record: product } = catalogue.product;
    const price = createPriceOf(world, product.id, { amountCents: 2000 }).record;
    const plans = plansFor('all', subscription.record, [
      { price, product },
      { price, product: { ...product, taxCategory: 'e_book' } },
    ]);
    const account = { ...portal.account, countryCode: 'NL', taxMode: 'eu_home' } as const;
    const { data } = viewPlans(plans, { ...portal, account, taxRate: null }, START, world.tenant);
    expect(data.map(({ tax }) => tax.rate_basis_points)).toEqual([2100, 900]);
  });
});

describe('the portal of a customer under reverse charge', () => {
  const account = { ...portal.account, countryCode: 'BE', vatId: 'BE0123456789' } as const;
  const reverseCharge = { account, customer: { ...customer.record, vatVerifiedAt: START } };
  const metered = { ...subscription.record.price, usageType: 'metered', amountCents: null, unitAmountDecimal: '2.5' } as const;

  it('shows the price without the tax that it includes, and that the customer owes the tax', () => {
    const { tax, charged_price: charged, subscription: shown } = view(reverseCharge);
    expect(tax).toEqual({ behavior: 'inclusive', rate_basis_points: 0, display_name: 'BTW', reverse_charge: true });
    expect([shown.price.amount_cents, charged]).toEqual([1000, { amount_cents: 826, unit_amount_decimal: null }]);
  });

  it('shows each plan without the tax that its price includes', () => {
    const { record: product } = catalogue.product;
    const price = createPriceOf(world, product.id, { amountCents: 2000 }).record;
    const plans = plansFor('all', subscription.record, [{ price, product }]);
    const { data } = viewPlans(plans, { ...portal, ...reverseCharge }, START, world.tenant);
    expect(data).toMatchObject([{ amount_cents: 2000, charged_price: { amount_cents: 1653 }, tax: { reverse_charge: true } }]);
  });

  it('shows the unit amount and the maximum of usage without the tax', () => {
    const usageLimits = { maxAmountCents: 3000, exceeded: null, reachedAlerts: [] };
    const shown = view({ ...reverseCharge, subscription: { ...subscription.record, price: metered, usageLimits } });
    expect(shown.charged_price).toEqual({ amount_cents: null, unit_amount_decimal: '2.066115702479' });
    expect([shown.subscription.max_amount_cents, shown.charged_max_amount_cents]).toEqual([3000, 2479]);
  });

  it('shows the list price alone if prices do not include the tax', () => {
    const exclusive = { ...reverseCharge, account: { ...account, taxBehavior: 'exclusive' } as const };
    expect(view(exclusive)).not.toHaveProperty('charged_price');
    expect(view()).not.toHaveProperty('charged_price');
  });
});
