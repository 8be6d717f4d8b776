import type { LifecycleTenant } from '../lifecycles/lifecycle.ts';
import { runAllLifecycles } from '../lifecycles/run-all.ts';
import { apiOf } from '../support/api.ts';
import { type DeployedStacks, makeAccount, runScript, stageOptions, type Target } from './deployment.ts';
import type { Report } from './report.ts';

/** An email as stored by the emulator. */
interface StoredMail {
  readonly To: readonly string[];
  readonly Subject: string;
  readonly BodyText: string;
}

const mailsAt =
  (endpoint: string): LifecycleTenant['mailsTo'] =>
  async (address) => {
    const response = await fetch(`${endpoint}/_ministack/ses/messages`);
    const { messages } = (await response.json()) as { readonly messages: Readonly<Record<string, readonly StoredMail[]>> };
    const mails = Object.values(messages).flat();
    return mails.filter(({ To }) => To.includes(address)).map(({ Subject: subject, BodyText: text }) => ({ subject, text }));
  };

/** Runs the subscription lifecycle scenarios in a new tenant. */
export const checkLifecycles = async (target: Target, deployed: DeployedStacks, report: Report): Promise<void> => {
  const { accountId, testKey } = await makeAccount(target, stageOptions);
  const api = apiOf(deployed.baseUrl);
  const addMember = (email: string) =>
    runScript(target, 'account', ['members', 'add', '--id', accountId, '--email', email, ...stageOptions]);
  await runAllLifecycles({ api, client: api.client(testKey), addMember, mailsTo: mailsAt(target.endpoint) }, report.check);
};
