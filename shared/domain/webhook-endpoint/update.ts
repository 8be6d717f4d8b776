import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { ENDPOINT_COUNTER, endpointLimitRefusal, MAX_ENDPOINTS, refuseEvents } from './create.ts';
import { type SealedSecret, viewWebhookEndpoint, type WebhookEndpoint, webhookEndpointAggregate } from './record.ts';

export interface UpdateWebhookEndpoint {
  /** Already found to resolve to a public address. */
  readonly url?: string | undefined;
  readonly enabledEvents?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
}

export interface WebhookEndpointState {
  readonly endpoint: Stored<WebhookEndpoint> | null;
}

export interface UpdateWebhookEndpointState extends WebhookEndpointState {
  /** The highest log number allocated so far: what has been answered before this update is at or below it. */
  readonly lastSequence: number;
}

/** Where the endpoint counts as disabled once its status is `status`. */
const disabledSpanOf = (
  endpoint: WebhookEndpoint,
  status: WebhookEndpoint['status'],
  lastSequence: number,
): WebhookEndpoint['disabledSpan'] => {
  if (endpoint.status === status) return endpoint.disabledSpan;
  return status === 'disabled'
    ? { after: lastSequence, through: null }
    : { after: endpoint.disabledSpan?.after ?? lastSequence, through: lastSequence };
};

const missing = (): Refusal => new Refusal('resource_missing', 'No such webhook endpoint.');

/**
 * Changes what the command names. Disabling keeps the secret and the history [WHE-23]; what is recorded from then on until the
 * endpoint is enabled again is never sent to it, however late it is fanned out.
 */
export const updateWebhookEndpoint = (
  command: UpdateWebhookEndpoint,
  state: UpdateWebhookEndpointState,
  _ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  if (state.endpoint === null) return missing();
  const refused = command.enabledEvents === undefined ? null : refuseEvents(command.enabledEvents);
  if (refused !== null) return refused;
  const changed = patched(state.endpoint.record, command);
  const after = { ...changed, disabledSpan: disabledSpanOf(state.endpoint.record, changed.status, state.lastSequence) };
  if (!differs(state.endpoint, after)) return unchanged(after);
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, after)],
    events: [{ type: 'webhook_endpoint.updated', subjectId: after.id }],
    audit: audited('webhook_endpoint', 'updated', after.id),
    result: after,
  };
};

/** Former secrets that sign next to the current one; the oldest goes first. */
const MOST_FORMER_SECRETS = 4;

/**
 * A new secret signs at once, and every one that was rotated out within the last 24 hours continues signing [WHD-08]. Audit only,
 * no event [EVT-70].
 */
export const rotateSecret = (
  command: { readonly secret: SealedSecret },
  state: WebhookEndpointState,
  ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  if (state.endpoint === null) return missing();
  const before = state.endpoint.record;
  const after: WebhookEndpoint = {
    ...before,
    secret: command.secret,
    formerSecrets: [
      { ...before.secret, expiresAt: ctx.now + DAY_SECONDS },
      ...before.formerSecrets.filter(({ expiresAt }) => expiresAt > ctx.now),
    ].slice(0, MOST_FORMER_SECRETS),
  };
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, after)],
    events: [],
    audit: audited('webhook_endpoint', 'secret_rotated', after.id),
    result: after,
  };
};

/** Removes the endpoint; the event carries its last view, and its place in the mode is free again. */
export const deleteWebhookEndpoint = (
  _command: null,
  state: WebhookEndpointState,
  ctx: DecisionContext,
): Decision<{ readonly id: string }> | Refusal => {
  if (state.endpoint === null) return missing();
  const before = state.endpoint.record;
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, null)],
    events: [{ type: 'webhook_endpoint.deleted', subjectId: before.id, data: viewWebhookEndpoint(before, ctx.tenant) }],
    audit: audited('webhook_endpoint', 'deleted', before.id),
    guards: [{ kind: 'count', name: ENDPOINT_COUNTER, by: -1, max: MAX_ENDPOINTS, refusal: endpointLimitRefusal }],
    result: { id: before.id },
  };
};
