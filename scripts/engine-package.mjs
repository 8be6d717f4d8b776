/** npm packages of the native DynamoDB engine by platform. */

const PACKAGES = new Map([
  ['linux-x64', '@dynoxide/linux-x64'],
  ['linux-arm64', '@dynoxide/linux-arm64'],
  ['darwin-x64', '@dynoxide/darwin-x64'],
  ['darwin-arm64', '@dynoxide/darwin-arm64'],
  ['win32-x64', '@dynoxide/win32-x64'],
]);

/** Folder in `node_modules` in which the engine's package is installed if the lock file does not contain it. */
export const ENGINE_FOLDER = '.engine';

/**
 * Returns the engine's package for Node's `process.platform` and `process.arch`; `null` if there is none.
 *
 * @param {string} platform
 * @param {string} arch
 * @returns {string | null}
 */
export const enginePackage = (platform, arch) => PACKAGES.get(`${platform}-${arch}`) ?? null;

/**
 * Returns the name of the executable in the engine's package.
 *
 * @param {string} platform
 */
export const engineFile = (platform) => (platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
