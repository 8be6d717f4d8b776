import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Document } from '../../shared/client/cli/description.ts';
import { commandFor } from './command.ts';
import { type FakeService, jsonReply, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());
const billing = commandFor(() => service);

const has = (program: string): boolean => spawnSync(program, ['-c', 'exit 0']).status === 0;

/** By shell: arguments that make it print the completions of a command line. The completion script and the command line follow them. */
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['-c', 'eval "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _billing; printf "%s\\n" "${COMPREPLY[@]}"', 'bash'],
  zsh: [
    '-fc',
    'compdef() { :; }; compadd() { shift; print -rl -- ${(M)@:#${words[CURRENT]}*}; }; eval "$1"; shift; words=("$@"); CURRENT=$#; _billing',
    'zsh',
  ],
  fish: ['-c', 'eval $argv[1]; complete -C "$argv[2..-1]"'],
};

describe.each(Object.keys(SHELLS))('completion in %s', (shell) => {
  // bash is always installed; the other shells are tested only where they are installed.
  const isInstalled = shell === 'bash' || has(shell);

  it.skipIf(!isInstalled).each<[readonly string[], readonly string[]]>([
    [['inv'], ['invoices']],
    [['list', 'webhook_e'], ['webhook_endpoints']],
    [['subscriptions', 'pa'], ['pause']],
    [['create', 'customers', '--em'], ['--email']],
    [['customers', 'create', '--name', 'Ada', '--address.c'], ['--address.city']],
    [
      ['list', 'invoices', '--created[gt'],
      ['--created[gte]', '--created[gt]'],
    ],
    [
      ['trigger', 'dispute.c'],
      ['dispute.created', 'dispute.closed'],
    ],
    [['logs', '--l'], ['--limit']],
    [['completion', 'z'], ['zsh']],
    [['unknown', 'x'], []],
  ])('completes %j', async (args, candidates) => {
    service.replyWith(jsonReply(200, DOCUMENT));
    const script = (await billing('completion', shell)).out.join('\n');
    const { stdout, stderr } = spawnSync(shell, [...(SHELLS[shell] ?? []), script, 'billing', ...args], { encoding: 'utf8' });
    expect([
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .sort(),
      stderr,
    ]).toEqual([[...candidates].sort(), '']);
  });
});

it('billing completion refuses unknown shells', async () => {
  expect(await billing('completion', 'csh')).toMatchObject({ code: 2, errors: ['Unknown shell csh. Shells: bash, zsh, fish.'] });
});
