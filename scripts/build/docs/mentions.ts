import { type Html, html } from '../../../shared/platform/html.ts';
import { internal } from './links.ts';
import type { Operation } from './openapi.ts';

/** More operations are not listed: the name concerns the whole API. */
const MAX_LISTED = 12;

const textOf = ({ description = '', responses = {} }: Operation): string =>
  [description, ...Object.values(responses).map((response) => response.description ?? '')].join(' ');

/** Links to the operations whose description names an event type, error code or reason; `null`: none, or most of the API. */
export const operationLinks = (label: string, operations: readonly Operation[], name: string): Html | null => {
  const naming = operations.filter((operation) => textOf(operation).includes(`\`${name}\``));
  if (naming.length === 0 || naming.length > MAX_LISTED) return null;
  return html`<p>${label}: ${naming.map(
    ({ page, anchor, summary = anchor }, index) => html`${index === 0 ? null : ', '}<a href="${internal(page, anchor)}">${summary}</a>`,
  )}.</p>`;
};
