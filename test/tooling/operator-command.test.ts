import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_COMMAND } from '../../scripts/account/command.ts';
import { type OperatorCommand, runCommandLine, UsageError } from '../../scripts/operator/command.ts';

const directory = mkdtempSync(join(tmpdir(), 'operator-command-'));
const outputs = join(directory, 'outputs.json');
writeFileSync(outputs, '{}');
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const COMMAND: OperatorCommand = {
  usage: 'Usage: npm run example -- show --id ID',
  options: ['id'],
  needsOf: () => [],
  workOf:
    (subcommand, { id }) =>
    async () => ({ subcommand, id: String(id), expires_at: 1_795_891_082, suspended_at: null, members: ['ada', 'bob'] }),
};

describe('an operator command', () => {
  it.each([[['--help']], [['-h']], [['show', '--id', 'acct_1', '--help']]])(
    'with %j prints its usage and does not call the service',
    async (args) => {
      expect(await runCommandLine(COMMAND, args)).toBe(`${COMMAND.usage}\n`);
      expect(await runCommandLine(ACCOUNT_COMMAND, args)).toContain('npm run account -- create --name NAME');
    },
  );

  it('refuses an unknown option; the error contains the usage', async () => {
    await expect(runCommandLine(COMMAND, ['show', '--idd', 'x'])).rejects.toThrow(UsageError);
    await expect(runCommandLine(COMMAND, ['show', '--idd', 'x'])).rejects.toThrow(/'--idd'[\s\S]*Usage: npm run example/);
  });

  it.each([['create'], ['members add'], ['members remove']])('refuses an invalid email address: account %s', async (subcommand) => {
    const run = ACCOUNT_COMMAND.workOf(subcommand, { name: 'Example BV', id: 'acct_1', email: 'owner@', role: 'owner' });
    await expect(run()).rejects.toThrow('--email must be an email address, not "owner@".');
  });

  it('refuses `account members role` without --role, instead of choosing a role', () => {
    const values = { id: 'acct_1', email: 'owner@example.com' };
    expect(() => ACCOUNT_COMMAND.workOf('members role', values)).toThrow('--role is missing.');
    expect(ACCOUNT_COMMAND.workOf('members role', { ...values, role: 'admin' })).toBeTypeOf('function');
    expect(ACCOUNT_COMMAND.workOf('members add', values)).toBeTypeOf('function');
  });

  it.each([
    ['create', { name: 'Example BV' }, '--email is missing.'],
    ['suspend', {}, '--id is missing.'],
    ['members add', { id: 'acct_1', email: 'a@example.com', role: 'boss' }, '--role must be one of owner, '],
    ['numbering continue', { id: 'acct_1', mode: 'prod' }, '--mode must be one of live, test.'],
    ['numbering continue', { id: 'acct_1', mode: 'live', document: 'invoice', after: '-1' }, '--after must be a number.'],
    ['members', {}, 'Unknown command: members.'],
    ['', {}, 'Which command?'],
  ])('says what is wrong with `account %s` %j, before the usage', (subcommand, values, problem) => {
    const run = () => ACCOUNT_COMMAND.workOf(subcommand, values);
    expect(run).toThrow(UsageError);
    expect(run).toThrow(problem);
    expect(run).toThrow('Usage: npm run account');
  });

  it.each([
    ['AWS_DEFAULT_REGION', { AWS_DEFAULT_REGION: 'eu-west-1' }, 'eu-west-1'],
    ['AWS_REGION, if both are set,', { AWS_REGION: 'eu-north-1', AWS_DEFAULT_REGION: 'eu-west-1' }, 'eu-north-1'],
  ] as const)('uses the region of %s like the AWS CLI', async (_names, env, expected) => {
    for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const command: OperatorCommand = { ...COMMAND, workOf: () => async () => ({ region: String(process.env['AWS_REGION']) }) };
    const output = await runCommandLine(command, ['show', '--id', 'acct_1', '--stack-outputs', outputs, '--json']);
    expect(JSON.parse(output)).toEqual({ region: expected });
  });

  it('prints times in UTC, and with --json in Unix seconds', async () => {
    const args = ['show', '--id', 'acct_1', '--stack-outputs', outputs];
    expect(await runCommandLine(COMMAND, args)).toBe(
      [
        'subcommand    show',
        'id            acct_1',
        'expires at    2026-11-28T18:38:02Z',
        'suspended at  -',
        'members       ada',
        '              bob',
        '',
      ].join('\n'),
    );
    expect(JSON.parse(await runCommandLine(COMMAND, [...args, '--json']))).toMatchObject({ expires_at: 1_795_891_082 });
  });
});
