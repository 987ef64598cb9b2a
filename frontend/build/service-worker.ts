import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ENTRY = fileURLToPath(new URL('../app/pwa/service-worker.ts', import.meta.url));
/** Stable, because browsers look for a newer service worker at the same address. */
const FILE = 'sw.js';

/** Builds the service worker as a file of its own, with the names of all files of the build. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.map'));
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { BUILD_FILES: JSON.stringify(files.map((name) => `/${name}`)) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: FILE } },
      },
    });
  },
});
