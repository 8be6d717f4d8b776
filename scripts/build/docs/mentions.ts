import { type Html, html } from '../../../shared/platform/html.ts';
import { internalUrl } from './links.ts';
import type { Operation } from './openapi.ts';

/** Maximum number of operations that are listed for a name. If more operations mention the name, none is listed. */
const MAX_LISTED = 12;

const textOf = ({ description = '', responses = {} }: Operation): string =>
  [description, ...Object.values(responses).map((response) => response.description ?? '')].join(' ');

/**
 * Links to the operations whose description, or the description of one of their responses, names an event type, error code or reason.
 * Returns `null` if no operation or more than `MAX_LISTED` operations name it.
 */
export const operationLinks = (label: string, operations: readonly Operation[], name: string): Html | null => {
  const mentioning = operations.filter((operation) => textOf(operation).includes(`\`${name}\``));
  if (mentioning.length === 0 || mentioning.length > MAX_LISTED) return null;
  return html`<p>${label}: ${mentioning.map(
    ({ page, anchor, summary = anchor }, index) => html`${index === 0 ? null : ', '}<a href="${internalUrl(page, anchor)}">${summary}</a>`,
  )}.</p>`;
};
