import type { SetDomain } from '../../shared/domain/account/domain.ts';
import type { ChangeMembers } from '../../shared/domain/account/members.ts';
import { ROLES } from '../../shared/domain/account/record.ts';
import { type OperatorCommand, type OptionValues, type Report, SERVICE_OPTIONS, UsageError } from '../operator/command.ts';

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stage STAGE | --stack-outputs FILE]
       npm run account -- list                                  (with the same options)
       npm run account -- suspend --id ID | resume --id ID      (with the same options)
       npm run account -- members add --id ID --email EMAIL [--role ROLE] | members role --id ID --email EMAIL --role ROLE
       npm run account -- members remove --id ID --email EMAIL | members list --id ID
       npm run account -- sign-in --id ID --email EMAIL
       npm run account -- domain verify --id ID --domain DOMAIN | domain remove --id ID | domain show --id ID
       npm run account -- numbering show --id ID
       npm run account -- numbering continue --id ID --mode live|test --document invoice|credit_note --after NUMBER
       npm run account -- alarm-test --stage STAGE

  create                creates an account with one unrestricted key per mode; prints account_id, live_key, test_key and base_url
  list                  lists all accounts with their owners, oldest first
  suspend, resume       blocks or unblocks all keys of the account, from the next request
  members add, role, remove, list
                        manages the account's members; test mode emails are sent only to their addresses. ROLE is one of
                        ${ROLES.join(', ')}; default of members add: viewer
  sign-in               prints a link with which a member signs in to the console, once and within 15 minutes
  domain verify, remove, show
                        manages the account's portal domain. verify checks that the domain leads to this deployment (setting
                        accountDomains, a DNS record, a certificate)
  numbering show, continue
                        shows the last number of invoices and credit notes; makes the next number follow NUMBER, so that a table
                        restored from a backup does not repeat the numbers of documents issued after that backup
  alarm-test            raises one alarm of a deployment, to check that its receivers (alarmEmail, alarmUrl) get it
                        within a minute; subscriptions of SNS that are not confirmed get nothing

${SERVICE_OPTIONS}

