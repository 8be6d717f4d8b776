import { fileURLToPath } from 'node:url';

/**
 * Runs its arguments as a command (the engine), and kills the command when standard input closes. A `read` in the background waits until
 * standard input closes. The `read` uses a copy of standard input (descriptor 3), because a shell gives background commands `/dev/null` as
 * standard input.
 */
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
 * Returns a command that runs `command` and ends it when standard input closes, so that `command` does not outlive this process. Uses a
 * shell, which needs little memory; on Windows a second Node process.
 */
export const withWatchdog = (platform: string, command: readonly string[]): readonly [string, ...string[]] =>
  platform === 'win32' ? [process.execPath, NODE_SCRIPT, ...command] : ['sh', '-c', SHELL_SCRIPT, 'watchdog', ...command];
