/**
 * How npm is started from a program, on any platform: by the Node that runs this one where npm itself started it, else by name.
 *
 * @param {readonly string[]} args
 * @returns {{ readonly program: string, readonly args: readonly string[], readonly shell: boolean }}
 */
export const npmCommand = (args) => {
  const own = process.env['npm_execpath'];
  if (own?.endsWith('npm-cli.js')) return { program: process.execPath, args: [own, ...args], shell: false };
  // On Windows npm is a script, which only a shell starts.
  return { program: 'npm', args, shell: process.platform === 'win32' };
};
