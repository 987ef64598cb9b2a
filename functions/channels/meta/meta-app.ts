import { AppError } from '@prosa/shared/errors.ts';
import { metaAppSecret } from '../../platform/secrets.ts';
import { GRAPH_VERSION, graphOrigin } from './graph-client.ts';

/** Permissions to list pages, read which Instagram account is linked to a page, and write and hear for both. */
export const PAGE_SCOPES = [
  'pages_show_list',
  'pages_messaging',
  'pages_manage_metadata',
  'pages_read_engagement',
  'business_management',
  'instagram_basic',
  'instagram_manage_messages',
] as const;

/** Origin of Meta's login dialog, which is not that of the Graph API. The fake of the local program has both on one. */
const dialogOrigin = (): string =>
  process.env.GRAPH_ENDPOINT === undefined ? 'https://www.facebook.com' : graphOrigin();

/** Returns the public data of the Meta app for the login dialog; ids are '' until the operator has entered the app. */
export const metaApp = async () => {
  const { appId, appSecret, signupConfigId } = await metaAppSecret();
  const isSetUp = appId !== '' && appSecret !== '';
  return {
    appId: isSetUp ? appId : '',
    signupConfigId: isSetUp ? signupConfigId : '',
    dialogUrl: `${dialogOrigin()}/${GRAPH_VERSION}/dialog/oauth`,
    graphVersion: GRAPH_VERSION,
    scopes: [...PAGE_SCOPES],
  };
};

/**
 * Returns id and secret of the Meta app.
 * @throws AppError ERR_LINK_NOT_SET_UP while the operator has not entered the secret, or the id where it is needed
 */
export const requireMetaApp = async (
  needs: { id: boolean } = { id: true },
): Promise<{ appId: string; appSecret: string }> => {
  const { appId, appSecret } = await metaAppSecret();
  if (appSecret === '' || (needs.id && appId === '')) throw new AppError('ERR_LINK_NOT_SET_UP');
  return { appId, appSecret };
};
