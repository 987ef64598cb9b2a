import type { MetaApp } from '@prosa/infra/local/fake-graph/tokens.ts';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import * as z from 'zod';
import type { SecretStore } from '../secrets.ts';

const metaSchema = z.object({
  appId: z.string(),
  appSecret: z.string(),
  verifyToken: z.string(),
});

/** Returns the app at the fake Meta, with the secrets of this installation. */
export const readMetaApp = (secrets: SecretStore): MetaApp => {
  const { appId, appSecret, verifyToken } = metaSchema.parse(
    JSON.parse(secrets.get(secretId(DEFAULT_INSTALLATION, 'meta')) ?? '{}'),
  );
  return { id: appId, secret: appSecret, verifyToken };
};
