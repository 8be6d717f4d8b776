import { ERROR_HELP } from '../../../shared/api/errors/error-help.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../../shared/api/errors/errors.ts';
import { REASON_HELP, REASONS, type ReasonCode } from '../../../shared/domain/reasons.ts';
import { html } from '../../../shared/platform/html.ts';
import { type Linking, renderInline } from './markdown.ts';
import { operationLinks } from './mentions.ts';
import type { Operation } from './openapi.ts';
import { plain, type SitePage } from './page.ts';

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
/** Reasons with a section. A reason that is also the name of a code is described with the code, because both have the same anchor. */
const OTHER_REASONS = REASONS.filter((reason) => !Object.hasOwn(ERROR_CATALOGUE, reason));
const helpOf = (code: ErrorCode): string => [ERROR_HELP[code], ...(isReason(code) ? [`As a reason: ${REASON_HELP[code]}`] : [])].join(' ');
const isReason = (name: string): name is ReasonCode => (REASONS as readonly string[]).includes(name);

/** Builds the page of error codes and reasons; each has its name as anchor. */
export const errorsPage = (linking: Linking, operations: readonly Operation[]): SitePage => ({
  path: 'errors',
  title: 'Errors',
  description: 'Every error code and reason, with what to do.',
  toc: [
    { title: 'Codes', anchor: 'codes' },
    { title: 'Reasons', anchor: 'reasons' },
  ],
  body: html`<h1>Error codes and reasons</h1>
<p>An error response has the status of its code and the body <code>{"error": {"type", "code", "message", "request_id", "param", "reason"}}</code>. <code>param</code> names the field at fault; <code>reason</code> refines the code. Each is absent if it does not apply.</p>
<h2 id="codes">Codes</h2>
${CODES.map(
  (code) => html`<section class="entry" id="${code}"><h3><a class="anchor" href="#${code}"><code>${code}</code></a></h3>
<p><b>${ERROR_CATALOGUE[code].status}</b> <code>${ERROR_CATALOGUE[code].type}</code></p>
<p>${renderInline(helpOf(code), linking)}</p>${operationLinks('Operations', operations, code)}</section>
`,
)}
<h2 id="reasons">Reasons</h2>
<p>New reasons can be added. Treat an unknown reason like its code.</p>
${OTHER_REASONS.map(
  (reason) => html`<section class="entry" id="${reason}"><h3><a class="anchor" href="#${reason}"><code>${reason}</code></a></h3>
<p>${renderInline(REASON_HELP[reason], linking)}</p>${operationLinks('Operations', operations, reason)}</section>
`,
)}`,
  entries: [
    ...CODES.map((code) => ({
      title: code,
      context: 'Error code',
      text: plain(`${ERROR_CATALOGUE[code].status} ${helpOf(code)}`),
      url: `errors#${code}`,
    })),
    ...OTHER_REASONS.map((reason) => ({
      title: reason,
      context: 'Error reason',
      text: plain(REASON_HELP[reason]),
      url: `errors#${reason}`,
    })),
  ],
});
