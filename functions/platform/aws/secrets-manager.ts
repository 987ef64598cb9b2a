import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { lazyClient } from './lazy-client.ts';

const secretsManager = lazyClient('SECRETS_ENDPOINT', (options) => new SecretsManagerClient(options));

/** The text of a secret. */
export const getSecret = async (name: string): Promise<string> => {
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId: name }));
  if (SecretString === undefined) throw new Error(`secret ${name} is empty`);
  return SecretString;
};
