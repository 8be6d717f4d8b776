import * as v from 'valibot';
import { ACTOR_TYPES } from '../../domain/actor-types.ts';
import { described, doc } from '../schemas/described.ts';
import { objectHead, openEnum } from './common.ts';

export const AuditLog = v.strictObject({
  ...objectHead('audit_log', doc('Id of the entry. Starts with `al_`.')),
  actor_type: described(
    openEnum(ACTOR_TYPES),
    doc(
      'Who made the change: `api_key`, `operator` (a member in the console, or the command line), `portal_session`, `checkout_session`, `one_shot_payment`, `payment_link` (a buyer who opens it), `provider_webhook` (the payment provider), `system` or `reaper` (completes interrupted requests).',
    ),
  ),
  actor_id: described(
    v.nullable(v.string()),
    doc('Id of the actor: of the API key, member, session or one-off payment; `null` if the actor has none.'),
  ),
  action: described(openEnum(), doc('What happened, such as `customer.updated` or `api_key.revoked`.')),
  resource_type: described(
    v.nullable(openEnum()),
    doc('Type of the changed object, such as `customer`; `null` if the entry concerns no object.'),
  ),
  resource_id: described(v.nullable(v.string()), doc('Id of the changed object; `null` if the entry concerns no object.')),
  metadata: described(v.record(v.string(), v.unknown()), doc('Further details of the action; `{}` if there are none.')),
  ip_address: described(
    v.nullable(v.string()),
    doc('IP address of the request; `null` if there was no request, or if the customer of the buyer who made it was purged.'),
  ),
  user_agent: described(
    v.nullable(v.string()),
    doc('User agent of the request; `null` if there was no request, or if the customer of the buyer who made it was purged.'),
  ),
});
