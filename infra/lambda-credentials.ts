/**
 * Takes the place of `@aws-sdk/credential-provider-node` in bundles: Lambda hands a function its credentials in the
 * environment and nowhere else, so the chain of other sources (SSO, profiles, STS, IMDS) is dead weight at load.
 */
export const defaultProvider = () => async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('no AWS credentials in the environment');
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
};
