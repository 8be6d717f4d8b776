/** The fields that an update can clear with null, by operation id. */
export const CLEARABLE: Readonly<Record<string, readonly string[]>> = {
  'customers.update': ['name', 'e_invoicing'],
  'products.update': ['description', 'marketing_features'],
  'meters.update': [],
  'prices.update': ['refund_window_days'],
  'coupons.update': ['max_redemptions', 'max_redemptions_per_customer', 'redeem_by', 'applies_to_price_ids', 'min_amount_cents'],
  'payment_links.update': ['success_url', 'cancel_url'],
  'tax_rates.update': ['display_name'],
  'webhook_endpoints.update': ['description'],
  'tenant.billing_profile_update': ['vat_id', 'registration_number', 'phone', 'invoice_footer', 'e_invoicing', 'dunning_schedule'],
  'tenant.portal_branding_update': [
    'display_name',
    'logo_url',
    'icon_url',
    'primary_color',
    'background_color',
    'support_email',
    'support_url',
    'privacy_url',
    'terms_url',
    'withdrawal_url',
  ],
};
