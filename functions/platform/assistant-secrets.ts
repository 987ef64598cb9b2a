import { tenantSecretKeys } from './secrets.ts';
import { tenantSealer } from './tenant-sealer.ts';

/** The keys of an assistant. One cannot be decrypted for another assistant or as the other kind. */
export type AssistantSecret = 'apiKey' | 'voiceKey';

const sealerOf = async (companyId: number, assistantId: number) =>
  tenantSealer(await tenantSecretKeys(), companyId, `assistant-keys/${assistantId}`);

/** Encrypts a key of an assistant, for storage in the assistant's row. */
export const sealAssistantKey = async (
  companyId: number,
  assistantId: number,
  kind: AssistantSecret,
  text: string,
): Promise<string> => (await sealerOf(companyId, assistantId)).seal(kind, text);

/** Decrypts what {@link sealAssistantKey} returned. @throws Error if it was not encrypted for this assistant and kind */
export const openAssistantKey = async (
  companyId: number,
  assistantId: number,
  kind: AssistantSecret,
  sealed: string,
): Promise<string> => (await sealerOf(companyId, assistantId)).open(kind, sealed);
