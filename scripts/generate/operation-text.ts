import { acceptedScopes } from '../../shared/api/auth.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../shared/api/errors/errors.ts';
import type { Operation } from '../../shared/api/operation.ts';

/** Joins the sentences that apply. Returns `null` if none applies. */
const sentences = (texts: readonly (string | null)[]): string | null => {
  const present = texts.filter((text) => text !== null);
  return present.length === 0 ? null : present.join(' ');
};

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The credential that the operation requires; `null` if the description of the security scheme says it all. */
const credentialText = ({ auth }: Operation): string | null => {
  if (auth.kind === 'api_key') {
    const scopes = acceptedScopes(auth).map((scope) => `\`${scope}\``);
    const required = scopes.length === 1 ? `the scope ${scopes[0]}` : `one of the scopes ${scopes.join(', ')}`;
    return `Requires ${required}${auth.only === null ? '' : ` and a ${auth.only} mode key`}.`;
  }
  if (auth.kind === 'sandbox_key') return 'Requires a test mode key with the scope `*`.';
  if (auth.kind === 'client_secret') return 'Requires the client secret of a checkout session or one-off payment.';
  if (auth.kind !== 'portal_token') return null;
  return auth.acceptsLimited ? 'Requires a portal token.' : 'Requires a portal token; limited sessions get 403 (`portal_session_limited`).';
};

const expandText = ({ expand = {} }: Operation): string | null => {
  const scopes = Object.entries(expand).filter(([, scope]) => scope !== null);
  return scopes.length === 0 ? null : scopes.map(([name, scope]) => `\`expand=${name}\` also requires \`${scope}\`.`).join(' ');
};

const errorsText = ({ errors }: Operation): string | null => {
  const statusOf = (code: ErrorCode): number => ERROR_CATALOGUE[code].status;
  const statuses = [...new Set(errors.map(statusOf))].sort((left, right) => left - right);
  const groups = statuses.map((status) => `${status} ${listOf([...new Set(errors.filter((code) => statusOf(code) === status))])}`);
  return groups.length === 0 ? null : `Errors: ${groups.join('; ')}.`;
};

/** The description of an operation, with what follows from its declaration: credential, events and errors. */
export const operationText = (operation: Operation): string | undefined => {
  const { description, events = [], reasons = [] } = operation;
  if (description === undefined) return undefined;
  const paragraphs = [
    description,
    sentences([credentialText(operation), expandText(operation)]),
    events.length === 0 ? null : `Events: ${listOf(events)}.`,
    sentences([errorsText(operation), reasons.length === 0 ? null : `Reasons: ${listOf(reasons)}.`]),
  ];
  return paragraphs.filter((text) => text !== null).join('\n\n');
};
