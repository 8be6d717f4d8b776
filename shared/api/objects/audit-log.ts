import * as v from 'valibot';
import { objectHead, openEnum } from './common.ts';

export const AuditLog = v.strictObject({
  ...objectHead('audit_log'),
  actor_type: openEnum(),
  actor_id: v.nullable(v.string()),
  action: openEnum(),
  resource_type: v.nullable(openEnum()),
  resource_id: v.nullable(v.string()),
  metadata: v.record(v.string(), v.unknown()),
  ip_address: v.nullable(v.string()),
  user_agent: v.nullable(v.string()),
});
