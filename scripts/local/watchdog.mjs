import { spawn } from 'node:child_process';

/** `node watchdog.mjs PROGRAM ARGS...`: runs the program until it ends or standard input closes. */
const [program = '', ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const end = () => child.kill();

child.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', end);
process.stdin.once('error', end);
process.stdin.resume();
process.once('SIGTERM', end);
