import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { UsageEventBatch } from '../../shared/api/objects/usage/usage-event.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { awaitRateLimitToken } from '../../shared/api/pipeline/admit.ts';
import { replayIfRemembered } from '../../shared/api/pipeline/idempotency.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { uncheckedItems } from '../../shared/api/schemas/object-schemas.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { USAGE_EVENT } from '../../shared/domain/limits.ts';
import { livemode, type Tenant } from '../../shared/domain/tenant.ts';
import { limitErrorTexts } from '../../shared/domain/usage-event/error-texts.ts';
import type { EventOutcome, SentEvent } from '../../shared/domain/usage-event/outcome.ts';
import { recordUsageEvents } from '../../shared/flows/subscriptions/usage-events.ts';
import { clock } from '../../shared/runtime/services.ts';
import { CLOUD_EVENT_BODIES, CLOUD_EVENT_PARSER } from './cloud-event.ts';
import { type EventParser, JSON_EVENT_PARSER, UsageEventInput } from './event.ts';

export const operation = defineOperation({
  id: 'usage_events.create',
  method: 'POST',
  path: '/v1/usage_events',
  summary: 'Record up to 1,000 usage events',
  description: doc(
    'Records each event once, however often it is sent: retry a request with the same ids. An event that is refused does not ' +
      'affect the others; see its `outcome`. An event counts in the period of `occurred_at`, or in the current period if its own period is ' +
      'already billed. `occurred_at` can be at most five minutes in the future and not before the start of the subscription. Ids are ' +
      'remembered for 100 days; for 400 days if the period is longer than 31 days, as with yearly prices. Also accepts CloudEvents 1.0, one or a batch; the `id` of the outcome then is a hash of `source` and `id`.',
  ),
  auth: apiKey('usage_records:write'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    events: described(
      v.pipe(
        uncheckedItems(v.array(UsageEventInput)),
        v.minLength(1, 'must have an entry.'),
        v.maxLength(USAGE_EVENT.maxEvents, `must have at most ${USAGE_EVENT.maxEvents} entries.`),
      ),
      doc('The events, at most 1,000.'),
    ),
  }),
  bodyFormats: CLOUD_EVENT_BODIES,
  response: UsageEventBatch,
  bodyMaxBytes: USAGE_EVENT.bodyMaxBytes,
  expectedEventLogEntries: () => 0,
});

type Outcome = v.InferOutput<typeof UsageEventBatch>['outcomes'][number];

const viewOutcome = (id: string | null, outcome: EventOutcome | ApiError, { errorOf }: EventParser): Outcome => {
  if (typeof outcome === 'string') return { id, outcome, error: null };
  const { code, param = null, reason = null, message } = errorOf(outcome);
  return { id, outcome: 'refused', error: { code, param, reason, message } };
};

const viewBatch = (outcomes: readonly Outcome[], tenant: Tenant) => {
  const count = (name: Outcome['outcome']): number => outcomes.filter(({ outcome }) => outcome === name).length;
  return {
    object: 'usage_event_batch' as const,
    livemode: livemode(tenant),
    recorded: count('recorded'),
    duplicates: count('duplicate'),
    refused: count('refused'),
    outcomes: [...outcomes],
  };
};

export const handler = serve(operation, async ({ body }, { tenant, store, request, run }) => {
  await replayIfRemembered(request);
  await awaitRateLimitToken(request);
  const form = request.bodyFormat === null ? JSON_EVENT_PARSER : CLOUD_EVENT_PARSER;
  const parsed = body.events.map(form.read);
  const valid = parsed.filter((event): event is SentEvent => !(event instanceof ApiError));
  const recorded = await recordUsageEvents({ store, nowMs: clock.nowMs }, tenant, valid);
  const outcomeOf = new Map(valid.map((event, index) => [event, recorded[index]]));
  const outcomes = parsed.map((event, index) => {
    if (event instanceof ApiError) return viewOutcome(form.idIn(body.events[index]), event, form);
    const outcome = outcomeOf.get(event);
    if (outcome === undefined) throw new Error(`The event ${event.id} has no outcome.`);
    return viewOutcome(event.id, outcome, form);
  });
  const batch = viewBatch(limitErrorTexts(outcomes), tenant);
  const metadata = { recorded: batch.recorded, duplicates: batch.duplicates, refused: batch.refused };
  // The events are already written. This transaction writes the audit entry of the request, and the response under its idempotency key.
  return run({
    load: async () => null,
    nowOf: () => null,
    decide: () => ({
      changes: [],
      events: [],
      audit: { action: 'usage_event.created', resourceType: 'usage_event', resourceId: null, metadata, withoutChange: true },
      result: batch,
    }),
    answer: (result) => result,
  });
});
