import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCOUNT_COMMAND } from '../../scripts/account/command.ts';
import { type OperatorCommand, outputOfCommand, UsageError } from '../../scripts/operator/command.ts';

const directory = mkdtempSync(join(tmpdir(), 'operator-command-'));
const outputs = join(directory, 'outputs.json');
writeFileSync(outputs, '{}');
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
    'prints its usage without calling the service for %j',
    async (args) => {
      expect(await outputOfCommand(COMMAND, args)).toBe(`${COMMAND.usage}\n`);
      expect(await outputOfCommand(ACCOUNT_COMMAND, args)).toContain('npm run account -- create --name NAME');
    },
  );

  it('refuses an unknown option; the error contains the usage', async () => {
    await expect(outputOfCommand(COMMAND, ['show', '--idd', 'x'])).rejects.toThrow(UsageError);
    await expect(outputOfCommand(COMMAND, ['show', '--idd', 'x'])).rejects.toThrow(/'--idd'[\s\S]*Usage: npm run example/);
  });

  it.each([['create'], ['members add'], ['members remove']])('refuses an invalid email address in account %s', async (subcommand) => {
    const run = ACCOUNT_COMMAND.workOf(subcommand, { name: 'Example BV', id: 'acct_1', email: 'owner@', role: 'owner' });
    await expect(run()).rejects.toThrow('--email must be an email address, not "owner@".');
  });

  it('prints times in UTC, and with --json in Unix seconds', async () => {
    const args = ['show', '--id', 'acct_1', '--stack-outputs', outputs];
    expect(await outputOfCommand(COMMAND, args)).toBe(
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
    expect(JSON.parse(await outputOfCommand(COMMAND, [...args, '--json']))).toMatchObject({ expires_at: 1_795_891_082 });
  });
});
