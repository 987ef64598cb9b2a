import { defaultProvider } from '@aws-sdk/credential-provider-node';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const provide = defaultProvider();

/** The credentials of this process: Lambda's environment, the container's role, or what a developer has; kept until they are about to expire. */
export const currentCredentials = (): Promise<Credentials> => provide();
