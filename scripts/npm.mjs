/**
 * Returns the command that starts npm on any platform: npm's script with this Node if npm started this process, otherwise `npm`.
 *
 * @param {readonly string[]} args
 * @returns {{ readonly program: string, readonly args: readonly string[], readonly shell: boolean }}
 */
export const npmCommand = (args) => {
  const npmScript = process.env['npm_execpath'];
  if (npmScript?.endsWith('npm-cli.js')) return { program: process.execPath, args: [npmScript, ...args], shell: false };
  // On Windows npm is a script, which requires a shell.
  return { program: 'npm', args, shell: process.platform === 'win32' };
};
