import { tenantSecretKeys } from './secrets.ts';
import { type TenantSealer, tenantSealer } from './tenant-sealer.ts';

const NAME = 'key';

const sealerOf = async (companyId: number): Promise<TenantSealer> =>
  tenantSealer(await tenantSecretKeys(), companyId, 'transcription');

/** Encrypts a company's key to its transcription service, for storage in its settings. */
export const sealTranscriptionKey = async (companyId: number, key: string): Promise<string> =>
  (await sealerOf(companyId)).seal(NAME, key);

/**
 * Decrypts a company's key to its transcription service.
 * @throws Error if the key was not encrypted for this company
 */
export const openTranscriptionKey = async (companyId: number, sealed: string): Promise<string> =>
  (await sealerOf(companyId)).open(NAME, sealed);