For a deployment, the AWS credentials must allow describing its stacks (except with --stack-outputs), writing to its table and reading its
secret; for alarm-test, setting the state of an alarm.`;

const create = (name: string, emailOption: string) => async (): Promise<Report> => {
  const [{ makeAccount }, { baseUrl }, { checkedEmail }] = await Promise.all([
    import('../local/new-account.ts'),
    import('../../shared/platform/environment.ts'),
    import('./email.ts'),
  ]);
  const email = checkedEmail(emailOption);
  const { fetchOwnerWarning } = await import('./list.ts');
  const warning = await fetchOwnerWarning(email);
  const { accountId, liveKey, testKey } = await makeAccount({ name, email });
  return {
    account_id: accountId,
    live_key: liveKey,
    test_key: testKey,
    base_url: baseUrl(),
    note: 'The keys are shown once: store them. `sign-in` prints a link to the console.',
    ...(warning === null ? {} : { warning }),
  };
};

const list = async (): Promise<Report> => {
  const { listAccounts } = await import('./list.ts');
  return { accounts: await listAccounts() };
};

const setSuspension = (id: string, suspended: boolean) => async (): Promise<Report> => {
  const { setSuspended } = await import('./suspension.ts');
  return { account_id: id, suspended_at: await setSuspended(id, suspended) };
};

const manageMembers = (id: string, change: ChangeMembers | null) => async (): Promise<Report> => {
  const { changeMembers, listMembers } = await import('./members.ts');
  return { account_id: id, members: await (change === null ? listMembers(id) : changeMembers(id, change)) };
};

const signIn = (id: string, email: string) => async (): Promise<Report> => {
  const { createSignInLink: signInLink } = await import('./sign-in.ts');
  const { url, expiresAt } = await signInLink(id, email);
  return { account_id: id, sign_in_url: url, expires_at: expiresAt };
};

const ALARM_TEST = 'alarm-test';
const ALARM_NOTE =
  'The alarm was raised. Expect a message at alarmEmail and alarmUrl within a minute. A subscription gets none until it is confirmed with the link in the email of SNS.';

const testAlarm = async (): Promise<Report> => {
  const { raiseTestAlarm } = await import('./alarm-test.ts');
  return { alarm: await raiseTestAlarm(), note: ALARM_NOTE };
};

const usageError = (problem: string): UsageError => new UsageError(`${problem}\n\n${USAGE}`);

/** The value of an option. Throws `UsageError` if it is missing. */
const requiredValue = (values: OptionValues, name: string): string => {
  const value = values[name];
  if (typeof value !== 'string') throw usageError(`--${name} is missing.`);
  return value;
};

/** The value of an option that has one of these values. Throws `UsageError` for another one. */
const choiceOf = <Choice extends string>(values: OptionValues, name: string, choices: readonly Choice[]): Choice => {
  const choice = choices.find((each) => each === requiredValue(values, name));
  if (choice === undefined) throw usageError(`--${name} must be one of ${choices.join(', ')}.`);
  return choice;
};

const manageDomain = (id: string, change: SetDomain | null) => async (): Promise<Report> => {
  const { changeDomain, showDomain } = await import('./domain.ts');
  return { account_id: id, domain: await (change === null ? showDomain(id) : changeDomain(id, change)) };
};

const showNumbers = (id: string) => async (): Promise<Report> => {
  const { listNumbers } = await import('./numbering.ts');
  return { account_id: id, last_numbers: await listNumbers(id) };
};

const continueSeries = (id: string, values: OptionValues) => {
  const mode = choiceOf(values, 'mode', ['live', 'test']);
  const document = choiceOf(values, 'document', ['invoice', 'credit_note']);
  const after = requiredValue(values, 'after');
  if (!/^\d+$/.test(after)) throw usageError('--after must be a number.');
  return async (): Promise<Report> => {
    const { continueNumbers } = await import('./numbering.ts');
    return { account_id: id, last_numbers: await continueNumbers(id, mode, { document, after: Number(after) }) };
  };
};

const workOf = (command: string, values: OptionValues): (() => Promise<Report>) => {
  const value = (name: string): string => requiredValue(values, name);
  switch (command) {
    case 'create':
      return create(value('name'), value('email'));
    case 'list':
      return list;
    case 'suspend':
    case 'resume':
      return setSuspension(value('id'), command === 'suspend');
    case 'members list':
      return manageMembers(value('id'), null);
    case 'members add':
      return manageMembers(value('id'), {
        kind: 'add',
        email: value('email'),
        role: values['role'] === undefined ? 'viewer' : choiceOf(values, 'role', ROLES),
      });
    case 'members role':
      return manageMembers(value('id'), { kind: 'set_role', member: value('email'), role: choiceOf(values, 'role', ROLES) });
    case 'members remove':
      return manageMembers(value('id'), { kind: 'remove', member: value('email') });
    case 'sign-in':
      return signIn(value('id'), value('email'));
    case 'domain show':
      return manageDomain(value('id'), null);
    case 'domain remove':
      return manageDomain(value('id'), { domain: null });
    case 'domain verify':
      return manageDomain(value('id'), { domain: value('domain') });
    case 'numbering show':
      return showNumbers(value('id'));
    case 'numbering continue':
      return continueSeries(value('id'), values);
    case ALARM_TEST:
      return testAlarm;
    default:
      throw usageError(command === '' ? 'Which command?' : `Unknown command: ${command}.`);
  }
};

/** `npm run account`. */
export const ACCOUNT_COMMAND: OperatorCommand = {
  usage: USAGE,
  options: ['name', 'email', 'id', 'domain', 'role', 'mode', 'document', 'after'],
  needsOf: (subcommand) => (subcommand === ALARM_TEST ? ['TEST_ALARM_NAME'] : ['TABLE_NAME', 'KEY_PEPPER_SECRET_ARN', 'PUBLIC_BASE_URL']),
  workOf,
};
