import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { ALL_SECRETS, SECRETS, type SecretResource } from '../resources.ts';
import { writeWhole } from './write-whole.ts';

const KEY_BYTES = 32;
const key = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Returns the initial value of a secret, with keys from `newKey`. */
export const firstValue = (format: SecretResource['format'], newKey: () => string = key): string => {
  switch (format) {
    case 'key':
      return newKey();
    case 'key-ring':
      return JSON.stringify({ current: 'k1', keys: { k1: newKey() } });
    case 'meta-app':
      return JSON.stringify({ appSecret: newKey(), verifyToken: newKey() });
  }
};

const fileSchema = z.record(z.string(), z.string());

export interface SecretStore {
  /** Returns a secret by the name that functions use, e.g. `prosa/signing`. */
  get(name: string): string | undefined;
}

/** Opens the secrets of this installation: created once, and stored in `file`, readable only by its owner. */
export const openSecrets = (file: string): SecretStore => {
  const held = existsSync(file) ? fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const secrets: Record<string, string> = { ...held };
  for (const name of ALL_SECRETS)
    secrets[secretId(DEFAULT_INSTALLATION, name)] ??= firstValue(SECRETS[name].format);
  writeWhole(file, JSON.stringify(secrets, null, 2));
  return { get: (name) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined) };
};
