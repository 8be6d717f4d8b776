import { ERROR_CATALOGUE } from '../../shared/api/errors.ts';
import type { Operation } from '../../shared/api/operation.ts';

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** The credential that the operation requires; `null` if the description of the security scheme says it all. */
const credentialText = ({ auth }: Operation): string | null => {
  if (auth.kind === 'api_key') return `Requires the scope \`${auth.scope}\`${auth.only === null ? '' : ` and a ${auth.only} mode key`}.`;
  if (auth.kind === 'client_secret') return 'Requires the client secret of a checkout session or one-off payment.';
  if (auth.kind !== 'portal_token') return null;
  return auth.acceptsLimited ? 'Requires a portal token.' : 'Requires a portal token; limited sessions get 403 (`portal_session_limited`).';
};

const expandText = ({ expand = {} }: Operation): string | null => {
  const scopes = Object.entries(expand).filter(([, scope]) => scope !== null);
  return scopes.length === 0 ? null : scopes.map(([name, scope]) => `\`expand=${name}\` also requires \`${scope}\`.`).join(' ');
};

const errorsText = ({ errors, reasons = [] }: Operation): string | null => {
  const own = [...new Set(errors)].map((code) => `${ERROR_CATALOGUE[code].status} \`${code}\``);
  if (own.length === 0 && reasons.length === 0) return null;
  const codes = own.length === 0 ? null : `Errors: ${own.join(', ')}.`;
  return [codes, reasons.length === 0 ? null : `Reasons: ${listOf(reasons)}.`].filter((text) => text !== null).join(' ');
};

/** The description of an operation, with what follows from its declaration: credential, events and errors. */
export const operationText = (operation: Operation): string | undefined => {
  const { description, events = [] } = operation;
  if (description === undefined) return undefined;
  const derived = [
    credentialText(operation),
    expandText(operation),
    events.length === 0 ? null : `Events: ${listOf(events)}.`,
    errorsText(operation),
  ].filter((text) => text !== null);
  return derived.length === 0 ? description : `${description}\n\n${derived.join(' ')}`;
};
