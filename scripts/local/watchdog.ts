import { fileURLToPath } from 'node:url';

/** The system holds the pipe to the host, and closes it when the host is gone. */
const SHELL_SCRIPT = [
  'exec 3<&0',
  '"$@" 3<&- </dev/null & engine=$!',
  '{ read -r _ <&3; kill "$engine"; } 2>/dev/null & watch=$!',
  'trap \'kill "$engine"\' TERM',
  'exec 3<&-',
  'wait "$engine"; code=$?',
  'kill "$watch" 2>/dev/null',
  'exit "$code"',
].join('\n');

const NODE_SCRIPT = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));

/**
 * The command that runs `command` until it ends on its own or the standard input closes, which the system does however this process
 * ends: what it runs must not outlive it. A shell where there is one, being small; on Windows a second Node.
 */
export const watched = (platform: string, command: readonly string[]): readonly [string, ...string[]] =>
  platform === 'win32' ? [process.execPath, NODE_SCRIPT, ...command] : ['sh', '-c', SHELL_SCRIPT, 'watchdog', ...command];
