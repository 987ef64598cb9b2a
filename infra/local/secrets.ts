import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import { ALL_SECRETS, SECRETS, type SecretResource } from '../resources.ts';
import { writeWhole } from './write-whole.ts';

const KEY_BYTES = 32;
/** Only the fake Graph API knows these ids: to link real accounts, enter those of an app at Meta. */
const META_APP = { appId: '101000000000001', signupConfigId: '101000000000002' } as const;
/** Empty until the operator fills it in: then no model answers. */
export const NO_PROVIDER = { apiKey: '', baseUrl: '', model: '' } as const;

const key = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** Returns the initial value of a secret, with keys from `newKey`. */
export const firstValue = (format: SecretResource['format'], newKey: () => string = key): string => {
  switch (format) {
    case 'key':
      return newKey();
    case 'key-ring':
      return JSON.stringify({ current: 'k1', keys: { k1: newKey() } });
    case 'meta-app':
      return JSON.stringify({ appSecret: newKey(), verifyToken: newKey(), ...META_APP });
    case 'provider':
      return JSON.stringify(NO_PROVIDER);
  }
};

const objectSchema = z.record(z.string(), z.unknown());

/** Returns a stored value with the fields that its format got later, or the initial value. */
const completed = (format: SecretResource['format'], held: string | undefined): string => {
  const first = firstValue(format);
  if (held === undefined) return first;
  if (format !== 'meta-app') return held;
  const [initial, stored] = [first, held].map((text) => objectSchema.parse(JSON.parse(text)));
  return JSON.stringify({ ...initial, ...stored });
};

const fileSchema = z.record(z.string(), z.string());

export interface SecretStore {
  /** Returns a secret by the name that functions use, e.g. `prosa/signing`. */
  get(name: string): string | undefined;
}

/** Secrets of which the program may replace one, as long as it runs. */
interface ReplaceableSecrets extends SecretStore {
  replace(name: string, value: string): void;
}

/** Adds the app's ids to a secret of the Meta app that was made without them. */
const withApp = (secret = '{}'): string =>
  JSON.stringify({ ...META_APP, ...fileSchema.parse(JSON.parse(secret)) });

/** Opens the secrets of this installation: created once, and stored in `file`, readable only by its owner. */
export const openSecrets = (file: string): ReplaceableSecrets => {
  const held = existsSync(file) ? fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const secrets: Record<string, string> = { ...held };
  for (const name of ALL_SECRETS) {
    const id = secretId(DEFAULT_INSTALLATION, name);
    secrets[id] = completed(SECRETS[name].format, secrets[id]);
  }
  const meta = secretId(DEFAULT_INSTALLATION, 'meta');
  secrets[meta] = withApp(secrets[meta]);
  writeWhole(file, JSON.stringify(secrets, null, 2));
  return {
    get: (name) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined),
    replace: (name, value) => {
      secrets[name] = value;
    },
  };
};
