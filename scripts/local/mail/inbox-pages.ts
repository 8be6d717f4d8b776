import { type Html, html } from '../../../shared/platform/html.ts';
import type { HttpResponse } from '../http-event.ts';
import { LOCAL_PAGE_HEADERS, localPage } from '../local-page.ts';
import type { Inbox, InboxItem, OpenedMail } from './inbox.ts';

/** Path of the inbox. */
export const INBOX_PATH = '/_local/mail';

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const timeOf = (at: number): Html => {
  const date = new Date(at * 1000);
  return html`<time datetime="${date.toISOString()}">${TIME.format(date)}</time>`;
};

const kindOf = ({ kind }: InboxItem): string => (kind ?? 'email').replaceAll('_', ' ');
const subjectOf = (item: InboxItem): string => item.subject ?? `No subject (${kindOf(item)})`;

const reasonOf = ({ withheldReason }: InboxItem): Html | null =>
  withheldReason === null ? null : html`<span class="reason warn">Withheld: ${withheldReason}</span>`;

const rowOf = (item: InboxItem): Html => html`<li><a href="mail/${item.id}">
<strong>${subjectOf(item)}</strong> <span>${item.to}</span> <span class="soft">${timeOf(item.at)}</span>
<span class="soft">${kindOf(item)}</span> ${reasonOf(item)}
</a></li>
`;

const EMPTY = html`<p>No emails yet. Receipts, refunds, sign-in links and notices appear here. Emails to test customers are shown as withheld.</p>`;

/** Renders the list of mails, newest first. `index`: number of the page, from 0. */
const listPage = async (inbox: Inbox, index: number): Promise<HttpResponse> => {
  const { items, hasMore } = await inbox.page(index);
  return localPage(200, {
    title: 'Mail',
    root: '..',
    content: html`${items.length === 0 && index === 0 ? EMPTY : html`<ul class="list mails">${items.map(rowOf)}</ul>`}
<p class="pages">${index > 0 ? html`<a href="mail?page=${index - 1}">Newer</a> ` : null}${hasMore ? html`<a href="mail?page=${index + 1}">Older</a>` : null}</p>`,
  });
};

/** Turns the URLs in a text into links. The group in the pattern puts each URL at an odd index of the parts. */
const linked = (text: string): readonly (Html | string)[] =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,)])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part));

const contentOf = (mail: OpenedMail): Html | null => {
  if (mail.content === null) return null;
  const { attachments, text } = mail.content;
  return html`${
    attachments.length === 0
      ? null
      : html`<p>Attached: ${attachments.map(({ filename }, index) => html`<a href="${mail.id}/attachments/${index}">${filename}</a> `)}</p>`
  }<h2>HTML</h2>
<iframe src="${mail.id}/html" title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2>
<pre>${linked(text)}</pre>`;
};

const mailPage = (mail: OpenedMail): HttpResponse =>
  localPage(200, {
    title: subjectOf(mail),
    root: '../..',
    content: html`<dl>
${mail.to === null ? null : html`<div><dt>To</dt><dd>${mail.to}</dd></div>`}
<div><dt>Time</dt><dd>${timeOf(mail.at)}</dd></div>
<div><dt>Kind</dt><dd>${kindOf(mail)}</dd></div>
<div><dt>Status</dt><dd>${reasonOf(mail) ?? 'Sent'}</dd></div>
</dl>
${contentOf(mail)}`,
  });

/** Policy of a mail in its frame: no scripts, and links open outside of the frame. Mails have inline styles. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'; frame-ancestors 'self'";

const htmlResponse = (markup: string): HttpResponse => ({
  status: 200,
  headers: { ...LOCAL_PAGE_HEADERS, 'content-security-policy': MAIL_POLICY },
  body: Buffer.from(markup.replace('<head>', '<head>\n<base target="_blank">')),
});

const attachmentResponse = ({ filename, content_type: type, content_base64: base64 }: Attachment): HttpResponse => ({
  status: 200,
  headers: {
    ...LOCAL_PAGE_HEADERS,
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
  },
  body: Buffer.from(base64, 'base64'),
});

type Attachment = NonNullable<OpenedMail['content']>['attachments'][number];

const missingPage = (): HttpResponse =>
  localPage(404, { title: 'No such email', root: '', content: html`<p><a href="${INBOX_PATH}">All emails</a></p>` });

/** Responds to requests for the pages of the inbox: the list, a mail, its HTML and its attachments. `path` begins with `INBOX_PATH`. */
export const inboxResponse = async (inbox: Inbox, path: string, query: URLSearchParams): Promise<HttpResponse> => {
  const [id, part, index] = path.slice(INBOX_PATH.length + 1).split('/');
  if (id === undefined || id === '') return listPage(inbox, Math.max(0, Math.floor(Number(query.get('page')) || 0)));
  const mail = await inbox.open(id);
  if (mail === null) return missingPage();
  if (part === undefined) return mailPage(mail);
  if (part === 'html' && mail.content !== null) return htmlResponse(mail.content.html);
  const attachment = part === 'attachments' ? mail.content?.attachments[Number(index)] : undefined;
  return attachment === undefined ? missingPage() : attachmentResponse(attachment);
};
