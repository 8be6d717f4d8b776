import type { VerifyDomain } from '../shared/domain/account/domain.ts';
import type { ChangeMembers } from '../shared/domain/account/members.ts';
import { ROLES, type Role } from '../shared/domain/account/record.ts';
import { type Given, operate, PLACES, type Report, UsageError } from './operator/command.ts';

/**
 * `npm run account`: what an operator does to accounts, by direct access to the table. That access is the permission; no
 * route does this.
 */

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stage STAGE | --stack-outputs FILE]
       npm run account -- suspend --id ID | resume --id ID      (with the same options)
       npm run account -- members add --id ID --email EMAIL [--role ROLE] | members role --id ID --email EMAIL --role ROLE
       npm run account -- members remove --id ID --email EMAIL | members list --id ID
       npm run account -- sign-in --id ID --email EMAIL
       npm run account -- domain verify --id ID --domain DOMAIN | domain remove --id ID | domain show --id ID

  create                makes an account with one unrestricted key a mode: account_id, live_key and test_key
  suspend, resume       from the next request on, no key of the account opens anything; and all is as before again
  members add, role, remove, list
                        the account's team: mail to customers of the test mode reaches these addresses and no others. ROLE is one of
                        ${ROLES.join(', ')}; viewer when left out
  sign-in               a link by which a member signs in to the console, once and within 15 minutes
  domain verify, remove, show
                        the account's own domain: its customers reach the portal there. Make sure first that it leads to this deployment

${PLACES}

A deployment takes AWS credentials that may describe its stacks (but for --stack-outputs), write to its table and read its secret.`;

const create = (name: string, email: string) => async (): Promise<Report> => {
  const { makeAccount } = await import('./local/new-account.ts');
  const { accountId, liveKey, testKey } = await makeAccount({ name, email });
  return { account_id: accountId, live_key: liveKey, test_key: testKey };
};

const suspend = (id: string, suspended: boolean) => async (): Promise<Report> => {
  const { setSuspended } = await import('./account/suspension.ts');
  return { account_id: id, suspended_at: await setSuspended(id, suspended) };
};

const members = (id: string, change: ChangeMembers | null) => async (): Promise<Report> => {
  const { changeMembers, listMembers } = await import('./account/members.ts');
  return { account_id: id, members: await (change === null ? listMembers(id) : changeMembers(id, change)) };
};

const signIn = (id: string, email: string) => async (): Promise<Report> => {
  const { signInLink } = await import('./account/sign-in.ts');
  const { url, expiresAt } = await signInLink(id, email);
  return { account_id: id, sign_in_url: url, expires_at: expiresAt };
};

const isRole = (given: unknown): given is Role => ROLES.some((role) => role === given);

const membersOf = (command: string, { id, email, role = 'viewer' }: Given): (() => Promise<Report>) | null => {
  if (typeof id !== 'string') return null;
  if (command === 'members list') return members(id, null);
  if (typeof email !== 'string' || !isRole(role)) return null;
  if (command === 'members add') return members(id, { kind: 'add', email, role });
  if (command === 'members role') return members(id, { kind: 'set_role', member: email, role });
  return command === 'members remove' ? members(id, { kind: 'remove', member: email }) : null;
};

const domainOf = (command: string, { id, domain }: Given): (() => Promise<Report>) | null => {
  if (typeof id !== 'string') return null;
  const work = async (change: VerifyDomain | null): Promise<Report> => {
    const { changeDomain, showDomain } = await import('./account/domain.ts');
    return { account_id: id, domain: await (change === null ? showDomain(id) : changeDomain(id, change)) };
  };
  if (command === 'domain show') return () => work(null);
  if (command === 'domain remove') return () => work({ domain: null });
  return command === 'domain verify' && typeof domain === 'string' ? () => work({ domain }) : null;
};

const workOf = (command: string, given: Given): (() => Promise<Report>) => {
  const { name, email, id } = given;
  if (command === 'create' && typeof name === 'string' && typeof email === 'string') return create(name, email);
  if ((command === 'suspend' || command === 'resume') && typeof id === 'string') return suspend(id, command === 'suspend');
  if (command === 'sign-in' && typeof id === 'string' && typeof email === 'string') return signIn(id, email);
  const work = membersOf(command, given) ?? domainOf(command, given);
  if (work !== null) return work;
  throw new UsageError(USAGE);
};

operate({
  usage: USAGE,
  options: ['name', 'email', 'id', 'domain', 'role'],
  needs: ['TABLE_NAME', 'KEY_PEPPER_SECRET_ARN', 'PUBLIC_BASE_URL'],
  workOf,
});
