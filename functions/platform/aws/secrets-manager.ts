import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { lazyClient } from './lazy-client.ts';

const secretsManager = lazyClient('SECRETS_ENDPOINT', (options) => new SecretsManagerClient(options));

const readSecret = async (name: string, stage?: 'AWSPREVIOUS'): Promise<string> => {
  const { SecretString } = await secretsManager().send(
    new GetSecretValueCommand({ SecretId: name, ...(stage === undefined ? {} : { VersionStage: stage }) }),
  );
  if (SecretString === undefined) throw new Error(`secret ${name} is empty`);
  return SecretString;
};

/** Returns the text of a secret. */
export const getSecret = (name: string): Promise<string> => readSecret(name);

/** Returns the text that a secret had before its last replacement, or undefined if it was never replaced. */
export const getPreviousSecret = async (name: string): Promise<string | undefined> => {
  try {
    return await readSecret(name, 'AWSPREVIOUS');
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};
