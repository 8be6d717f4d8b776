import * as v from 'valibot';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { PAYMENT_LINK_MAX_SALES } from '../../shared/domain/limits.ts';

/** Fields of the creation and of the update of a payment link. */

export const maxSales = fields.integer(1, PAYMENT_LINK_MAX_SALES);

export const returnUrls = {
  success_url: described(
    v.nullish(fields.url),
    doc(
      'URL to which buyers return after paying. The id of the session replaces `{CHECKOUT_SESSION_ID}`. `null`: a page of the service thanks them.',
    ),
  ),
  cancel_url: described(v.nullish(fields.url), doc('URL to which buyers return without paying. `null`: the page of the link.')),
};
