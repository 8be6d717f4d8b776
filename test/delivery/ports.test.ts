import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventBridgeClient, PutEventsCommandInput } from '@aws-sdk/client-eventbridge';
import { EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SESv2Client, SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { ExecutionAlreadyExists, type SFNClient } from '@aws-sdk/client-sfn';
import type { SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idSource } from '../../shared/platform/ids.ts';
import { awsBus } from '../../shared/ports/aws-bus.ts';
import { awsCipher } from '../../shared/ports/aws-cipher.ts';
import { awsMailer, type SenderSettings } from '../../shared/ports/aws-mailer.ts';
import { awsQueue } from '../../shared/ports/aws-queue.ts';
import { awsSecrets, parseSecretVersions } from '../../shared/ports/aws-secrets.ts';
import { awsStateMachines } from '../../shared/ports/aws-state-machines.ts';
import type { Envelope, Mail, MailTags } from '../../shared/ports/index.ts';

/** A client that returns `respond(command)` for every command. */
const clientOf = <C>(respond: (command: { readonly input: Record<string, unknown> }) => unknown): C =>
  ({ send: async (command: { readonly input: Record<string, unknown> }) => respond(command) }) as C;

const envBefore = { ...process.env };
beforeAll(() => {
  Object.assign(process.env, {
    BUS_NAME: 'bus',
    WEBHOOK_DELIVERY_QUEUE_URL: 'http://queue',
    MAIL_QUEUE_URL: 'http://queue',
    BILLING_RUN_MACHINE_ARN: 'arn:cycle',
  });
});
afterAll(() => {
  process.env = envBefore;
});

const envelope = (index: number): Envelope => ({ accountId: `acct_${index}`, mode: 'test', events: [{ id: `evt_${index}`, type: 'a.b' }] });

describe('bus', () => {
  it('publishes ten envelopes per call and retries only refused envelopes', async () => {
    const sent: string[][] = [];
    const client = clientOf<EventBridgeClient>((command) => {
      const { Entries = [] } = command.input as unknown as PutEventsCommandInput;
      const ids = Entries.map(({ Detail }) => JSON.parse(Detail ?? '').events[0].id as string);
      sent.push(ids);
      return { Entries: ids.map((id) => (id === 'evt_3' && sent.length === 1 ? { ErrorCode: 'RequestThrottled' } : { EventId: '1' })) };
    });
    await awsBus(client).publish(Array.from({ length: 12 }, (_, index) => envelope(index)));
    // Ten envelopes, then the refused envelope again, then the other two.
    expect(sent.map((ids) => ids.length)).toEqual([10, 1, 2]);
    expect(sent[1]).toEqual(['evt_3']);
  });

  it('publishes checks of usage limits with the source `billing.usage`, which the rules for events do not match', async () => {
    const sent: unknown[] = [];
    const client = clientOf<EventBridgeClient>((command) => {
      const { Entries = [] } = command.input as unknown as PutEventsCommandInput;
      sent.push(...Entries.map(({ Source, Detail }) => [Source, JSON.parse(Detail ?? '')]));
      return { Entries: Entries.map(() => ({ EventId: '1' })) };
    });
    const check = { accountId: 'acct_1', mode: 'test', kind: 'usage_check', id: 'sub_1' } as const;
    await awsBus(client).startChecks([check]);
    expect(sent).toEqual([['billing.usage', check]]);
  });

  it.each(['InternalFailure', 'ThrottlingException'])('throws when an envelope is still refused after the retries: %s', async (code) => {
    const client = clientOf<EventBridgeClient>(() => ({ Entries: [{ ErrorCode: code }] }));
    await expect(awsBus(client).publish([envelope(1)])).rejects.toMatchObject({ name: code, message: 'the bus refused 1 entries' });
  });
});

describe('queue', () => {
  it('sends ten messages per call and throws when a message is refused', async () => {
    const sizes: number[] = [];
    const client = clientOf<SQSClient>((command) => {
      sizes.push((command.input as unknown as SendMessageBatchCommandInput).Entries?.length ?? 0);
      return sizes.length === 2 ? { Failed: [{ Id: '0', Code: 'RequestThrottled' }] } : {};
    });
    const messages = Array.from({ length: 12 }, (_, index) => ({ accountId: String(index) }));
    await expect(awsQueue(client).sendMany('webhook-delivery', messages)).rejects.toMatchObject({
      name: 'RequestThrottled',
      message: expect.stringContaining('refused 1'),
    });
    expect(sizes).toEqual([10, 2]);
  });

  it('groups messages by account, so that the backlog of one account delays no other account', async () => {
    const groups: unknown[] = [];
    const client = clientOf<SQSClient>((command) => {
      const input = command.input as unknown as SendMessageBatchCommandInput;
      groups.push(...(input.Entries ?? [input]).map((entry) => ('MessageGroupId' in entry ? entry.MessageGroupId : null)));
      return {};
    });
    await awsQueue(client).send('mail', { accountId: 'acct_1', mode: 'test', mailId: 'mail_1' });
    await awsQueue(client).send('mail', { signIn: 'request' });
    await awsQueue(client).sendMany('mail', [{ accountId: 'acct_2' }, { other: 1 }]);
    expect(groups).toEqual(['acct_1', null, 'acct_2', null]);
  });
});

describe('state machines', () => {
  it('report `exists` for a second start with the same name', async () => {
    const client = clientOf<SFNClient>(() => {
      throw new ExecutionAlreadyExists({ message: 'exists', $metadata: {} });
    });
    expect(await awsStateMachines(client).start('billing-run', 'acct_1-test-1', {})).toBe('exists');
    expect(await awsStateMachines(clientOf<SFNClient>(() => ({}))).start('billing-run', 'acct_1-test-1', {})).toBe('started');
  });
});

describe('mailer', () => {
  const mail: Mail = {
    to: 'owner@shop.example',
    senderName: null,
    replyTo: null,
    subject: 'Ünder',
    text: 'text',
    html: '<p>html</p>',
    attachments: [],
  };
  const tags: MailTags = { accountId: 'acct_1', mode: 'live', customerId: 'cus_1', kind: 'receipt' };
  const settings = { sender: 'billing@example.com', configurationSet: null };
  const inputOf = async (sentMail: Mail, changed: Partial<SenderSettings & MailTags> = {}): Promise<SendEmailCommandInput> => {
    const inputs: Record<string, unknown>[] = [];
    const client = clientOf<SESv2Client>(({ input }) => inputs.push(input));
    await awsMailer({ ...settings, ...changed }, client).send(sentMail, { ...tags, ...changed });
    expect(inputs).toHaveLength(1);
    return inputs[0] as unknown as SendEmailCommandInput;
  };

  it('sends text and HTML from the sender to one address', async () => {
    expect(await inputOf(mail)).toEqual({
      FromEmailAddress: 'billing@example.com',
      Destination: { ToAddresses: ['owner@shop.example'] },
      Content: {
        Simple: {
          Subject: { Data: 'Ünder', Charset: 'UTF-8' },
          Body: { Text: { Data: 'text', Charset: 'UTF-8' }, Html: { Data: '<p>html</p>', Charset: 'UTF-8' } },
        },
      },
    });
  });

  it('sends a mail with a sender name, a reply address and attachments', async () => {
    const content = Buffer.from('%PDF-1.7');
    const attachments = [{ fileName: 'INV-000001.pdf', contentType: 'application/pdf', content }];
    const input = await inputOf({ ...mail, senderName: 'Shop "& Co" \\', replyTo: 'help@shop.example', attachments });
    expect(input).toMatchObject({
      FromEmailAddress: '"Shop \\"& Co\\" \\\\" <billing@example.com>',
      ReplyToAddresses: ['help@shop.example'],
    });
    expect(input.Content?.Simple?.Attachments).toEqual([
      {
        FileName: 'INV-000001.pdf',
        ContentType: 'application/pdf',
        ContentDisposition: 'ATTACHMENT',
        ContentTransferEncoding: 'BASE64',
        RawContent: content,
      },
    ]);
  });

  it('tags a mail with account, mode, kind and customer, so that bounces and complaints can be assigned to the customer', async () => {
    const input = await inputOf(mail, { configurationSet: 'billing-dev' });
    expect(input.ConfigurationSetName).toBe('billing-dev');
    expect(input.EmailTags).toEqual([
      { Name: 'account', Value: 'acct_1' },
      { Name: 'mode', Value: 'live' },
      { Name: 'kind', Value: 'receipt' },
      { Name: 'customer', Value: 'cus_1' },
    ]);
    const toMember = await inputOf(mail, { configurationSet: 'billing-dev', customerId: null });
    expect(toMember.EmailTags?.map(({ Name }) => Name)).toEqual(['account', 'mode', 'kind']);
    const { next } = idSource(() => 0);
    for (const id of [next('acct_'), next('cus_')]) expect(id).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
  });

  it('removes line breaks from sender name and subject (header injection), and shortens the subject to 200 characters', async () => {
    const injection = 'Shop\r\nBcc: all@evil.example\u2028\u0000X';
    const input = await inputOf({ ...mail, senderName: injection, subject: injection });
    expect(input.FromEmailAddress).toBe('"Shop Bcc: all@evil.example X" <billing@example.com>');
    expect(input.Content?.Simple?.Subject?.Data).toBe('Shop Bcc: all@evil.example X');
    expect((await inputOf({ ...mail, subject: 'long '.repeat(1000) })).Content?.Simple?.Subject?.Data).toHaveLength(200);
    expect((await inputOf({ ...mail, senderName: ' \n ' })).FromEmailAddress).toBe('billing@example.com');
  });

  it.each(['Café Zürich', '株式会社'.repeat(20), `${'a'.repeat(43)}😀${'é'.repeat(60)}`])(
    'encodes the sender name %s as RFC 2047 requires',
    async (name) => {
      const { FromEmailAddress = '' } = await inputOf({ ...mail, senderName: name });
      const strings = FromEmailAddress.replace(' <billing@example.com>', '').split(' ');
      for (const word of strings) expect(word).toMatch(/^=\?UTF-8\?B\?[A-Za-z0-9+/=]{1,60}\?=$/);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      expect(strings.map((word) => decoder.decode(Buffer.from(word.slice(10, -2), 'base64'))).join('')).toBe(name);
    },
  );

  it('does not retry a call without a response, since the mail may have been sent', async () => {
    let calls = 0;
    const server = createServer((request) => {
      calls += 1;
      request.socket.destroy();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    await expect(awsMailer(settings).send(mail, tags)).rejects.toThrow();
    expect(calls).toBe(1);
    await new Promise((closed) => server.close(closed));
  });
});

describe('cipher', () => {
  /** A fake KMS client. It binds the encryption context to the ciphertext, and does not encrypt the plaintext. */
  const client = clientOf<KMSClient>((command) => {
    const { EncryptionContext, Plaintext, CiphertextBlob } = command.input as Record<string, never>;
    const seal = createHash('sha256').update(JSON.stringify(EncryptionContext)).digest();
    if (command instanceof EncryptCommand) return { CiphertextBlob: Buffer.concat([seal, Buffer.from(Plaintext ?? '')]) };
    const bytes = Buffer.from(CiphertextBlob ?? '');
    if (!bytes.subarray(0, 32).equals(seal)) throw new Error('InvalidCiphertextException');
    return { Plaintext: bytes.subarray(32) };
  });
  const cipher = awsCipher('key', client);

  it.each(['', 'svcwhsec_secret', 'ü'.repeat(2048), 'ü'.repeat(5000)])(
    'decrypts texts of any length, but only with the same encryption context',
    async (text) => {
      const sealed = await cipher.encrypt(text, { accountId: 'a' });
      expect(await cipher.decrypt(sealed, { accountId: 'a' })).toBe(text);
      await expect(cipher.decrypt(sealed, { accountId: 'b' })).rejects.toThrow();
      // KMS encrypts at most 4096 bytes. Longer texts are encrypted by the cipher, so the fake does not see them.
      if (text.length > 4096) expect(sealed).not.toContain(Buffer.from(text).toString('base64url').slice(0, 40));
    },
  );
});

describe('secrets', () => {
  it('list the current pepper first, then the others from newest to oldest; secrets without a current pepper are invalid', () => {
    const text = JSON.stringify({ current: '9', '1': 'a', '9': 'b', '10': 'c' });
    expect(parseSecretVersions(text).map(({ version }) => version)).toEqual(['9', '10', '1']);
    expect(() => parseSecretVersions('{"1":"a"}')).toThrow(/current/);
  });

  it('are read once, and again after five minutes or a failure', async () => {
    let reads = 0;
    let nowMs = 0;
    const client = clientOf<SecretsManagerClient>(() => {
      reads += 1;
      if (reads === 1) throw new Error('unavailable');
      return { SecretString: '{"current":"1","1":"pepper"}' };
    });
    const port = awsSecrets('arn', { nowMs: () => nowMs, onReadFailure: () => undefined }, client);
    await expect(port.apiKeyPeppers()).rejects.toThrow('unavailable');
    expect(await port.apiKeyPeppers()).toEqual([{ version: '1', value: 'pepper' }]);
    await port.apiKeyPeppers();
    expect(reads).toBe(2);
    nowMs = 6 * 60_000;
    await port.apiKeyPeppers();
    expect(reads).toBe(3);
  });

  it('stay in use when a later read fails; the failure is reported, and the read is retried later', async () => {
    let unavailable = false;
    let reads = 0;
    let nowMs = 0;
    const reported: unknown[] = [];
    const client = clientOf<SecretsManagerClient>(() => {
      reads += 1;
      if (unavailable) throw new Error('unavailable');
      return { SecretString: `{"current":"1","1":"pepper ${reads}"}` };
    });
    const port = awsSecrets('arn', { nowMs: () => nowMs, onReadFailure: (error) => reported.push(error) }, client);
    const first = await port.apiKeyPeppers();
    unavailable = true;
    nowMs = 6 * 60_000;
    expect(await Promise.all([port.apiKeyPeppers(), port.apiKeyPeppers()])).toEqual([first, first]);
    expect(await port.apiKeyPeppers()).toEqual(first);
    expect(reported).toEqual([new Error('unavailable')]);
    expect(reads).toBe(2);
    unavailable = false;
    nowMs += 60_000;
    expect(await port.apiKeyPeppers()).toEqual([{ version: '1', value: 'pepper 3' }]);
  });
});
