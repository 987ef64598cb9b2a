import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The environment variable with each program's path, the places where it is looked for, and Debian's package. */
const PROGRAMS = [
  {
    variable: 'CHROMIUM',
    places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    package: 'chromium',
  },
  // The same engine without a window. It needs a tenth less CPU.
  {
    variable: 'CHROMIUM_HEADLESS_SHELL',
    places: ['/usr/bin/chromium-headless-shell'],
    package: 'chromium-headless-shell',
  },
] as const;
type Program = (typeof PROGRAMS)[number];

const find = ({ variable, places }: Program): string | undefined =>
  [process.env[variable], ...places].find((path) => path !== undefined && existsSync(path));

const install = (packages: readonly string[]): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log('Installing Chromium…');
  for (const args of [
    ['update', '-q'],
    // One by one, because a system may have only one of the packages.
    ...packages.map((name) => ['install', '-y', '-q', '--no-install-recommends', name]),
  ]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
};

/**
 * Sets `CHROMIUM` and `CHROMIUM_HEADLESS_SHELL` to the programs already set, the system's, or Debian's, which are
 * installed now if possible. If the headless shell is missing, both variables name Chromium.
 * @returns whether there is a Chromium
 */
export const ensureChromium = (): boolean => {
  const missing = PROGRAMS.filter((program) => find(program) === undefined);
  if (missing.length > 0) install(missing.map((program) => program.package));
  for (const program of PROGRAMS) {
    const path = find(program) ?? process.env.CHROMIUM;
    if (path !== undefined) process.env[program.variable] = path;
  }
  return process.env.CHROMIUM !== undefined && existsSync(process.env.CHROMIUM);
};
