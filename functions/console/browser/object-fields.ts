import { EVENT_TYPES } from '../../../shared/domain/event-types.ts';
import { field, needed } from './actions.ts';
import type { FormField } from './forms.ts';

/** What is asked for when an object is made, and when it is changed. */

export const CUSTOMER_FIELDS: readonly FormField[] = [
  field('name', 'Name', 'text'),
  needed('email', 'E-mail', 'email'),
  field('country_code', 'Country', 'text', { hint: 'Two letters, such as NL.' }),
  field('language', 'Language', 'text', { hint: 'Such as nl or pt-BR.' }),
];

export const PRODUCT_FIELDS: readonly FormField[] = [
  needed('name', 'Name', 'text'),
  field('description', 'Description', 'longText'),
  field('allow_promotion_codes', 'Buyers may enter a promotion code', 'flag', { initial: 'true' }),
];

export const ENDPOINT_FIELDS: readonly FormField[] = [
  needed('url', 'Address', 'url'),
  field('description', 'Description', 'text'),
  needed('enabled_events', 'Events', 'many', { options: ['*', ...EVENT_TYPES], whole: '*', initial: '*' }),
];
