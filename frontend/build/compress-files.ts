import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html)$/;
const zip = promisify(gzip);

/** Writes a gzip file (`.gz`) beside each text file of the build, for web servers that do not compress. */
export const compressFiles = (): Plugin => ({
  name: 'compress-files',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    for (const name of Object.keys(bundle).filter((file) => TEXT.test(file))) {
      const path = join(dir, name);
      await writeFile(`${path}.gz`, await zip(await readFile(path)));
    }
  },
});
