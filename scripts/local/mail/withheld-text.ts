import { accountAggregate } from '../../../shared/domain/account/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { loadParties } from '../../../shared/flows/load/parties.ts';
import { composeMail } from '../../../shared/mail/compose.ts';
import { filesOf, type MailDocument } from '../../../shared/mail/composed.ts';
import { buildMail } from '../../../shared/mail/email-template.ts';
import { createLinkUrl } from '../../../shared/mail/link-urls.ts';
import { baseUrl } from '../../../shared/platform/environment.ts';
import { cachedDecrypt } from '../../../shared/ports/cached-decrypt.ts';
import { cipher, clock, documentFiles, openTable, secrets, storeOf } from '../../../shared/runtime/services.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { ComposeWithheld, InboxContent } from './inbox.ts';

const decrypt = cachedDecrypt(cipher);

/** Composes a mail that was not sent, from the current records of the table in `TABLE_NAME`. */
export const composeWithheld: ComposeWithheld = async ({ tenant, order }, { complete }) => {
  const store = storeOf(openTable());
  const account = (await store.get(accountAggregate, tenant, tenant.accountId))?.record ?? null;
  // An order for all owners is not a mail: it is split into one order per owner.
  if (account === null || order.kind === 'owners_notice') return 'subject_gone';
  const composed = await composeMail(
    { store, tenant, account, partiesOf: (of, customerId) => loadParties(store, of, customerId), nowMs: clock.nowMs },
    order,
  );
  if (typeof composed === 'string') return composed;
  const { document, envelope, link, template } = composed;
  const attachments = complete && document !== null ? await readAttachments(tenant, document) : [];
  const linkUrl = complete && link !== null ? await createLinkUrl(linkDeps(store), tenant, account, link, envelope.to) : null;
  const { to, subject, text, html } = buildMail(envelope, template({ attached: attachments.length > 0, linkUrl }), []);
  return { to, subject, text, html, attachments };
};

const linkDeps = (store: Store) => ({ store, secrets, decryptToken: decrypt, baseUrl: baseUrl() });

/** Reads the files of the mail's document, without those that are not rendered yet. */
const readAttachments = async (tenant: Tenant, document: MailDocument): Promise<InboxContent['attachments']> => {
  const files = await documentFiles();
  const attachments = filesOf(document).map(async ({ file, fileName, contentType }) => {
    const content = await files.get(tenant, file);
    return content === null
      ? []
      : [{ filename: fileName, content_type: contentType, content_base64: Buffer.from(content).toString('base64') }];
  });
  return (await Promise.all(attachments)).flat();
};
