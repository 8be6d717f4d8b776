import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { ENDPOINT_COUNTER, endpointLimitRefusal, eventTypesRefusal, MAX_ENDPOINTS } from './create.ts';
import { type SealedSecret, viewWebhookEndpoint, type WebhookEndpoint, webhookEndpointAggregate } from './record.ts';

export interface UpdateWebhookEndpoint {
  /** The caller has checked that the host of the URL resolves to a public IP address. */
  readonly url?: string | undefined;
  readonly enabledEvents?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
}

export interface WebhookEndpointState {
  readonly endpoint: Stored<WebhookEndpoint> | null;
}

export interface UpdateWebhookEndpointState extends WebhookEndpointState {
  /** Last sequence number of the event log before the request. */
  readonly lastSequence: number;
}

/** The new `disabledSpan` when the status is set to `status`. The endpoint does not receive the events of this span. */
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

const noSuchEndpoint = (): Refusal => new Refusal('resource_missing', 'No such webhook endpoint.');

/**
 * Updates an endpoint. A disabled endpoint keeps its secret and deliveries [WHE-23]; events that are recorded while it is disabled are
 * never sent to it.
 */
export const updateWebhookEndpoint = (
  command: UpdateWebhookEndpoint,
  state: UpdateWebhookEndpointState,
  _ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  if (state.endpoint === null) return noSuchEndpoint();
  const refusal = command.enabledEvents === undefined ? null : eventTypesRefusal(command.enabledEvents);
  if (refusal !== null) return refusal;
  const updated = patched(state.endpoint.record, command);
  const after = { ...updated, disabledSpan: disabledSpanOf(state.endpoint.record, updated.status, state.lastSequence) };
  if (!differs(state.endpoint, after)) return unchanged(after);
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, after)],
    events: [{ type: 'webhook_endpoint.updated', subjectId: after.id }],
    audit: audited('webhook_endpoint', 'updated', after.id),
    result: after,
  };
};

/** Maximum number of stored former secrets. A rotation that would exceed it removes the oldest. */
const MAX_FORMER_SECRETS = 4;

/**
 * Replaces the secret. For 24 hours after a rotation, deliveries are also signed with the replaced secret [WHD-08]. Writes an audit entry;
 * no event [EVT-70].
 */
export const rotateSecret = (
  command: { readonly secret: SealedSecret },
  state: WebhookEndpointState,
  ctx: DecisionContext,
): Decision<WebhookEndpoint> | Refusal => {
  if (state.endpoint === null) return noSuchEndpoint();
  const before = state.endpoint.record;
  const after: WebhookEndpoint = {
    ...before,
    secret: command.secret,
    formerSecrets: [
      { ...before.secret, expiresAt: ctx.now + DAY_SECONDS },
      ...before.formerSecrets.filter(({ expiresAt }) => expiresAt > ctx.now),
    ].slice(0, MAX_FORMER_SECRETS),
  };
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, after)],
    events: [],
    audit: audited('webhook_endpoint', 'secret_rotated', after.id),
    result: after,
  };
};

/** Deletes the endpoint. Event: `webhook_endpoint.deleted` with the last view of the endpoint. */
export const deleteWebhookEndpoint = (
  _command: null,
  state: WebhookEndpointState,
  ctx: DecisionContext,
): Decision<{ readonly id: string }> | Refusal => {
  if (state.endpoint === null) return noSuchEndpoint();
  const before = state.endpoint.record;
  return {
    changes: [change(webhookEndpointAggregate, state.endpoint, null)],
    events: [{ type: 'webhook_endpoint.deleted', subjectId: before.id, data: viewWebhookEndpoint(before, ctx.tenant) }],
    audit: audited('webhook_endpoint', 'deleted', before.id),
    guards: [{ kind: 'count', name: ENDPOINT_COUNTER, by: -1, max: MAX_ENDPOINTS, refusal: endpointLimitRefusal }],
    result: { id: before.id },
  };
};
