import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { SECRETS, type SecretName } from '../resources.ts';

const KEY_BYTES = 32;
const key = (): string => randomBytes(KEY_BYTES).toString('base64url');

const generate = (name: (typeof SECRETS)[SecretName]): string => {
  switch (name) {
    case SECRETS.signing: {
      const id = randomUUID();
      return JSON.stringify({ current: id, keys: { [id]: key() } });
    }
    case SECRETS.meta:
      return JSON.stringify({ appSecret: key(), verifyToken: key() });
    default:
      return key();
  }
};

const fileSchema = z.record(z.string(), z.string());

export interface SecretStore {
  /** By the name that functions ask for, e.g. `prosa/signing`. */
  get(name: string): string | undefined;
}

/** Secrets of this installation: made once, kept in `file` for its owner alone. */
export const openSecrets = (file: string): SecretStore => {
  const held = existsSync(file) ? fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const secrets: Record<string, string> = { ...held };
  for (const name of Object.values(SECRETS)) secrets[name] ??= generate(name);
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(next, file);
  return { get: (name) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined) };
};
