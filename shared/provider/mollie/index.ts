import type { ProviderAdapter } from '../adapter.ts';
import { createMollieProvider } from './adapter.ts';

const PAYMENT_ID = /^[a-z]+_[A-Za-z0-9]{1,64}$/;

/** Mollie, API version 2. */
export const mollie: ProviderAdapter = {
  isApiKey: (key, mode) => key.startsWith(`${mode}_`) && /^[a-z]+_[A-Za-z0-9]{30,128}$/.test(key),
  keyExample: (mode) => `${mode}_...`,
  keyFormat: (mode) => `\`${mode}_\` followed by at least 30 letters and digits`,
  baseUrl: (configured) => configured,
  open: createMollieProvider,
  paymentIdIn: (body) => {
    const id = new URLSearchParams(body).get('id') ?? '';
    return PAYMENT_ID.test(id) ? id : null;
  },
};
