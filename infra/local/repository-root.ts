import { fileURLToPath } from 'node:url';

/** Absolute path of the checkout. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));
