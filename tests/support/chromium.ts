import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Sets `CHROMIUM` to a Chromium: the one already set, the system's, or Debian's, which is installed now if possible.
 * @returns whether there is one
 */
export const ensureChromium = (): boolean => {
  const found = [process.env.CHROMIUM, ...CHROMIUM_PATHS].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found !== undefined) {
    process.env.CHROMIUM = found;
    return true;
  }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium…');
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', 'chromium'],
    ]) {
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
    if (existsSync('/usr/bin/chromium')) {
      process.env.CHROMIUM = '/usr/bin/chromium';
      return true;
    }
  }
  return false;
};
