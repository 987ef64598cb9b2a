import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SKIPPED = new Set(['node_modules', 'dist', 'cdk.out', 'screenshots', 'results']);
/** Files of the root that programs and compilers read. */
const ROOT_FILES = ['package.json', 'tsconfig.json'];

/**
 * Copies workspaces of this checkout into a folder, and links the installed packages. In the copy, an import of
 * `@prosa/<workspace>` loads the copied workspace.
 */
export const copyCheckout = async (root: string, workspaces: readonly string[]): Promise<void> => {
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, '@prosa'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@prosa') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const workspace of workspaces) {
    await cp(join(ROOT, workspace), join(root, workspace), {
      recursive: true,
      filter: (source) => !SKIPPED.has(source.slice(source.lastIndexOf('/') + 1)),
    });
    await symlink(join(root, workspace), join(modules, '@prosa', workspace));
  }
  for (const file of ROOT_FILES) await cp(join(ROOT, file), join(root, file));
};
