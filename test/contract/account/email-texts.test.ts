import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { EMAIL_KINDS } from '../../../shared/domain/mail/email-texts.ts';
import { service } from '../../support/service.ts';
import { clientWithScopes } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const PATH = '/v1/tenant/email_texts';

let live: Client;
let test: Client;
beforeAll(async () => {
  const account = await createAccount();
  [live, test] = [api.client(account.liveKey), api.client(account.testKey)];
});

const VALID: Json = { email: 'refund', language: 'de', texts: { subject: 'Geld zurück von {merchant}', closing: '<b>Bis bald</b>' } };
const REPLACED = { subject: 'Geld zurück von {merchant}', opening: null, closing: '<b>Bis bald</b>' };

const textsIn = async (client: Client, language: string, email = 'refund'): Promise<Json | undefined> => {
  const { data } = await client.get(`${PATH}?language=${language}`);
  return (data as readonly Json[]).find((each) => each.email === email);
};

describe('the texts of emails', () => {
  it('are listed for all emails in one language, with defaults and placeholders', async () => {
    const list = await test.get(PATH);
    expect(list).toMatchObject({ object: 'list', has_more: false });
    expect((list.data as readonly Json[]).map(({ email, language }) => [email, language])).toEqual(
      EMAIL_KINDS.map((email) => [email, 'en']),
    );
    expect(await textsIn(test, 'nl')).toEqual({
      object: 'email_text',
      livemode: true,
      email: 'refund',
      language: 'nl',
      texts: { subject: null, opening: null, closing: null },
      default_texts: {
        subject: 'Je terugbetaling van {merchant}',
        opening: expect.stringContaining('{amount}'),
        closing: expect.any(String),
      },
      placeholders: ['merchant', 'support_email', 'amount', 'date'],
    });
  });

  it('are replaced in one language, for both modes, until they are reset', async () => {
    const replaced = await live.post(PATH, VALID);
    expect(replaced).toMatchObject({ object: 'email_text', email: 'refund', language: 'de', texts: REPLACED });
    expect(replaced).not.toHaveProperty('preview');
    for (const client of [live, test]) expect(await textsIn(client, 'de')).toEqual(replaced);
    expect(await textsIn(live, 'en')).toMatchObject({ texts: { subject: null } });
    expect(await live.post(PATH, { ...VALID, texts: { opening: 'Hallo' } })).toMatchObject({
      texts: { subject: null, opening: 'Hallo', closing: null },
    });
    expect(await live.post(PATH, { ...VALID, texts: { opening: null } })).toMatchObject({ texts: { opening: null } });
    const audit = await live.list('/v1/audit_logs?action=email_text.updated');
    expect(audit.map(({ metadata }) => metadata)).toEqual(Array(3).fill({ email: 'refund', language: 'de' }));
  });

  it('are rendered with sample values for a preview, which stores nothing', async () => {
    const { preview, texts } = await live.post(PATH, { ...VALID, language: 'fr', preview: true });
    const { subject, text, html } = preview as { subject: string; text: string; html: string };
    expect(texts).toEqual(REPLACED);
    expect(subject).toMatch(/^Geld zurück von .+/);
    expect(subject).not.toContain('{');
    expect(text).toContain('<b>Bis bald</b>');
    expect(text).toMatch(/49,00\s€/);
    expect(html).toContain('&lt;b&gt;Bis bald&lt;/b&gt;');
    expect(html).not.toContain('<b>');
    expect(await textsIn(live, 'fr')).toMatchObject({ texts: { subject: null, opening: null, closing: null } });
    expect(fieldError(await live.call('POST', PATH, { ...VALID, texts: { opening: '{nobody}' }, preview: true }))).toEqual([
      400,
      'parameter_invalid',
      'texts.opening',
    ]);
  });

  it.each<readonly [string, Json, string]>([
    ['an unknown email', { email: 'portal_link' }, 'email'],
    ['an unsupported language', { language: 'pt' }, 'language'],
    ['texts that are a string', { texts: 'Hello' }, 'texts'],
    ['a text that emails do not have', { texts: { heading: 'Hello' } }, 'texts.heading'],
    ['an empty text', { texts: { opening: '' } }, 'texts.opening'],
    ['a blank text', { texts: { opening: '  ' } }, 'texts.opening'],
    ['a long subject', { texts: { subject: 'x'.repeat(151) } }, 'texts.subject'],
    ['a long opening', { texts: { opening: 'x'.repeat(1001) } }, 'texts.opening'],
    ['a long closing', { texts: { closing: 'x'.repeat(1001) } }, 'texts.closing'],
    ['a line break in the subject', { texts: { subject: 'Hello\r\nBcc: a@b.example' } }, 'texts.subject'],
    ['a control character', { texts: { closing: 'Bye\u0007' } }, 'texts.closing'],
    ['a placeholder of other emails', { texts: { closing: 'Your {product}' } }, 'texts.closing'],
    ['a preview that is no boolean', { preview: 'yes' }, 'preview'],
  ])('are refused with %s', async (_what, fields, param) => {
    const answer = await live.call('POST', PATH, { ...VALID, ...fields });
    expect(fieldError(answer)).toEqual([400, param === 'texts.heading' ? 'parameter_unknown' : 'parameter_invalid', param]);
  });

  it('are refused with an unknown placeholder; the error lists the known ones', async () => {
    const { body } = await live.call('POST', PATH, { ...VALID, texts: { subject: 'For {product}' } });
    expect(body).toMatchObject({
      error: { message: '`{product}` is not a placeholder of this email. Use {merchant}, {support_email}, {amount}, {date}.' },
    });
  });

  it('are refused if all texts of the account together are too large', async () => {
    const otherClient = api.client((await createAccount()).liveKey);
    const texts = { opening: 'é'.repeat(1000), closing: 'é'.repeat(1000) };
    const answers: Answer[] = [];
    for (const email of EMAIL_KINDS.slice(0, 6)) answers.push(await otherClient.call('POST', PATH, { email, language: 'en', texts }));
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(answers.slice(5).map(fieldError)).toEqual([[400, 'parameter_invalid', 'texts']]);
  });

  it('are refused without the parameter `email`, and for an unknown language in the query', async () => {
    expect(statusAndCode(await live.call('POST', PATH, { language: 'de', texts: {} }))).toEqual([400, 'parameter_missing']);
    expect(fieldError(await live.call('GET', `${PATH}?language=xx`))).toEqual([400, 'parameter_invalid', 'language']);
  });

  it('require the scope tenant:read to be read, and tenant:write and a live key to be changed', async () => {
    expect(statusAndCode(await test.call('POST', PATH, VALID))).toEqual([403, 'mode_mismatch']);
    const reader = await clientWithScopes(api, live, 'tenant:read');
    expect((await reader.call('GET', PATH)).status).toBe(200);
    expect(statusAndCode(await reader.call('POST', PATH, VALID))).toEqual([403, 'insufficient_scope']);
  });

  it('are all stored when many requests change them at the same time', async () => {
    const { liveKey } = await createAccount();
    const client = api.client(liveKey);
    const changes = EMAIL_KINDS.flatMap((email) => ['en', 'pl'].map((language) => ({ email, language })));
    const answers = await Promise.all(
      changes.map((each) => client.call('POST', PATH, { ...each, texts: { closing: `${each.email} ${each.language}` } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const language of ['en', 'pl']) {
      const { data } = await client.get(`${PATH}?language=${language}`);
      expect((data as readonly Json[]).map(({ email, texts }) => [email, (texts as Json).closing])).toEqual(
        EMAIL_KINDS.map((email) => [email, `${email} ${language}`]),
      );
    }
  });
});
