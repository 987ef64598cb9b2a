import { DEFAULT_BASE_URL, DEFAULT_MODEL } from '@prosa/shared/entities/assistant.ts';
import { apiAddress } from '@prosa/shared/rules/assistant-problems.ts';
import { helpChatSecret } from '../../platform/secrets.ts';

/** The provider whose model answers the help chat. */
export interface HelpChatProvider {
  apiKey: string;
  baseUrl: string;
  model: string;
}

/** Returns the provider of the installation; undefined while the operator has entered no key. At most 5 minutes old. */
export const helpChatProvider = async (): Promise<HelpChatProvider | undefined> => {
  const { apiKey, baseUrl, model } = await helpChatSecret();
  if (apiKey === '') return undefined;
  return { apiKey, baseUrl: apiAddress(baseUrl || DEFAULT_BASE_URL), model: model || DEFAULT_MODEL };
};
